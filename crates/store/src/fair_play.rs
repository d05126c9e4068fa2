use komadai_protocol::{ChallengeTerms, GameKey};

use crate::StoreFuture;

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
pub trait FairPlay: Send + Sync {
    /// Records that the player has used this browser.
    fn note_device<'a>(&'a self, player: &'a str, device: &'a str) -> StoreFuture<'a, ()>;

    /// `true` if both players have used the same browser. `device` is the current browser of `other`.
    fn share_device<'a>(
        &'a self,
        one: &'a str,
        other: &'a str,
        device: Option<&'a str>,
    ) -> StoreFuture<'a, bool>;

    /// Records the network from which a player made a game.
    fn note_network(&self, seat: PendingSeat) -> StoreFuture<'_, ()>;

    /// Returns the network from which a player made or joined a game that has not begun.
    fn network_of<'a>(
        &'a self,
        game: &'a GameKey,
        player: &'a str,
    ) -> StoreFuture<'a, Option<String>>;

    /// Reserves a seat for its network, unless the network has `limit` seats in games that have not begun. Returns
    /// `true` if reserved.
    fn take_pending(&self, seat: PendingSeat, limit: u32) -> StoreFuture<'_, bool>;

    /// Releases a reserved seat that was not taken.
    fn give_up_pending<'a>(&'a self, game: &'a GameKey, player: &'a str) -> StoreFuture<'a, ()>;

    /// Returns the data of a game's challenge. `None` if there was none or it expired long ago.
    fn offer<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<Offer>>;

    /// Records that the player has aborted a lobby game.
    fn note_abort<'a>(&'a self, player: &'a str, at_ms: i64) -> StoreFuture<'a, ()>;

    fn forget_aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, ()>;

    fn aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, Aborts>;

    /// Removes networks of games that have begun or ended, and aborts before `before_ms`.
    fn forget_networks(&self, before_ms: i64) -> StoreFuture<'_, ()>;
}
