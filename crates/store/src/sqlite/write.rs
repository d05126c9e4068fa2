use komadai_protocol::{EventBody, GameKey};
use sqlx::{Row, SqliteConnection};

use super::lease::{self, LeaseWrite};
use super::rows;
use crate::{Append, AppendError, Claimed, NewEvent, NewGame, PlayerRow, Progress, StoreError};

/// Something to be written.
pub(super) enum Write {
    Create(NewGame),
    Append(Append),
    /// A new game, and the event of the one it follows.
    Follow {
        next: NewGame,
        append: Append,
    },
    /// Some 64 kB that mean nothing, to see whether they can be written.
    Probe,
    /// Takes them away again.
    ProbeDone,
    Lease(LeaseWrite),
    Player(PlayerRow),
    Setting {
        name: String,
        value: String,
    },
}

/// What came of it.
pub(super) enum Done {
    Nothing,
    Claimed(Claimed),
    Value(String),
}

/// Why it was refused.
pub(super) type WriteError = AppendError;

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Write {
    pub(super) async fn apply(&self, c: &mut SqliteConnection) -> Result<Done, WriteError> {
        match self {
            Self::Create(game) => create(c, game).await,
            Self::Append(append) => self::append(c, append).await,
            Self::Lease(lease) => lease.apply(c).await,
            Self::Follow { next, append } => {
                create(c, next).await?;
                self::append(c, append).await
            }
            Self::Probe => {
                let probe = "INSERT OR REPLACE INTO settings (name, value) \
                    VALUES ('probe', hex(zeroblob(32768)))";
                sqlx::query(probe).execute(c).await?;
                Ok(Done::Nothing)
            }
            Self::ProbeDone => {
                let done = "DELETE FROM settings WHERE name = 'probe'";
                sqlx::query(done).execute(c).await?;
                Ok(Done::Nothing)
            }
            Self::Player(row) => player(c, row).await,
            Self::Setting { name, value } => {
                sqlx::query(
                    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                )
                .bind(name)
                .bind(value)
                .execute(&mut *c)
                .await?;
                let row = sqlx::query("SELECT value FROM settings WHERE name = $1")
                    .bind(name)
                    .fetch_one(c)
                    .await?;
                Ok(Done::Value(row.try_get(0)?))
            }
        }
    }
}

async fn player(c: &mut SqliteConnection, row: &PlayerRow) -> Result<Done, WriteError> {
    sqlx::query(
        "INSERT INTO players (id, name, guest, created_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = excluded.guest",
    )
    .bind(&row.id)
    .bind(&row.info.name)
    .bind(i64::from(row.info.guest))
    .bind(row.created_at_ms)
    .execute(c)
    .await?;
    Ok(Done::Nothing)
}

fn outcome_text(progress: &Progress) -> Result<Option<String>, StoreError> {
    progress
        .outcome
        .map(|outcome| serde_json::to_string(&outcome))
        .transpose()
        .map_err(|error| StoreError::Database(error.to_string()))
}

async fn create(c: &mut SqliteConnection, new: &NewGame) -> Result<Done, WriteError> {
    for row in &new.players {
        player(c, row).await?;
    }
    let at = new.events.first().map_or(0, |event| event.at_ms);
    let progress = &new.progress;
    sqlx::query(
        "INSERT INTO games (id, game, status, first_player, second_player, side, ply, outcome, \
         live, seq, created_at, updated_at, owner, epoch, lease_until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, 1, $13)",
    )
    .bind(new.id.as_str())
    .bind(new.game.name())
    .bind(progress.status.name())
    .bind(&progress.players.first)
    .bind(&progress.players.second)
    .bind(progress.side.name())
    .bind(i64::from(progress.ply))
    .bind(outcome_text(progress)?)
    .bind(i64::from(progress.clock_runs))
    .bind(new.events.len() as i64)
    .bind(at)
    .bind(&new.owner)
    .bind(new.lease_until_ms)
    .execute(&mut *c)
    .await?;
    insert(c, &new.id, 1, 1, &new.events).await?;
    lease::renew(c, &new.owner, new.lease_until_ms).await?;
    Ok(Done::Nothing)
}

/// Whether such an event changes who plays, how far the game has come, or whether a clock runs.
fn changes_more_than_the_turn(event: &NewEvent) -> bool {
    !matches!(
        event.body,
        EventBody::Move { .. } | EventBody::Offered { .. } | EventBody::Declined { .. }
    )
}

async fn append(c: &mut SqliteConnection, append: &Append) -> Result<Done, WriteError> {
    let before = i64::from(append.first_seq) - 1;
    let at = append.events.last().map_or(0, |event| event.at_ms);
    let count = append.events.len() as i64;
    let progress = &append.progress;
    let key = append.game.as_str();
    let updated = if append.events.iter().any(changes_more_than_the_turn) {
        sqlx::query(
            "UPDATE games SET seq = seq + $1, side = $2, ply = $3, updated_at = $4, status = $5, \
             first_player = $6, second_player = $7, outcome = $8, live = $9 \
             WHERE id = $10 AND seq = $11 AND epoch = $12",
        )
        .bind(count)
        .bind(progress.side.name())
        .bind(i64::from(progress.ply))
        .bind(at)
        .bind(progress.status.name())
        .bind(&progress.players.first)
        .bind(&progress.players.second)
        .bind(outcome_text(progress)?)
        .bind(i64::from(progress.clock_runs))
        .bind(key)
        .bind(before)
        .bind(append.epoch)
        .execute(&mut *c)
        .await?
    } else {
        // SQLite writes every index of a column that is named, changed or not.
        sqlx::query(
            "UPDATE games SET seq = seq + $1, side = $2, ply = $3, updated_at = $4 \
             WHERE id = $5 AND seq = $6 AND epoch = $7",
        )
        .bind(count)
        .bind(progress.side.name())
        .bind(i64::from(progress.ply))
        .bind(at)
        .bind(key)
        .bind(before)
        .bind(append.epoch)
        .execute(&mut *c)
        .await?
    };
    if updated.rows_affected() == 1 {
        insert(
            c,
            &append.game,
            append.first_seq,
            append.epoch,
            &append.events,
        )
        .await?;
        return Ok(Done::Nothing);
    }
    let row = sqlx::query("SELECT seq, epoch FROM games WHERE id = $1")
        .bind(append.game.as_str())
        .fetch_optional(c)
        .await?;
    let Some(row) = row else {
        return Err(AppendError::NoSuchGame);
    };
    let epoch: i64 = row.try_get(1)?;
    if epoch != append.epoch {
        return Err(AppendError::Fenced { epoch });
    }
    Err(AppendError::Stale {
        seq: rows::number(row.try_get(0)?)?,
    })
}

async fn insert(
    c: &mut SqliteConnection,
    game: &GameKey,
    first_seq: u32,
    epoch: i64,
    events: &[NewEvent],
) -> Result<(), WriteError> {
    for (offset, event) in events.iter().enumerate() {
        let payload = serde_json::to_string(&event.body)
            .map_err(|error| StoreError::Database(error.to_string()))?;
        sqlx::query(
            "INSERT INTO events (game, seq, epoch, at, kind, payload, author, command) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(game.as_str())
        .bind(i64::from(first_seq) + offset as i64)
        .bind(epoch)
        .bind(event.at_ms)
        .bind(event.body.kind())
        .bind(payload)
        .bind(&event.author)
        .bind(&event.command)
        .execute(&mut *c)
        .await?;
    }
    Ok(())
}
