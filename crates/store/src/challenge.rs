use komadai_protocol::limits::{CHALLENGE_MS, MAKER_AWAY_MS};
use komadai_protocol::{ChallengeTerms, GameKey, Lobby};

use crate::{StoreError, StoreFuture};

/// What makes a new game one that anyone may join.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// The player who waits for an opponent.
    pub maker: String,
    /// What the list says of it.
    pub terms: ChallengeTerms,
    /// When it is made, by the caller's clock, milliseconds since 1970.
    pub at_ms: i64,
    /// The network it is made from, hashed under the key of the server, and how many open challenges one may have.
    pub network: Option<(String, u32)>,
}

/// The challenges that are open.
#[derive(Debug)]
pub struct Listing {
    /// Those that can be read.
    pub lobby: Lobby,
    /// The others. They can be joined all the same.
    pub unreadable: Vec<UnreadableChallenge>,
}

/// A challenge whose row is damaged.
#[derive(Debug)]
pub struct UnreadableChallenge {
    /// The game.
    pub game: GameKey,
    /// What is wrong with it.
    pub why: StoreError,
}

/// A challenge that nobody has accepted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// When it ends, milliseconds since 1970.
    pub until_ms: i64,
    /// Whether its maker is there, so that anyone may join now.
    pub is_open: bool,
}

/// Challenges made before that moment are over.
pub(crate) fn made_since(now_ms: i64) -> i64 {
    now_ms - i64::from(CHALLENGE_MS)
}

/// Makers that have not been seen since that moment are away.
pub(crate) fn seen_since(now_ms: i64) -> i64 {
    now_ms - i64::from(MAKER_AWAY_MS)
}

/// Games that anyone may join. One is open while nobody has joined, for
/// [`CHALLENGE_MS`], and while its maker has been seen within [`MAKER_AWAY_MS`]. `now_ms` is the time of the caller; a
/// database that several servers share goes by its own clock.
pub trait Challenges: Send + Sync {
    /// Those that are open, newest first, at most `limit`, and how many there are.
    fn lobby(&self, now_ms: i64, limit: u32) -> StoreFuture<'_, Listing>;

    /// The challenge of a game; nothing if there is none, or it is over.
    fn challenge<'a>(&'a self, game: &'a GameKey, now_ms: i64) -> StoreFuture<'a, Option<Waiting>>;

    /// The makers of these games are there. Others among them, and games of which somebody has joined, are left alone.
    /// Returns how many there were.
    fn renew_challenges<'a>(&'a self, games: &'a [GameKey], now_ms: i64) -> StoreFuture<'a, u64>;

    /// Forgets those that are over. Returns how many.
    fn forget_challenges(&self, now_ms: i64) -> StoreFuture<'_, u64>;
}
