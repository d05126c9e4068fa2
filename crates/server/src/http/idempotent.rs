//! Idempotent requests: retries after a lost response, and double taps.

use axum::http::HeaderMap;
use komadai_play::PlayerId;
use komadai_protocol::{ErrorCode, GameKey};

use crate::keyed_hash::keyed_hash;
use crate::random::{self, GAME_LETTERS};
use crate::state::AppState;

/// Header of the idempotency key
/// ([draft](https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header)).
const NAME: &str = "idempotency-key";
const MAX_NAME_BYTES: usize = 64;

/// The key of the game to create, derived from the player and the idempotency key, so that no requests are
/// stored. Random without an idempotency key.
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

pub(super) async fn is_made(
    id: &GameKey,
    player: &PlayerId,
    state: &AppState,
) -> Result<bool, ErrorCode> {
    match state.games.stored_view(id, Some(player)).await {
        Ok(_) => Ok(true),
        Err(ErrorCode::NoSuchGame) => Ok(false),
        Err(code) => Err(code),
    }
}
