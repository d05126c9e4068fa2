//! The way of requests to whoever answers for a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_channel::mpsc;
use futures_util::StreamExt;
use komadai_protocol::ErrorCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, oneshot};

use super::request::{Request, Response};

/// Requests that may wait for one referee.
const SIZE: usize = 64;
/// Who finds the mailbox full waits so long for room: a socket serves other games, too.
const ROOM_WITHIN: Duration = Duration::from_secs(2);
/// What cannot be carried out is given up after this long, milliseconds.
const PATIENCE_MS: i64 = 10_000;

/// A request and who waits for the answer.
#[derive(Debug)]
pub(super) struct Envelope {
    pub(super) request: Request,
    pub(super) reply: oneshot::Sender<Response>,
    /// Another server sent it here: it goes no further.
    pub(super) is_forwarded: bool,
    /// When it came in, milliseconds on the counted line of this server.
    pub(super) since_ms: i64,
}

impl Envelope {
    /// How much longer it may wait at that moment, milliseconds.
    pub(super) fn patience(&self, now_ms: i64) -> Duration {
        let left_ms = self.since_ms + PATIENCE_MS - now_ms;
        Duration::from_millis(left_ms.try_into().unwrap_or(0))
    }
}

/// How long a referee that is to be may wait for what it needs: as long as who asks for it.
pub(super) const PATIENCE: Duration = Duration::from_millis(PATIENCE_MS as u64);

/// Why a mailbox did not take something.
#[derive(Debug)]
pub(super) enum NotTaken {
    /// Nobody reads it any more.
    Closed(Envelope),
    /// It stayed full.
    Full(Envelope),
}

/// An envelope in a mailbox.
struct Posted {
    envelope: Box<Envelope>,
    _room: OwnedSemaphorePermit,
}

/// Where requests are put in.
#[derive(Clone)]
pub(super) struct Slot {
    /// A channel of tokio would take 1 kB while it is empty.
    sender: mpsc::UnboundedSender<Posted>,
    /// For [`SIZE`] of them; closed with the mailbox.
    room: Arc<Semaphore>,
    missed: Arc<AtomicBool>,
}

impl Slot {
    pub(super) fn is_closed(&self) -> bool {
        self.room.is_closed()
    }

    /// Puts a request in, waiting a little for room.
    pub(super) async fn put(&self, envelope: Envelope) -> Result<(), NotTaken> {
        let room = self.room.clone().acquire_owned();
        match tokio::time::timeout(ROOM_WITHIN, room).await {
            Ok(Ok(room)) => self.post(envelope, room),
            Ok(Err(_)) => Err(NotTaken::Closed(envelope)),
            Err(_) => Err(NotTaken::Full(envelope)),
        }
    }

    /// Puts a request in, if there is room.
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

    /// Something about who is at the board was not taken.
    pub(super) fn note_missed(&self) {
        self.missed.store(true, Ordering::Relaxed);
    }
}

/// What a referee is asked, in order.
pub(super) struct Inbox {
    posted: mpsc::UnboundedReceiver<Posted>,
    room: Arc<Semaphore>,
    /// Taken out and given back: the next one.
    returned: Option<Box<Envelope>>,
    /// Something about who is at the board got lost, …
    missed: Arc<AtomicBool>,
    /// … and so much of what came before is still to be taken out: somebody may come in there who left unheard.
    behind: Option<usize>,
}

/// What the next request wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The game's referee, here if nowhere else.
    Referee,
    /// To tell the game's referee something, if it has one.
    ToTell,
    /// Nothing came for a while, and nothing will.
    Nothing,
}

/// A mailbox.
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

/// Who waits for room finds out that nobody reads any more. Who waits for an answer does so because the envelopes go.
impl Drop for Inbox {
    fn drop(&mut self) {
        self.room.close();
    }
}

/// Takes one out, which leaves room for another one.
fn taken(posted: Posted) -> Box<Envelope> {
    posted.envelope
}

impl Inbox {
    /// The next one; `None` once it is closed and empty.
    pub(super) async fn recv(&mut self) -> Option<Envelope> {
        // The channel never yields by itself: a mailbox that is filled all the time would keep others from the thread.
        tokio::task::coop::consume_budget().await;
        let next = match self.returned.take() {
            Some(envelope) => Some(envelope),
            None => self.posted.next().await.map(taken),
        };
        self.taken_out();
        next.map(|envelope| *envelope)
    }

    /// How many are in it, those included that are being put in.
    fn waiting(&self) -> usize {
        SIZE - self.room.available_permits()
    }

    fn taken_out(&mut self) {
        self.behind = self.behind.map(|before| before.saturating_sub(1));
    }

    /// Whether more wait than the one that was taken out.
    pub(super) fn has_more(&self) -> bool {
        self.returned.is_some() || self.waiting() > 0
    }

    /// Puts one back that could not be answered here.
    pub(super) fn put_back(&mut self, envelope: Envelope) {
        self.returned = Some(Box::new(envelope));
        self.behind = self.behind.map(|before| before + 1);
    }

