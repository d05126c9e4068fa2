//! The lease of this server on its games.

use std::sync::Arc;
use std::time::Duration;

use komadai_store::{LeaseTime, StoreError};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::membership::Takeover;
use super::registry::GameRegistry;

/// How long a lease holds without being renewed, milliseconds. What is left of three seconds is for taking the games
/// over.
pub(crate) const LEASE_MS: i64 = 2000;
const LEASE: Duration = Duration::from_millis(LEASE_MS as u64);
/// How often leases are renewed, …
const RENEW_EVERY: Duration = Duration::from_secs(1);
/// … and how often where others wait for their end.
const RENEW_SHARED_EVERY: Duration = Duration::from_millis(500);
/// How often networks are forgotten that have been quiet.
const FORGET_EVERY: Duration = Duration::from_secs(60);

/// What this server knows of its lease.
pub(super) struct Lease(watch::Sender<Holding>);

#[derive(Clone, Copy)]
struct Holding {
    /// Until when no other server can have taken its games, in time since the start: unlike the time of games it goes on
    /// while the server stands still.
    until: Duration,
    /// How often that moment has passed: others may have taken games since.
    lapses: u64,
}

impl Default for Lease {
    fn default() -> Self {
        Self(watch::Sender::new(Holding {
            until: Duration::ZERO,
            lapses: 0,
        }))
    }
}

impl GameRegistry {
    /// Renews leases until the server stops. Where it is the only server, it adopts orphans, too.
    pub(crate) async fn keep_leases(self: Arc<Self>) {
        let is_shared = self.link.is_shared();
        let every = if is_shared {
            RENEW_SHARED_EVERY
        } else {
            RENEW_EVERY
        };
        let mut ticks = tokio::time::interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut forgets = tokio::time::interval(FORGET_EVERY);
        let mut shown_ms = 0;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => {}
                _ = forgets.tick() => {
                    self.rates.evict_idle();
                    continue;
                }
            }
            self.show_clocks_after_standstill(&mut shown_ms);
            if let Err(error) = self.renew().await {
                tracing::error!(error = %error, "lease.renew failed");
            }
            if !is_shared && let Err(error) = self.adopt_orphans(Takeover::All).await {
                tracing::error!(error = %error, "lease.adopt failed");
            }
        }
    }

    /// Starts a referee for every game whose clock runs and that has none, or for those that this server is to take
    /// up first. Returns how many.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn adopt_orphans(
        self: &Arc<Self>,
        share: Takeover,
    ) -> Result<usize, StoreError> {
        let mut orphans = self.store.orphans(self.lease_time()).await?;
        orphans.retain(|game| self.takes_over(share, game));
        for game in &orphans {
            self.take_up(game);
        }
        Ok(orphans.len())
    }

    /// Renews the lease on all games of this server.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn renew(&self) -> Result<(), StoreError> {
        let server = self.server.to_string();
        let begun = self.time.passed();
        let (now_ms, late) = self.late_turns.sign_of_life(&self.time);
        let time = LeaseTime {
            now_ms,
            ..self.lease_time()
        };
        self.store.renew(&server, time, &late).await?;
        let done = self.time.passed();
        self.late_turns.noted(&late);
        self.lease.0.send_modify(|holding| {
            if done >= holding.until {
                holding.lapses += 1;
            }
            holding.until = begun + LEASE;
        });
        Ok(())
    }

    /// Gives all games back, when nobody referees any more: the next server need not wait until the lease is over.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        let server = self.server.to_string();
        self.store.leave(&server, self.lease_time()).await
    }

    /// Now, as leases count it.
    pub(super) fn lease_time(&self) -> LeaseTime {
        LeaseTime {
            now_ms: self.time.counted_ms(),
            lease_ms: LEASE_MS,
        }
    }

    /// Whether no other server can have taken a game of this one.
    pub(crate) fn holds_lease(&self) -> bool {
        !self.link.is_shared() || self.time.passed() < self.lease.0.borrow().until
    }

    /// Waits until no other server can have taken a game of this one unnoticed: it may have stood still. Returns how
    /// often the lease has been over; another number than before is a reason to ask the database who has a game. While
    /// the database is away this waits as long as it takes.
    pub(super) async fn sure_of_lease(&self) -> u64 {
        if !self.link.is_shared() {
            return 0;
        }
        let mut lease = self.lease.0.subscribe();
        loop {
            let holding = *lease.borrow_and_update();
            if self.time.passed() < holding.until {
                return holding.lapses;
            }
            if lease.changed().await.is_err() {
                return holding.lapses;
            }
        }
    }
}
