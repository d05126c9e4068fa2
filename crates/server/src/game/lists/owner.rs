//! The owner of a list.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use komadai_protocol::{List, ListChange, ListKind, ServerMessage};
use tokio::sync::Mutex;
use tokio::time::MissedTickBehavior;

use super::GameRegistry;
use super::replica::REFRESH_EVERY;
use crate::game::question::Answer;
use crate::game::slots::Holder;
use crate::hub::{Message, Signal, Subject};

/// Interval of reads without an announced change: entries expire, and players get other names.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// Shortest interval between reads for announced changes: debounces bursts.
const PAUSE: Duration = Duration::from_secs(1);
/// Pause after a failed read, milliseconds.
const FAILED_PAUSE_MS: i64 = 1000;
/// Time for which another copy that has asked counts as a follower.
const FOLLOWED_MS: i64 = 3 * REFRESH_EVERY.as_millis() as i64;
/// Versions that an owner can give: below 2^53 with two million owners, as JavaScript's numbers are exact up to there.
const VERSION_BITS: u32 = 32;

#[derive(Default)]
pub(super) struct Owner {
    owned: Mutex<Option<Owned>>,
    /// Dirty: an announced change has not been read.
    is_outdated: AtomicBool,
    /// Moment until which nothing is read after a failure, on the counted line.
    paused_until_ms: AtomicI64,
    /// Moment until which other copies count as followers, on the counted line.
    followed_until_ms: AtomicI64,
}

struct Owned {
    epoch: i64,
    list: List,
}

impl Owner {
    pub(super) fn outdate(&self) {
        self.is_outdated.store(true, Ordering::Relaxed);
    }
}

/// Marks the list as outdated when dropped.
struct Outdating<'a>(&'a AtomicBool);

impl Drop for Outdating<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

enum Unread {
    /// Another copy owns the list.
    Elsewhere,
    Failed,
}

/// The first version of an owner: later than all of those before.
fn first_version(epoch: i64) -> u64 {
    (epoch.unsigned_abs() << VERSION_BITS) + 1
}

impl GameRegistry {
    /// Owns the lists whose slots this copy has, until the server stops.
    pub(crate) async fn own_lists(self: Arc<Self>) {
        let owning = ListKind::ALL.iter().map(|&kind| self.own_list(kind));
        tokio::select! {
            () = self.stop.cancelled() => {}
            _ = futures_util::future::join_all(owning) => {}
        }
    }

    async fn own_list(&self, kind: ListKind) {
        loop {
            let holder = self.holder(kind.name());
            let owning = async {
                match holder {
                    Holder::Here(_) => self.keep_current(kind).await,
                    _ => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.moved(kind.name(), holder) => {}
                () = owning => {}
            }
        }
    }

    /// Reads the list when it may have changed, while it has followers.
    async fn keep_current(&self, kind: ListKind) {
        let subject = Subject::list(kind);
        let mut changes = self.hub.subscribe(&Subject::changes_of(kind)).await;
        changes.confirmed().await;
        // Followers of the last owner ask this one.
        self.hub.publish(&subject, Signal::NewWriter);
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                Some(_) = changes.next() => {
                    // The list has all of a burst.
                    while changes.next().now_or_never().flatten().is_some() {}
                }
                _ = ticks.tick() => {}
            }
            let owner = &self.lists.of(kind).owner;
            owner.outdate();
            if !self.is_followed(kind) {
                continue;
            }
            self.list_after(kind, None).await;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Announces to the owner, on whatever copy, that entries have come, gone or changed.
    pub(in crate::game) fn list_changed(&self, kind: ListKind) {
        self.hub.publish(&Subject::changes_of(kind), Signal::Missed);
    }

    fn is_followed(&self, kind: ListKind) -> bool {
        let until_ms = &self.lists.of(kind).owner.followed_until_ms;
        self.hub.is_open(&Subject::list(kind))
            || self.time.counted_ms() < until_ms.load(Ordering::Relaxed)
    }

    /// The list, if this copy owns it. Reads it if it may be outdated, and publishes the difference.
    async fn owned_list(&self, kind: ListKind) -> Result<List, Unread> {
        let owner = &self.lists.of(kind).owner;
        let mut owned = owner.owned.lock().await;
        let Holder::Here(epoch) = self.holder(kind.name()) else {
            // Kept: if the slot is not handed over after all, the versions of this epoch go on.
            owner.outdate();
            return Err(Unread::Elsewhere);
        };
        if owned.as_ref().is_some_and(|it| it.epoch != epoch) {
            *owned = None;
        }
        let is_paused = self.time.counted_ms() < owner.paused_until_ms.load(Ordering::Relaxed);
        let is_current = owned.is_some() && !owner.is_outdated.load(Ordering::Relaxed);
        if is_paused || is_current {
            return owned
                .as_ref()
                .map(|it| it.list.clone())
                .ok_or(Unread::Failed);
        }
        // A caller may give up in the middle of the read.
        let reading = Outdating(&owner.is_outdated);
        owner.is_outdated.store(false, Ordering::Relaxed);
        let Some(read) = self.entries(kind).await else {
            let until_ms = self.time.counted_ms() + FAILED_PAUSE_MS;
            owner.paused_until_ms.store(until_ms, Ordering::Relaxed);
            // The last list goes on.
            return owned
                .as_ref()
                .map(|it| it.list.clone())
                .ok_or(Unread::Failed);
        };
        std::mem::forget(reading);
        let owned = match &mut *owned {
            Some(owned) => {
                if let Some(change) = owned.list.replace(read) {
                    self.publish_change(kind, owned.list.version(), change);
                }
                owned
            }
            None => owned.insert(Owned {
                epoch,
                list: read.at(first_version(epoch)),
            }),
        };
        Ok(owned.list.clone())
    }

    fn publish_change(&self, kind: ListKind, version: u64, change: ListChange) {
        if let Some(text) = self.written(&ServerMessage::ListChange(change)) {
            let message = Message::event(version, text);
            self.hub
                .publish(&Subject::list(kind), Signal::Message(message));
        }
    }

    /// Notes that another copy follows the list.
    pub(super) fn followed_elsewhere(&self, kind: ListKind) {
        let until_ms = self.time.counted_ms() + FOLLOWED_MS;
        let owner = &self.lists.of(kind).owner;
        owner.followed_until_ms.store(until_ms, Ordering::Relaxed);
    }

    /// The list, unless it is of that version.
    pub(super) async fn list_after(&self, kind: ListKind, after: Option<u64>) -> Answer {
        match self.owned_list(kind).await {
            Ok(list) if Some(list.version()) == after => Answer::List(None),
            Ok(list) => Answer::List(Some(Box::new(list))),
            Err(Unread::Elsewhere) => Answer::Elsewhere,
            Err(Unread::Failed) => Answer::Busy,
        }
    }
}
