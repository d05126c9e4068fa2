use async_trait::async_trait;
use komadai_protocol::{EventBody, GameKey};

use super::Backend;
use crate::rows::{readable, select_games};
use crate::sql::{Columns, Connection, values};
use crate::write::Write;
use crate::{
    Append, AppendError, EventLog, FollowedEvent, GameRow, NewGame, StoreError, StoredEvent, rows,
};

/// Columns of [`events`], and the last event number by the row of the game.
const EVENTS: &str = "SELECT g.seq AS last, e.seq, e.at, e.payload, e.author, e.command \
    FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq > $2 WHERE g.id = $1 ORDER BY e.seq";

const FOLLOW: &str = "SELECT position, game, seq, at, payload, author, command \
    FROM events WHERE position > $1 ORDER BY position LIMIT $2";

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
        events(game, after, &c.fetch(EVENTS, &values![game, after]).await?)
    }

    async fn follow(&self, after: i64, limit: u32) -> Result<Vec<FollowedEvent>, StoreError> {
        let mut c = self.reader("follow").await?;
        let found = c.fetch(FOLLOW, &values![after, limit]).await?;
        Ok(readable(&mut c, "event", &found, followed))
    }

    async fn game(&self, game: &GameKey) -> Result<Option<GameRow>, StoreError> {
        let mut c = self.reader("game").await?;
        let row = c.first(GAME_BY_ID, &values![game]).await?;
        row.as_ref().map(rows::game).transpose()
    }
}

/// Parses the events of a game after number `after`.
///
/// # Errors
/// An event is missing or unreadable: a truncated log must not pass for the whole game.
fn events(
    game: &GameKey,
    after: u32,
    rows: &[impl Columns],
) -> Result<Vec<StoredEvent>, StoreError> {
    let Some(first) = rows.first() else {
        return Ok(Vec::new());
    };
    let last = first.count("last")?;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        if row.maybe_number("seq")?.is_some() {
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

fn followed(row: &impl Columns) -> Result<FollowedEvent, StoreError> {
    let game = GameKey(row.text("game")?);
    Ok(FollowedEvent {
        position: row.number("position")?,
        event: event(&game, row)?,
        game,
    })
}

fn event(game: &GameKey, row: &impl Columns) -> Result<StoredEvent, StoreError> {
    let seq = row.count("seq")?;
    let payload = row.text("payload")?;
    let body: EventBody =
        serde_json::from_str(&payload).map_err(|error| StoreError::Unreadable {
            game: game.clone(),
            seq,
            why: error.to_string(),
        })?;
    Ok(StoredEvent {
        seq,
        at_ms: row.number("at")?,
        body,
        author: row.maybe_text("author")?,
        command: row.maybe_text("command")?,
    })
}
