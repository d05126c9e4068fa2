use axum::Json;
use axum::extract::{Path, State};
use komadai_protocol::{ErrorCode, GameKey, GamePage};

use super::Fault;
use super::games::page;
use crate::game::{Player, Request, Response};
use crate::state::AppState;

/// `POST /api/games/{id}/join`
pub(super) async fn join(
    State(state): State<AppState>,
    Path(id): Path<String>,
    player: Player,
) -> Result<Json<GamePage>, Fault> {
    match state.hall.ask(&GameKey(id), Request::Join { player }).await {
        Response::View(view) => Ok(Json(page(&state, *view))),
        Response::Denied(code) => Err(code.into()),
        _ => Err(ErrorCode::Internal.into()),
    }
}
