use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_protocol::Health;

use crate::state::AppState;

/// `GET /healthz`
pub(super) async fn show(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    let ok = state.games.store.is_alive().await.is_ok();
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
