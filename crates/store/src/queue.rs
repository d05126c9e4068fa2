//! Writer task and its queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::write::{Done, Write, WriteError};

/// Queue capacity. Callers wait when it is full (back-pressure).
const QUEUE: usize = 1024;
const BATCH: usize = 256;

pub(crate) type Results = Vec<Result<Done, WriteError>>;

pub(crate) trait Commit: Send + 'static {
    /// Commits a batch in one transaction. A refused write is rolled back alone.
    ///
    /// # Errors
    /// Nothing of the batch is stored, unless the connection broke during the commit. The connection remains usable.
    fn commit(
        &mut self,
        writes: &[&Write],
    ) -> impl Future<Output = Result<Results, sqlx::Error>> + Send;

    /// `true` if the error concerns something in the batch, so that each write is worth a separate try.
    fn is_refusal(error: &sqlx::Error) -> bool;

    /// `true` if the error is a timeout, which another write would run into as well.
    fn is_silent(error: &sqlx::Error) -> bool;

    fn close(self) -> impl Future<Output = ()> + Send;
}

type Job = (Write, oneshot::Sender<Result<Done, WriteError>>);

enum QueueItem {
    Write(Box<Write>, oneshot::Sender<Result<Done, WriteError>>),
    Close(oneshot::Sender<()>),
}

pub(crate) struct Queue {
    items: mpsc::Sender<QueueItem>,
    /// Set by a failed commit, cleared when a write of some size succeeds.
    failed: Arc<AtomicBool>,
}

impl Queue {
    pub(crate) fn new(connection: impl Commit) -> Self {
        let (items, receiver) = mpsc::channel(QUEUE);
        let failed = Arc::<AtomicBool>::default();
        tokio::spawn(run(connection, receiver, failed.clone()));
        Self { items, failed }
    }

