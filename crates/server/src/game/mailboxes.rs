//! Who gets the requests for a game on this server: its referee, or a forwarder if another server has it.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use komadai_protocol::{ErrorCode, GameKey};
use tokio::sync::mpsc;

use super::forward::{self, Forwarded};
use super::inbox::{Envelope, Inbox};
use super::referee::{NotLoaded, Referee, Stop};
use super::registry::GameRegistry;
use super::request::Response;
use crate::metrics::LiveGame;

/// Requests that may wait for one referee.
const MAILBOX_SIZE: usize = 64;
/// Longest pause before another referee is started after a fault.
const MAX_RESTART_PAUSE: Duration = Duration::from_secs(10);

/// Where the requests for one referee go.
struct Mailbox {
    sender: mpsc::Sender<Envelope>,
    /// Tells this referee from a later one of the same game.
    number: u64,
    /// Whether it is the referee; if not, another server has the game, or may have it.
    is_referee: Arc<AtomicBool>,
}

/// The mailboxes of all games that were asked for lately.
#[derive(Default)]
pub(super) struct Mailboxes {
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

/// The place of a referee.
struct Seat {
    game: GameKey,
    number: u64,
    is_referee: Arc<AtomicBool>,
}

/// The referee is here as long as this lives.
struct Here<'a> {
    seat: &'a Seat,
    _counted: LiveGame,
}

impl Seat {
    fn referee(&self, registry: &GameRegistry) -> Here<'_> {
        self.is_referee.store(true, Ordering::Relaxed);
        Here {
            seat: self,
            _counted: registry.metrics.game(),
        }
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.seat.is_referee.store(false, Ordering::Relaxed);
    }
}

impl GameRegistry {
    pub(super) fn existing_mailbox(&self, game: &GameKey) -> Option<mpsc::Sender<Envelope>> {
        let mailboxes = self.mailboxes();
        let mailbox = mailboxes.by_game.get(game)?;
        Some(mailbox.sender.clone())
    }

    /// The mailboxes of all games with a referee here.
    pub(super) fn referees(&self) -> Vec<mpsc::Sender<Envelope>> {
        let mailboxes = self.mailboxes();
        let all = mailboxes.by_game.values();
        let with_referee = all.filter(|it| it.is_referee.load(Ordering::Relaxed));
        with_referee.map(|it| it.sender.clone()).collect()
    }

    /// The games that have their referee here.
    pub(super) fn refereed_games(&self) -> Vec<GameKey> {
        let mailboxes = self.mailboxes();
        let all = mailboxes.by_game.iter();
        let with_referee = all.filter(|(_, it)| it.is_referee.load(Ordering::Relaxed));
        with_referee.map(|(game, _)| game.clone()).collect()
    }

    /// Whether a game has its referee here.
    pub(super) fn has_referee(&self, game: &GameKey) -> bool {
        let mailboxes = self.mailboxes();
        let mailbox = mailboxes.by_game.get(game);
        mailbox.is_some_and(|it| it.is_referee.load(Ordering::Relaxed))
    }

    /// The mailbox of the game's referee, which is started if there is none. `None`: it has failed, and
    /// the next one is on its way.
    pub(super) fn mailbox(self: &Arc<Self>, game: &GameKey) -> Option<mpsc::Sender<Envelope>> {
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
            is_referee: Arc::default(),
        };
        let seat = Seat {
            game: game.clone(),
            number,
            is_referee: mailbox.is_referee.clone(),
        };
        mailboxes.by_game.insert(game.clone(), mailbox);
        let registry = self.clone();
        let inbox = Inbox::new(envelopes);
        self.tasks
            .spawn(async move { registry.supervise(seat, inbox, faults).await });
        sender
    }

    /// Runs a referee from taking the game to leaving it. A fault ends this referee, not the
    /// server and not other games; the next one reads the log.
    async fn supervise(self: Arc<Self>, seat: Seat, inbox: Inbox, faults: Faults) {
        let stop = self.stop.clone();
        let running =
            AssertUnwindSafe(run(self.clone(), &seat, inbox, faults.at_ms)).catch_unwind();
        let why = tokio::select! {
            result = running => result.unwrap_or(Stop::Panicked),
            () = stop.cancelled() => Stop::Idle,
        };
        let Seat { game, number, .. } = seat;
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
                // A running clock needs a referee, whether somebody asks or not.
                let pause = Duration::from_millis(10 << faults.min(11)).min(MAX_RESTART_PAUSE);
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(pause) => self.restart_referee(&game, faults),
                }
            }
        }
    }
}

/// A referee's life, or that of who stands for one that another server has. Returns why it ended.
async fn run(
    registry: Arc<GameRegistry>,
    seat: &Seat,
    mut inbox: Inbox,
    mut failed_ms: Option<i64>,
) -> Stop {
    let game = &seat.game;
    loop {
        match Referee::load(registry.clone(), game, failed_ms.take()).await {
            Ok(referee) => {
                let here = seat.referee(&registry);
                let stop = referee.run(&mut inbox).await;
                drop(here);
                if stop != Stop::Superseded {
                    return stop;
                }
                tracing::info!(game.id = game.short(), "referee.superseded");
            }
            Err(NotLoaded::Elsewhere(server)) => {
                match forward::run(&registry, game, server, &mut inbox).await {
                    Forwarded::Idle => return Stop::Idle,
                    Forwarded::Changed => {}
                }
            }
            Err(NotLoaded::Again) => {}
            Err(NotLoaded::Denied(code)) => {
                inbox.close();
                while let Some(envelope) = inbox.recv().await {
                    let _ = envelope.reply.send(Response::Denied(code));
                }
                // What else may go wrong does not get better by itself.
                return match code {
                    ErrorCode::StorageFailed => Stop::Database,
                    _ => Stop::Idle,
                };
            }
        }
    }
}
