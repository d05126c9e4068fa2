//! Ownership of slots: heartbeats, and slots that are taken, handed over and lost.

use std::collections::BTreeSet;
use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use komadai_store::{Pulse, Slot, StoreError};

use super::registry::GameRegistry;
use super::slots::{Heartbeat, Held, LEASE_MS, preferred};
use crate::hub::{Signal, Subject};
use crate::link::WIRE_VERSION;
use crate::request::Request;
use crate::server_id::ServerId;

const BEAT_EVERY: Duration = Duration::from_secs(1);
/// Interval of heartbeats where other copies wait for the end of the lease.
const BEAT_SHARED_EVERY: Duration = Duration::from_millis(500);
/// Time after the end of another copy's lease at which it is looked at again.
const AFTER_LEASE_MS: i64 = 20;
/// Interval of forgetting idle addresses.
const FORGET_EVERY: Duration = Duration::from_secs(60);
const STEP_TIMEOUT: Duration = Duration::from_secs(10);
/// Shortest interval between reads of the table on behalf of requests.
const LOOK_PAUSE: Duration = Duration::from_millis(50);
/// Heartbeats after which a copy that came gets slots of others.
const SETTLED_PULSES: u32 = 3;
const GIVEN_AT_ONCE: usize = 128;
/// Games of slots that came that are loaded at once: requests are served between them.
const LOADED_AT_ONCE: usize = 32;
/// Longest wait for referees of slots that are handed over. The epoch keeps later appends out.
const REFEREES_END: Duration = Duration::from_secs(2);
const REFEREES_LOOK: Duration = Duration::from_millis(5);

/// Progress of this copy in following the slots.
#[derive(Default)]
pub(super) struct Follower {
    /// Other copies that were alive.
    members: BTreeSet<ServerId>,
    /// Changes of owners that the table includes.
    changes: i64,
    /// Slots that came, whose live games are still to be loaded.
    to_load: BTreeSet<Slot>,
}

