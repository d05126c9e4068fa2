use axum::Json;
use axum::extract::State;
use komadai_protocol::{ErrorCode, GamePage, JoinGame};

use super::games::page;
use super::key::Key;
use super::{Fault, OptionalBody};
use crate::game::{Player, Request, Response};
use crate::state::AppState;

/// `POST /api/games/{id}/join`
pub(super) async fn join(
    State(state): State<AppState>,
    Key(id): Key,
    player: Player,
    OptionalBody(request): OptionalBody<JoinGame>,
) -> Result<Json<GamePage>, Fault> {
    let player = player.called(request.name.as_deref())?;
    match state.games.ask(&id, Request::Join { player }).await {
        Response::View(view) => Ok(Json(page(&state, *view))),
        Response::Denied(code) => Err(code.into()),
        _ => Err(ErrorCode::Internal.into()),
    }
}
