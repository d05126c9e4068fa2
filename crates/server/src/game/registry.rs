//! Access to games: requests to referees wherever they are, and views of games without a referee.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use komadai_play::{GameState, PlayerId};
use komadai_protocol::{ErrorCode, GameKey, ServerMessage, Status};
use komadai_store::{GameRow, Store, StoreError, StoredEvent};
use lru::LruCache;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::damaged::Damaged;
use super::ended::EndedGames;
use super::inbox::{Envelope, PutError};
use super::lists::Lists;
use super::log;
use super::mailboxes::Mailboxes;
use super::makers::Makers;
use super::membership::Membership;
use super::names::Names;
use super::ownership::Follower;
use super::slots::Slots;
use super::views::Views;
use crate::hub::Hub;
use crate::link::Link;
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::request::View;
use crate::request::{Request, Response};
use crate::server_id::ServerId;
use crate::time::Time;

/// Cached states of games without a referee; a very long game takes about 2 MB.
const CACHED_STATES: NonZeroUsize = NonZeroUsize::new(32).unwrap();
/// Attempts to reach a referee …
const REFEREES_TRIED: u32 = 8;
/// … and the pause between them during a restart.
const REFEREE_PAUSE: Duration = Duration::from_millis(25);

/// The error for the client. A damaged row is permanent, so a retry is useless.
pub(crate) fn code_of(error: &StoreError) -> ErrorCode {
    match error.is_of_one_row() {
        true => ErrorCode::Internal,
        false => ErrorCode::StorageFailed,
    }
}

pub(crate) struct GameRegistry {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) link: Arc<dyn Link>,
    pub(crate) hub: Hub,
    pub(super) lists: Lists,
    pub(crate) makers: Arc<Makers>,
    pub(super) names: Names,
    pub(crate) time: Time,
    pub(crate) rates: Arc<Rates>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) server: ServerId,
    pub(super) slots: Slots,
    pub(super) follower: tokio::sync::Mutex<Follower>,
    pub(super) membership: Membership,
    mailboxes: Mutex<Mailboxes>,
    cached_states: Mutex<LruCache<GameKey, Arc<GameState>>>,
    ended_games: Mutex<EndedGames>,
    pub(super) damaged: Damaged,
    pub(super) views: Views,
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
}

impl GameRegistry {
    /// The message as JSON; a failure is logged.
    pub(super) fn written(&self, message: &ServerMessage) -> Option<Utf8Bytes> {
        let written = self.metrics.write(message);
        written
            .inspect_err(|error| tracing::error!(error = %error, "message.write failed"))
            .ok()
    }

