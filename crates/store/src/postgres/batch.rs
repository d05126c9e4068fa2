//! Writes of one transaction. Plain moves, the vast majority, share a single statement.

use std::collections::HashSet;

use komadai_protocol::GameKey;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use super::{MOST_EVENTS, start_of};
use crate::queue::Results;
use crate::sql::{Connection, Value};
use crate::write::{
    Done, EventRow, Write, WriteError, Writer, changes_more_than_the_turn, slot_of,
};
use crate::{Append, NewEvent, StoreError};

/// Transaction and its events that are not in the table yet.
struct Batch<'c> {
    connection: &'c mut PgConnection,
    events: Events,
    /// Events that are in the table.
    inserted: usize,
}

#[derive(Default)]
struct Events {
    game: Vec<String>,
    seq: Vec<i64>,
    epoch: Vec<i64>,
    at_ms: Vec<i64>,
    kind: Vec<String>,
    payload: Vec<String>,
    author: Vec<Option<String>>,
    command: Vec<Option<String>>,
}

impl Events {
    fn add(&mut self, append: &Append) -> Result<(), StoreError> {
        self.add_all(&append.game, append.first_seq, append.epoch, &append.events)
    }

    fn add_all(
        &mut self,
        game: &GameKey,
        first_seq: u32,
        epoch: i64,
        events: &[NewEvent],
    ) -> Result<(), StoreError> {
        for row in EventRow::all(first_seq, events) {
            let row = row?;
            self.game.push(game.0.clone());
            self.seq.push(row.seq);
            self.epoch.push(epoch);
            self.at_ms.push(row.at_ms);
            self.kind.push(row.kind.to_owned());
            self.payload.push(row.payload);
            self.author.push(row.author.map(str::to_owned));
            self.command.push(row.command.map(str::to_owned));
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.game.len()
    }

    fn truncate(&mut self, len: usize) {
        self.game.truncate(len);
        self.seq.truncate(len);
        self.epoch.truncate(len);
        self.at_ms.truncate(len);
        self.kind.truncate(len);
        self.payload.truncate(len);
        self.author.truncate(len);
        self.command.truncate(len);
    }
}

impl Connection for Batch<'_> {
    type Row = PgRow;

    const END: &'static str = super::END;
    const PLACE: &'static str = super::PLACE;

    async fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, sqlx::Error> {
        self.connection.execute(sql, values).await
    }

    async fn fetch(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<PgRow>, sqlx::Error> {
        self.connection.fetch(sql, values).await
    }
}

impl Writer for Batch<'_> {
    async fn add_events(
        &mut self,
        game: &GameKey,
        first_seq: u32,
        epoch: i64,
        events: &[NewEvent],
    ) -> Result<(), WriteError> {
        Ok(self.events.add_all(game, first_seq, epoch, events)?)
    }
}

/// Commits a batch in one transaction. A refused write is rolled back alone.
///
/// # Errors
/// Nothing of the batch is stored, unless the connection broke during the commit. The transaction is still open.
pub(super) async fn commit(
    connection: &mut PgConnection,
    writes: &[&Write],
) -> Result<Results, sqlx::Error> {
    let mut batch = Batch {
        connection,
        events: Events::default(),
        inserted: 0,
    };
    batch.execute("BEGIN", &[]).await?;
    batch.lock_slots(writes).await?;
    let moved = batch.moves(writes).await?;
    let mut results = Vec::with_capacity(writes.len());
    for (n, write) in writes.iter().enumerate() {
        match moved.contains(&n) {
            true => results.push(Ok(Done::Nothing)),
            false => {
                if looks_at_events(write) {
                    batch.insert_events().await?;
                }
                results.push(batch.one(write).await?);
            }
        }
    }
    batch.insert_events().await?;
    batch.execute("COMMIT", &[]).await?;
    Ok(results)
}

/// `true` if a write reads the table of events, so that events of earlier writes must be inserted first.
fn looks_at_events(write: &Write) -> bool {
    matches!(
        write,
        Write::Expire { .. } | Write::FollowEvents | Write::Fold(_)
    )
}

