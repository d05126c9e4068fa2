use axum::Json;
use axum::extract::State;
use axum_extra::extract::cookie::SignedCookieJar;
use komadai_protocol::{ErrorCode, GameKey, GamePage, JoinGame, PlayerKind};

use super::OptionalBody;
use super::game_path::GamePath;
use super::games::{challenge, invitation, invites, is_program_in_rated, viewed};
use crate::client_address::ClientAddress;
use crate::device::Device;
use crate::fair_play;
use crate::fault::Fault;
use crate::identity::Caller;
use crate::rate::Action;
use crate::request::Request;
use crate::state::AppState;

/// Takes the free seat.
///
/// A game in the lobby needs no invitation. Refused with `not-invited`, `own-invitation` or `game-full`, and in the
/// lobby with `too-many-pending` or `too-many-aborts`.
#[utoipa::path(
    post,
    path = "/api/games/{id}/join",
    operation_id = "join",
    params(("id" = GameKey, Path)),
    request_body = Option<JoinGame>,
    responses((status = OK, body = GamePage))
)]
pub(super) async fn join(
    State(state): State<AppState>,
    GamePath(id): GamePath,
    ClientAddress(address): ClientAddress,
    mut device: Device,
    caller: Caller,
    OptionalBody(request): OptionalBody<JoinGame>,
) -> Result<(SignedCookieJar, Json<GamePage>), Fault> {
    state.rates.check(Action::Join, address)?;
    // Players of the game need no invitation.
    let view = state.games.view(&id, Some(&caller.player.id)).await?;
    let mut open = false;
    if view.may_join {
        let kept = invitation(&state, &id).await?;
        let is_invited = invites(&id, &kept, request.invitation.as_deref());
        open = !is_invited;
        if !is_invited && !challenge(&state, &id).await?.is_some_and(|it| it.is_open) {
            // The challenge may have been accepted meanwhile; then the game is full.
            let now = state.games.view(&id, Some(&caller.player.id)).await?;
            if now.may_join {
                return Err(ErrorCode::NotInvited.into());
            }
        }
    }
    let settings = &view.snapshot.settings;
    let mut player = caller.named(request.name.as_deref())?;
    if view.may_join && is_program_in_rated(settings, &player) {
        return Err(Fault::programs_are_not_rated());
    }
    let player_id = player.id.clone();
    if open {
        fair_play::check_pause(&state, &player_id).await?;
    }
    let jar = device.note(&player_id, &state).await?;
    let unrated = match view.may_join {
        true => {
            let joiner = Some(&player_id);
            fair_play::unrated(&state, &view.snapshot, joiner, &device, address).await?
        }
        false => None,
    };
    if unrated.is_none() {
        player.info.rating = state.games.rating_now(&player_id, settings).await?;
    }
    let store = &state.games.store;
    if open {
        let seat = fair_play::seat(&state, &id, &player_id, address);
        if !store
            .take_pending(seat, state.rates.fair_play.offers())
            .await?
        {
            return Err(ErrorCode::TooManyPending.into());
        }
    }
    let request = Request::Join {
        player,
        open,
        unrated,
    };
    let joined = viewed(&state, &id, request).await;
    if open && joined.is_err() {
        store.give_up_pending(&id, player_id.as_str()).await?;
    }
    Ok((jar, joined?))
}

/// Changes the caller's name, before an opponent has joined.
///
/// Refused with `game-full` or `not-a-player`.
#[utoipa::path(
    post,
    path = "/api/games/{id}/name",
    operation_id = "rename",
    params(("id" = GameKey, Path)),
    request_body = Option<JoinGame>,
    responses((status = OK, body = GamePage))
)]
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
