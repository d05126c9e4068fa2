//! Bounded mailboxes of referees and forwarders.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_channel::mpsc;
use futures_util::StreamExt;
use komadai_protocol::ErrorCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, oneshot};

use crate::request::{Request, Response};

const SIZE: usize = 64;
/// Longest wait for room in a full mailbox, since a socket serves other games too.
const PUT_TIMEOUT: Duration = Duration::from_secs(2);
/// Lifetime of a request, milliseconds.
const PATIENCE_MS: i64 = 10_000;

#[derive(Debug)]
pub(super) struct Envelope {
    pub(super) request: Request,
    pub(super) reply: oneshot::Sender<Response>,
    /// Sent by another server; must not be forwarded again.
    pub(super) is_forwarded: bool,
    /// Arrival on this server's counted line, milliseconds.
    pub(super) since_ms: i64,
}

impl Envelope {
    /// Remaining lifetime at that moment.
    pub(super) fn patience(&self, now_ms: i64) -> Duration {
        let left_ms = self.since_ms + PATIENCE_MS - now_ms;
        Duration::from_millis(left_ms.try_into().unwrap_or(0))
    }
}

/// Longest wait of a loading referee for what it needs.
pub(super) const PATIENCE: Duration = Duration::from_millis(PATIENCE_MS as u64);

#[derive(Debug)]
pub(super) enum PutError {
    Closed(Envelope),
    Full(Envelope),
}

struct Queued {
    envelope: Box<Envelope>,
    _room: OwnedSemaphorePermit,
}

/// Sending half of a mailbox.
#[derive(Clone)]
pub(super) struct Outbox {
    /// Unbounded, because an empty bounded tokio channel takes 1 kB; `room` bounds it.
    sender: mpsc::UnboundedSender<Queued>,
    /// [`SIZE`] permits; closed with the mailbox.
    room: Arc<Semaphore>,
    marks: Arc<Marks>,
}

/// Flags that outlive a full mailbox.
#[derive(Default)]
struct Marks {
    /// A presence change was lost, so presence must be resynchronised.
    presence_dirty: AtomicBool,
    /// The game needs a referee, whatever the requests need.
    required: AtomicBool,
    /// The last append of an earlier referee may still be stored.
    unsettled: AtomicBool,
}

impl Outbox {
    pub(super) fn is_closed(&self) -> bool {
        self.room.is_closed()
    }

    /// Puts a request in, waiting up to [`PUT_TIMEOUT`] for room.
    pub(super) async fn put(&self, envelope: Envelope) -> Result<(), PutError> {
        let room = self.room.clone().acquire_owned();
        match tokio::time::timeout(PUT_TIMEOUT, room).await {
            Ok(Ok(room)) => self.enqueue(envelope, room),
            Ok(Err(_)) => Err(PutError::Closed(envelope)),
            Err(_) => Err(PutError::Full(envelope)),
        }
    }

    #[expect(clippy::result_large_err, reason = "it is given back, as by channels")]
    pub(super) fn try_put(&self, envelope: Envelope) -> Result<(), PutError> {
        match self.room.clone().try_acquire_owned() {
            Ok(room) => self.enqueue(envelope, room),
            Err(TryAcquireError::Closed) => Err(PutError::Closed(envelope)),
            Err(TryAcquireError::NoPermits) => Err(PutError::Full(envelope)),
        }
    }

    #[expect(clippy::result_large_err, reason = "it is given back, as by channels")]
    fn enqueue(&self, envelope: Envelope, room: OwnedSemaphorePermit) -> Result<(), PutError> {
        let queued = Queued {
            envelope: Box::new(envelope),
            _room: room,
        };
        let sent = self.sender.unbounded_send(queued);
        sent.map_err(|error| PutError::Closed(*error.into_inner().envelope))
    }

    /// Marks presence as out of date.
    pub(super) fn mark_presence_dirty(&self) {
        self.marks.presence_dirty.store(true, Ordering::Relaxed);
    }

    /// Makes a mailbox that handles requests load a referee.
    pub(super) fn require_referee(&self, is_unsettled: bool) {
        (self.marks.unsettled).fetch_or(is_unsettled, Ordering::Relaxed);
        self.marks.required.store(true, Ordering::Relaxed);
    }
}

