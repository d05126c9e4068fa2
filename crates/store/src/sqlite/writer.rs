use komadai_protocol::GameKey;
use sqlx::{Connection, Row, SqliteConnection};

use super::{CLOSED, OPEN};
use crate::NewEvent;
use crate::queue::{Commit, Results};
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
}
