use axum::Json;
use axum::extract::State;
use komadai_protocol::{ErrorCode, GamePage};

use super::Fault;
use super::games::page;
use super::key::Key;
use crate::game::{Player, Request, Response};
use crate::state::AppState;

/// `POST /api/games/{id}/join`
pub(super) async fn join(
    State(state): State<AppState>,
    Key(id): Key,
    player: Player,
) -> Result<Json<GamePage>, Fault> {
    match state.games.ask(&id, Request::Join { player }).await {
        Response::View(view) => Ok(Json(page(&state, *view))),
        Response::Denied(code) => Err(code.into()),
        _ => Err(ErrorCode::Internal.into()),
    }
}
