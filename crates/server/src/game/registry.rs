//! Finds the referee of a game, starts one if there is none, keeps the leases.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use komadai_play::{GameState, PlayerId};
use komadai_protocol::{ErrorCode, GameKey};
use komadai_store::{LeaseTime, Store, StoreError, StoredEvent};
use lru::LruCache;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::referee::{Envelope, Referee, Stop};
use super::request::{Request, Response};
use super::{View, log};
use crate::bus::Bus;
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::server_id::ServerId;
use crate::time::Time;

/// How long a lease holds without being renewed, milliseconds.
pub(crate) const LEASE_MS: i64 = 3000;
/// How often leases are renewed.
const RENEW_EVERY: Duration = Duration::from_secs(1);
/// Requests that may wait for one referee.
const MAILBOX_SIZE: usize = 64;
/// States of games without a referee that are kept; that of a very long game takes some 2 MB.
const KEPT_STATES: NonZeroUsize = NonZeroUsize::new(32).unwrap();
/// How often a request asks for a referee, …
const REFEREES_TRIED: u32 = 8;
/// … and how long it waits for one that is on its way.
const REFEREE_PAUSE: Duration = Duration::from_millis(25);
/// Longest pause before another referee is started after a fault.
const MAX_RESTART_PAUSE: Duration = Duration::from_secs(10);

/// Where the requests for one referee go.
struct Mailbox {
    sender: mpsc::Sender<Envelope>,
    /// Tells this referee from a later one of the same game.
    number: u64,
}

#[derive(Default)]
struct Mailboxes {
    by_game: HashMap<GameKey, Mailbox>,
    /// Games whose referee failed, at that moment, and that wait for the next one.
    failed: HashMap<GameKey, i64>,
    next_number: u64,
}

/// Faults of the referees of a game, one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct Faults {
    count: u32,
    /// When the last one failed, for the one that is to be started.
    at_ms: Option<i64>,
}

/// What to answer when the store failed: what is damaged does not get better by trying again.
pub(super) fn code_of(error: &StoreError) -> ErrorCode {
    match error {
        StoreError::Missing { .. } | StoreError::Unreadable { .. } => ErrorCode::Internal,
        StoreError::Database(_) | StoreError::Closed => ErrorCode::StorageFailed,
    }
}

/// All games of this server.
pub(crate) struct GameRegistry {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Time,
    pub(crate) rates: Arc<Rates>,
    pub(crate) metrics: Arc<Metrics>,
    /// This server's name on leases.
    pub(crate) server: ServerId,
    mailboxes: Mutex<Mailboxes>,
    /// States of games that were looked at and have no referee: replaying a long log takes a while.
    kept_states: Mutex<LruCache<GameKey, Arc<GameState>>>,
    tasks: TaskTracker,
    pub(super) stop: CancellationToken,
}

