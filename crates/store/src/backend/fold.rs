//! Folding of ended games, see [`crate::fold`].

use std::collections::BTreeSet;

use komadai_protocol::GameKey;

use super::Backend;
use crate::fold::{self, Folded};
use crate::rows::{key, readable};
use crate::sql::{Columns, Connection, values};
use crate::write::projections::followed;
use crate::write::{FoldedGame, Write};
use crate::{Folding, StoreError};

/// Ended games without an event since $2 that have unfolded events after position $1, at most $3 of those events. The
/// consumer has read them.
const FOLDABLE: &str = concat!(
    "SELECT e.position, e.game AS id FROM events e JOIN games g ON g.id = e.game \
     WHERE e.position > $1 AND e.position <= (SELECT position FROM projections WHERE name = 'views') AND ",
    followed!(),
    " AND g.status = 'ended' AND g.updated_at < $2 ORDER BY e.position LIMIT $3"
);

/// Events of game $1, with the last position of the log and that of the consumer.
const UNFOLDED: &str = "SELECT seq, position, at, payload, author, \
    (SELECT MAX(position) FROM events) AS last, \
    (SELECT position FROM projections WHERE name = 'views') AS place \
    FROM events WHERE game = $1 ORDER BY seq";

pub(super) async fn fold<B: Backend>(
    backend: &B,
    after: i64,
    before_ms: i64,
    limit: u32,
) -> Result<Folding, StoreError> {
    let mut c = backend.reader("foldable").await?;
    let found = c.fetch(FOLDABLE, &values![after, before_ms, limit]).await?;
    let last = found.last().map(|row| row.number("position")).transpose()?;
    let games: BTreeSet<GameKey> = readable(&mut c, "game", &found, key).into_iter().collect();
    let mut folded = 0;
    let mut writes = Vec::new();
    for game in games {
        match unfolded(&mut c, game).await {
            Ok(log) => writes.extend(log),
            // It stays as it is.
            Err(error) if error.is_of_one_row() => {}
            Err(error) => return Err(error),
        }
    }
    drop(c);
    for log in writes {
        let compressed = tokio::task::spawn_blocking(move || log.compress()).await;
        let compressed = compressed.map_err(|error| StoreError::Database(error.to_string()))?;
        match compressed {
            Ok(game) => {
                folded += 1;
                backend.change(Write::Fold(game)).await?;
            }
            Err(error) => tracing::warn!(error = %error, "store.fold failed"),
        }
    }
    Ok(Folding {
        folded,
        next: last.filter(|_| found.len() >= limit as usize),
    })
}

/// Whole log of an ended game.
struct Log {
    game: GameKey,
    events: Vec<Folded>,
    position: i64,
    ended: i64,
}

impl Log {
    fn compress(self) -> Result<FoldedGame, StoreError> {
        let events = fold::write(&self.game, &self.events)?;
        Ok(FoldedGame {
            game: self.game,
            seq: self.events.len() as u32,
            position: self.position,
            ended: self.ended,
            events,
        })
    }
}

/// Reads the log of a game; `None` if it must not be folded now.
async fn unfolded(c: &mut impl Connection, game: GameKey) -> Result<Option<Log>, StoreError> {
    let rows = c.fetch(UNFOLDED, &values![&game]).await?;
    let before = c.first(fold::OF_GAME, &values![&game]).await?;
    let (mut events, mut ended) = match before {
        Some(row) => (
            fold::read(&game, &row.bytes("events")?)?,
            Some(row.number("ended")?),
        ),
        None => (Vec::new(), None),
    };
    let mut last = 0;
    for row in &rows {
        let (seq, position) = (row.count("seq")?, row.number("position")?);
        if seq as usize != events.len() + 1 {
            return Ok(None);
        }
        let dates = (row.number("at")?, position);
        let event = Folded::new(
            &game,
            seq,
            dates,
            row.maybe_text("author")?,
            &row.text("payload")?,
        )?;
        // The event at the end of the log stays, so that SQLite does not give its position again.
        let is_read = event.position.is_none() || position <= row.number("place")?;
        if !is_read || position >= row.number("last")? {
            return Ok(None);
        }
        if event.is_end() {
            ended = Some(position);
        }
        last = position.max(last);
        events.push(event);
    }
    Ok(ended.filter(|_| last > 0).map(|ended| Log {
        game,
        events,
        position: last,
        ended,
    }))
}
