use async_trait::async_trait;
use komadai_protocol::limits::{CHALLENGE_MS, MAKER_AWAY_MS};
use komadai_protocol::{Challenge, ChallengeTerms, GameKey};

use crate::StoreError;

#[derive(Clone, Debug)]
pub struct NewChallenge {
    pub maker: String,
    pub terms: ChallengeTerms,
    pub at_ms: i64,
    /// Keyed hash of the maker's network, and its limit of open challenges.
    pub network: Option<(String, u32)>,
}

#[derive(Debug)]
pub struct Listing {
    pub challenges: Vec<Challenge>,
    /// Number of open challenges, listed or not.
    pub total: u32,
    /// Challenges that cannot be listed. They can still be joined.
    pub unreadable: Vec<UnreadableChallenge>,
}

#[derive(Debug)]
pub struct UnreadableChallenge {
    pub game: GameKey,
    pub why: StoreError,
}

/// Challenge that no player has accepted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub until_ms: i64,
    /// `true` if the maker is present, so that any player may join now.
    pub is_open: bool,
}

/// Earliest creation time of a challenge that has not expired.
pub(crate) fn made_since(now_ms: i64) -> i64 {
    now_ms - i64::from(CHALLENGE_MS)
}

/// Earliest last-seen time of a maker who is present.
pub(crate) fn seen_since(now_ms: i64) -> i64 {
    now_ms - i64::from(MAKER_AWAY_MS)
}

/// Challenges of the lobby. A challenge is open until a player joins, for at most [`CHALLENGE_MS`], and while its maker
/// has been seen within [`MAKER_AWAY_MS`]. `now_ms` is the caller's time; a shared database uses its own clock instead.
#[async_trait]
pub trait Challenges: Send + Sync {
    /// Returns the newest open challenges, at most `limit`, and the total count.
    async fn lobby(&self, now_ms: i64, limit: u32) -> Result<Listing, StoreError>;

    /// Returns the challenge of a game unless it has expired.
    async fn challenge(&self, game: &GameKey, now_ms: i64) -> Result<Option<Waiting>, StoreError>;

    /// Marks the makers of these games as present. Skips games that are no challenges or have been joined. Returns the
    /// number of renewed challenges.
    async fn renew_challenges(&self, games: &[GameKey], now_ms: i64) -> Result<u64, StoreError>;

    /// Removes expired challenges. Returns their number.
    async fn forget_challenges(&self, now_ms: i64) -> Result<u64, StoreError>;
}