    pub(crate) fn new(
        server: ServerId,
        store: Arc<dyn Store>,
        link: Arc<dyn Link>,
        time: Time,
        rates: Arc<Rates>,
        metrics: Arc<Metrics>,
        stop: CancellationToken,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            hub: Hub::new(link.clone()),
            link,
            lists: Lists::default(),
            makers: Arc::default(),
            names: Names::default(),
            time,
            rates,
            metrics,
            server,
            slots: Slots::default(),
            follower: tokio::sync::Mutex::default(),
            membership: Membership::default(),
            mailboxes: Mutex::default(),
            cached_states: Mutex::new(LruCache::new(CACHED_STATES)),
            ended_games: Mutex::default(),
            damaged: Damaged::default(),
            views: Views::default(),
            tasks: TaskTracker::new(),
            stop,
        })
    }

    pub(super) fn mailboxes(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn envelope(&self, request: Request) -> (Envelope, oneshot::Receiver<Response>) {
        let (reply, answer) = oneshot::channel();
        let envelope = Envelope {
            request,
            reply,
            is_forwarded: false,
            since_ms: self.time.counted_ms(),
        };
        (envelope, answer)
    }

    pub(crate) async fn ask(self: &Arc<Self>, game: &GameKey, request: Request) -> Response {
        let answer = self.submit(game, request).await;
        // No answer: the referee failed halfway. A retry could fail again, so it is left to the client, whose
        // command ids make it safe.
        let failed = Response::Denied(ErrorCode::Internal);
        answer.await.unwrap_or(failed)
    }

    /// Submits a request to the referee of a game, in order of the calls. Returns the receiver of the answer.
    /// Refused if the mailbox stays full.
    pub(crate) async fn submit(
        self: &Arc<Self>,
        game: &GameKey,
        request: Request,
    ) -> oneshot::Receiver<Response> {
        let (mut envelope, answer) = self.envelope(request);
        let mut code = ErrorCode::StorageFailed;
        // Retried, because the referee may have just stopped or failed.
        for _ in 0..REFEREES_TRIED {
            if self.stop.is_cancelled() {
                code = ErrorCode::ShuttingDown;
                break;
            }
            let Some(mailbox) = self.mailbox(game) else {
                tokio::time::sleep(REFEREE_PAUSE).await;
                continue;
            };
            match mailbox.put(envelope).await {
                Ok(()) => return answer,
                Err(PutError::Closed(back)) => envelope = back,
                Err(PutError::Full(back)) => {
                    envelope = back;
                    break;
                }
            }
        }
        let _ = envelope.reply.send(Response::Denied(code));
        answer
    }

    /// Submits a notification without an answer. Dropped if the game has no referee.
    pub(crate) async fn notify(self: &Arc<Self>, game: &GameKey, request: Request) {
        let (mut envelope, _) = self.envelope(request);
        for _ in 0..REFEREES_TRIED {
            let mailbox = match self.link.is_shared() && !envelope.request.is_local() {
                // The referee may be on another server.
                true => self.mailbox(game),
                false => self.existing_mailbox(game),
            };
            let Some(mailbox) = mailbox else {
                return;
            };
            let put = match envelope.request {
                // Outdated by the time there is room.
                Request::Lag { .. } => mailbox.try_put(envelope),
                _ => mailbox.put(envelope).await,
            };
            match put {
                Ok(())
                | Err(PutError::Full(Envelope {
                    request: Request::Lag { .. },
                    ..
                })) => return,
                Err(PutError::Full(_)) => return mailbox.mark_presence_dirty(),
                Err(PutError::Closed(back)) if self.link.is_shared() => envelope = back,
                Err(PutError::Closed(_)) => return,
            }
        }
    }

    /// The game as the player sees it. Loads no referee, unless a deadline is pending.
    pub(crate) async fn view(
        self: &Arc<Self>,
        game: &GameKey,
        player: Option<&PlayerId>,
    ) -> Result<View, ErrorCode> {
        if self.existing_mailbox(game).is_some() {
            return self.refereed_view(game, player).await;
        }
        let row = self.row_of(game).await?;
        let progress = &row.progress;
        let has_referee =
            progress.clock_runs || progress.status != Status::Ended && !self.is_here(game);
        match has_referee {
            true => self.refereed_view(game, player).await,
            false => self.view_of(game, &row, player).await,
        }
    }

    async fn refereed_view(
        self: &Arc<Self>,
        game: &GameKey,
        player: Option<&PlayerId>,
    ) -> Result<View, ErrorCode> {
        let player = player.cloned();
        match self.ask(game, Request::View { player }).await {
            Response::View(view) => Ok(*view),
            Response::Denied(code) => Err(code),
            _ => Err(ErrorCode::Internal),
        }
    }

    async fn row_of(&self, game: &GameKey) -> Result<GameRow, ErrorCode> {
        let row = self.store.game(game).await;
        let row = row.map_err(|error| self.unread(game, &error))?;
        row.ok_or(ErrorCode::NoSuchGame)
    }

    /// The game as its log has it, whoever has its referee.
    pub(crate) async fn stored_view(
        &self,
        game: &GameKey,
        player: Option<&PlayerId>,
    ) -> Result<View, ErrorCode> {
        let row = self.row_of(game).await?;
        self.view_of(game, &row, player).await
    }

    async fn view_of(
        &self,
        game: &GameKey,
        row: &GameRow,
        player: Option<&PlayerId>,
    ) -> Result<View, ErrorCode> {
        if row.progress.status == Status::Ended {
            let over = self.ended_snapshot(game, row.seq).await?;
            return Ok(View::of_ended(&over, player));
        }
        let state = self.sleeping(game, row.seq).await?;
        let snapshot = state.snapshot(self.time.now_ms());
        Ok(View::new(&state, player, snapshot))
    }

    /// Logs a read error; damage only once.
    pub(super) fn unread(&self, game: &GameKey, error: &StoreError) -> ErrorCode {
        match error.is_of_one_row() {
            true => self.damaged.report(game, error),
            false => tracing::error!(game.id = game.short(), error = %error, "game.read failed"),
        }
        code_of(error)
    }

    /// The state of a game without a referee, from the cache or the log.
    async fn sleeping(&self, game: &GameKey, seq: u32) -> Result<Arc<GameState>, ErrorCode> {
        let kept = self.cached_states().get(game).cloned();
        if let Some(state) = kept.filter(|state| state.seq() == seq) {
            return Ok(state);
        }
        let events = self.log_of(game).await?;
        let state = log::replay(game, events).map_err(|error| {
            self.damaged.report(game, &error);
            ErrorCode::Internal
        })?;
        let state = Arc::new(state);
        self.cached_states().put(game.clone(), state.clone());
        Ok(state)
    }

    pub(super) async fn log_of(&self, game: &GameKey) -> Result<Vec<StoredEvent>, ErrorCode> {
        let events = self.store.events(game, 0).await;
        let events = events.map_err(|error| self.unread(game, &error))?;
        // Every game has a first event, so it has expired since its row was read.
        match events.is_empty() {
            true => Err(ErrorCode::NoSuchGame),
            false => Ok(events),
        }
    }

    fn cached_states(&self) -> MutexGuard<'_, LruCache<GameKey, Arc<GameState>>> {
        self.cached_states
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ended_games(&self) -> MutexGuard<'_, EndedGames> {
        self.ended_games
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all referees. Nothing is appended afterwards.
    pub(crate) async fn close(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}
