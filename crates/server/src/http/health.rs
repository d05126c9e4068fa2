use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_protocol::{Health, Lag};

use crate::state::AppState;

/// Cache time of the result: the check may write to a full disk.
const HEALTH_KEPT: Duration = Duration::from_secs(1);

const HEALTH_WITHIN: Duration = Duration::from_secs(3);

/// Liveness: the database can be read and written.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "health",
    responses((status = OK, body = Health), (status = SERVICE_UNAVAILABLE, body = Health))
)]
pub(super) async fn show(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    answer(is_alive(&state).await, None)
}

/// Readiness: the server is alive, not stopping, and holds its lease. Lists that lag do not make it unready.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "readiness",
    responses((status = OK, body = Health), (status = SERVICE_UNAVAILABLE, body = Health))
)]
pub(super) async fn ready(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    // Do not wait for a silent database: the lease has expired by then.
    let may_answer = !state.stop.is_cancelled() && state.games.holds_lease();
    let ok = may_answer && is_alive(&state).await;
    answer(ok, Some(state.games.lag()))
}

async fn is_alive(state: &AppState) -> bool {
    // Unlike the counted line, this clock advances during standstills.
    let now = state.games.time.passed();
    let known = *state.health();
    if let Some((at, alive)) = known
        && now.saturating_sub(at) < HEALTH_KEPT
    {
        return alive;
    }
    let asked = tokio::time::timeout(HEALTH_WITHIN, state.games.store.is_alive());
    let alive = matches!(asked.await, Ok(Ok(())));
    *state.health() = Some((now, alive));
    alive
}

fn answer(ok: bool, lag: Option<Lag>) -> (StatusCode, Json<Health>) {
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
            lag,
        }),
    )
}
