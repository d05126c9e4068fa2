//! Projections of the events of all games. A projection stores its position in the transaction that changes its tables,
//! so a rebuild from the first event gives the same result.
//!
//! An event that a projection cannot apply goes to the table `dead_letters`, so that one damaged payload does not stop
//! it.

mod notifications;
mod player_games;
mod ratings;

use komadai_protocol::{EventBody, GameKey};

use super::{Done, WriteError};
use crate::sql::{Columns, Connection, Value, values};
use crate::{CaughtUp, StoreError};

/// List of all projections: variant, module, row name in the table `projections`, and the event kinds that change it.
///
/// A module has `EVENTS`, which selects at most $3 events after position $1 up to $2 in order, with the columns
/// `position`, `game`, `seq` and those used by `apply`. It has the functions `apply` (one row) and `forget`. A new
/// projection needs a migration that adds its row and fills its tables, since readers do not wait for it to catch up.
macro_rules! projections {
    ($($variant:ident, $module:ident, $name:literal, $kinds:literal;)+) => {
        /// Progress of each projection: `behind` if an event is left that changes it.
        pub(crate) const CAUGHT_UP: &str = concat!(
            "SELECT name, position, (SELECT MAX(position) FROM events) AS last, ",
            "CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.position > projections.position AND (",
            $("projections.name = '", $name, "' AND e.kind IN (", $kinds, ") OR ",)+
            "1 = 0)) THEN 'yes' ELSE 'no' END AS behind FROM projections"
        );

        pub(crate) const COUNT: usize = [$($name),+].len();

        #[derive(Clone, Copy)]
        enum Projection {
            $($variant,)+
        }

        impl Projection {
            const ALL: [Self; COUNT] = [$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            fn events(self) -> &'static str {
                match self {
                    $(Self::$variant => $module::EVENTS,)+
                }
            }

            async fn apply(
                self,
                c: &mut impl Connection,
                row: &(impl Columns + Sync),
            ) -> Result<(), WriteError> {
                match self {
                    $(Self::$variant => $module::apply(c, row).await,)+
                }
            }

            async fn forget(self, c: &mut impl Connection) -> Result<(), WriteError> {
                match self {
                    $(Self::$variant => $module::forget(c).await,)+
                }
            }
        }
    };
}

projections! {
    PlayerGames, player_games, "player-games", "'joined', 'ended'";
    Notifications, notifications, "notifications", "'joined', 'ended', 'offered'";
    Ratings, ratings, "ratings", "'ended'";
}

pub(crate) struct SkippedEvent {
    pub(crate) projection: &'static str,
    pub(crate) position: i64,
    pub(crate) game: GameKey,
    pub(crate) why: String,
}

/// Maximum relevant events per transaction.
const PAGE: i64 = 500;

/// Maximum positions passed per transaction, relevant or not.
const WINDOW: i64 = 5000;

const MAX_WHY: usize = 200;

/// Advances a projection by one step. Returns its new position.
async fn step(
    c: &mut impl Connection,
    projection: Projection,
    end: i64,
    set_aside: &mut Vec<SkippedEvent>,
) -> Result<i64, WriteError> {
    let before = position(c, projection.name()).await?;
    if before >= end {
        return Ok(before);
    }
    let upto = end.min(before.saturating_add(WINDOW));
    let values = [before, upto, PAGE].map(Value::Number);
    let page = c.fetch(projection.events(), &values).await?;
    apply_all(c, projection, &page, set_aside).await?;
    let reached = match page.last() {
        Some(last) if page.len() as i64 >= PAGE => last.number("position")?,
        _ => upto,
    };
    set_position(c, projection.name(), reached).await?;
    Ok(reached)
}

/// Applies a page of events. If one fails, applies the page one by one and skips the failing events.
async fn apply_all<C: Connection>(
    c: &mut C,
    projection: Projection,
    page: &[C::Row],
    set_aside: &mut Vec<SkippedEvent>,
) -> Result<(), WriteError> {
    c.execute("SAVEPOINT page", &[]).await?;
    let mut applied = Ok(());
    for row in page {
        applied = projection.apply(c, row).await;
        if applied.is_err() {
            break;
        }
    }
    let applied = of_one_row(applied)?;
    if applied.is_err() {
        c.execute("ROLLBACK TO page", &[]).await?;
    }
    c.execute("RELEASE page", &[]).await?;
    if applied.is_ok() {
        return Ok(());
    }
    for row in page {
        c.execute("SAVEPOINT one_event", &[]).await?;
        let applied = projection.apply(c, row).await;
        let applied = of_one_row(applied)?;
        if applied.is_err() {
            c.execute("ROLLBACK TO one_event", &[]).await?;
        }
        c.execute("RELEASE one_event", &[]).await?;
        if let Err(why) = applied {
            put_aside(c, projection, row, &why, set_aside).await?;
        }
    }
    Ok(())
}

