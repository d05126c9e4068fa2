//! Publish and subscribe for live topics, on all copies of the server.
//!
//! Messages may be lost, doubled and reordered. A reader subscribes first and then reads the topic's state; a gap in the
//! versions, [`Signal::Missed`] or [`Signal::NewWriter`] makes it read again. A slow reader loses messages instead of
//! filling memory.

mod signal;
mod subject;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::{Stream, StreamExt};
use tokio::sync::{OnceCell, broadcast};
use tokio_stream::wrappers::BroadcastStream;
use tokio_util::task::AbortOnDropHandle;

pub(crate) use signal::{Message, Signal};
pub(crate) use subject::Subject;

use crate::link::Link;

/// Messages that a slow subscriber may be behind before it loses some.
const BACKLOG: usize = 16;
const RESYNCED_AT_ONCE: usize = 100;
const RESYNC_PAUSE: Duration = Duration::from_millis(50);

pub(crate) struct Hub {
    table: Arc<Table>,
    link: Arc<dyn Link>,
}

/// The subjects with subscribers here.
#[derive(Default)]
struct Table(Mutex<HashMap<Subject, Opened>>);

struct Opened {
    /// Shared messages, so that the backlog of each subject is one of addresses.
    sender: broadcast::Sender<Arc<Signal>>,
    /// Task that passes on the messages of other copies; none on a single server. Ends with the last subscriber.
    others: Arc<OnceCell<Option<AbortOnDropHandle<()>>>>,
    confirmed: Arc<OnceCell<()>>,
}

impl Default for Opened {
    fn default() -> Self {
        Self {
            sender: broadcast::channel(BACKLOG).0,
            others: Arc::default(),
            confirmed: Arc::default(),
        }
    }
}

impl Table {
    fn lock(&self) -> MutexGuard<'_, HashMap<Subject, Opened>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, subject: &Subject, signal: Signal) {
        if let Some(opened) = self.lock().get(subject) {
            // An error only says that nobody is subscribed.
            let _ = opened.sender.send(Arc::new(signal));
        }
    }
}

impl Hub {
    pub(crate) fn new(link: Arc<dyn Link>) -> Self {
        Self {
            table: Arc::default(),
            link,
        }
    }

    /// Publishes to the subscribers on all copies.
    pub(crate) fn publish(&self, subject: &Subject, signal: Signal) {
        if self.link.is_shared() && subject.is_carried() {
            match signal.write() {
                Ok(payload) => self.link.publish(subject.as_str(), payload),
                Err(error) => tracing::error!(error = %error, "hub.write failed"),
            }
        }
        self.publish_here(subject, signal);
    }

    /// Publishes to the subscribers on this copy.
    pub(crate) fn publish_here(&self, subject: &Subject, signal: Signal) {
        self.table.publish(subject, signal);
    }

    /// Everything published here from now on; by other copies once [`Signals::confirmed`] returns.
    pub(crate) async fn subscribe(&self, subject: &Subject) -> Signals {
        let (signals, others) = {
            let mut table = self.table.lock();
            let opened = table.entry(subject.clone()).or_default();
            let signals = Signals {
                published: BroadcastStream::new(opened.sender.subscribe()),
                confirmed: opened.confirmed.clone(),
                link: self.link.clone(),
                _opened: Guard {
                    table: self.table.clone(),
                    subject: subject.clone(),
                },
            };
            (signals, opened.others.clone())
        };
        others.get_or_init(|| self.pass_on(subject)).await;
        signals
    }

    async fn pass_on(&self, subject: &Subject) -> Option<AbortOnDropHandle<()>> {
        if !subject.is_carried() {
            return None;
        }
        let mut arriving = self.link.listen(subject.as_str()).await?;
        let (table, subject) = (self.table.clone(), subject.clone());
        let passing = tokio::spawn(async move {
            while let Some(payload) = arriving.next().await {
                match Signal::read(&payload) {
                    Some(signal) => table.publish(&subject, signal),
                    None => {
                        tracing::warn!("hub.message not understood");
                        table.publish(&subject, Signal::Missed);
                    }
                }
            }
        });
        Some(AbortOnDropHandle::new(passing))
    }

    /// Returns `true` if there are subscribers here.
    pub(crate) fn is_open(&self, subject: &Subject) -> bool {
        self.table.lock().contains_key(subject)
    }

    /// Returns `false` if there are no subscribers on any copy.
    pub(crate) fn may_be_open(&self, subject: &Subject) -> bool {
        self.link.is_shared() || self.is_open(subject)
    }

