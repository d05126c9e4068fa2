use async_trait::async_trait;
use komadai_protocol::GameKey;

use super::Backend;
use crate::fold::{self, Folded};
use crate::rows::select_games;
use crate::sql::{Columns, Connection, values};
use crate::write::Write;
use crate::{Append, AppendError, EventLog, GameRow, NewGame, StoreError, StoredEvent, rows};

/// Columns of [`events`], and the last event number by the row of the game.
const EVENTS: &str = "SELECT g.seq AS last, e.seq, e.at, e.payload, e.author, e.command \
    FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq > $2 WHERE g.id = $1 ORDER BY e.seq";

const GAME_BY_ID: &str = select_games!("WHERE g.id = $1");

#[async_trait]
impl<B: Backend> EventLog for B {
    async fn create(&self, mut game: NewGame) -> Result<(), AppendError> {
        if let Some(challenge) = &mut game.challenge {
            challenge.at_ms = self.now(challenge.at_ms).await?;
        }
        self.queue().write(Write::Create(game)).await.map(drop)
    }

    async fn create_following(&self, next: NewGame, append: Append) -> Result<(), AppendError> {
        self.queue()
            .write(Write::Follow { next, append })
            .await
            .map(drop)
    }

    async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.queue().write(Write::Append(append)).await.map(drop)
    }

    async fn events(&self, game: &GameKey, after: u32) -> Result<Vec<StoredEvent>, StoreError> {
        let mut c = self.reader("events").await?;
        let rows = c.fetch(EVENTS, &values![game, after]).await?;
        let Some(first) = rows.first() else {
            return Ok(Vec::new());
        };
        let last = first.count("last")?;
        // Second: events that are folded meanwhile are read twice instead of never.
        let folded = match first.maybe_number("seq")? {
            Some(seq) if seq == i64::from(after) + 1 => Vec::new(),
            _ if last <= after => Vec::new(),
            _ => folded(&mut c, game).await?,
        };
        events(game, after, last, folded, &rows)
    }

    async fn game(&self, game: &GameKey) -> Result<Option<GameRow>, StoreError> {
        let mut c = self.reader("game").await?;
        let row = c.first(GAME_BY_ID, &values![game]).await?;
        row.as_ref().map(rows::game).transpose()
    }
}

/// Folded events of a game, from number 1.
async fn folded(c: &mut impl Connection, game: &GameKey) -> Result<Vec<Folded>, StoreError> {
    match c.first(fold::OF_GAME, &values![game]).await? {
        Some(row) => {
            let (game, bytes) = (game.clone(), row.bytes("events")?);
            let read = tokio::task::spawn_blocking(move || fold::read(&game, &bytes)).await;
            read.unwrap_or_else(|error| Err(StoreError::Database(error.to_string())))
        }
        None => Ok(Vec::new()),
    }
}

/// Joins the events of a game after number `after`.
///
/// # Errors
/// An event is missing or unreadable: a truncated log must not pass for the whole game.
fn events(
    game: &GameKey,
    after: u32,
    last: u32,
    folded: Vec<Folded>,
    rows: &[impl Columns],
) -> Result<Vec<StoredEvent>, StoreError> {
    let mut events = Vec::with_capacity(folded.len() + rows.len());
    for (seq, event) in (1..).zip(folded).skip(after as usize) {
        events.push(StoredEvent {
            seq,
            at_ms: event.at_ms,
            body: event.body(game, seq)?,
            author: event.author,
            command: None,
        });
    }
    let of_rows = events.last().map_or(after, |it| it.seq);
    for row in rows {
        if row
            .maybe_number("seq")?
            .is_some_and(|seq| seq > of_rows.into())
        {
            events.push(event(game, row)?);
        }
    }
    let expected = after + 1..=last.max(after);
    let missing = expected.clone().find(|&seq| {
        events
            .get((seq - after - 1) as usize)
            .is_none_or(|it| it.seq != seq)
    });
    match missing {
        Some(seq) => Err(StoreError::Missing {
            game: game.clone(),
            seq,
        }),
        None if events.len() != expected.count() => Err(StoreError::Missing {
            game: game.clone(),
            seq: last + 1,
        }),
        None => Ok(events),
    }
}

fn event(game: &GameKey, row: &impl Columns) -> Result<StoredEvent, StoreError> {
    let seq = row.count("seq")?;
    Ok(StoredEvent {
        seq,
        at_ms: row.number("at")?,
        body: fold::body(game, seq, &row.text("payload")?)?,
        author: row.maybe_text("author")?,
        command: row.maybe_text("command")?,
    })
}
