//! Whether a referee still has its game: another server may have taken it.

use std::time::Duration;

use komadai_protocol::{ErrorCode, GameKey};

use super::{Fatal, NotLoaded, Referee};
use crate::game::inbox::PATIENCE;
use crate::game::registry::{GameRegistry, code_of};
use crate::server_id::ServerId;

/// Which other server has a game.
///
/// # Errors
/// The database failed.
pub(in crate::game) async fn holder(
    registry: &GameRegistry,
    key: &GameKey,
) -> Result<Option<ServerId>, ErrorCode> {
    let games = std::slice::from_ref(key);
    let heads = registry.store.heads(games, registry.lease_time()).await;
    let heads = heads.map_err(|error| code_of(&error))?;
    let mut holders = heads
        .into_iter()
        .filter_map(|head| head.holder?.parse().ok());
    Ok(holders.find(|holder| *holder != registry.server))
}

/// What it means that another server has a game.
pub(super) fn elsewhere(registry: &GameRegistry, key: &GameKey, server: &str) -> NotLoaded {
    match server.parse() {
        Ok(server) if registry.link.is_shared() => NotLoaded::Elsewhere(server),
        _ => {
            tracing::warn!(
                game.id = key.short(),
                server.id = server,
                "game.load: another server holds it"
            );
            NotLoaded::Denied(ErrorCode::Internal)
        }
    }
}

impl Referee {
    /// Asks the database, if the lease of this server has been over since it was asked last: nothing is answered in the
    /// name of a game that another server has. Appends are safe in any case, by their epoch. Returns whether it is known
    /// within that time: as long as the lease is over it is not.
    pub(super) async fn still_has_it(&mut self, within: Duration) -> Result<bool, Fatal> {
        let sure = tokio::time::timeout(within, self.registry.sure_of_lease());
        let Ok(lapses) = sure.await else {
            return Ok(false);
        };
        if lapses == self.lapses {
            return Ok(true);
        }
        let games = std::slice::from_ref(self.id());
        let time = self.registry.lease_time();
        let heads = self.registry.store.heads(games, time);
        let Ok(heads) = tokio::time::timeout(PATIENCE, heads).await else {
            return Ok(false);
        };
        let head = heads.map_err(|error| {
            tracing::error!(game.id = self.id().short(), error = %error, "game.check failed");
            Fatal {
                code: code_of(&error),
                ..Fatal::DATABASE
            }
        })?;
        match head.first() {
            None => Err(Fatal::GONE),
            Some(head) if head.epoch == self.epoch => {
                self.lapses = lapses;
                Ok(true)
            }
            Some(_) => Err(Fatal::SUPERSEDED),
        }
    }

    /// Gives the game back, with nothing to do: another server may take it.
    pub(super) async fn release(&self) {
        if !self.registry.link.is_shared() {
            return;
        }
        let store = &self.registry.store;
        let time = self.registry.lease_time();
        if let Err(error) = store.release(self.id(), self.epoch, time).await {
            tracing::error!(game.id = self.id().short(), error = %error, "game.release failed");
        }
    }
}