/// Receiving half of a mailbox.
pub(super) struct Inbox {
    queued: mpsc::UnboundedReceiver<Queued>,
    room: Arc<Semaphore>,
    /// The next request, peeked or put back.
    peeked: Option<Box<Envelope>>,
    marks: Arc<Marks>,
    /// Number of requests that precede the loss of a presence change and must be handled before it: an `Enter` among
    /// them may belong to the socket whose `Leave` was lost.
    before_resync: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The game's referee, loaded here if no server has it.
    Referee,
    /// An existing referee only.
    ExistingReferee,
    /// The mailbox is idle and now closed.
    Nothing,
}

pub(super) fn mailbox() -> (Outbox, Inbox) {
    let (sender, queued) = mpsc::unbounded();
    let room = Arc::new(Semaphore::new(SIZE));
    let marks = Arc::<Marks>::default();
    let outbox = Outbox {
        sender,
        room: room.clone(),
        marks: marks.clone(),
    };
    let inbox = Inbox {
        queued,
        room,
        peeked: None,
        marks,
        before_resync: None,
    };
    (outbox, inbox)
}

/// Wakes waiting senders. Callers waiting for an answer notice that their envelopes are dropped.
impl Drop for Inbox {
    fn drop(&mut self) {
        self.room.close();
    }
}

/// Releases the room of the envelope.
fn unpack(queued: Queued) -> Box<Envelope> {
    queued.envelope
}

impl Inbox {
    /// The next request; `None` if the mailbox is closed and empty.
    pub(super) async fn recv(&mut self) -> Option<Envelope> {
        // The channel never yields by itself, so a busy mailbox would starve other tasks.
        tokio::task::coop::consume_budget().await;
        let next = match self.peeked.take() {
            Some(envelope) => Some(envelope),
            None => self.queued.next().await.map(unpack),
        };
        self.count_taken();
        next.map(|envelope| *envelope)
    }

    /// Requests in the mailbox, including those being put in.
    fn waiting(&self) -> usize {
        SIZE - self.room.available_permits()
    }

    fn count_taken(&mut self) {
        self.before_resync = self.before_resync.map(|before| before.saturating_sub(1));
    }

    pub(super) fn put_back(&mut self, envelope: Envelope) {
        self.peeked = Some(Box::new(envelope));
        self.before_resync = self.before_resync.map(|before| before + 1);
    }

    /// Takes the request peeked or put back.
    pub(super) fn take_peeked(&mut self) -> Option<Envelope> {
        let envelope = self.peeked.take()?;
        self.count_taken();
        Some(*envelope)
    }

    pub(super) fn waited(&mut self, now_ms: i64) -> Duration {
        let since_ms = self.peek().map_or(now_ms, |next| next.since_ms);
        Duration::from_millis((now_ms - since_ms).try_into().unwrap_or(0))
    }

    /// Peeks at the next request without waiting.
    pub(super) fn peek(&mut self) -> Option<&Envelope> {
        if self.peeked.is_none() {
            self.peeked = self.queued.try_recv().ok().map(unpack);
        }
        self.peeked.as_deref()
    }

    /// Removes a leading `TakeUp`, once the game has a referee.
    pub(super) fn drop_take_up(&mut self) {
        let next = self.peeked.as_ref();
        if next.is_some_and(|next| matches!(next.request, Request::TakeUp)) {
            self.take_peeked();
        }
    }

    /// Peeks at the next request. Closes the mailbox after `within` without one.
    pub(super) async fn need(&mut self, within: Duration) -> Need {
        loop {
            if let Some(next) = &self.peeked {
                return match next.request.needs_referee() {
                    true => Need::Referee,
                    false => Need::ExistingReferee,
                };
            }
            if self.is_presence_dirty() {
                // Callers waiting for an answer take priority.
                match self.peek() {
                    Some(_) => continue,
                    None => return Need::ExistingReferee,
                }
            }
            match tokio::time::timeout(within, self.queued.next()).await {
                Ok(None) => return Need::Nothing,
                Ok(next) => self.peeked = next.map(unpack),
                // Queued requests are still answered.
                Err(_) => self.close(),
            }
        }
    }

    /// Closes the mailbox for new requests; queued ones stay.
    pub(super) fn close(&mut self) {
        self.room.close();
        self.queued.close();
    }

    /// Closes the mailbox and answers all queued requests with the error.
    pub(super) async fn refuse_all(&mut self, code: ErrorCode) {
        self.close();
        while let Some(envelope) = self.recv().await {
            let _ = envelope.reply.send(Response::Denied(code));
        }
    }

