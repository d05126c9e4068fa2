use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_protocol::Health;

use crate::state::AppState;

/// `GET /healthz`: whether the database answers and can be written.
pub(super) async fn show(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    answer(state.games.store.is_alive().await.is_ok())
}

/// `GET /readyz`: whether a proxy should send people here: the same, and the server is not stopping.
pub(super) async fn ready(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    answer(!state.stop.is_cancelled() && state.games.store.is_alive().await.is_ok())
}

fn answer(ok: bool) -> (StatusCode, Json<Health>) {
    let status = if ok {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (
        status,
        Json(Health {
            ok,
            version: env!("CARGO_PKG_VERSION").into(),
        }),
    )
}
