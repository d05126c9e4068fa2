//! What follows from the events of all games. A projection remembers the position up to which it has followed, and
//! goes on from there in the transaction that changes it: made again from the beginning it is the same.
//!
//! An event that a projection cannot apply is set aside in the table `dead_letters`: one damaged payload must not keep
//! the lists of all others from going on.

mod notifications;
mod player_games;
mod ratings;

use komadai_protocol::{EventBody, GameKey};

use super::{Done, WriteError};
use crate::sql::{Columns, Connection, Value};
use crate::{CaughtUp, StoreError};

/// The one list of the projections: a variant, its module, the name of its row in the table `projections`, and the kinds of
/// events that change it.
///
/// A module has `EVENTS`, which reads those after position $1 up to $2, at most $3 of them and in their order, with the
/// columns `position`, `game`, `seq` and those that `apply` wants, and the functions `apply` (the next of these rows) and
/// `forget`. A new one also needs a migration that adds its row, and fills its tables: nobody waits for it to follow.
macro_rules! projections {
    ($($variant:ident, $module:ident, $name:literal, $kinds:literal;)+) => {
        /// How far each has come. A row says `behind` when an event is left that changes it.
        pub(crate) const CAUGHT_UP: &str = concat!(
            "SELECT name, position, (SELECT MAX(position) FROM events) AS last, ",
            "CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.position > projections.position AND (",
            $("projections.name = '", $name, "' AND e.kind IN (", $kinds, ") OR ",)+
            "1 = 0)) THEN 'yes' ELSE 'no' END AS behind FROM projections"
        );

        /// How many there are.
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

/// An event that a projection has set aside just now.
pub(crate) struct SetAside {
    pub(crate) projection: &'static str,
    pub(crate) position: i64,
    pub(crate) game: GameKey,
    pub(crate) why: String,
}

/// Most events of one transaction that change a projection.
const PAGE: i64 = 500;

/// Most positions that a projection passes in one transaction, however few of their events change it.
const WINDOW: i64 = 5000;

/// Longest reason kept of an event that was set aside, characters.
const MAX_WHY: usize = 200;

/// Follows a step. Returns how far it has come.
async fn step(
    c: &mut impl Connection,
    projection: Projection,
    end: i64,
    set_aside: &mut Vec<SetAside>,
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

/// Applies events together; where one of them cannot be applied, one by one but for that.
async fn apply_all<C: Connection>(
    c: &mut C,
    projection: Projection,
    page: &[C::Row],
    set_aside: &mut Vec<SetAside>,
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

/// Tells what is wrong with an event from what is wrong with the database.
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
    set_aside: &mut Vec<SetAside>,
) -> Result<(), WriteError> {
    let position = row.number("position")?;
    let game = GameKey(row.text("game").unwrap_or_default());
    let why: String = why.to_string().chars().take(MAX_WHY).collect();
    let sql = "INSERT INTO dead_letters (projection, position, game, seq, why) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (projection, position) DO NOTHING";
    let values = [
        Value::Text(projection.name()),
        Value::Number(position),
        Value::Text(game.as_str()),
        Value::Number(row.number("seq").unwrap_or_default()),
        Value::Text(&why),
    ];
    c.execute(sql, &values).await?;
    if matches!(projection, Projection::PlayerGames) {
        let passed = player_games::pass_over(c, row, &game, position).await;
        // Of what is damaged too only the game itself is wrong.
        let _ = of_one_row(passed)?;
    }
    set_aside.push(SetAside {
        projection: projection.name(),
        position,
        game,
        why,
    });
    Ok(())
}

/// Keeps others from following before the transaction is over.
pub(super) async fn hold(c: &mut impl Connection) -> Result<(), WriteError> {
    // One row stands for all, so that two servers never wait for each other.
    let sql = "UPDATE projections SET position = position WHERE name = 'player-games'";
    match c.execute(sql, &[]).await? {
        1 => Ok(()),
        _ => Err(StoreError::Database("no projection player-games".into()).into()),
    }
}

async fn position(c: &mut impl Connection, name: &str) -> Result<i64, WriteError> {
    let sql = "SELECT position FROM projections WHERE name = $1";
    let row = c.first(sql, &[Value::Text(name)]).await?;
    let row = row.ok_or_else(|| StoreError::Database(format!("no projection {name}")))?;
    Ok(row.number("position")?)
}

async fn set_position(
    c: &mut impl Connection,
    name: &str,
    position: i64,
) -> Result<u64, sqlx::Error> {
    let sql = "UPDATE projections SET position = $1 WHERE name = $2";
    c.execute(sql, &[Value::Number(position), Value::Text(name)])
        .await
}

/// Follows the next events.
pub(super) async fn follow(c: &mut impl Connection) -> Result<Done, WriteError> {
    hold(c).await?;
    // Before the events are read: what is committed meanwhile is for the next time.
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

/// Forgets everything, so that it is made again from the first event on.
pub(super) async fn forget(c: &mut impl Connection) -> Result<Done, WriteError> {
    hold(c).await?;
    for projection in Projection::ALL {
        projection.forget(c).await?;
        set_position(c, projection.name(), 0).await?;
    }
    c.execute("DELETE FROM dead_letters", &[]).await?;
    Ok(Done::Nothing)
}

/// The game and the body of an event whose row has `game`, `seq` and `payload`.
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
