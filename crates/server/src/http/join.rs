use axum::Json;
use axum::extract::State;
use komadai_protocol::{ErrorCode, GamePage, JoinGame};

use super::games::{challenge, invitation, invites, is_program_in_rated, viewed};
use super::key::Key;
use super::{ClientAddress, Fault, OptionalBody};
use crate::game::Request;
use crate::identity::Caller;
use crate::rate::Action;
use crate::state::AppState;

/// `POST /api/games/{id}/join`
pub(super) async fn join(
    State(state): State<AppState>,
    Key(id): Key,
    ClientAddress(address): ClientAddress,
    caller: Caller,
    OptionalBody(request): OptionalBody<JoinGame>,
) -> Result<Json<GamePage>, Fault> {
    state.rates.check(Action::Join, address)?;
    // Who sits at the board already needs none.
    let view = state.games.view(&id, Some(&caller.player.id)).await?;
    if view.may_join {
        let kept = invitation(&state, &id).await?;
        let is_invited = invites(&id, &kept, request.invitation.as_deref());
        if !is_invited && !challenge(&state, &id).await?.is_some_and(|it| it.is_open) {
            // Unless somebody was faster and has closed it: then the game is full.
            let now = state.games.view(&id, Some(&caller.player.id)).await?;
            if now.may_join {
                return Err(ErrorCode::NotInvited.into());
            }
        }
    }
    let settings = &view.snapshot.settings;
    let player = caller.called(request.name.as_deref())?;
    if view.may_join && is_program_in_rated(settings, &player) {
        return Err(Fault::programs_are_not_rated());
    }
    let player = state.games.with_rating(player, settings).await?;
    viewed(&state, &id, Request::Join { player }).await
}
