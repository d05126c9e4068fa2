//! The one task that writes, and the queue before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::write::{Done, Write, WriteError};

/// Writes that may wait before those who write have to.
const QUEUE: usize = 1024;
/// Most writes in one transaction.
const BATCH: usize = 256;

/// What came of each write, in their order.
pub(crate) type Results = Vec<Result<Done, WriteError>>;

/// A connection that writes.
pub(crate) trait Commit: Send + 'static {
    /// Writes a batch in one transaction. A refused write leaves no trace and its neighbours alone.
    ///
    /// # Errors
    /// Nothing of the batch is stored, unless the connection broke during the commit. The connection can be used again.
    fn commit(
        &mut self,
        writes: &[&Write],
    ) -> impl Future<Output = Result<Results, sqlx::Error>> + Send;

    /// Whether such an error is about something in the batch, and each write is worth a try alone.
    fn is_refusal(error: &sqlx::Error) -> bool;

    fn close(self) -> impl Future<Output = ()> + Send;
}

/// A write and who waits for it.
type Job = (Write, oneshot::Sender<Result<Done, WriteError>>);

enum Order {
    Write(Box<Write>, oneshot::Sender<Result<Done, WriteError>>),
    Close(oneshot::Sender<()>),
}

/// Where writes wait to be committed together.
pub(crate) struct Queue {
    orders: mpsc::Sender<Order>,
    /// Whether a commit failed, and nothing of some size has been written since.
    failed: Arc<AtomicBool>,
}

impl Queue {
    pub(crate) fn new(connection: impl Commit) -> Self {
        let (orders, receiver) = mpsc::channel(QUEUE);
        let failed = Arc::<AtomicBool>::default();
        tokio::spawn(run(connection, receiver, failed.clone()));
        Self { orders, failed }
    }

    /// Writes something, together with what others write meanwhile.
    pub(crate) async fn write(&self, write: Write) -> Result<Done, WriteError> {
        let (reply, answer) = oneshot::channel();
        self.orders
            .send(Order::Write(Box::new(write), reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Whether a commit failed, and nothing of some size has been written since.
    pub(crate) fn failed(&self) -> &AtomicBool {
        &self.failed
    }

    /// Whether the one who writes is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.orders.is_closed()
    }

    /// Writes everything out and closes the connection.
    pub(crate) async fn close(&self) {
        let (reply, answer) = oneshot::channel();
        if self.orders.send(Order::Close(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

/// Commits everything that waits in one transaction, then answers.
async fn run<C: Commit>(
    mut connection: C,
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
        if !jobs.is_empty() {
            answer(&mut connection, jobs, &failed).await;
        }
    }
    connection.close().await;
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

async fn answer<C: Commit>(connection: &mut C, jobs: Vec<Job>, failed: &AtomicBool) {
    let writes: Vec<_> = jobs.iter().map(|(write, _)| write).collect();
    match connection.commit(&writes).await {
        Ok(results) => {
            for ((_, reply), result) in jobs.into_iter().zip(results) {
                let _ = reply.send(result);
            }
        }
        Err(error) if C::is_refusal(&error) && jobs.len() > 1 => {
            tracing::warn!(error = %error, batch.size = jobs.len(), "store.commit: one by one");
            for (write, reply) in jobs {
                match connection.commit(&[&write]).await {
                    Ok(mut results) => drop(results.pop().map(|result| reply.send(result))),
                    Err(error) => fail(vec![(write, reply)], &error, failed),
                }
            }
        }
        Err(error) => fail(jobs, &error, failed),
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