    /// Answers an expired request.
    pub(super) fn give_up(&self, envelope: Envelope) {
        match envelope.request {
            Request::Stay { .. } | Request::Leave { .. } => self.mark_presence_dirty(),
            _ => {}
        }
        let _ = envelope
            .reply
            .send(Response::Denied(ErrorCode::StorageFailed));
    }

    /// Returns `true` once when the game needs a referee.
    pub(super) fn take_required(&self) -> bool {
        self.marks.required.swap(false, Ordering::Relaxed)
    }

    /// Returns `true` once when the last append of an earlier referee may still be stored.
    pub(super) fn take_unsettled(&self) -> bool {
        self.marks.unsettled.swap(false, Ordering::Relaxed)
    }

    pub(super) fn mark_presence_dirty(&self) {
        self.marks.presence_dirty.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_presence_dirty(&self) -> bool {
        self.before_resync.is_some() || self.marks.presence_dirty.load(Ordering::Relaxed)
    }

    /// Returns `true` once when presence must be resynchronised: after a loss, when all requests before it have
    /// been taken.
    pub(super) fn take_resync(&mut self) -> bool {
        let here = self.waiting() + usize::from(self.peeked.is_some());
        if self.before_resync.is_none() && self.marks.presence_dirty.swap(false, Ordering::Relaxed)
        {
            self.before_resync = Some(here);
        }
        // A sender that had a permit may have been cancelled.
        self.before_resync = self.before_resync.map(|before| before.min(here));
        self.before_resync.take_if(|before| *before == 0).is_some()
    }

    /// Cancels the resynchronisation.
    pub(super) fn clear_presence_dirty(&mut self) {
        self.before_resync = None;
        self.marks.presence_dirty.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope() -> (Envelope, oneshot::Receiver<Response>) {
        let (reply, answer) = oneshot::channel();
        let envelope = Envelope {
            request: Request::TakeUp,
            reply,
            is_forwarded: false,
            since_ms: 0,
        };
        (envelope, answer)
    }

    fn filled(count: usize) -> (Outbox, Inbox) {
        let (outbox, inbox) = mailbox();
        for _ in 0..count {
            outbox.try_put(envelope().0).expect("room");
        }
        (outbox, inbox)
    }

    #[tokio::test]
    async fn a_full_mailbox_has_room_again_when_one_is_taken_out() {
        let (outbox, mut inbox) = filled(SIZE);
        assert!(matches!(
            outbox.try_put(envelope().0),
            Err(PutError::Full(_))
        ));
        let waiter = tokio::spawn({
            let outbox = outbox.clone();
            async move { outbox.put(envelope().0).await.is_ok() }
        });
        tokio::task::yield_now().await;
        assert!(inbox.recv().await.is_some());
        assert!(waiter.await.expect("no panic"));
        assert!(matches!(
            outbox.try_put(envelope().0),
            Err(PutError::Full(_))
        ));
    }

    #[tokio::test]
    async fn closing_or_dropping_a_mailbox_wakes_waiting_senders() {
        for close in [true, false] {
            let (outbox, mut inbox) = filled(SIZE);
            let waiter = tokio::spawn({
                let outbox = outbox.clone();
                async move { outbox.put(envelope().0).await }
            });
            tokio::task::yield_now().await;
            if close {
                inbox.close();
                assert!(inbox.recv().await.is_some());
            }
            drop(inbox);
            let put = waiter.await.expect("no panic");
            assert!(matches!(put, Err(PutError::Closed(_))), "{put:?}");
            assert!(outbox.is_closed());
        }
    }

    #[tokio::test]
    async fn dropping_a_mailbox_drops_pending_answers() {
        let (outbox, inbox) = mailbox();
        let (envelope, answer) = envelope();
        outbox.try_put(envelope).expect("room");
        drop(inbox);
        assert!(answer.await.is_err());
    }

    #[tokio::test]
    async fn presence_is_resynchronised_after_a_sender_was_cancelled() {
        let (outbox, mut inbox) = filled(SIZE);
        // The waiter holds the permit of the request taken next, without having run yet.
        let mut waiter = Box::pin(outbox.put(envelope().0));
        assert!(futures_util::poll!(&mut waiter).is_pending());
        assert!(inbox.recv().await.is_some());
        inbox.mark_presence_dirty();
        assert!(!inbox.take_resync());
        drop(waiter);
        for _ in 1..SIZE {
            assert!(!inbox.take_resync());
            assert!(inbox.recv().await.is_some());
        }
        assert!(inbox.take_resync());
    }
}