    /// The subjects with subscribers here.
    pub(crate) fn opened(&self) -> Vec<Subject> {
        self.table.lock().keys().cloned().collect()
    }

    /// Makes subscribers read again whenever messages of other copies may be lost.
    pub(crate) async fn run(&self) {
        loop {
            self.link.missed().await;
            // After a reconnection.
            self.link.subscribed().await;
            self.resync(&Signal::Missed, |_| true).await;
        }
    }

    /// Makes subscribers here read again, a few at a time, by that signal.
    pub(crate) async fn resync(&self, signal: &Signal, is_meant: impl Fn(&Subject) -> bool) {
        let mut subjects = self.opened();
        subjects.retain(is_meant);
        for some in subjects.chunks(RESYNCED_AT_ONCE) {
            for subject in some {
                self.publish_here(subject, signal.clone());
            }
            tokio::time::sleep(RESYNC_PAUSE).await;
        }
    }
}

/// Signals of a subject. Ends the subscription when dropped.
pub(crate) struct Signals {
    // Before the guard, which counts the receivers left.
    published: BroadcastStream<Arc<Signal>>,
    confirmed: Arc<OnceCell<()>>,
    link: Arc<dyn Link>,
    _opened: Guard,
}

impl Signals {
    /// Waits until the messages of other copies arrive.
    pub(crate) async fn confirmed(&self) {
        self.confirmed.get_or_init(|| self.link.subscribed()).await;
    }
}

impl Stream for Signals {
    type Item = Signal;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Signal>> {
        let published = ready!(self.published.poll_next_unpin(context));
        Poll::Ready(published.map(|signal| match signal {
            Ok(signal) => Arc::unwrap_or_clone(signal),
            // The only error: the subscriber was too slow.
            Err(_) => Signal::Missed,
        }))
    }
}

/// Forgets a subject without receivers.
struct Guard {
    table: Arc<Table>,
    subject: Subject,
}

impl Drop for Guard {
    fn drop(&mut self) {
        let mut table = self.table.lock();
        let is_last = table
            .get(&self.subject)
            .is_some_and(|opened| opened.sender.receiver_count() == 0);
        let forgotten = is_last.then(|| table.remove(&self.subject));
        drop(table);
        drop(forgotten);
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::ws::Utf8Bytes;
    use futures_util::FutureExt;
    use komadai_protocol::{GameKey, ListKind};

    use super::*;
    use crate::link::Alone;

    fn hub() -> Hub {
        Hub::new(Arc::new(Alone))
    }

    fn event(version: u64) -> Signal {
        let text = Utf8Bytes::from_static("{}");
        Signal::Message(Message::event(version, text))
    }

    #[tokio::test]
    async fn a_subject_without_subscribers_is_forgotten() {
        let hub = hub();
        let (kept, left) = (
            Subject::list(ListKind::Lobby),
            Subject::game(&GameKey::from("left")),
        );
        let signals = hub.subscribe(&kept).await;
        let [one, two] = [hub.subscribe(&left).await, hub.subscribe(&left).await];
        drop(one);
        assert!(hub.is_open(&left));
        drop(two);
        assert_eq!(hub.opened(), [kept]);
        drop(signals);
        assert!(hub.opened().is_empty());
    }

    #[tokio::test]
    async fn a_slow_subscriber_loses_messages_and_is_told() {
        let hub = hub();
        let subject = Subject::list(ListKind::Lobby);
        let mut signals = hub.subscribe(&subject).await;
        (1..=BACKLOG as u64 + 5).for_each(|version| hub.publish(&subject, event(version)));
        assert_eq!(signals.next().now_or_never(), Some(Some(Signal::Missed)));
        assert_eq!(signals.next().now_or_never(), Some(Some(event(6))));
    }

    #[tokio::test]
    async fn messages_reach_the_subscribers_of_their_subject_alone() {
        let hub = hub();
        let [a, b] = ["a", "b"].map(|key| Subject::game(&GameKey::from(key)));
        let (mut of_a, mut of_b) = (hub.subscribe(&a).await, hub.subscribe(&b).await);
        hub.publish(&a, event(1));
        assert_eq!(of_a.next().now_or_never(), Some(Some(event(1))));
        assert_eq!(of_b.next().now_or_never(), None);
        hub.resync(&Signal::Missed, |_| true).await;
        assert_eq!(of_b.next().now_or_never(), Some(Some(Signal::Missed)));
    }
}