impl Batch<'_> {
    /// Keeps the slots of appends with their owners until the commit. Locked in order, so that copies cannot deadlock.
    async fn lock_slots(&mut self, writes: &[&Write]) -> Result<(), sqlx::Error> {
        let appends = writes.iter().filter_map(|write| write.guarded());
        let mut slots: Vec<i64> = appends.map(slot_of).collect();
        if slots.is_empty() {
            return Ok(());
        }
        slots.sort_unstable();
        slots.dedup();
        let sql = "SELECT slot FROM slots WHERE slot = ANY($1) ORDER BY slot FOR SHARE";
        let locked = sqlx::query(sql).bind(slots);
        locked.fetch_all(&mut *self.connection).await.map(drop)
    }

    /// Advances all games whose only write is a plain move. Returns the indexes of these writes; the others are applied
    /// one by one.
    async fn moves(&mut self, writes: &[&Write]) -> Result<HashSet<usize>, sqlx::Error> {
        let mut games = HashSet::new();
        let mut moves: Vec<(usize, &Append)> = Vec::new();
        for (n, write) in writes.iter().enumerate() {
            if let Write::Append(append) = write
                && !append.events.iter().any(changes_more_than_the_turn)
                && games.insert(&append.game)
            {
                moves.push((n, append));
            }
        }
        if moves.len() < 2 {
            return Ok(HashSet::new());
        }
        // A fixed lock order, so that servers cannot deadlock.
        moves.sort_by(|a, b| a.1.game.0.cmp(&b.1.game.0));
        let advanced = self.advance(&moves).await?;
        let mut done = HashSet::new();
        for (n, append) in moves {
            if advanced.contains(&append.game.0) {
                // The row is ahead of the log now, so nothing of this batch may be committed. The retry one by one
                // refuses only the event that cannot be written as JSON.
                (self.events.add(append))
                    .map_err(|error| sqlx::Error::Encode(error.to_string().into()))?;
                done.insert(n);
            }
        }
        Ok(done)
    }

    /// Updates the rows of these games where number and epoch match. Returns the updated keys.
    async fn advance(
        &mut self,
        moves: &[(usize, &Append)],
    ) -> Result<HashSet<String>, sqlx::Error> {
        let numbers = |value: fn(&Append) -> i64| -> Vec<i64> {
            moves.iter().map(|(_, append)| value(append)).collect()
        };
        let sides = moves.iter().map(|(_, append)| append.progress.side.name());
        let sql = "UPDATE games g SET seq = g.seq + m.count, side = m.side, ply = m.ply, \
            updated_at = m.at FROM \
            UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], \
            $7::bigint[], $8::bigint[]) AS m (game, seq, epoch, count, side, ply, at, slot) \
            JOIN slots s ON s.slot = m.slot AND s.epoch = m.epoch \
            WHERE g.id = m.game AND g.seq = m.seq RETURNING g.id";
        let games = moves.iter().map(|(_, append)| append.game.as_str());
        let rows = sqlx::query(sql)
            .bind(games.collect::<Vec<_>>())
            .bind(numbers(|it| i64::from(it.first_seq) - 1))
            .bind(numbers(|it| it.epoch))
            .bind(numbers(|it| it.events.len() as i64))
            .bind(sides.collect::<Vec<_>>())
            .bind(numbers(|it| i64::from(it.progress.ply)))
            .bind(numbers(|it| it.events.last().map_or(0, |it| it.at_ms)))
            .bind(numbers(slot_of))
            .fetch_all(&mut *self.connection)
            .await?;
        rows.iter().map(|row| row.try_get(0)).collect()
    }

    /// Applies one write inside a savepoint. A refused one is rolled back.
    ///
    /// # Errors
    /// The transaction itself is unusable.
    async fn one(&mut self, write: &Write) -> Result<Result<Done, WriteError>, sqlx::Error> {
        let before = self.events.len();
        self.execute("SAVEPOINT one_write", &[]).await?;
        let result = write.apply(self).await;
        if result.is_err() {
            self.events.truncate(before);
            self.execute("ROLLBACK TO one_write", &[]).await?;
        }
        self.execute("RELEASE one_write", &[]).await?;
        Ok(result)
    }

    /// Inserts the events of the batch at the positions of its transaction.
    async fn insert_events(&mut self) -> Result<(), sqlx::Error> {
        let events = std::mem::take(&mut self.events);
        if events.len() == 0 {
            return Ok(());
        }
        let before = self.inserted;
        self.inserted += events.len();
        if self.inserted > MOST_EVENTS {
            // The retry one by one refuses only an append that alone has too many.
            return Err(sqlx::Error::Encode("too many events at once".into()));
        }
        let sql = concat!(
            "INSERT INTO events (position, game, seq, epoch, at, kind, payload, author, command) SELECT ",
            start_of!("pg_current_xact_id()"),
            " + $1 + e.n, e.game, e.seq, e.epoch, e.at, e.kind, e.payload, e.author, e.command \
             FROM log_base, UNNEST($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], \
             $7::text[], $8::text[], $9::text[]) WITH ORDINALITY \
             AS e (game, seq, epoch, at, kind, payload, author, command, n)"
        );
        sqlx::query(sql)
            .bind(before as i64)
            .bind(events.game)
            .bind(events.seq)
            .bind(events.epoch)
            .bind(events.at_ms)
            .bind(events.kind)
            .bind(events.payload)
            .bind(events.author)
            .bind(events.command)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }
}