/// Separates faults of a single row from faults of the database.
fn of_one_row(applied: Result<(), WriteError>) -> Result<Result<(), StoreError>, WriteError> {
    match applied {
        Ok(()) => Ok(Ok(())),
        Err(WriteError::Store(why)) if why.is_of_one_row() => Ok(Err(why)),
        Err(error) => Err(error),
    }
}

async fn put_aside(
    c: &mut impl Connection,
    projection: Projection,
    row: &(impl Columns + Sync),
    why: &StoreError,
    set_aside: &mut Vec<SkippedEvent>,
) -> Result<(), WriteError> {
    let position = row.number("position")?;
    let game = GameKey(row.text("game").unwrap_or_default());
    let why: String = why.to_string().chars().take(MAX_WHY).collect();
    let sql = "INSERT INTO dead_letters (projection, position, game, seq, why) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (projection, position) DO NOTHING";
    let values = values![
        projection.name(),
        position,
        game.as_str(),
        row.number("seq").unwrap_or_default(),
        &why
    ];
    c.execute(sql, &values).await?;
    if matches!(projection, Projection::PlayerGames) {
        let passed = player_games::pass_over(c, row, &game, position).await;
        // Further damage concerns the same game only; faults of the database propagate.
        let _ = of_one_row(passed)?;
    }
    set_aside.push(SkippedEvent {
        projection: projection.name(),
        position,
        game,
        why,
    });
    Ok(())
}

/// Locks the projections until the end of the transaction.
pub(super) async fn hold(c: &mut impl Connection) -> Result<(), WriteError> {
    // A single row is the lock for all, so that two servers cannot deadlock.
    let sql = "UPDATE projections SET position = position WHERE name = 'player-games'";
    match c.execute(sql, &[]).await? {
        1 => Ok(()),
        _ => Err(StoreError::Database("no projection player-games".into()).into()),
    }
}

async fn position(c: &mut impl Connection, name: &str) -> Result<i64, WriteError> {
    let sql = "SELECT position FROM projections WHERE name = $1";
    let row = c.first(sql, &values![name]).await?;
    let row = row.ok_or_else(|| StoreError::Database(format!("no projection {name}")))?;
    Ok(row.number("position")?)
}

async fn set_position(
    c: &mut impl Connection,
    name: &str,
    position: i64,
) -> Result<u64, sqlx::Error> {
    let sql = "UPDATE projections SET position = $1 WHERE name = $2";
    c.execute(sql, &values![position, name]).await
}

pub(super) async fn follow(c: &mut impl Connection) -> Result<Done, WriteError> {
    hold(c).await?;
    // Read first: events committed meanwhile are left to the next step.
    let sql = "SELECT MAX(position) AS position FROM events";
    let row = c.first(sql, &[]).await?;
    let end = row.map_or(Ok(None), |row| row.maybe_number("position"))?;
    let end = end.unwrap_or(0);
    let mut set_aside = Vec::new();
    let mut position = end;
    for projection in Projection::ALL {
        position = position.min(step(c, projection, end, &mut set_aside).await?);
    }
    let reached = CaughtUp { position, end };
    Ok(Done::Followed { reached, set_aside })
}

/// Empties all projections, to be rebuilt from the first event.
pub(super) async fn forget(c: &mut impl Connection) -> Result<Done, WriteError> {
    hold(c).await?;
    for projection in Projection::ALL {
        projection.forget(c).await?;
        set_position(c, projection.name(), 0).await?;
    }
    c.execute("DELETE FROM dead_letters", &[]).await?;
    Ok(Done::Nothing)
}

/// Parses a row with the columns `game`, `seq` and `payload`.
fn event(row: &impl Columns) -> Result<(GameKey, EventBody), StoreError> {
    let game = GameKey(row.text("game")?);
    let body = serde_json::from_str(&row.text("payload")?);
    match body {
        Ok(body) => Ok((game, body)),
        Err(error) => Err(StoreError::Unreadable {
            seq: row.count("seq").unwrap_or_default(),
            why: error.to_string(),
            game,
        }),
    }
}
