use async_trait::async_trait;
use komadai_protocol::GameKey;

use crate::StoreError;

/// The moment at which something about leases is asked, and how long a lease holds from then, milliseconds.
///
/// A database that several servers share goes by its own clock, so that all of them go by the same one; one that
/// a single server has to itself goes by the time given here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseTime {
    /// The time of the server that asks, milliseconds since 1970.
    pub now_ms: i64,
    /// How long a server that has said that it lives is taken to live, milliseconds.
    pub lease_ms: i64,
}

/// What came of an attempt to take a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// It has been taken.
    Taken(Claim),
    /// Another server has it.
    HeldBy(String),
    /// There is no such game.
    NoSuchGame,
}

/// A lease on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The epoch that appends have to name from now on.
    pub epoch: i64,
    /// The last event.
    pub seq: u32,
    /// When the game was taken, milliseconds since 1970, by the clock that leases go by.
    pub now_ms: i64,
    /// When the game was last known to be refereed, milliseconds since 1970, on the time line of the server that
    /// refereed it: that of the events, whose clock may have been another one. A server that has only taken the game,
    /// and appended nothing, has not refereed it.
    pub seen_ms: i64,
    /// From when the running turn may be charged for, milliseconds since 1970, on the same time line: nobody could know
    /// of the event that began it before it was stored. Not after the event where that took no time.
    pub turn_from_ms: i64,
}

/// A turn whose event took a while to be stored, or a referee that failed: see [`failed`](LateTurn::failed).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateTurn {
    /// The game.
    pub game: GameKey,
    /// The epoch of the referee that appended the event.
    pub epoch: i64,
    /// The number of the event; 0 for a referee that failed.
    pub seq: u32,
    /// When it had been stored, or up to when it had not been, milliseconds since 1970, on the time line of its server. The
    /// referee that failed was there until then.
    pub from_ms: i64,
}

impl LateTurn {
    /// A referee that was there until that moment, though its server has been alive since: what follows is charged to
    /// nobody.
    #[must_use]
    pub fn failed(game: GameKey, epoch: i64, at_ms: i64) -> Self {
        Self {
            game,
            epoch,
            seq: 0,
            from_ms: at_ms,
        }
    }
}

/// How far a game has come, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its key.
    pub game: GameKey,
    /// The last event.
    pub seq: u32,
    /// The epoch of the lease.
    pub epoch: i64,
    /// The server that has it, if that one lives.
    pub holder: Option<String>,
    /// It has ended.
    pub is_over: bool,
}

/// Which server referees which game. A server says again and again that it lives; all games it has taken are its
/// own for so long. Each taking has a new epoch, and what was decided under an older one is appended no more.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Takes a game that nobody has, or a server that no longer lives, or `server` itself, under a new epoch. Where the
    /// referee of `server` failed, it refereed the game until `failed_ms`, milliseconds since 1970 by that server's clock.
    async fn claim(
        &self,
        game: &GameKey,
        server: &str,
        time: LeaseTime,
        failed_ms: Option<i64>,
    ) -> Result<Claimed, StoreError>;

    /// A server says that it lives, which turns of its games began late, and which referees failed: the next referee
    /// charges up to this moment, but not for what nobody could know of by then or nobody refereed. Returns the time of
    /// the leases, milliseconds since 1970.
    async fn renew(
        &self,
        server: &str,
        time: LeaseTime,
        late: &[LateTurn],
    ) -> Result<i64, StoreError>;

    /// A server gives one game back, if `epoch` is still the one that holds.
    async fn release(&self, game: &GameKey, epoch: i64, time: LeaseTime) -> Result<(), StoreError>;

    /// A server gives all its games back, and says that it will not renew them any more. It was there until it last
    /// renewed its lease.
    async fn leave(&self, server: &str, time: LeaseTime) -> Result<(), StoreError>;

    /// The games whose clock runs and that nobody has, or a server that no longer lives.
    async fn orphans(&self, time: LeaseTime) -> Result<Vec<GameKey>, StoreError>;

    /// How far these games have come. Those that there are not are left out.
    async fn heads(&self, games: &[GameKey], time: LeaseTime) -> Result<Vec<Head>, StoreError>;

    /// Forgets servers that no longer live, but for those that left a running clock behind: when they were last known
    /// to live counts for it. Returns how many.
    async fn forget_servers(&self, time: LeaseTime) -> Result<u64, StoreError>;

    /// The servers that live.
    async fn servers(&self, time: LeaseTime) -> Result<Vec<String>, StoreError>;
}
