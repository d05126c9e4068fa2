use axum::Json;
use axum::extract::State;
use komadai_protocol::{GamePage, JoinGame, PlayerKind};

use super::OptionalBody;
use super::game_path::GamePath;
use super::games::{is_program_in_rated, viewed};
use crate::client_address::ClientAddress;
use crate::fault::Fault;
use crate::identity::Caller;
use crate::rate::Action;
use crate::request::Request;
use crate::state::AppState;

pub(super) async fn rename(
    State(state): State<AppState>,
    GamePath(id): GamePath,
    ClientAddress(address): ClientAddress,
    caller: Caller,
    OptionalBody(request): OptionalBody<JoinGame>,
) -> Result<Json<GamePage>, Fault> {
    state.rates.check(Action::Join, address)?;
    let player = caller.named(request.name.as_deref())?;
    if player.info.kind == PlayerKind::Program {
        let view = state.games.view(&id, Some(&player.id)).await?;
        if is_program_in_rated(&view.snapshot.settings, &player) {
            return Err(Fault::programs_are_not_rated());
        }
    }
    viewed(&state, &id, Request::Rename { player }).await
}