impl GameRegistry {
    /// Sends heartbeats until the server stops.
    pub(crate) async fn keep_lease(self: Arc<Self>) {
        let every = match self.has_rivals() {
            true => BEAT_SHARED_EVERY,
            false => BEAT_EVERY,
        };
        let mut forgets = tokio::time::interval(FORGET_EVERY);
        let mut shown_ms = 0;
        let mut pause = Duration::ZERO;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
                _ = forgets.tick() => {
                    self.rates.evict_idle();
                    continue;
                }
            }
            self.show_clocks_after_standstill(&mut shown_ms);
            pause = match self.beat().await {
                Ok(pulse) => until_next_beat(&pulse, every),
                Err(error) => {
                    tracing::error!(error = %error, "lease.renew failed");
                    every
                }
            };
        }
    }

    /// Renews the lease and refreshes the membership.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn beat(&self) -> Result<Pulse, StoreError> {
        let sent = self.time.passed();
        let this = self.server.to_string();
        let pulse = self.store.heartbeat(&this, LEASE_MS).await?;
        self.slots.extend_lease(Heartbeat {
            sent,
            answered: self.time.passed(),
            database_ms: pulse.now_ms,
        });
        self.membership.note(&pulse);
        Ok(pulse)
    }

    /// Follows the slots until the server stops.
    pub(crate) async fn follow_slots(self: Arc<Self>) {
        if !self.has_rivals() {
            return;
        }
        let mut pulses = self.membership.subscribe();
        loop {
            let reads = tokio::select! {
                biased;
                () = self.stop.cancelled() => return,
                _ = pulses.changed() => false,
                () = self.link.change() => {
                    // A copy may have left.
                    if let Err(error) = self.beat().await {
                        tracing::error!(error = %error, "lease.renew failed");
                    }
                    true
                }
                () = self.slots.outdated() => {
                    tokio::time::sleep(LOOK_PAUSE).await;
                    true
                }
            };
            match tokio::time::timeout(STEP_TIMEOUT, self.follow_once(reads)).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => tracing::error!(error = %error, "slots.follow failed"),
                Err(_) => tracing::error!("slots.follow: the database does not answer"),
            }
        }
    }

    /// Takes the slots that are due to this copy, loads their live games, and hands over slots that are due to others.
    /// Returns the number of games.
    ///
    /// # Errors
    /// The database failed. The rest is done the next time.
    pub(crate) async fn follow_once(self: &Arc<Self>, reads: bool) -> Result<usize, StoreError> {
        let mut follower = self.follower.lock().await;
        self.follow_members(&mut follower.members);
        // After a failover of the database it may be lower.
        let is_outdated = self.membership.changes() != follower.changes || self.slots.has_lapsed();
        if reads || is_outdated {
            self.read_slots(&mut follower).await?;
        }
        self.take_slots(&mut follower).await?;
        let loaded = self.load_games(&mut follower).await?;
        self.hand_over_slots(&mut follower).await?;
        Ok(loaded)
    }

    async fn read_slots(self: &Arc<Self>, follower: &mut Follower) -> Result<(), StoreError> {
        let lapses = self.slots.lapses();
        let rows = self.store.slots().await?;
        follower.changes = rows.iter().map(|row| row.epoch).sum();
        let table = rows.into_iter().map(Held::from).collect();
        let changed = self.slots.replace(table, lapses);
        let came = changed.iter().filter(|it| it.owner == Some(self.server));
        follower.to_load.extend(came.map(|it| it.slot));
        let held = self.slots.table().into_iter();
        let held = held.filter(|it| it.owner == Some(self.server)).count();
        self.metrics.slots(held);
        if !changed.is_empty() {
            let changed: BTreeSet<Slot> = changed.iter().map(|it| it.slot).collect();
            self.wake_referees(&changed);
            let registry = self.clone();
            // The sockets announce themselves to the new owners, and read what was stored and not published.
            tokio::spawn(async move {
                let is_meant = |subject: &Subject| {
                    let stream = subject.stream();
                    stream.is_some_and(|stream| changed.contains(&Slot::of(stream)))
                };
                registry.hub.resync(&Signal::NewWriter, is_meant).await;
            });
        }
        Ok(())
    }

    /// Wakes the referees of these slots, which check whether they still have their games. Returns their flags, which
    /// are unset when they end.
    fn wake_referees(&self, slots: &BTreeSet<Slot>) -> Vec<Arc<AtomicBool>> {
        let mut referees = Vec::new();
        for (mailbox, is_referee) in self.referees_of(slots) {
            // A full mailbox wakes its referee anyway.
            let _ = mailbox.try_put(self.envelope(Request::StoodStill).0);
            referees.push(is_referee);
        }
        referees
    }

    async fn take_slots(self: &Arc<Self>, follower: &mut Follower) -> Result<(), StoreError> {
        let alive = self.membership.alive(self.server);
        let is_free = |held: &Held| {
            let owner = held.owner.filter(|owner| alive.contains(owner));
            owner.is_none() && preferred(held.slot, &alive) == Some(self.server)
        };
        let free = self.slots.table().into_iter().filter(is_free);
        let free: Vec<Slot> = free.map(|held| held.slot).collect();
        if free.is_empty() || !self.slots.takes_from_dead(self.time.passed()) {
            return Ok(());
        }
        let this = self.server.to_string();
        self.store.take_slots(&this, &free).await?;
        self.link.announce();
        self.read_slots(follower).await
    }

    /// Starts the referees of games with pending deadlines in slots that came.
    async fn load_games(self: &Arc<Self>, follower: &mut Follower) -> Result<usize, StoreError> {
        if follower.to_load.is_empty() {
            return Ok(0);
        }
        let slots: Vec<Slot> = follower.to_load.iter().copied().collect();
        let mut games = self.store.live_games(&slots).await?;
        follower.to_load.clear();
        games.retain(|game| self.is_here(game));
        let count = games.len();
        let registry = self.clone();
        tokio::spawn(async move {
            let games = stream::iter(games).filter(|game| ready(registry.is_here(game)));
            let loads = games.for_each_concurrent(LOADED_AT_ONCE, |game| registry.take_up(game));
            tokio::select! {
                () = loads => {}
                () = registry.stop.cancelled() => {}
            }
        });
        Ok(count)
    }

    /// Hands slots over to copies that came, some at a time.
    async fn hand_over_slots(self: &Arc<Self>, follower: &mut Follower) -> Result<(), StoreError> {
        let alive = self.membership.alive(self.server);
        let settled = self.membership.settled(SETTLED_PULSES);
        let own = self.slots.table().into_iter();
        let own = own.filter(|held| held.owner == Some(self.server));
        let heirs = own.filter_map(|held| {
            let heir = preferred(held.slot, &alive)?;
            settled.contains(&heir).then_some((held.slot, heir))
        });
        let mut heirs: Vec<(Slot, ServerId)> = heirs.collect();
        let reached = self.reached(heirs.iter().map(|(_, heir)| *heir)).await;
        heirs.retain(|(_, heir)| reached.contains(heir));
        heirs.truncate(GIVEN_AT_ONCE);
        if heirs.is_empty() {
            return Ok(());
        }
        self.slots.release(&heirs);
        // Read again if the database fails.
        follower.changes = 0;
        self.end_referees(&heirs.iter().map(|(slot, _)| *slot).collect())
            .await;
        tracing::info!(slots.count = heirs.len(), "slots.handed over");
        let heirs = heirs.into_iter();
        let heirs: Vec<_> = heirs.map(|(slot, heir)| (slot, heir.to_string())).collect();
        let this = self.server.to_string();
        self.store.hand_over(&this, &heirs).await?;
        self.link.announce();
        self.read_slots(follower).await
    }

    /// Those of the copies that can be asked and speak this wire version.
    async fn reached(&self, copies: impl Iterator<Item = ServerId>) -> BTreeSet<ServerId> {
        let mut reached: BTreeSet<ServerId> = copies.collect();
        for copy in reached.clone() {
            if self.link.version(copy).await != Ok(WIRE_VERSION) {
                reached.remove(&copy);
            }
        }
        reached
    }

    /// Waits until the referees of these slots have ended. One that is loading sees by itself that the slot has gone.
    async fn end_referees(&self, slots: &BTreeSet<Slot>) {
        let referees = self.wake_referees(slots);
        let all_end = async {
            while referees.iter().any(|it| it.load(Ordering::Relaxed)) {
                tokio::time::sleep(REFEREES_LOOK).await;
            }
        };
        if tokio::time::timeout(REFEREES_END, all_end).await.is_err() {
            tracing::warn!("slots.hand over: a referee does not end");
        }
    }

    /// Ends the lease of this copy, when no referee is left here: the others take its slots.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        self.store.leave(&self.server.to_string()).await
    }
}

/// Time until the next heartbeat: earlier if the lease of another copy ends before.
fn until_next_beat(pulse: &Pulse, every: Duration) -> Duration {
    let left_ms = pulse.others.iter().map(|other| other.left_ms).min();
    let left = left_ms.and_then(|left_ms| u64::try_from(left_ms + AFTER_LEASE_MS).ok());
    left.map_or(every, |left| every.min(Duration::from_millis(left)))
}
