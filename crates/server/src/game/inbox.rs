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
const ROOM_WITHIN: Duration = Duration::from_secs(2);
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
pub(super) enum NotTaken {
    Closed(Envelope),
    Full(Envelope),
}

struct Posted {
    envelope: Box<Envelope>,
    _room: OwnedSemaphorePermit,
}

/// Sending half of a mailbox.
#[derive(Clone)]
pub(super) struct Slot {
    /// Unbounded, because an empty bounded tokio channel takes 1 kB; `room` bounds it.
    sender: mpsc::UnboundedSender<Posted>,
    /// [`SIZE`] permits; closed with the mailbox.
    room: Arc<Semaphore>,
    missed: Arc<AtomicBool>,
}

impl Slot {
    pub(super) fn is_closed(&self) -> bool {
        self.room.is_closed()
    }

    /// Puts a request in, waiting up to [`ROOM_WITHIN`] for room.
    pub(super) async fn put(&self, envelope: Envelope) -> Result<(), NotTaken> {
        let room = self.room.clone().acquire_owned();
        match tokio::time::timeout(ROOM_WITHIN, room).await {
            Ok(Ok(room)) => self.post(envelope, room),
            Ok(Err(_)) => Err(NotTaken::Closed(envelope)),
            Err(_) => Err(NotTaken::Full(envelope)),
        }
    }

    #[expect(clippy::result_large_err, reason = "it is given back, as by channels")]
    pub(super) fn try_put(&self, envelope: Envelope) -> Result<(), NotTaken> {
        match self.room.clone().try_acquire_owned() {
            Ok(room) => self.post(envelope, room),
            Err(TryAcquireError::Closed) => Err(NotTaken::Closed(envelope)),
            Err(TryAcquireError::NoPermits) => Err(NotTaken::Full(envelope)),
        }
    }

    #[expect(clippy::result_large_err, reason = "it is given back, as by channels")]
    fn post(&self, envelope: Envelope, room: OwnedSemaphorePermit) -> Result<(), NotTaken> {
        let posted = Posted {
            envelope: Box::new(envelope),
            _room: room,
        };
        let sent = self.sender.unbounded_send(posted);
        sent.map_err(|error| NotTaken::Closed(*error.into_inner().envelope))
    }

    /// Marks presence as out of date.
    pub(super) fn note_missed(&self) {
        self.missed.store(true, Ordering::Relaxed);
    }
}

/// Receiving half of a mailbox.
pub(super) struct Inbox {
    posted: mpsc::UnboundedReceiver<Posted>,
    room: Arc<Semaphore>,
    /// The next request, peeked or put back.
    returned: Option<Box<Envelope>>,
    /// A presence change was lost, so presence must be resynchronised …
    missed: Arc<AtomicBool>,
    /// … after the requests that precede the loss, this many: an `Enter` among them may belong to the socket
    /// whose `Leave` was lost.
    behind: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The game's referee, loaded here if no server has it.
    Referee,
    /// An existing referee only.
    ToTell,
    /// The mailbox is idle and now closed.
    Nothing,
}

pub(super) fn mailbox() -> (Slot, Inbox) {
    let (sender, posted) = mpsc::unbounded();
    let room = Arc::new(Semaphore::new(SIZE));
    let missed = Arc::<AtomicBool>::default();
    let slot = Slot {
        sender,
        room: room.clone(),
        missed: missed.clone(),
    };
    let inbox = Inbox {
        posted,
        room,
        returned: None,
        missed,
        behind: None,
    };
    (slot, inbox)
}

/// Wakes waiting senders. Callers waiting for an answer notice that their envelopes are dropped.
impl Drop for Inbox {
    fn drop(&mut self) {
        self.room.close();
    }
}

/// Releases the room of the envelope.
fn taken(posted: Posted) -> Box<Envelope> {
    posted.envelope
}

impl Inbox {
    /// The next request; `None` if the mailbox is closed and empty.
    pub(super) async fn recv(&mut self) -> Option<Envelope> {
        // The channel never yields by itself, so a busy mailbox would starve other tasks.
        tokio::task::coop::consume_budget().await;
        let next = match self.returned.take() {
            Some(envelope) => Some(envelope),
            None => self.posted.next().await.map(taken),
        };
        self.taken_out();
        next.map(|envelope| *envelope)
    }

    /// Requests in the mailbox, including those being put in.
    fn waiting(&self) -> usize {
        SIZE - self.room.available_permits()
    }

    fn taken_out(&mut self) {
        self.behind = self.behind.map(|before| before.saturating_sub(1));
    }

    pub(super) fn has_more(&self) -> bool {
        self.returned.is_some() || self.waiting() > 0
    }

    pub(super) fn put_back(&mut self, envelope: Envelope) {
        self.returned = Some(Box::new(envelope));
        self.behind = self.behind.map(|before| before + 1);
    }

    /// Takes the request peeked or put back.
    pub(super) fn take_returned(&mut self) -> Option<Envelope> {
        let envelope = self.returned.take()?;
        self.taken_out();
        Some(*envelope)
    }

    pub(super) fn take_to_tell(&mut self) -> Option<Envelope> {
        let next = self.look()?;
        match next.request.needs_referee() {
            true => None,
            false => self.take_returned(),
        }
    }

