//! What follows from the events of all games. A projection remembers the position up to which it has followed, and
//! goes on from there in the transaction that changes it: made again from the beginning it is the same.

mod notifications;
mod player_games;
mod ratings;

use komadai_protocol::{EventBody, GameKey};

use super::{Done, WriteError};
use crate::sql::{Columns, Connection, Value};
use crate::{CaughtUp, StoreError};

/// The one list of the projections: a module, the name of its row in the table `projections`, and the kinds of events
/// that change it.
///
/// A module has `EVENTS`, which reads those after position $1 up to $2, at most $3 of them and in their order, with the
/// columns that `apply` wants besides `position`, and the functions `apply` (the next of these rows) and `forget`. A new
/// one also needs a migration that adds its row.
macro_rules! projections {
    ($($module:ident, $name:literal, $kinds:literal;)+) => {
        /// How far each has come. A row says `behind` when an event is left that changes it.
        pub(crate) const CAUGHT_UP: &str = concat!(
            "SELECT name, position, (SELECT MAX(position) FROM events) AS last, ",
            "CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.position > projections.position AND (",
            $("projections.name = '", $name, "' AND e.kind IN (", $kinds, ") OR ",)+
            "1 = 0)) THEN 'yes' ELSE 'no' END AS behind FROM projections"
        );

        /// How many there are.
        pub(crate) const COUNT: usize = [$($name),+].len();

        /// Lets each follow a step. Returns how far the last of them has come.
        async fn step(c: &mut impl Connection, end: i64) -> Result<i64, WriteError> {
            let mut least = end;
            $(
                let before = position(c, $name).await?;
                let upto = end.min(before.saturating_add(WINDOW));
                let mut reached = before;
                if before < end {
                    let values = [before, upto, PAGE].map(Value::Number);
                    let page = c.fetch($module::EVENTS, &values).await?;
                    for row in &page {
                        $module::apply(c, row).await?;
                        reached = row.number("position")?;
                    }
                    if (page.len() as i64) < PAGE {
                        reached = upto;
                    }
                    set_position(c, $name, reached).await?;
                }
                least = least.min(reached);
            )+
            Ok(least)
        }

        /// Empties all.
        async fn forget_each(c: &mut impl Connection) -> Result<(), WriteError> {
            $(
                $module::forget(c).await?;
                set_position(c, $name, 0).await?;
            )+
            Ok(())
        }
    };
}

projections! {
    player_games, "player-games", "'joined', 'ended'";
    notifications, "notifications", "'joined', 'ended', 'offered'";
    ratings, "ratings", "'ended'";
}

/// Most events of one transaction that change a projection.
const PAGE: i64 = 500;

/// Most positions that a projection passes in one transaction, however few of their events change it.
const WINDOW: i64 = 5000;

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
    let position = step(c, end).await?;
    Ok(Done::CaughtUp(CaughtUp { position, end }))
}

/// Forgets everything, so that it is made again from the first event on.
pub(super) async fn forget(c: &mut impl Connection) -> Result<Done, WriteError> {
    hold(c).await?;
    forget_each(c).await?;
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
