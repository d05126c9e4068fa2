//! Requests that are sent again because their answer was lost, or twice by a double tap.

use axum::http::HeaderMap;
use komadai_play::PlayerId;
use komadai_protocol::{ErrorCode, GameKey};

use crate::fair_play::keyed_hash;
use crate::random::{self, GAME_LETTERS};
use crate::state::AppState;

/// What the sender calls the request
/// ([draft](https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header)).
const NAME: &str = "idempotency-key";
/// Most bytes of such a name.
const MAX_NAME_BYTES: usize = 64;

/// The key of the game that a request is to make. It follows from player and name of the request: nothing has to be kept of
/// requests. A request without a name makes a game of its own.
///
/// # Errors
/// The name is too long.
pub(super) fn key(
    headers: &HeaderMap,
    player: &PlayerId,
    state: &AppState,
) -> Result<GameKey, ErrorCode> {
    let Some(name) = headers.get(NAME) else {
        return Ok(GameKey(random::word(GAME_LETTERS)));
    };
    let name = name.to_str().map_err(|_| ErrorCode::BadRequest)?;
    if name.len() > MAX_NAME_BYTES {
        return Err(ErrorCode::BadRequest);
    }
    let hash = keyed_hash(state, "game", &format!("{player} {name}"));
    let number = u128::from_str_radix(&hash, 16).map_err(|_| ErrorCode::Internal)?;
    Ok(GameKey(random::word_from(number, GAME_LETTERS)))
}

/// The player has made that game already.
///
/// # Errors
/// The database failed.
pub(super) async fn is_made(
    id: &GameKey,
    player: &PlayerId,
    state: &AppState,
) -> Result<bool, ErrorCode> {
    match state.games.view(id, Some(player)).await {
        Ok(_) => Ok(true),
        Err(ErrorCode::NoSuchGame) => Ok(false),
        Err(code) => Err(code),
    }
}
