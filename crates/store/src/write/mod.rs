mod challenges;
mod credentials;
mod event_row;
mod fair_play;
mod fold;
mod games;
mod identities;
pub(crate) mod projections;

use komadai_protocol::GameKey;

pub(crate) use self::event_row::EventRow;
pub(crate) use self::fold::FoldedGame;
pub(crate) use self::games::{changes_more_than_the_turn, slot_of};
use self::projections::SkippedEvent;
use crate::sql::{Columns, Connection, Statement, values};
use crate::{
    Append, AppendError, EndOthers, EndSession, Ending, Followed, Granted, NewCode, NewEvent,
    NewGame, NewSession, NewToken, PendingSeat, PlayerRow, Redeem, Redeemed, StoreError,
};

pub(crate) enum Write {
    Create(NewGame),
    Append(Append),
    Follow {
        next: NewGame,
        append: Append,
    },
    /// Does not read the events: on PostgreSQL those of the batch come later.
    Statement(Statement),
    Expire {
        games: Vec<GameKey>,
        before_ms: i64,
    },
    FollowEvents,
    ForgetLists,
    Fold(FoldedGame),
    Setting {
        name: String,
        value: String,
    },
    StartSession {
        player: PlayerRow,
        session: NewSession,
    },
    EndSession(EndSession),
    EndOthers(EndOthers),
    AddCode(NewCode),
    Redeem(Redeem),
    AddToken {
        token: NewToken,
        session: String,
    },
    RenewChallenges {
        games: Vec<GameKey>,
        now_ms: i64,
    },
    MakersNetwork(PendingSeat),
    TakePending {
        seat: PendingSeat,
        limit: u32,
    },
}

pub(crate) enum Done {
    Nothing,
    Rows(u64),
    Value(String),
    Games(Vec<GameKey>),
    Followed {
        followed: Followed,
        set_aside: Vec<SkippedEvent>,
    },
    Granted(Granted),
    Redeemed(Redeemed),
    Ending(Ending),
}

pub(crate) type WriteError = AppendError;

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
}

impl Write {
    /// The append that the epoch of a slot guards.
    pub(crate) fn guarded(&self) -> Option<&Append> {
        match self {
            Self::Append(append) | Self::Follow { append, .. } => Some(append),
            _ => None,
        }
    }

    pub(crate) async fn apply(&self, c: &mut impl Writer) -> Result<Done, WriteError> {
        match self {
            Self::Create(game) => games::create(c, game).await,
            Self::Append(append) => games::append(c, append).await,
            Self::Follow { next, append } => {
                games::create(c, next).await?;
                games::append(c, append).await
            }
            Self::Expire { games, before_ms } => games::expire(c, games, *before_ms).await,
            Self::FollowEvents => projections::follow(c).await,
            Self::ForgetLists => projections::forget(c).await,
            Self::Fold(game) => game.apply(c).await,
            Self::Statement(statement) => rows(statement.run(c).await),
            Self::Setting { name, value } => setting(c, name, value).await,
            Self::StartSession { player, session } => {
                identities::player_if_new(c, player).await?;
                identities::add_session(c, &player.id, session).await
            }
            Self::EndSession(end) => credentials::end(c, end).await,
            Self::EndOthers(end) => credentials::end_others(c, end).await,
            Self::AddCode(new) => credentials::code(c, new).await,
            Self::Redeem(redeem) => credentials::redeem(c, redeem).await,
            Self::AddToken { token, session } => credentials::token(c, token, session).await,
            Self::RenewChallenges { games, now_ms } => challenges::renew(c, games, *now_ms).await,
            Self::MakersNetwork(seat) => fair_play::note(c, seat, "maker").await,
            Self::TakePending { seat, limit } => fair_play::take(c, seat, *limit).await,
        }
    }
}

fn rows(result: Result<u64, sqlx::Error>) -> Result<Done, WriteError> {
    Ok(Done::Rows(result?))
}

async fn setting(c: &mut impl Connection, name: &str, value: &str) -> Result<Done, WriteError> {
    let insert = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    c.execute(insert, &values![name, value]).await?;
    let sql = "SELECT value FROM settings WHERE name = $1";
    let kept = c.first(sql, &values![name]).await?;
    let kept = kept.ok_or_else(|| StoreError::Database(format!("no setting {name}")))?;
    Ok(Done::Value(kept.text("value")?))
}
