//! Events to be followed, and what came before them in their games.

use komadai_protocol::{EventBody, GameKey, GameSettings};

use super::super::WriteError;
use crate::StoreError;
use crate::fold::{self, Folded};
use crate::sql::{Columns, Connection, values};

/// Kinds of events that change a projection, as in the index `events_of_views`.
macro_rules! followed {
    () => {
        "kind IN ('joined', 'offered', 'ended')"
    };
}

pub(crate) use followed;

/// Place of the consumer, and what it has not read: the last position, the number of events up to 10,000, and the date
/// of the first. A folded game counts as one event, dated by its last one.
pub(crate) const UNREAD: &str = concat!(
    "SELECT p.position, (SELECT MAX(position) FROM (SELECT MAX(position) AS position FROM events \
     WHERE position > p.position AND ",
    followed!(),
    " UNION ALL SELECT MAX(ended) FROM folded WHERE ended > p.position) AS last) AS last, \
     (SELECT COUNT(*) FROM (SELECT position FROM events WHERE position > p.position AND ",
    followed!(),
    " UNION ALL SELECT ended FROM folded WHERE ended > p.position LIMIT 10000) AS pending) AS unread, \
     (SELECT at FROM (SELECT at, position FROM (SELECT at, position FROM events WHERE position > p.position AND ",
    followed!(),
    " ORDER BY position LIMIT 1) AS event UNION ALL SELECT updated_at, ended FROM (SELECT g.updated_at, f.ended \
     FROM folded f JOIN games g ON g.id = f.game WHERE f.ended > p.position ORDER BY f.ended LIMIT 1) AS game \
     ORDER BY position LIMIT 1) AS first) AS at FROM projections p WHERE p.name = 'views'"
);

/// At most $3 rows after position $1 up to $2 in order: events, and folded games where they ended. At most $4 of them are
/// folded games; with so many, the rows after the last one are incomplete.
pub(super) const PAGE: &str = concat!(
    "SELECT position, game, seq, at, kind, payload, author, CAST(NULL AS BYTEA) AS events FROM events \
     WHERE position > $1 AND position <= $2 AND ",
    followed!(),
    " UNION ALL SELECT ended, game, seq, 0, 'folded', '', NULL, events FROM (SELECT * FROM folded \
     WHERE ended > $1 AND ended <= $2 ORDER BY ended LIMIT $4) AS ended ORDER BY position LIMIT $3"
);

/// An event that changes a projection.
pub(super) struct Entry {
    pub(super) position: i64,
    pub(super) game: GameKey,
    pub(super) seq: u32,
    pub(super) at_ms: i64,
    pub(super) author: Option<String>,
    pub(super) body: EventBody,
}

/// What happened before an event in its game.
#[derive(Clone, Default)]
pub(super) struct Past {
    pub(super) settings: Option<GameSettings>,
    /// Players, in order.
    pub(super) joined: Vec<String>,
    /// A player is excluded from rating.
    pub(super) is_unrated: bool,
}

impl Past {
    fn add(&mut self, body: EventBody, author: Option<&str>) {
        match body {
            EventBody::Created { settings } => self.settings = Some(settings),
            EventBody::Joined { unrated, .. } => {
                self.is_unrated |= unrated.is_some();
                self.joined.extend(author.map(str::to_owned));
            }
            _ => {}
        }
    }
}

/// Events of a row of [`PAGE`].
pub(super) async fn entries(
    c: &mut impl Connection,
    row: &(impl Columns + Sync),
) -> Result<Vec<(Entry, Past)>, WriteError> {
    let game = GameKey(row.text("game")?);
    if let Some(bytes) = row.maybe_bytes("events")? {
        return Ok(of_folded(&game, fold::read(&game, &bytes)?)?);
    }
    let seq = row.count("seq")?;
    let entry = Entry {
        position: row.number("position")?,
        seq,
        at_ms: row.number("at")?,
        author: row.maybe_text("author")?,
        body: fold::body(&game, seq, &row.text("payload")?)?,
        game,
    };
    let past = match entry.body {
        EventBody::Joined { .. } | EventBody::Ended { .. } => past(c, &entry.game, seq).await?,
        _ => Past::default(),
    };
    Ok(vec![(entry, past)])
}

/// Unreadable events are left out: they have been set aside.
async fn past(c: &mut impl Connection, game: &GameKey, before: u32) -> Result<Past, StoreError> {
    let sql = "SELECT seq, payload, author FROM events WHERE game = $1 AND seq < $2 \
        AND kind IN ('created', 'joined') ORDER BY seq";
    let mut past = Past::default();
    for row in c.fetch(sql, &values![game, before]).await? {
        let author = row.maybe_text("author")?;
        let body = fold::body(game, row.count("seq")?, &row.text("payload")?);
        if let Ok(body) = body {
            past.add(body, author.as_deref());
        }
    }
    Ok(past)
}

fn of_folded(game: &GameKey, events: Vec<Folded>) -> Result<Vec<(Entry, Past)>, StoreError> {
    let mut past = Past::default();
    let mut entries = Vec::new();
    for (seq, event) in (1..).zip(events) {
        if event.position.is_none() && event.kind() != "created" {
            continue;
        }
        let body = event.body(game, seq)?;
        if let Some(position) = event.position {
            let entry = Entry {
                position,
                game: game.clone(),
                seq,
                at_ms: event.at_ms,
                author: event.author.clone(),
                body: body.clone(),
            };
            entries.push((entry, past.clone()));
        }
        past.add(body, event.author.as_deref());
    }
    Ok(entries)
}
