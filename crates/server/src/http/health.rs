use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_protocol::Health;

use crate::state::AppState;

/// How long an answer is kept: asking may write to a disk that is full.
const HEALTH_KEPT: Duration = Duration::from_secs(1);

/// A database that takes longer to answer is not well.
const HEALTH_WITHIN: Duration = Duration::from_secs(3);

/// `GET /healthz`: whether the database answers and can be written.
pub(super) async fn show(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    answer(is_alive(&state).await)
}

/// `GET /readyz`: whether a proxy should send people here: the same, and the server does not stop and may answer for
/// its games.
pub(super) async fn ready(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    // A database that gives no answer is not waited for: the lease is over by then.
    let may_answer = !state.stop.is_cancelled() && state.games.holds_lease();
    answer(may_answer && is_alive(&state).await)
}

/// Whether the database answers and can be written, as it was within the last second.
async fn is_alive(state: &AppState) -> bool {
    // Unlike the time of games, this one goes on while a busy server stands still.
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
