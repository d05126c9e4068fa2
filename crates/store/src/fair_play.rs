use komadai_protocol::{ChallengeTerms, GameKey};

use crate::StoreFuture;

/// What an open challenge was made with, to be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What the list says of it.
    pub terms: ChallengeTerms,
    /// The network of the maker, hashed under the key of the server.
    pub network: Option<String>,
}

/// A seat that is taken from the lobby.
#[derive(Clone, Debug)]
pub struct PendingSeat {
    /// The game.
    pub game: GameKey,
    /// Who joins.
    pub player: String,
    /// The network of the player, hashed under the key of the server.
    pub network: String,
    /// Now, milliseconds since 1970.
    pub at_ms: i64,
}

/// Games from the lobby that a player has broken off one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aborts {
    /// How many.
    pub in_a_row: u32,
    /// When the last one ended, milliseconds since 1970.
    pub at_ms: i64,
}

/// What keeps play between people fair: browsers and networks of players, as hashes, and games that were broken off.
pub trait FairPlay: Send + Sync {
    /// The player has been in this browser.
    fn note_device<'a>(&'a self, player: &'a str, device: &'a str) -> StoreFuture<'a, ()>;

    /// Whether both players have been in one browser; `device` is one in which the second one is now.
    fn share_device<'a>(
        &'a self,
        one: &'a str,
        other: &'a str,
        device: Option<&'a str>,
    ) -> StoreFuture<'a, bool>;

    /// The player has made that game from this network.
    fn note_network(&self, seat: PendingSeat) -> StoreFuture<'_, ()>;

    /// The network from which a player made or joined a game, until that has begun.
    fn network_of<'a>(
        &'a self,
        game: &'a GameKey,
        player: &'a str,
    ) -> StoreFuture<'a, Option<String>>;

    /// Counts a seat for its network, unless the network has `limit` seats in games that have not begun. Returns whether
    /// it was counted.
    fn take_pending(&self, seat: PendingSeat, limit: u32) -> StoreFuture<'_, bool>;

    /// The seat was not taken.
    fn give_up_pending<'a>(&'a self, game: &'a GameKey, player: &'a str) -> StoreFuture<'a, ()>;

    /// What the challenge of a game was made with; nothing if there was none, or it is long over.
    fn offer<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<Offer>>;

    /// The player has broken off a game from the lobby.
    fn note_abort<'a>(&'a self, player: &'a str, at_ms: i64) -> StoreFuture<'a, ()>;

    /// The player has played a game.
    fn forget_aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, ()>;

    /// The games that the player has broken off one after the other.
    fn aborts<'a>(&'a self, player: &'a str) -> StoreFuture<'a, Aborts>;

    /// Forgets networks of games that have begun or are over, and games that were broken off before `before_ms`.
    fn forget_networks(&self, before_ms: i64) -> StoreFuture<'_, ()>;
}
