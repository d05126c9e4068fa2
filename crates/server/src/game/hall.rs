//! Where the referees are: finds the one of a game, wakes one if there is none, keeps leases.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use komadai_protocol::{
    ErrorCode, EventBody, Furigoma, GameKey, GameSettings, PerSide, PlayerInfo, SideName,
};
use komadai_store::{NewEvent, NewGame, PlayerRow, Store, StoredEvent};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::names::short;
use super::referee::{Ask, Referee, Stop};
use super::request::{Player, Request, Response, View};
use super::state::GameState;
use crate::bus::Bus;
use crate::random::{self, GAME_LETTERS};
use crate::time::Time;

/// How long a lease holds without being extended, milliseconds.
pub(crate) const LEASE_MS: i64 = 3000;
/// How often leases are extended.
const RENEW_EVERY: Duration = Duration::from_secs(1);
/// Requests that may wait for one referee.
const MAILBOX: usize = 64;
/// Longest pause before a game is taken up again after a fault.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

struct Desk {
    mailbox: mpsc::Sender<Ask>,
    /// Tells this referee from a later one of the same game.
    number: u64,
}

#[derive(Default)]
struct Desks {
    by_game: HashMap<GameKey, Desk>,
    next: u64,
}

/// All games of this server.
pub(crate) struct Hall {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Time,
    /// This server's name on leases.
    pub(crate) owner: String,
    desks: Mutex<Desks>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Hall {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        time: Time,
        stop: CancellationToken,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            bus,
            time,
            owner: random::word(12),
            desks: Mutex::default(),
            tasks: TaskTracker::new(),
            stop,
        })
    }

    /// Takes up every game whose clock runs and that nobody referees. Returns how many.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn take_up(self: &Arc<Self>) -> Result<usize, komadai_store::StoreError> {
        let orphans = self.store.orphans(self.time.now()).await?;
        for game in &orphans {
            self.desk(game, 0);
        }
        Ok(orphans.len())
    }

    /// Extends leases and takes up orphans until the server stops.
    pub(crate) async fn keep_leases(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(RENEW_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => {}
            }
            if self.is_empty() {
                continue;
            }
            if let Err(error) = self.renew().await {
                tracing::error!(error = %error, "lease.renew failed");
            }
            if let Err(error) = self.take_up().await {
                tracing::error!(error = %error, "lease.take_up failed");
            }
        }
    }

    /// Extends the leases of all live games.
    pub(crate) async fn renew(&self) -> Result<u64, komadai_store::StoreError> {
        self.store
            .renew(&self.owner, self.time.now() + LEASE_MS)
            .await
    }

    fn is_empty(&self) -> bool {
        self.desks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .by_game
            .is_empty()
    }

    /// Asks the referee of a game.
    pub(crate) async fn ask(self: &Arc<Self>, game: &GameKey, request: Request) -> Response {
        // A second try: the referee may just have gone home.
        for _ in 0..2 {
            if self.stop.is_cancelled() {
                return Response::Denied(ErrorCode::ShuttingDown);
            }
            let (reply, answer) = oneshot::channel();
            if self
                .desk(game, 0)
                .send((request.clone(), reply))
                .await
                .is_ok()
            {
                // No answer: the referee failed in the middle of it. Asking again could fail
                // again, so that is left to the client, whose ids make it safe.
                return answer
                    .await
                    .unwrap_or(Response::Denied(ErrorCode::Internal));
            }
        }
        Response::Denied(ErrorCode::Internal)
    }

    /// Tells a referee something, if there is one.
    pub(crate) async fn tell(&self, game: &GameKey, request: Request) {
        let mailbox = {
            let desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
            desks.by_game.get(game).map(|desk| desk.mailbox.clone())
        };
        if let Some(mailbox) = mailbox {
            let _ = mailbox.send((request, oneshot::channel().0)).await;
        }
    }

    /// The game as one person sees it. Does not wake a referee.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(crate) async fn view(
        self: &Arc<Self>,
        game: &GameKey,
        player: &str,
    ) -> Result<View, ErrorCode> {
        let awake = {
            let desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
            desks.by_game.contains_key(game)
        };
        if awake {
            return match self
                .ask(
                    game,
                    Request::View {
                        player: player.to_owned(),
                    },
                )
                .await
            {
                Response::View(view) => Ok(*view),
                Response::Denied(code) => Err(code),
                _ => Err(ErrorCode::Internal),
            };
        }
        let log = self.store.events(game, 0).await.map_err(|error| {
            tracing::error!(game.id = short(game), error = %error, "game.read failed");
            ErrorCode::StorageFailed
        })?;
        if log.is_empty() {
            return Err(ErrorCode::NoSuchGame);
        }
        let state = GameState::replay(game, &log).map_err(|error| {
            tracing::error!(error = %error, "game.replay failed");
            ErrorCode::Internal
        })?;
        Ok(state.view(player, self.time.now()))
    }

    /// Makes a game.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn create(
        &self,
        settings: GameSettings,
        seats: PerSide<Option<Player>>,
        toss: Option<Furigoma>,
    ) -> Result<GameKey, ErrorCode> {
        let id = GameKey(random::word(GAME_LETTERS));
        let now = self.time.now();
        let mut events = vec![NewEvent {
            at: now,
            body: EventBody::Created {
                settings: settings.clone(),
            },
            author: None,
            command: None,
        }];
        events.extend(toss.map(|toss| NewEvent {
            at: now,
            body: EventBody::Furigoma { toss },
            author: None,
            command: None,
        }));
        let mut players = Vec::with_capacity(2);
        for side in SideName::BOTH {
            let Some(player) = seats.get(side) else {
                continue;
            };
            events.push(NewEvent {
                at: now,
                body: EventBody::Joined {
                    side,
                    player: PlayerInfo {
                        name: player.name.clone(),
                    },
                },
                author: Some(player.id.clone()),
                command: None,
            });
            players.push(PlayerRow {
                id: player.id.clone(),
                name: player.name.clone(),
                created_at: now,
            });
        }
        let log: Vec<StoredEvent> = (1u32..)
            .zip(&events)
            .map(|(seq, event)| StoredEvent {
                seq,
                at: event.at,
                body: event.body.clone(),
                author: event.author.clone(),
                command: None,
            })
            .collect();
        let progress = GameState::replay(&id, &log)
            .map_err(|error| {
                tracing::error!(error = %error, "game.create failed");
                ErrorCode::Internal
            })?
            .progress();
        let new = NewGame {
            id: id.clone(),
            game: settings.game,
            owner: self.owner.clone(),
            lease_until: now + LEASE_MS,
            events,
            progress,
            players,
        };
        self.store.create(new).await.map_err(|error| {
            tracing::error!(error = %error, "game.create failed");
            ErrorCode::StorageFailed
        })?;
        tracing::info!(
            game.id = short(&id),
            game.name = settings.game.name(),
            "game.created"
        );
        Ok(id)
    }

    /// Makes the game that follows one, with sides swapped.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn rematch(&self, state: &GameState) -> Result<GameKey, ErrorCode> {
        let seats = PerSide {
            first: state.players.second.clone(),
            second: state.players.first.clone(),
        };
        self.create(state.settings.clone(), seats, None).await
    }

    /// The mailbox of the game's referee, who comes if there is none.
    fn desk(self: &Arc<Self>, game: &GameKey, faults: u32) -> mpsc::Sender<Ask> {
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = desks.by_game.get(game)
            && !desk.mailbox.is_closed()
        {
            return desk.mailbox.clone();
        }
        let (mailbox, asks) = mpsc::channel(MAILBOX);
        desks.next += 1;
        let number = desks.next;
        desks.by_game.insert(
            game.clone(),
            Desk {
                mailbox: mailbox.clone(),
                number,
            },
        );
        let hall = self.clone();
        let game = game.clone();
        self.tasks
            .spawn(async move { hall.sit(game, number, asks, faults).await });
        mailbox
    }

    /// A referee's life, from taking the game to leaving it. A fault ends this referee, not the
    /// server and not other games; the next one reads the log.
    async fn sit(
        self: Arc<Self>,
        game: GameKey,
        number: u64,
        asks: mpsc::Receiver<Ask>,
        faults: u32,
    ) {
        let stop = self.stop.clone();
        let life = AssertUnwindSafe(live(self.clone(), &game, asks)).catch_unwind();
        let why = tokio::select! {
            result = life => result.unwrap_or(Stop::Lost),
            () = stop.cancelled() => Stop::Idle,
        };
        {
            let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
            if desks
                .by_game
                .get(&game)
                .is_some_and(|desk| desk.number == number)
            {
                desks.by_game.remove(&game);
            }
        }
        match why {
            _ if stop.is_cancelled() => {}
            Stop::Idle => {}
            Stop::Needed => drop(self.desk(&game, 0)),
            Stop::Lost => {
                tracing::error!(
                    game.id = short(&game),
                    game.faults = faults + 1,
                    "referee.fault"
                );
                // A running clock needs a referee, whether somebody asks or not.
                let pause = Duration::from_millis(20 << faults.min(10)).min(LONGEST_PAUSE);
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(pause) => drop(self.desk(&game, faults + 1)),
                }
            }
        }
    }

    /// Lets all referees go. Nothing is appended afterwards.
    pub(crate) async fn close(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Returns whether the game should be taken up again.
async fn live(hall: Arc<Hall>, game: &GameKey, mut asks: mpsc::Receiver<Ask>) -> Stop {
    match Referee::load(hall, game).await {
        Ok(referee) => referee.run(asks).await,
        Err(code) => {
            asks.close();
            while let Some((_, reply)) = asks.recv().await {
                let _ = reply.send(Response::Denied(code));
            }
            // What else may go wrong does not get better by itself.
            if code == ErrorCode::StorageFailed {
                Stop::Lost
            } else {
                Stop::Idle
            }
        }
    }
}
