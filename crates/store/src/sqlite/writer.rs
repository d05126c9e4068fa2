use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use komadai_protocol::GameKey;
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::write::{Done, Write, WriteError, Writer, renew};
use crate::{NewEvent, StoreError};

/// Most writes in one transaction.
const BATCH: usize = 256;

/// What the writer's connection says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriterInfo {
    /// `PRAGMA journal_mode`, "wal".
    pub journal_mode: String,
    /// `PRAGMA synchronous`, 2 for FULL.
    pub synchronous: i64,
}

/// A write and who waits for it.
pub(super) type Job = (Write, oneshot::Sender<Result<Done, WriteError>>);

/// What can be asked of the writer.
pub(super) enum Order {
    Write(Box<Write>, oneshot::Sender<Result<Done, WriteError>>),
    Info(oneshot::Sender<Result<WriterInfo, StoreError>>),
    Close(oneshot::Sender<()>),
}

/// The one task that writes. Commits everything that waits in one transaction, then answers.
/// `failed` becomes true when a commit fails.
pub(super) async fn run(
    mut connection: SqliteConnection,
    mut orders: mpsc::Receiver<Order>,
    failed: Arc<AtomicBool>,
) {
    let mut waiting = Vec::with_capacity(BATCH);
    let mut closing = None;
    while closing.is_none() && orders.recv_many(&mut waiting, BATCH).await > 0 {
        let mut jobs: Vec<Job> = Vec::with_capacity(waiting.len());
        for order in waiting.drain(..) {
            match order {
                Order::Write(write, reply) => jobs.push((*write, reply)),
                Order::Info(reply) => {
                    let _ = reply.send(info(&mut connection).await);
                }
                Order::Close(reply) => closing = Some(reply),
            }
        }
        commit(&mut connection, jobs, &failed).await;
    }
    // Closing the last connection writes the log into the database file.
    if let Err(error) = connection.close().await {
        tracing::warn!(error = %error, "store.close: the database was not closed cleanly");
    }
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

async fn info(connection: &mut SqliteConnection) -> Result<WriterInfo, StoreError> {
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

async fn commit(connection: &mut SqliteConnection, jobs: Vec<Job>, failed: &AtomicBool) {
    if jobs.is_empty() {
        return;
    }
    let mut results = Vec::with_capacity(jobs.len());
    let committed = async {
        sqlx::query("BEGIN IMMEDIATE")
            .execute(&mut *connection)
            .await?;
        for (write, _) in &jobs {
            results.push(one(connection, write).await?);
        }
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok::<(), sqlx::Error>(())
    }
    .await;
    if committed.is_err() {
        // Until a write of some size succeeds: a disk may be full for all but the smallest.
        failed.store(true, Ordering::Relaxed);
    }
    match committed {
        Ok(()) => {
            for ((_, reply), result) in jobs.into_iter().zip(results) {
                let _ = reply.send(result);
            }
        }
        Err(error) => {
            tracing::error!(error = %error, batch.size = jobs.len(), "store.commit failed");
            // Fails when no transaction is open, which is as good.
            let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
            let error = StoreError::from(error);
            for (_, reply) in jobs {
                let _ = reply.send(Err(WriteError::Store(error.clone())));
            }
        }
    }
}

/// One write inside the transaction. A refused one leaves no trace and its neighbours alone.
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
        for (offset, event) in events.iter().enumerate() {
            let payload = serde_json::to_string(&event.body)
                .map_err(|error| StoreError::Database(error.to_string()))?;
            // SQLite gives the position: one more than the last.
            sqlx::query(
                "INSERT INTO events (game, seq, epoch, at, kind, payload, author, command) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(game.as_str())
            .bind(i64::from(first_seq) + offset as i64)
            .bind(epoch)
            .bind(event.at_ms)
            .bind(event.body.kind())
            .bind(payload)
            .bind(&event.author)
            .bind(&event.command)
            .execute(&mut *self)
            .await?;
        }
        Ok(())
    }

    async fn hold(&mut self, owner: &str, until_ms: i64) -> Result<(), WriteError> {
        renew(self, owner, until_ms).await
    }
}