    /// The one that was put back or looked at.
    pub(super) fn take_returned(&mut self) -> Option<Envelope> {
        let envelope = self.returned.take()?;
        self.taken_out();
        Some(*envelope)
    }

    /// Takes out the next one that is here and needs no referee.
    pub(super) fn take_to_tell(&mut self) -> Option<Envelope> {
        let next = self.look()?;
        match next.request.needs_referee() {
            true => None,
            false => self.take_returned(),
        }
    }

    /// How long the next one that is here has waited at that moment.
    pub(super) fn waited(&mut self, now_ms: i64) -> Duration {
        let since_ms = self.look().map_or(now_ms, |next| next.since_ms);
        Duration::from_millis((now_ms - since_ms).try_into().unwrap_or(0))
    }

    /// The next one, if it is here.
    pub(super) fn look(&mut self) -> Option<&Envelope> {
        if self.returned.is_none() {
            self.returned = self.posted.try_recv().ok().map(taken);
        }
        self.returned.as_deref()
    }

    /// The game has a referee, which need not be asked for any more.
    pub(super) fn taken_up(&mut self) {
        let next = self.returned.as_ref();
        if next.is_some_and(|next| matches!(next.request, Request::TakeUp)) {
            self.take_returned();
        }
    }

    /// Looks at the next one, and closes the mailbox if none comes for so long.
    pub(super) async fn wanted(&mut self, within: Duration) -> Wanted {
        loop {
            if let Some(next) = &self.returned {
                return match next.request.needs_referee() {
                    true => Wanted::Referee,
                    false => Wanted::ToTell,
                };
            }
            if self.has_missed() {
                // Who waits for an answer comes first.
                match self.look() {
                    Some(_) => continue,
                    None => return Wanted::ToTell,
                }
            }
            match tokio::time::timeout(within, self.posted.next()).await {
                Ok(None) => return Wanted::Nothing,
                Ok(next) => self.returned = next.map(taken),
                // What is in it already is still answered.
                Err(_) => self.close(),
            }
        }
    }

    /// Takes nothing in any more. What is in it stays.
    pub(super) fn close(&mut self) {
        self.room.close();
        self.posted.close();
    }

    /// Answers everything that is in it with that, and takes nothing in any more.
    pub(super) async fn refuse_all(&mut self, code: ErrorCode) {
        self.close();
        while let Some(envelope) = self.recv().await {
            let _ = envelope.reply.send(Response::Denied(code));
        }
    }

    /// Gives a request up: nobody could be asked in time.
    pub(super) fn give_up(&self, envelope: Envelope) {
        match envelope.request {
            Request::Stay { .. } | Request::Leave { .. } => self.note_missed(),
            _ => {}
        }
        let _ = envelope
            .reply
            .send(Response::Denied(ErrorCode::StorageFailed));
    }

    /// Something about who is at the board got lost: the sockets have to announce themselves again.
    pub(super) fn note_missed(&self) {
        self.missed.store(true, Ordering::Relaxed);
    }

    /// Whether something about who is at the board got lost.
    pub(super) fn has_missed(&self) -> bool {
        self.behind.is_some() || self.missed.load(Ordering::Relaxed)
    }

    /// Whether that is to be made good now: all that came before it has been taken out. It does not count as lost from
    /// then on.
    pub(super) fn take_due(&mut self) -> bool {
        let here = self.waiting() + usize::from(self.returned.is_some());
        if self.behind.is_none() && self.missed.swap(false, Ordering::Relaxed) {
            self.behind = Some(here);
        }
        // Who had room and went away has put nothing in.
        self.behind = self.behind.map(|before| before.min(here));
        self.behind.take_if(|before| *before == 0).is_some()
    }

    /// Nothing counts as lost from now on.
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

    /// A mailbox with so many requests in it.
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
    async fn who_waits_for_room_finds_out_that_the_mailbox_is_closed_or_gone() {
        for close in [true, false] {
            let (slot, mut inbox) = filled(SIZE);
            let waiter = tokio::spawn({
                let slot = slot.clone();
                async move { slot.put(envelope().0).await }
            });
            tokio::task::yield_now().await;
            if close {
                inbox.close();
                // What is in it can still be taken out.
                assert!(inbox.recv().await.is_some());
            }
            drop(inbox);
            let put = waiter.await.expect("no panic");
            assert!(matches!(put, Err(NotTaken::Closed(_))), "{put:?}");
            assert!(slot.is_closed());
        }
    }

    #[tokio::test]
    async fn who_waits_for_an_answer_finds_out_that_the_mailbox_is_gone() {
        let (slot, inbox) = mailbox();
        let (envelope, answer) = envelope();
        slot.try_put(envelope).expect("room");
        drop(inbox);
        assert!(answer.await.is_err());
    }

    #[tokio::test]
    async fn a_loss_is_made_good_though_somebody_who_had_room_went_away() {
        let (slot, mut inbox) = filled(SIZE);
        // In the place of the first one that is taken out, without having been woken yet.
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