    /// Writes in one transaction with other queued writes.
    pub(crate) async fn write(&self, write: Write) -> Result<Done, WriteError> {
        let (reply, answer) = oneshot::channel();
        self.items
            .send(QueueItem::Write(Box::new(write), reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) fn failed(&self) -> &AtomicBool {
        &self.failed
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.items.is_closed()
    }

    /// Commits all queued writes and closes the connection.
    pub(crate) async fn close(&self) {
        let (reply, answer) = oneshot::channel();
        if self.items.send(QueueItem::Close(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

/// Commits up to [`BATCH`] queued writes in one transaction, answers them, and repeats until closed.
async fn run<C: Commit>(
    mut connection: C,
    mut items: mpsc::Receiver<QueueItem>,
    failed: Arc<AtomicBool>,
) {
    let mut waiting = Vec::with_capacity(BATCH);
    let mut closing = None;
    while closing.is_none() && items.recv_many(&mut waiting, BATCH).await > 0 {
        let jobs = sorted(waiting.drain(..), &mut closing);
        if let Some(error) = answer(&mut connection, jobs, &failed).await {
            // These have waited for as long already.
            let behind = std::iter::from_fn(|| items.try_recv().ok());
            fail(sorted(behind, &mut closing), &error, &failed);
        }
    }
    connection.close().await;
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

/// Splits items into writes and the request to close.
fn sorted(
    items: impl Iterator<Item = QueueItem>,
    closing: &mut Option<oneshot::Sender<()>>,
) -> Vec<Job> {
    let jobs = items.filter_map(|item| match item {
        QueueItem::Write(write, reply) => Some((*write, reply)),
        QueueItem::Close(reply) => {
            *closing = Some(reply);
            None
        }
    });
    jobs.collect()
}

/// Commits the jobs and answers. Returns an error if no further write is worth a try for now.
async fn answer<C: Commit>(
    connection: &mut C,
    jobs: Vec<Job>,
    failed: &AtomicBool,
) -> Option<sqlx::Error> {
    if jobs.is_empty() {
        return None;
    }
    let writes: Vec<_> = jobs.iter().map(|(write, _)| write).collect();
    match connection.commit(&writes).await {
        Ok(results) => {
            for ((_, reply), result) in jobs.into_iter().zip(results) {
                let _ = reply.send(result);
            }
            None
        }
        Err(error) if C::is_refusal(&error) && jobs.len() > 1 => {
            tracing::warn!(error = %error, batch.size = jobs.len(), "store.commit: one by one");
            one_by_one(connection, jobs, failed).await
        }
        Err(error) => {
            fail(jobs, &error, failed);
            C::is_silent(&error).then_some(error)
        }
    }
}

async fn one_by_one<C: Commit>(
    connection: &mut C,
    jobs: Vec<Job>,
    failed: &AtomicBool,
) -> Option<sqlx::Error> {
    let mut jobs = jobs.into_iter();
    while let Some((write, reply)) = jobs.next() {
        match connection.commit(&[&write]).await {
            Ok(mut results) => drop(results.pop().map(|result| reply.send(result))),
            Err(error) if C::is_silent(&error) => {
                let rest = std::iter::once((write, reply)).chain(jobs);
                fail(rest.collect(), &error, failed);
                return Some(error);
            }
            Err(error) => fail(vec![(write, reply)], &error, failed),
        }
    }
    None
}

fn fail(jobs: Vec<Job>, error: &sqlx::Error, failed: &AtomicBool) {
    if jobs.is_empty() {
        return;
    }
    // Cleared only by a write of some size: a full disk may still take the smallest.
    failed.store(true, Ordering::Relaxed);
    tracing::error!(error = %error, batch.size = jobs.len(), "store.commit failed");
    for (_, reply) in jobs {
        let error = StoreError::Database(error.to_string());
        let _ = reply.send(Err(WriteError::Store(error)));
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    struct Scripted {
        begun: mpsc::UnboundedSender<usize>,
        outcomes: mpsc::UnboundedReceiver<Result<(), sqlx::Error>>,
    }

    impl Commit for Scripted {
        async fn commit(&mut self, writes: &[&Write]) -> Result<Results, sqlx::Error> {
            let _ = self.begun.send(writes.len());
            let outcome = self.outcomes.recv().await.expect("an outcome");
            outcome.map(|()| writes.iter().map(|_| Ok(Done::Nothing)).collect())
        }

        fn is_refusal(error: &sqlx::Error) -> bool {
            matches!(error, sqlx::Error::RowNotFound)
        }

        fn is_silent(error: &sqlx::Error) -> bool {
            matches!(error, sqlx::Error::Io(_))
        }

        async fn close(self) {}
    }

    struct Script {
        items: mpsc::Sender<QueueItem>,
        begun: mpsc::UnboundedReceiver<usize>,
        outcomes: mpsc::UnboundedSender<Result<(), sqlx::Error>>,
    }

    impl Script {
        async fn new(count: usize) -> (Self, Vec<oneshot::Receiver<Result<Done, WriteError>>>) {
            let (begin, begun) = mpsc::unbounded_channel();
            let (outcomes, results) = mpsc::unbounded_channel();
            let (items, receiver) = mpsc::channel(QUEUE);
            let script = Self {
                items,
                begun,
                outcomes,
            };
            let mut answers = Vec::new();
            for _ in 0..count {
                answers.push(script.write().await);
            }
            let connection = Scripted {
                begun: begin,
                outcomes: results,
            };
            tokio::spawn(run(connection, receiver, Arc::default()));
            (script, answers)
        }

        async fn write(&self) -> oneshot::Receiver<Result<Done, WriteError>> {
            let (reply, answer) = oneshot::channel();
            let item = QueueItem::Write(Box::new(Write::FollowEvents), reply);
            assert!(self.items.send(item).await.is_ok());
            answer
        }

        fn then(&self, outcome: Result<(), sqlx::Error>) {
            self.outcomes.send(outcome).expect("it runs");
        }
    }

    fn silent() -> sqlx::Error {
        sqlx::Error::Io(io::Error::from(io::ErrorKind::TimedOut))
    }

    async fn all_fail(answers: Vec<oneshot::Receiver<Result<Done, WriteError>>>) {
        for answer in answers {
            assert!(answer.await.expect("an answer").is_err());
        }
    }

    /// Each of them would run into the same timeout.
    #[tokio::test]
    async fn a_silent_commit_fails_what_is_queued_behind_it() {
        let (mut script, mut answers) = Script::new(1).await;
        assert_eq!(script.begun.recv().await, Some(1));
        for _ in 0..BATCH + 2 {
            answers.push(script.write().await);
        }
        script.then(Err(silent()));
        all_fail(answers).await;
        let answer = script.write().await;
        script.then(Ok(()));
        assert!(answer.await.expect("an answer").is_ok());
        assert_eq!(script.begun.recv().await, Some(1));
    }

    #[tokio::test]
    async fn a_silent_commit_fails_the_rest_of_a_refused_batch() {
        let (mut script, answers) = Script::new(3).await;
        assert_eq!(script.begun.recv().await, Some(3));
        script.then(Err(sqlx::Error::RowNotFound));
        assert_eq!(script.begun.recv().await, Some(1));
        script.then(Err(silent()));
        all_fail(answers).await;
        assert!(script.begun.try_recv().is_err());
    }
}
