//! Mailboxes of games, and the supervisor of the referee or forwarder behind each.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use komadai_protocol::{ErrorCode, GameKey};
use komadai_store::Slot;
use tokio::sync::oneshot;

use super::forward::{self, Forwarded};
use super::inbox::{self, Inbox, Need, Outbox};
use super::referee::{NotLoaded, Referee, Stop};
use super::registry::GameRegistry;
use super::slots::Holder;
use crate::metrics::LiveGame;
use crate::request::{Request, Response};

const IDLE: Duration = Duration::from_secs(60);
/// Longest load of a referee, including the wait for the lease and the time its first request has already
/// waited.
const LOADED_WITHIN: Duration = Duration::from_secs(15);
/// Longest wait for news of a slot that this copy has lost.
const HOLDER_WITHIN: Duration = Duration::from_secs(2);
const HOLDER_PAUSE: Duration = Duration::from_millis(250);
const MAX_RESTART_PAUSE: Duration = Duration::from_secs(10);

struct Mailbox {
    outbox: Outbox,
    slot: Slot,
    /// Distinguishes it from later mailboxes of the game.
    number: u64,
    /// `false` while there is no referee here.
    is_referee: Arc<AtomicBool>,
}

#[derive(Default)]
pub(super) struct Mailboxes {
    by_game: HashMap<GameKey, Mailbox>,
    /// Games waiting for a restart of their referee.
    failed: HashSet<GameKey>,
    next_number: u64,
}

struct MailboxHandle {
    game: GameKey,
    number: u64,
    is_referee: Arc<AtomicBool>,
}

/// Guard: sets `is_referee` of the handle until it is dropped.
struct RefereeGuard<'a> {
    handle: &'a MailboxHandle,
    _counted: LiveGame,
}

impl MailboxHandle {
    fn referee(&self, registry: &GameRegistry) -> RefereeGuard<'_> {
        self.is_referee.store(true, Ordering::Relaxed);
        RefereeGuard {
            handle: self,
            _counted: registry.metrics.game(),
        }
    }
}

impl Drop for RefereeGuard<'_> {
    fn drop(&mut self) {
        self.handle.is_referee.store(false, Ordering::Relaxed);
    }
}

impl GameRegistry {
    pub(super) fn existing_mailbox(&self, game: &GameKey) -> Option<Outbox> {
        let mailboxes = self.mailboxes();
        let mailbox = mailboxes.by_game.get(game)?;
        Some(mailbox.outbox.clone())
    }

    pub(super) fn referees(&self) -> Vec<(GameKey, Outbox)> {
        let mailboxes = self.mailboxes();
        let all = mailboxes.by_game.iter();
        let with_referee = all.filter(|(_, it)| it.is_referee.load(Ordering::Relaxed));
        let parts = with_referee.map(|(game, it)| (game.clone(), it.outbox.clone()));
        parts.collect()
    }

    /// The mailboxes of referees in these slots, with flags that are unset when the referees end.
    pub(super) fn referees_of(&self, slots: &BTreeSet<Slot>) -> Vec<(Outbox, Arc<AtomicBool>)> {
        let mailboxes = self.mailboxes();
        let all = mailboxes.by_game.values();
        let of_slots = all
            .filter(|it| slots.contains(&it.slot))
            .filter(|it| it.is_referee.load(Ordering::Relaxed));
        let parts = of_slots.map(|it| (it.outbox.clone(), it.is_referee.clone()));
        parts.collect()
    }

    #[cfg(test)]
    pub(super) fn has_referee(&self, game: &GameKey) -> bool {
        let mailboxes = self.mailboxes();
        let mailbox = mailboxes.by_game.get(game);
        mailbox.is_some_and(|it| it.is_referee.load(Ordering::Relaxed))
    }

    /// The mailbox of the game. Its requests decide whether a referee is loaded. `None` while a restart is
    /// pending.
    pub(super) fn mailbox(self: &Arc<Self>, game: &GameKey) -> Option<Outbox> {
        let mut mailboxes = self.mailboxes();
        match mailboxes.by_game.get(game) {
            Some(mailbox) if !mailbox.outbox.is_closed() => Some(mailbox.outbox.clone()),
            _ if mailboxes.failed.contains(game) => None,
            _ => Some(self.open_mailbox(&mut mailboxes, game, None)),
        }
    }

