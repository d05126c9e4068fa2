use async_trait::async_trait;
use komadai_protocol::{ChallengeTerms, GameKey};

use crate::StoreError;

/// Data of an open challenge, kept to restore it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub terms: ChallengeTerms,
    pub network: Option<String>,
}

/// Seat taken from the lobby.
#[derive(Clone, Debug)]
pub struct PendingSeat {
    pub game: GameKey,
    pub player: String,
    pub network: String,
    pub at_ms: i64,
}

/// Consecutive lobby games that a player has aborted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aborts {
    pub in_a_row: u32,
    pub at_ms: i64,
}

/// Abuse prevention: hashed browsers and networks of players, and their aborted games.
#[async_trait]
pub trait FairPlay: Send + Sync {
    /// Records that the player has used this browser.
    async fn note_device(&self, player: &str, device: &str) -> Result<(), StoreError>;

    /// `true` if both players have used the same browser. `device` is the current browser of `other`.
    async fn share_device(
        &self,
        one: &str,
        other: &str,
        device: Option<&str>,
    ) -> Result<bool, StoreError>;

    /// Records the network from which a player made a game.
    async fn note_network(&self, seat: PendingSeat) -> Result<(), StoreError>;

    /// Returns the network from which a player made or joined a game that has not begun.
    async fn network_of(&self, game: &GameKey, player: &str) -> Result<Option<String>, StoreError>;

    /// Reserves a seat for its network, unless the network has `limit` seats in games that have not begun. Returns
    /// `true` if reserved.
    async fn take_pending(&self, seat: PendingSeat, limit: u32) -> Result<bool, StoreError>;

    /// Releases a reserved seat that was not taken.
    async fn give_up_pending(&self, game: &GameKey, player: &str) -> Result<(), StoreError>;

    /// Returns the data of a game's challenge. `None` if there was none or it expired long ago.
    async fn offer(&self, game: &GameKey) -> Result<Option<Offer>, StoreError>;

    /// Records that the player has aborted a lobby game.
    async fn note_abort(&self, player: &str, at_ms: i64) -> Result<(), StoreError>;

    async fn forget_aborts(&self, player: &str) -> Result<(), StoreError>;

    async fn aborts(&self, player: &str) -> Result<Aborts, StoreError>;

    /// Removes networks of games that have begun or ended, and aborts before `before_ms`.
    async fn forget_networks(&self, before_ms: i64) -> Result<(), StoreError>;
}
