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

/// Events that a look for games to fold passes over at most: those of unfinished games stay.
const PASSED: u32 = 2000;

/// The next events after position $1 that change a projection and have been read, at most $4: the last of them, and at
/// most $3 of ended games without an event since $2.
pub(super) const FOLDABLE: &str = concat!(
    "WITH passed AS (SELECT position, game FROM events WHERE position > $1 \
     AND position <= (SELECT position FROM projections WHERE name = 'views') AND ",
    followed!(),
    " ORDER BY position LIMIT $4) \
     SELECT last.position AS last, f.position, f.id FROM (SELECT MAX(position) AS position FROM passed) AS last \
     LEFT JOIN (SELECT passed.position, passed.game AS id FROM passed JOIN games g ON g.id = passed.game \
     WHERE g.status = 'ended' AND g.updated_at < $2 ORDER BY passed.position LIMIT $3) AS f ON 1 = 1 ORDER BY f.position"
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
    let values = values![after, before_ms, limit, PASSED];
    let mut found = c.fetch(FOLDABLE, &values).await?;
    let mut next = match found.first() {
        Some(row) => row.maybe_number("last")?,
        None => None,
    };
    found.retain(|row| !matches!(row.maybe_number("position"), Ok(None)));
    if found.len() >= limit as usize
        && let Some(row) = found.last()
    {
        next = Some(row.number("position")?);
    }
    let games: BTreeSet<GameKey> = readable(&mut c, "game", &found, key).into_iter().collect();
    drop(c);
    let mut folding = Folding {
        folded: 0,
        failed: Vec::new(),
        next,
    };
    for game in games {
        let log = read(&mut backend.reader("unfolded").await?, game.clone()).await;
        let compressed = match log {
            Ok(log) => tokio::task::spawn_blocking(move || log.compress())
                .await
                .unwrap_or_else(|error| Err(StoreError::Database(error.to_string()))),
            Err(error) => Err(error),
        };
        match compressed {
            Ok(Some(game)) => {
                let is_folded = backend.change(Write::Fold(game)).await? > 0;
                folding.folded += u32::from(is_folded);
            }
            Ok(None) => {}
            Err(error) if error.is_of_one_row() => folding.failed.push((game, error.to_string())),
            Err(error) => return Err(error),
        }
    }
    Ok(folding)
}

/// Whole log of an ended game.
struct Log {
    game: GameKey,
    /// Folded events and the position of the game's end.
    folded: Option<(Vec<u8>, i64)>,
    rows: Vec<Unfolded>,
    /// Last position of the log, and that of the consumer.
    last: i64,
    place: i64,
}

struct Unfolded {
    seq: u32,
    position: i64,
    at_ms: i64,
    payload: String,
    author: Option<String>,
}

async fn read(c: &mut impl Connection, game: GameKey) -> Result<Log, StoreError> {
    let found = c.fetch(UNFOLDED, &values![&game]).await?;
    let folded = match c.first(fold::OF_GAME, &values![&game]).await? {
        Some(row) => Some((row.bytes("events")?, row.number("ended")?)),
        None => None,
    };
    let (mut last, mut place) = (0, 0);
    let mut rows = Vec::with_capacity(found.len());
    for row in found {
        (last, place) = (row.number("last")?, row.number("place")?);
        rows.push(Unfolded {
            seq: row.count("seq")?,
            position: row.number("position")?,
            at_ms: row.number("at")?,
            payload: row.text("payload")?,
            author: row.maybe_text("author")?,
        });
    }
    Ok(Log {
        game,
        folded,
        rows,
        last,
        place,
    })
}

impl Log {
    /// Compresses the events; `None` if they must not be folded now.
    fn compress(self) -> Result<Option<FoldedGame>, StoreError> {
        let (mut events, mut ended) = match self.folded {
            Some((bytes, ended)) => (fold::read(&self.game, &bytes)?, Some(ended)),
            None => (Vec::new(), None),
        };
        let (mut last, mut followed) = (0, 0);
        for row in self.rows {
            if row.seq as usize != events.len() + 1 {
                return Ok(None);
            }
            let dates = (row.at_ms, row.position);
            let event = Folded::new(&self.game, row.seq, dates, row.author, &row.payload)?;
            followed = event.position.unwrap_or(followed);
            // The event at the end of the log stays, so that SQLite does not give its position again.
            if followed > self.place || row.position >= self.last {
                return Ok(None);
            }
            if event.kind() == "ended" {
                ended = Some(row.position);
            }
            last = row.position.max(last);
            events.push(event);
        }
        let Some(ended) = ended.filter(|_| last > 0) else {
            return Ok(None);
        };
        Ok(Some(FoldedGame {
            events: fold::write(&self.game, &events)?,
            game: self.game,
            seq: events.len() as u32,
            position: last,
            ended,
            followed,
        }))
    }
}
