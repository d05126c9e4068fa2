//! Mailboxes of games, and the supervisor of the referee or forwarder behind each.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use komadai_protocol::{ErrorCode, GameKey};

use super::forward::{self, Forwarded};
use super::inbox::{self, Inbox, Need, Outbox};
use super::referee::{NotLoaded, Referee, Stop, holder};
use super::registry::GameRegistry;
use crate::metrics::LiveGame;
use crate::request::{Request, Response};

const IDLE: Duration = Duration::from_secs(60);
/// Longest load of a referee, including the wait for the lease and the time its first request has already
/// waited.
const LOADED_WITHIN: Duration = Duration::from_secs(15);
/// Longest look-up of the holder of a game. Requests queue behind it.
const HOLDER_WITHIN: Duration = Duration::from_secs(2);
const HOLDER_PAUSE: Duration = Duration::from_millis(250);
const MAX_RESTART_PAUSE: Duration = Duration::from_secs(10);

struct Mailbox {
    outbox: Outbox,
    /// Distinguishes it from later mailboxes of the game.
    number: u64,
    /// `false` if another server has the game, or may have it.
    is_referee: Arc<AtomicBool>,
}

#[derive(Default)]
pub(super) struct Mailboxes {
    by_game: HashMap<GameKey, Mailbox>,
    /// Games waiting for a restart of their referee, by the time of its failure.
    failed: HashMap<GameKey, i64>,
    next_number: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Faults {
    count: u32,
    at_ms: Option<i64>,
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
            _ if mailboxes.failed.contains_key(game) => None,
            _ => Some(self.open_mailbox(&mut mailboxes, game, None)),
        }
    }

    /// Makes sure that the game has a referee, on this server if on no other.
    pub(super) fn take_up(self: &Arc<Self>, game: &GameKey) {
        if let Some(mailbox) = self.mailbox(game) {
            // A full mailbox contains requests that load a referee anyway.
            let _ = mailbox.try_put(self.envelope(Request::TakeUp).0);
        }
    }

    /// Starts a referee after `count` consecutive faults, unless there is one.
    fn restart_referee(self: &Arc<Self>, game: &GameKey, count: u32) {
        let mut mailboxes = self.mailboxes();
        let faults = Faults {
            count,
            at_ms: mailboxes.failed.remove(game),
        };
        let open = |mailbox: &Mailbox| !mailbox.outbox.is_closed();
        if !mailboxes.by_game.get(game).is_some_and(open) {
            self.open_mailbox(&mut mailboxes, game, Some(faults));
        }
    }

    /// With `faults`, the referee is loaded without a request.
    fn open_mailbox(
        self: &Arc<Self>,
        mailboxes: &mut Mailboxes,
        game: &GameKey,
        faults: Option<Faults>,
    ) -> Outbox {
        let (outbox, inbox) = inbox::mailbox();
        if faults.is_some_and(|faults| faults.count > 0) {
            // Presence changes since the fault were refused or lost.
            outbox.mark_presence_dirty();
        }
        mailboxes.next_number += 1;
        let number = mailboxes.next_number;
        let mailbox = Mailbox {
            outbox: outbox.clone(),
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
        restarted: Option<Faults>,
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
                    // Its last append may be stored without having been published.
                    let unknown_ms = self.late_turns.unknown_since_ms(&game);
                    let failed_ms = faults.at_ms.or(unknown_ms);
                    let failed_ms = failed_ms.unwrap_or_else(|| self.time.counted_ms());
                    mailboxes.failed.insert(game.clone(), failed_ms);
                }
            } else if has_failed {
                // A newer mailbox has replaced it.
                return;
            }
        }
        match why {
            _ if stop.is_cancelled() => {}
            Stop::Idle | Stop::Superseded => {}
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

/// Runs the referee, or the forwarder if another server has the game. Returns the reason for the end.
async fn run(
    registry: Arc<GameRegistry>,
    handle: &MailboxHandle,
    mut inbox: Inbox,
    restarted: Option<Faults>,
) -> Stop {
    let game = &handle.game;
    let mut is_needed = restarted.is_some();
    let mut failed_ms = restarted.and_then(|faults| faults.at_ms);
    let mut next_resync = Duration::ZERO;
    loop {
        let need = match is_needed {
            true => Need::Referee,
            false => inbox.need(IDLE).await,
        };
        let is_needed_anyway = std::mem::take(&mut is_needed);
        let found = match need {
            Need::Nothing => return Stop::Idle,
            Need::ExistingReferee => match in_time(HOLDER_WITHIN, holder(&registry, game)).await {
                Ok(None) => {
                    drop_notification(&mut inbox);
                    continue;
                }
                Ok(Some(server)) => Err(NotLoaded::Elsewhere(server)),
                Err(_) => {
                    defer_notifications(&registry, &mut inbox).await;
                    continue;
                }
            },
            Need::Referee
                if !is_needed_anyway
                    && Box::pin(registry.answer_if_ended(game, &mut inbox)).await =>
            {
                continue;
            }
            Need::Referee => {
                // A new referee starts with empty presence and resynchronises it.
                let resyncs = inbox.take_resync();
                let waited = inbox.waited(registry.time.counted_ms());
                let loading = Referee::load(registry.clone(), game, failed_ms.take());
                let loading = in_time(LOADED_WITHIN.saturating_sub(waited), loading);
                // Boxed, so that the task is small while the referee runs.
                let loaded = Box::pin(loading).await;
                if resyncs && loaded.is_err() {
                    inbox.mark_presence_dirty();
                }
                loaded
            }
        };
        match found {
            Ok(referee) => {
                let guard = handle.referee(&registry);
                let stop = referee.run(&mut inbox).await;
                drop(guard);
                match stop {
                    Stop::Superseded => {
                        registry.late_turns.settled(game);
                        tracing::info!(game.id = game.short(), "referee.superseded");
                    }
                    Stop::Database => {
                        inbox.refuse_all(ErrorCode::StorageFailed).await;
                        return stop;
                    }
                    _ => return stop,
                }
            }
            Err(NotLoaded::Elsewhere(server)) => {
                registry.late_turns.settled(game);
                inbox.drop_take_up();
                let forwarding =
                    forward::run(&registry, game, server, &mut inbox, &mut next_resync);
                match Box::pin(forwarding).await {
                    Forwarded::Idle => return Stop::Idle,
                    Forwarded::Changed => {}
                }
            }
            Err(NotLoaded::Again) => is_needed = true,
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
        let _ = envelope.reply.send(match envelope.is_forwarded {
            true => Response::Elsewhere,
            false => Response::Done,
        });
    }
}

/// The holder is unknown. Drops notifications that other requests wait behind.
async fn defer_notifications(registry: &GameRegistry, inbox: &mut Inbox) {
    tokio::time::sleep(HOLDER_PAUSE).await;
    while let Some(envelope) = inbox.take_notification() {
        let is_old = envelope.patience(registry.time.counted_ms()).is_zero();
        if envelope.is_forwarded {
            // The sender looks up the holder as well.
            let _ = envelope.reply.send(Response::Elsewhere);
        } else if is_old || inbox.has_more() {
            // Requests with a waiting caller take priority; presence is resynchronised later.
            inbox.give_up(envelope);
        } else {
            inbox.put_back(envelope);
            return;
        }
    }
}
