mod challenges;
mod credentials;
mod event_row;
mod fair_play;
mod games;
mod identities;
mod leases;
mod notifications;
pub(crate) mod projections;

pub(crate) use challenges::ChallengeWrite;
pub(crate) use event_row::EventRow;
pub(crate) use fair_play::FairPlayWrite;
pub(crate) use games::changes_more_than_the_turn;
pub(crate) use identities::IdentityWrite;
use komadai_protocol::GameKey;
pub(crate) use leases::LeaseWrite;
pub(crate) use notifications::NotificationWrite;

use crate::sql::{Connection, Value};
use crate::{
    Append, AppendError, CaughtUp, Claimed, Ending, Granted, NewEvent, NewGame, Redeemed,
    StoreError,
};
use projections::SkippedEvent;

pub(crate) enum Write {
    Create(NewGame),
    Append(Append),
    Follow {
        next: NewGame,
        append: Append,
    },
    /// Writes about 64 kB of padding to test if the disk takes it.
    Probe,
    ProbeDone,
    Lease(LeaseWrite),
    Expire {
        games: Vec<GameKey>,
        before_ms: i64,
    },
    FollowEvents,
    ForgetLists,
    Setting {
        name: String,
        value: String,
    },
    Identity(IdentityWrite),
    Challenge(ChallengeWrite),
    Notification(NotificationWrite),
    FairPlay(FairPlayWrite),
}

pub(crate) enum Done {
    Nothing,
    Rows(u64),
    Claimed(Claimed),
    Value(String),
    Games(Vec<GameKey>),
    Followed {
        reached: CaughtUp,
        set_aside: Vec<SkippedEvent>,
    },
    Granted(Granted),
    Redeemed(Redeemed),
    Ending(Ending),
}

pub(crate) type WriteError = AppendError;

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Connection that can append to the log.
pub(crate) trait Writer: Connection {
    /// Appends events of a game, numbered from `first_seq`.
    fn add_events(
        &mut self,
        game: &GameKey,
        first_seq: u32,
        epoch: i64,
        events: &[NewEvent],
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Extends the lease of a server to `until_ms` at least; `seen_ms` is the time of its heartbeat.
    fn hold(
        &mut self,
        owner: &str,
        until_ms: i64,
        seen_ms: i64,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Notes turns that began late, which are JSON.
    fn note_late_turns(
        &mut self,
        late: &str,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;
}

impl Write {
    pub(crate) async fn apply(&self, c: &mut impl Writer) -> Result<Done, WriteError> {
        match self {
            Self::Create(game) => games::create(c, game).await,
            Self::Append(append) => games::append(c, append).await,
            Self::Follow { next, append } => {
                games::create_following(c, next).await?;
                games::append(c, append).await
            }
            Self::Lease(write) => write.apply(c).await,
            Self::Expire { games, before_ms } => games::expire(c, games, *before_ms).await,
            Self::FollowEvents => projections::follow(c).await,
            Self::ForgetLists => projections::forget(c).await,
            Self::Probe => probe(c).await,
            Self::ProbeDone => {
                let done = "DELETE FROM settings WHERE name = 'probe'";
                rows(c.execute(done, &[]).await)
            }
            Self::Setting { name, value } => setting(c, name, value).await,
            Self::Identity(write) => write.apply(c).await,
            Self::Challenge(write) => write.apply(c).await,
            Self::Notification(write) => write.apply(c).await,
            Self::FairPlay(write) => write.apply(c).await,
        }
    }
}

fn rows(result: Result<u64, sqlx::Error>) -> Result<Done, WriteError> {
    Ok(Done::Rows(result?))
}

async fn probe(c: &mut impl Connection) -> Result<Done, WriteError> {
    let zeros = "0".repeat(1 << 16);
    let sql = "INSERT INTO settings (name, value) VALUES ('probe', $1) \
        ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    rows(c.execute(sql, &[Value::Text(&zeros)]).await)
}

async fn setting(c: &mut impl Connection, name: &str, value: &str) -> Result<Done, WriteError> {
    let insert = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    c.execute(insert, &[Value::Text(name), Value::Text(value)])
        .await?;
    let kept = crate::read::setting(c, name).await?;
    let kept = kept.ok_or_else(|| StoreError::Database(format!("no setting {name}")))?;
    Ok(Done::Value(kept))
}
