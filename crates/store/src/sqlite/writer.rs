use komadai_protocol::GameKey;
use sqlx::{Connection, Row, SqliteConnection};

use super::{CLOSED, OPEN};
use crate::NewEvent;
use crate::queue::{Commit, Results};
use crate::rows::note_late_turns;
use crate::sql::{Connection as _, Value};
use crate::write::{Done, EventRow, Write, WriteError, Writer};

/// Effective settings of the writer's connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriterInfo {
    pub journal_mode: String,
    /// `PRAGMA synchronous`: 2 is FULL.
    pub synchronous: i64,
}

pub(super) async fn info(connection: &mut SqliteConnection) -> Result<WriterInfo, sqlx::Error> {
    let journal_mode = sqlx::query("PRAGMA journal_mode")
        .fetch_one(&mut *connection)
        .await?
        .try_get(0)?;
    let synchronous = sqlx::query("PRAGMA synchronous")
        .fetch_one(&mut *connection)
        .await?
        .try_get(0)?;
    Ok(WriterInfo {
        journal_mode,
        synchronous,
    })
}

pub(super) async fn mark(
    connection: &mut SqliteConnection,
    version: i64,
) -> Result<(), sqlx::Error> {
    // `PRAGMA` takes no bound parameters.
    let sql = match version {
        OPEN => "PRAGMA user_version = 1",
        _ => "PRAGMA user_version = 0",
    };
    sqlx::query(sql).execute(connection).await.map(drop)
}

impl Commit for SqliteConnection {
    async fn commit(&mut self, writes: &[&Write]) -> Result<Results, sqlx::Error> {
        let committed = transaction(self, writes).await;
        if committed.is_err() {
            // Fails harmlessly if no transaction is open.
            let _ = sqlx::query("ROLLBACK").execute(self).await;
        }
        committed
    }

    /// Refused writes fail at their savepoint, never the commit.
    fn is_refusal(_error: &sqlx::Error) -> bool {
        false
    }

    /// A local file has no timeouts.
    fn is_silent(_error: &sqlx::Error) -> bool {
        false
    }

    async fn close(mut self) {
        if let Err(error) = mark(&mut self, CLOSED).await {
            tracing::warn!(error = %error, "store.close: the next start looks through the database");
        }
        // Closing the last connection merges the write-ahead log into the file.
        if let Err(error) = Connection::close(self).await {
            tracing::warn!(error = %error, "store.close: the database was not closed cleanly");
        }
    }
}

async fn transaction(
    connection: &mut SqliteConnection,
    writes: &[&Write],
) -> Result<Results, sqlx::Error> {
    let begin = sqlx::query("BEGIN IMMEDIATE");
    begin.execute(&mut *connection).await?;
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        results.push(one(connection, write).await?);
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(results)
}

/// Applies one write inside a savepoint. A refused one is rolled back.
///
/// # Errors
/// The transaction itself is unusable.
async fn one(
    connection: &mut SqliteConnection,
    write: &Write,
) -> Result<Result<Done, WriteError>, sqlx::Error> {
    sqlx::query("SAVEPOINT one_write")
        .execute(&mut *connection)
        .await?;
    let result = write.apply(connection).await;
    if result.is_err() {
        sqlx::query("ROLLBACK TO one_write")
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("RELEASE one_write")
        .execute(&mut *connection)
        .await?;
    Ok(result)
}

impl Writer for SqliteConnection {
    async fn add_events(
        &mut self,
        game: &GameKey,
        first_seq: u32,
        epoch: i64,
        events: &[NewEvent],
    ) -> Result<(), WriteError> {
        for row in EventRow::all(first_seq, events) {
            let row = row?;
            // SQLite assigns the next position.
            sqlx::query(
                "INSERT INTO events (game, seq, epoch, at, kind, payload, author, command) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(game.as_str())
            .bind(row.seq)
            .bind(epoch)
            .bind(row.at_ms)
            .bind(row.kind)
            .bind(row.payload)
            .bind(row.author)
            .bind(row.command)
            .execute(&mut *self)
            .await?;
        }
        Ok(())
    }

    async fn hold(&mut self, owner: &str, until_ms: i64, seen_ms: i64) -> Result<(), WriteError> {
        // Keeps `seen_at` of a known server: only a heartbeat, which also stores the late turns, may advance it.
        let sql = "INSERT INTO servers (id, lease_until, seen_at) VALUES ($1, $2, $3) \
            ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until \
            WHERE servers.lease_until < excluded.lease_until";
        let values = [
            Value::Text(owner),
            Value::Number(until_ms),
            Value::Number(seen_ms),
        ];
        self.execute(sql, &values).await?;
        Ok(())
    }

    async fn note_late_turns(&mut self, late: &str) -> Result<(), WriteError> {
        let sql = note_late_turns!(
            "(SELECT value ->> 'game' AS game, value ->> 'epoch' AS epoch, \
             value ->> 'seq' AS seq, value ->> 'from_ms' AS from_ms FROM json_each($1))"
        );
        self.execute(sql, &[Value::Text(late)]).await?;
        Ok(())
    }
}
