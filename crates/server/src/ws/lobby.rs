//! A connection that follows the lobby.

use axum::extract::ws::Utf8Bytes;

use crate::bus::LobbyListener;

/// The list, when it has changed. Waits for ever while the lobby is not followed.
pub(super) async fn next_lobby(lobby: &mut Option<LobbyListener>) -> Utf8Bytes {
    match lobby {
        Some(lobby) => lobby.next().await,
        None => std::future::pending().await,
    }
}