impl GameRegistry {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        time: Time,
        rates: Arc<Rates>,
        metrics: Arc<Metrics>,
        stop: CancellationToken,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            bus,
            time,
            rates,
            metrics,
            server: ServerId::new(),
            mailboxes: Mutex::default(),
            kept_states: Mutex::new(LruCache::new(KEPT_STATES)),
            tasks: TaskTracker::new(),
            stop,
        })
    }

    /// Starts a referee for every game whose clock runs and that has none. Returns how many.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn adopt_orphans(self: &Arc<Self>) -> Result<usize, StoreError> {
        let orphans = self.store.orphans(self.lease_time()).await?;
        for game in &orphans {
            self.mailbox(game);
        }
        Ok(orphans.len())
    }

    /// Renews leases and adopts orphans until the server stops.
    pub(crate) async fn keep_leases(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(RENEW_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut seconds = 0u64;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => {}
            }
            if let Err(error) = self.renew().await {
                tracing::error!(error = %error, "lease.renew failed");
            }
            if let Err(error) = self.adopt_orphans().await {
                tracing::error!(error = %error, "lease.adopt failed");
            }
            seconds += 1;
            if seconds.is_multiple_of(60) {
                self.rates.forget_quiet();
            }
        }
    }

    /// Renews the lease on all games of this server.
    pub(crate) async fn renew(&self) -> Result<(), StoreError> {
        let server = self.server.to_string();
        self.store.renew(&server, self.lease_time()).await.map(drop)
    }

    /// Gives all games back, when nobody referees any more: the next server need not wait until the lease is over.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        let server = self.server.to_string();
        self.store.leave(&server, self.lease_time()).await
    }

    /// Now, as leases count it.
    pub(super) fn lease_time(&self) -> LeaseTime {
        LeaseTime {
            now_ms: self.time.now_ms(),
            lease_ms: LEASE_MS,
        }
    }

    fn mailboxes(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the referee of a game.
    pub(crate) async fn ask(self: &Arc<Self>, game: &GameKey, request: Request) -> Response {
        // More tries than one: the referee may just have stopped, or failed.
        for _ in 0..REFEREES_TRIED {
            if self.stop.is_cancelled() {
                return Response::Denied(ErrorCode::ShuttingDown);
            }
            let (reply, answer) = oneshot::channel();
            let Some(mailbox) = self.mailbox(game) else {
                tokio::time::sleep(REFEREE_PAUSE).await;
                continue;
            };
            if mailbox.send((request.clone(), reply)).await.is_ok() {
                // No answer: the referee failed in the middle of it. Asking again could fail
                // again, so that is left to the client, whose ids make it safe.
                return answer
                    .await
                    .unwrap_or(Response::Denied(ErrorCode::Internal));
            }
        }
        Response::Denied(ErrorCode::StorageFailed)
    }

    /// Gives the referee of a game a request, in the order of the calls, and returns where the answer comes.
    pub(crate) async fn submit(
        self: &Arc<Self>,
        game: &GameKey,
        request: Request,
    ) -> oneshot::Receiver<Response> {
        let (reply, answer) = oneshot::channel();
        let mailbox = match self.stop.is_cancelled() {
            true => None,
            false => self.mailbox(game),
        };
        let (request, reply) = match mailbox {
            Some(mailbox) => match mailbox.send((request, reply)).await {
                Ok(()) => return answer,
                Err(closed) => closed.0,
            },
            None => (request, reply),
        };
        // It has just stopped, or failed.
        let _ = reply.send(self.ask(game, request).await);
        answer
    }

    /// Sends a referee something, if there is one.
    pub(crate) async fn notify(&self, game: &GameKey, request: Request) {
        let mailbox = self.existing_mailbox(game);
        if let Some(mailbox) = mailbox {
            let _ = mailbox.send((request, oneshot::channel().0)).await;
        }
    }

    /// The game as one person sees it. Starts no referee.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(crate) async fn view(
        self: &Arc<Self>,
        game: &GameKey,
        player: Option<&PlayerId>,
    ) -> Result<View, ErrorCode> {
        let has_referee = self.mailboxes().by_game.contains_key(game);
        if has_referee {
            let player = player.cloned();
            return match self.ask(game, Request::View { player }).await {
                Response::View(view) => Ok(*view),
                Response::Denied(code) => Err(code),
                _ => Err(ErrorCode::Internal),
            };
        }
        let state = self.sleeping(game).await?;
        Ok(View::new(&state, player, self.time.now_ms()))
    }

    /// The state of a game without a referee.
    async fn sleeping(&self, game: &GameKey) -> Result<Arc<GameState>, ErrorCode> {
        let failed = |error: StoreError| {
            tracing::error!(game.id = game.short(), error = %error, "game.read failed");
            code_of(&error)
        };
        let row = self.store.game(game).await.map_err(failed)?;
        let seq = row.ok_or(ErrorCode::NoSuchGame)?.seq;
        let kept = self.kept_states().get(game).cloned();
        if let Some(state) = kept.filter(|state| state.seq() == seq) {
            return Ok(state);
        }
        let events = self.log_of(game).await?;
        let state = log::replay(game, events).map_err(|error| {
            tracing::error!(error = %error, "game.replay failed");
            ErrorCode::Internal
        })?;
        let state = Arc::new(state);
        self.kept_states().put(game.clone(), state.clone());
        Ok(state)
    }

    /// All events of a game.
    ///
    /// # Errors
    /// There is no such game, or they cannot be read.
    pub(super) async fn log_of(&self, game: &GameKey) -> Result<Vec<StoredEvent>, ErrorCode> {
        let events = self.store.events(game, 0).await.map_err(|error| {
            tracing::error!(game.id = game.short(), error = %error, "game.read failed");
            code_of(&error)
        })?;
        // Every game has a first one: this one has expired since its row was read.
        match events.is_empty() {
            true => Err(ErrorCode::NoSuchGame),
            false => Ok(events),
        }
    }

    fn kept_states(&self) -> MutexGuard<'_, LruCache<GameKey, Arc<GameState>>> {
        self.kept_states
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn existing_mailbox(&self, game: &GameKey) -> Option<mpsc::Sender<Envelope>> {
        let mailboxes = self.mailboxes();
        let mailbox = mailboxes.by_game.get(game)?;
        Some(mailbox.sender.clone())
    }

    /// The mailbox of the game's referee, which is started if there is none. `None`: it has failed, and
    /// the next one is on its way.
    fn mailbox(self: &Arc<Self>, game: &GameKey) -> Option<mpsc::Sender<Envelope>> {
        let mut mailboxes = self.mailboxes();
        match mailboxes.by_game.get(game) {
            Some(mailbox) if !mailbox.sender.is_closed() => Some(mailbox.sender.clone()),
            _ if mailboxes.failed.contains_key(game) => None,
            _ => Some(self.start_referee(&mut mailboxes, game, Faults::default())),
        }
    }

    /// Starts a referee after `count` of its predecessors failed in a row, unless there is one.
    fn restart_referee(self: &Arc<Self>, game: &GameKey, count: u32) {
        let mut mailboxes = self.mailboxes();
        let faults = Faults {
            count,
            at_ms: mailboxes.failed.remove(game),
        };
        let open = |mailbox: &Mailbox| !mailbox.sender.is_closed();
        if !mailboxes.by_game.get(game).is_some_and(open) {
            self.start_referee(&mut mailboxes, game, faults);
        }
    }

    fn start_referee(
        self: &Arc<Self>,
        mailboxes: &mut Mailboxes,
        game: &GameKey,
        faults: Faults,
    ) -> mpsc::Sender<Envelope> {
        let (sender, envelopes) = mpsc::channel(MAILBOX_SIZE);
        mailboxes.next_number += 1;
        let number = mailboxes.next_number;
        let mailbox = Mailbox {
            sender: sender.clone(),
            number,
        };
        mailboxes.by_game.insert(game.clone(), mailbox);
        let (registry, game) = (self.clone(), game.clone());
        self.tasks
            .spawn(async move { registry.supervise(game, number, envelopes, faults).await });
        sender
    }

    /// Runs a referee from taking the game to leaving it. A fault ends this referee, not the
    /// server and not other games; the next one reads the log.
    async fn supervise(
        self: Arc<Self>,
        game: GameKey,
        number: u64,
        envelopes: mpsc::Receiver<Envelope>,
        faults: Faults,
    ) {
        let stop = self.stop.clone();
        let running =
            AssertUnwindSafe(run(self.clone(), &game, envelopes, faults.at_ms)).catch_unwind();
        let why = tokio::select! {
            result = running => result.unwrap_or(Stop::Panicked),
            () = stop.cancelled() => Stop::Idle,
        };
        let has_failed = matches!(why, Stop::Fenced | Stop::Database | Stop::Panicked);
        {
            let mut mailboxes = self.mailboxes();
            let mailbox = mailboxes.by_game.get(&game);
            if mailbox.is_some_and(|mailbox| mailbox.number == number) {
                mailboxes.by_game.remove(&game);
                // Whoever asks meanwhile starts no chain of restarts of their own.
                if has_failed {
                    let failed_ms = faults.at_ms.unwrap_or_else(|| self.time.now_ms());
                    mailboxes.failed.insert(game.clone(), failed_ms);
                }
            } else if has_failed {
                // Another one has taken its place already.
                return;
            }
        }
        match why {
            _ if stop.is_cancelled() => {}
            Stop::Idle => {}
            Stop::Needed => self.restart_referee(&game, 0),
            Stop::Fenced | Stop::Database | Stop::Panicked => {
                let faults = faults.count + 1;
                self.metrics.fault();
                tracing::error!(
                    game.id = game.short(),
                    game.faults = faults,
                    referee.stop = ?why,
                    "referee.fault"
                );
                // A running clock needs a referee, whether somebody asks or not.
                let pause = Duration::from_millis(10 << faults.min(11)).min(MAX_RESTART_PAUSE);
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(pause) => self.restart_referee(&game, faults),
                }
            }
        }
    }

    /// Games with a referee.
    pub(crate) fn live(&self) -> usize {
        self.mailboxes().by_game.len()
    }

    /// Stops all referees. Nothing is appended afterwards.
    pub(crate) async fn close(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// A referee's life. Returns why it ended.
async fn run(
    registry: Arc<GameRegistry>,
    game: &GameKey,
    mut envelopes: mpsc::Receiver<Envelope>,
    failed_ms: Option<i64>,
) -> Stop {
    match Referee::load(registry, game, failed_ms).await {
        Ok(referee) => referee.run(envelopes).await,
        Err(code) => {
            envelopes.close();
            while let Some((_, reply)) = envelopes.recv().await {
                let _ = reply.send(Response::Denied(code));
            }
            // What else may go wrong does not get better by itself.
            if code == ErrorCode::StorageFailed {
                Stop::Database
            } else {
                Stop::Idle
            }
        }
    }
}