    pub(super) fn waited(&mut self, now_ms: i64) -> Duration {
        let since_ms = self.look().map_or(now_ms, |next| next.since_ms);
        Duration::from_millis((now_ms - since_ms).try_into().unwrap_or(0))
    }

    /// Peeks at the next request without waiting.
    pub(super) fn look(&mut self) -> Option<&Envelope> {
        if self.returned.is_none() {
            self.returned = self.posted.try_recv().ok().map(taken);
        }
        self.returned.as_deref()
    }

    /// Removes a leading `TakeUp`, once the game has a referee.
    pub(super) fn taken_up(&mut self) {
        let next = self.returned.as_ref();
        if next.is_some_and(|next| matches!(next.request, Request::TakeUp)) {
            self.take_returned();
        }
    }

    /// Peeks at the next request. Closes the mailbox after `within` without one.
    pub(super) async fn wanted(&mut self, within: Duration) -> Wanted {
        loop {
            if let Some(next) = &self.returned {
                return match next.request.needs_referee() {
                    true => Wanted::Referee,
                    false => Wanted::ToTell,
                };
            }
            if self.has_missed() {
                // Callers waiting for an answer take priority.
                match self.look() {
                    Some(_) => continue,
                    None => return Wanted::ToTell,
                }
            }
            match tokio::time::timeout(within, self.posted.next()).await {
                Ok(None) => return Wanted::Nothing,
                Ok(next) => self.returned = next.map(taken),
                // Queued requests are still answered.
                Err(_) => self.close(),
            }
        }
    }

    /// Closes the mailbox for new requests; queued ones stay.
    pub(super) fn close(&mut self) {
        self.room.close();
        self.posted.close();
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
            Request::Stay { .. } | Request::Leave { .. } => self.note_missed(),
            _ => {}
        }
        let _ = envelope
            .reply
            .send(Response::Denied(ErrorCode::StorageFailed));
    }

    pub(super) fn note_missed(&self) {
        self.missed.store(true, Ordering::Relaxed);
    }

    pub(super) fn has_missed(&self) -> bool {
        self.behind.is_some() || self.missed.load(Ordering::Relaxed)
    }

    /// Returns `true` once when presence must be resynchronised: after a loss, when all requests before it have
    /// been taken.
    pub(super) fn take_due(&mut self) -> bool {
        let here = self.waiting() + usize::from(self.returned.is_some());
        if self.behind.is_none() && self.missed.swap(false, Ordering::Relaxed) {
            self.behind = Some(here);
        }
        // A sender that had a permit may have been cancelled.
        self.behind = self.behind.map(|before| before.min(here));
        self.behind.take_if(|before| *before == 0).is_some()
    }

    /// Cancels the resynchronisation.
    pub(super) fn forget_missed(&mut self) {
        self.behind = None;
        self.missed.store(false, Ordering::Relaxed);
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

    fn filled(count: usize) -> (Slot, Inbox) {
        let (slot, inbox) = mailbox();
        for _ in 0..count {
            slot.try_put(envelope().0).expect("room");
        }
        (slot, inbox)
    }

    #[tokio::test]
    async fn a_full_mailbox_has_room_again_when_one_is_taken_out() {
        let (slot, mut inbox) = filled(SIZE);
        assert!(matches!(slot.try_put(envelope().0), Err(NotTaken::Full(_))));
        let waiter = tokio::spawn({
            let slot = slot.clone();
            async move { slot.put(envelope().0).await.is_ok() }
        });
        tokio::task::yield_now().await;
        assert!(inbox.recv().await.is_some());
        assert!(waiter.await.expect("no panic"));
        assert!(matches!(slot.try_put(envelope().0), Err(NotTaken::Full(_))));
    }

    #[tokio::test]
    async fn closing_or_dropping_a_mailbox_wakes_waiting_senders() {
        for close in [true, false] {
            let (slot, mut inbox) = filled(SIZE);
            let waiter = tokio::spawn({
                let slot = slot.clone();
                async move { slot.put(envelope().0).await }
            });
            tokio::task::yield_now().await;
            if close {
                inbox.close();
                assert!(inbox.recv().await.is_some());
            }
            drop(inbox);
            let put = waiter.await.expect("no panic");
            assert!(matches!(put, Err(NotTaken::Closed(_))), "{put:?}");
            assert!(slot.is_closed());
        }
    }

    #[tokio::test]
    async fn dropping_a_mailbox_drops_pending_answers() {
        let (slot, inbox) = mailbox();
        let (envelope, answer) = envelope();
        slot.try_put(envelope).expect("room");
        drop(inbox);
        assert!(answer.await.is_err());
    }

    #[tokio::test]
    async fn presence_is_resynchronised_after_a_sender_was_cancelled() {
        let (slot, mut inbox) = filled(SIZE);
        // The waiter holds the permit of the request taken next, without having run yet.
        let mut waiter = Box::pin(slot.put(envelope().0));
        assert!(futures_util::poll!(&mut waiter).is_pending());
        assert!(inbox.recv().await.is_some());
        inbox.note_missed();
        assert!(!inbox.take_due());
        drop(waiter);
        for _ in 1..SIZE {
            assert!(!inbox.take_due());
            assert!(inbox.recv().await.is_some());
        }
        assert!(inbox.take_due());
    }
}