    /// Makes sure that a game of this copy has a referee. Returns when it is loaded, or its load has failed.
    pub(super) async fn take_up(self: &Arc<Self>, game: GameKey) {
        if let Some(mailbox) = self.mailbox(&game) {
            let _ = self.require_referee(&mailbox, false).await;
        }
    }

    fn require_referee(&self, mailbox: &Outbox, is_unsettled: bool) -> oneshot::Receiver<Response> {
        mailbox.require_referee(is_unsettled);
        let (envelope, answer) = self.envelope(Request::TakeUp);
        // Only wakes it: a full one is awake.
        let _ = mailbox.try_put(envelope);
        answer
    }

    /// Starts a referee after so many consecutive faults, unless there is one.
    pub(super) fn restart_referee(self: &Arc<Self>, game: &GameKey, faults: u32) {
        let mut mailboxes = self.mailboxes();
        mailboxes.failed.remove(game);
        match mailboxes.by_game.get(game) {
            Some(mailbox) if !mailbox.outbox.is_closed() => {
                drop(self.require_referee(&mailbox.outbox, faults > 0));
            }
            _ => drop(self.open_mailbox(&mut mailboxes, game, Some(faults))),
        }
    }

    /// With `faults`, the referee is loaded without a request.
    fn open_mailbox(
        self: &Arc<Self>,
        mailboxes: &mut Mailboxes,
        game: &GameKey,
        faults: Option<u32>,
    ) -> Outbox {
        let (outbox, inbox) = inbox::mailbox();
        if faults.is_some_and(|faults| faults > 0) {
            // Presence changes since the fault were refused or lost.
            outbox.mark_presence_dirty();
        }
        mailboxes.next_number += 1;
        let number = mailboxes.next_number;
        let mailbox = Mailbox {
            outbox: outbox.clone(),
            slot: Slot::of(game.as_str()),
            number,
            is_referee: Arc::default(),
        };
        let handle = MailboxHandle {
            game: game.clone(),
            number,
            is_referee: mailbox.is_referee.clone(),
        };
        mailboxes.by_game.insert(game.clone(), mailbox);
        let registry = self.clone();
        self.tasks
            .spawn(async move { registry.supervise(handle, inbox, faults).await });
        outbox
    }

    /// Runs a referee until it stops. A fault restarts it from the log, without affecting the server or other
    /// games.
    async fn supervise(
        self: Arc<Self>,
        handle: MailboxHandle,
        inbox: Inbox,
        restarted: Option<u32>,
    ) {
        let stop = self.stop.clone();
        let running = AssertUnwindSafe(run(self.clone(), &handle, inbox, restarted)).catch_unwind();
        let why = tokio::select! {
            result = running => result.unwrap_or(Stop::Panicked),
            () = stop.cancelled() => Stop::Idle,
        };
        let MailboxHandle { game, number, .. } = handle;
        let faults = restarted.unwrap_or_default();
        let has_failed = matches!(why, Stop::Fenced | Stop::Database | Stop::Panicked);
        {
            let mut mailboxes = self.mailboxes();
            let mailbox = mailboxes.by_game.get(&game);
            if mailbox.is_some_and(|mailbox| mailbox.number == number) {
                mailboxes.by_game.remove(&game);
                // Keeps requests from starting another chain of restarts.
                if has_failed {
                    mailboxes.failed.insert(game.clone());
                }
            } else if let Some(mailbox) = mailbox.filter(|_| has_failed) {
                // A newer mailbox has replaced it. Its requests may need no referee.
                drop(self.require_referee(&mailbox.outbox, true));
                return;
            }
        }
        match why {
            _ if stop.is_cancelled() => {}
            Stop::Idle | Stop::Superseded => {}
            Stop::Needed => self.restart_referee(&game, 0),
            Stop::Fenced | Stop::Database | Stop::Panicked => {
                let faults = faults + 1;
                self.metrics.fault();
                tracing::error!(
                    game.id = game.short(),
                    game.faults = faults,
                    referee.stop = ?why,
                    "referee.fault"
                );
                // A running clock needs a referee even without requests.
                let pause = Duration::from_millis(10 << faults.min(11)).min(MAX_RESTART_PAUSE);
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(pause) => self.restart_referee(&game, faults),
                }
            }
        }
    }
}

