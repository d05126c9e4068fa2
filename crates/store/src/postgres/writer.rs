use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};

use super::batch;
use crate::StoreError;
use crate::write::{Done, Write, WriteError};

/// Most writes in one transaction.
const BATCH: usize = 256;

/// A write and who waits for it.
type Job = (Write, oneshot::Sender<Result<Done, WriteError>>);

/// What can be asked of the writer.
pub(super) enum Order {
    Write(Box<Write>, oneshot::Sender<Result<Done, WriteError>>),
    Close(oneshot::Sender<()>),
}

/// The connection that writes, made anew after it broke.
pub(super) struct Line {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Line {
    pub(super) fn new(options: PgConnectOptions, connection: PgConnection) -> Self {
        Self {
            options,
            connection: Some(connection),
        }
    }

    async fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Writes a batch in one transaction. What was committed when the connection breaks nobody knows: those who
    /// wait get the error, and have to read.
    async fn commit(&mut self, writes: &[&Write]) -> Result<batch::Results, sqlx::Error> {
        let connection = self.connection().await?;
        let result = batch::commit(connection, writes).await;
        if let Err(error) = &result
            && (!is_refusal(error) || sqlx::query("ROLLBACK").execute(connection).await.is_err())
        {
            self.connection = None;
        }
        result
    }
}

/// The one task that writes. Commits everything that waits in one transaction, then answers.
/// `failed` becomes true when a commit fails.
pub(super) async fn run(
    mut line: Line,
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
                Order::Close(reply) => closing = Some(reply),
            }
        }
        answer(&mut line, jobs, &failed).await;
    }
    if let Some(connection) = line.connection {
        let _ = connection.close().await;
    }
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

/// Whether something of a batch cannot be stored, over a connection that is sound.
fn is_refusal(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(_) | sqlx::Error::Encode(_))
}

async fn answer(line: &mut Line, jobs: Vec<Job>, failed: &AtomicBool) {
    if jobs.is_empty() {
        return;
    }
    let writes: Vec<_> = jobs.iter().map(|(write, _)| write).collect();
    match line.commit(&writes).await {
        Ok(results) => {
            for ((_, reply), result) in jobs.into_iter().zip(results) {
                let _ = reply.send(result);
            }
        }
        // The database refuses something of it, or another server was in the way: nothing of it is stored.
        Err(error) if is_refusal(&error) && jobs.len() > 1 => {
            tracing::warn!(error = %error, batch.size = jobs.len(), "store.commit: one by one");
            for job in jobs {
                alone(line, job, failed).await;
            }
        }
        Err(error) => fail(jobs, &error, failed),
    }
}

async fn alone(line: &mut Line, job: Job, failed: &AtomicBool) {
    match line.commit(&[&job.0]).await {
        Ok(results) => {
            if let Some(result) = results.into_iter().next() {
                let _ = job.1.send(result);
            }
        }
        Err(error) => fail(vec![job], &error, failed),
    }
}

fn fail(jobs: Vec<Job>, error: &sqlx::Error, failed: &AtomicBool) {
    // Until a write of some size succeeds: a disk may be full for all but the smallest.
    failed.store(true, Ordering::Relaxed);
    tracing::error!(error = %error, batch.size = jobs.len(), "store.commit failed");
    for (_, reply) in jobs {
        let error = StoreError::Database(error.to_string());
        let _ = reply.send(Err(WriteError::Store(error)));
    }
}
