//! Lobby subscription of a connection.

use axum::extract::ws::Utf8Bytes;

use crate::bus::LobbyListener;

/// The changed list. Pending while the lobby is not followed.
pub(super) async fn next_lobby(lobby: &mut Option<LobbyListener>) -> Utf8Bytes {
    match lobby {
        Some(lobby) => lobby.next().await,
        None => std::future::pending().await,
    }
}