/// Runs the referee, or the forwarder if another copy has the slot. Returns the reason for the end.
async fn run(
    registry: Arc<GameRegistry>,
    handle: &MailboxHandle,
    mut inbox: Inbox,
    restarted: Option<u32>,
) -> Stop {
    let game = &handle.game;
    let mut is_needed = restarted.is_some();
    // The last append of a referee that failed may still be stored.
    let mut is_unsettled = restarted.is_some_and(|faults| faults > 0);
    let mut next_resync = Duration::ZERO;
    loop {
        is_needed |= inbox.take_required();
        is_unsettled |= inbox.take_unsettled();
        let need = match is_needed {
            true => Need::Referee,
            false => inbox.need(IDLE).await,
        };
        if need == Need::Nothing {
            return Stop::Idle;
        }
        let holder = registry.holder(game.as_str());
        match holder {
            Holder::Here(_) => {}
            Holder::Copy(server) => {
                is_needed = false;
                inbox.drop_take_up();
                let forwarding =
                    forward::run(&registry, game, server, &mut inbox, &mut next_resync);
                match Box::pin(forwarding).await {
                    Forwarded::Idle => return Stop::Idle,
                    Forwarded::Changed => continue,
                }
            }
            Holder::Nobody => {
                await_owner(&registry, game, &mut inbox).await;
                continue;
            }
        }
        if need == Need::ExistingReferee {
            drop_notification(&mut inbox);
            continue;
        }
        let is_needed_anyway = std::mem::take(&mut is_needed);
        if !is_needed_anyway && Box::pin(registry.answer_if_ended(game, &mut inbox)).await {
            continue;
        }
        // Boxed, so that the task is small while the referee runs.
        match Box::pin(load(&registry, game, &mut inbox, is_unsettled)).await {
            Ok(referee) => {
                is_unsettled = false;
                let guard = handle.referee(&registry);
                let stop = referee.run(&mut inbox).await;
                drop(guard);
                match stop {
                    Stop::Superseded => {
                        tracing::info!(game.id = game.short(), "referee.superseded");
                        Box::pin(await_news(&registry, game, holder)).await;
                    }
                    Stop::Database => {
                        inbox.refuse_all(ErrorCode::StorageFailed).await;
                        return stop;
                    }
                    _ => return stop,
                }
            }
            Err(NotLoaded::Superseded) => {
                is_needed = is_needed_anyway;
                Box::pin(await_news(&registry, game, holder)).await;
            }
            Err(NotLoaded::Denied(code)) => {
                inbox.refuse_all(code).await;
                // Other errors are permanent.
                return match code {
                    ErrorCode::StorageFailed => Stop::Database,
                    _ => Stop::Idle,
                };
            }
        }
    }
}

async fn load(
    registry: &Arc<GameRegistry>,
    game: &GameKey,
    inbox: &mut Inbox,
    is_unsettled: bool,
) -> Result<Box<Referee>, NotLoaded> {
    // A new referee starts with empty presence and resynchronises it.
    let resyncs = inbox.take_resync();
    let waited = inbox.waited(registry.time.counted_ms());
    let loading = Referee::load(registry.clone(), game, is_unsettled);
    let loaded = in_time(LOADED_WITHIN.saturating_sub(waited), loading).await;
    if resyncs && loaded.is_err() {
        inbox.mark_presence_dirty();
    }
    loaded
}

/// This copy has lost the slot. Waits until its table says so.
async fn await_news(registry: &GameRegistry, game: &GameKey, holder: Holder) {
    registry.slots.look();
    let _ = tokio::time::timeout(HOLDER_WITHIN, registry.moved(game.as_str(), holder)).await;
}

/// Maps a timeout to `StorageFailed`.
async fn in_time<T, E: From<ErrorCode>>(
    limit: Duration,
    what: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let silent = |_| ErrorCode::StorageFailed;
    let done = tokio::time::timeout(limit, what).await;
    done.map_err(silent)?
}

/// Without a referee there is no presence to update.
fn drop_notification(inbox: &mut Inbox) {
    inbox.clear_presence_dirty();
    if let Some(envelope) = inbox.take_peeked() {
        let _ = envelope.reply.send(Response::Done);
    }
}

/// The slot is free. Waits for an owner, and answers the requests whose patience ends.
async fn await_owner(registry: &GameRegistry, game: &GameKey, inbox: &mut Inbox) {
    registry.slots.look();
    let _ = tokio::time::timeout(HOLDER_PAUSE, registry.moved(game.as_str(), Holder::Nobody)).await;
    while let Some(next) = inbox.peek() {
        if !next.patience(registry.time.counted_ms()).is_zero() {
            return;
        }
        if let Some(envelope) = inbox.take_peeked() {
            inbox.give_up(envelope);
        }
    }
}
