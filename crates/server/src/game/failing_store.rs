//! A store with fault injection, and games on it.

mod fair_play;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt as _;
use komadai_play::check_settings;
use komadai_protocol::{
    ClockSettings, ErrorCode, GameKey, GameResults, PerSide, Rating, RatingChange,
};
use komadai_rules::VariantId;
use komadai_store::{
    Alive, Append, AppendError, Behind, Challenges, ChangedGames, DeadLetter, EndOthers,
    EndSession, Ending, EventLog, Folding, Followed, GameRow, GamesPage, Granted, Identities,
    Listing, NewCode, NewGame, NewSession, NewToken, NotificationRow, Notifications, Page,
    PlayerRow, Pulse, Ratings, Redeem, Redeemed, Registry, SecretHash, SessionRow, Slot, SlotRow,
    Slots, SqliteStore, StoreError, StoreObserver, StoredEvent, TokenRow, Waiting,
};

use super::tests::{a_move, game, player, registry_on, request};
use crate::hub::{Signal, Subject};
use crate::request::Response;

pub(super) struct FailingStore {
    inner: SqliteStore,
    pub(super) fails: AtomicBool,
    /// Makes reads of a game and of the lobby fail.
    pub(super) reads_fail: AtomicBool,
    /// Makes reads of a game hang.
    pub(super) hangs: AtomicBool,
    /// The other copies that are alive.
    pub(super) others: Mutex<Vec<Alive>>,
    pub(super) settled: AtomicU32,
    pub(super) logs_read: AtomicU32,
    /// Logs that are being read, and the most at once.
    reading: AtomicU32,
    pub(super) most_reading: AtomicU32,
    /// The step in following the slots that fails.
    pub(super) failing_step: Mutex<Option<&'static str>>,
    pub(super) lobbies_read: AtomicU32,
    renewed: Mutex<Vec<GameKey>>,
}

impl FailingStore {
    pub(super) async fn open(path: &Path) -> Arc<Self> {
        Arc::new(Self {
            inner: SqliteStore::open(path).await.expect("opens"),
            fails: AtomicBool::new(false),
            reads_fail: AtomicBool::new(false),
            hangs: AtomicBool::new(false),
            others: Mutex::default(),
            settled: AtomicU32::new(0),
            logs_read: AtomicU32::new(0),
            reading: AtomicU32::new(0),
            most_reading: AtomicU32::new(0),
            failing_step: Mutex::default(),
            lobbies_read: AtomicU32::new(0),
            renewed: Mutex::default(),
        })
    }

    pub(super) fn take_renewed(&self) -> Vec<String> {
        let renewed = std::mem::take(&mut *self.renewed.lock().expect("sound"));
        let mut ids: Vec<String> = renewed.into_iter().map(|game| game.0).collect();
        ids.sort();
        ids
    }

    async fn read(&self) -> Result<(), StoreError> {
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        match self.reads_fail.load(Ordering::Relaxed) {
            true => Err(StoreError::Database("the connection is lost".into())),
            false => Ok(()),
        }
    }

    fn check_step(&self, step: &str) -> Result<(), StoreError> {
        match *self.failing_step.lock().expect("sound") {
            Some(failing) if failing == step => {
                Err(StoreError::Database("the connection is lost".into()))
            }
            _ => Ok(()),
        }
    }

    fn check(&self) -> Result<(), StoreError> {
        match self.fails.load(Ordering::Relaxed) {
            true => Err(StoreError::Database("the disk is full".into())),
            false => Ok(()),
        }
    }
}

#[async_trait]
impl EventLog for FailingStore {
    async fn create(&self, game: NewGame) -> Result<(), AppendError> {
        self.inner.create(game).await?;
        // Stored, but not answered.
        Ok(self.check()?)
    }

    async fn create_following(&self, next: NewGame, append: Append) -> Result<(), AppendError> {
        self.inner.create_following(next, append).await
    }

    async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.check()?;
        self.inner.append(append).await
    }

    async fn events(&self, game: &GameKey, after: u32) -> Result<Vec<StoredEvent>, StoreError> {
        self.logs_read.fetch_add(1, Ordering::Relaxed);
        let reading = self.reading.fetch_add(1, Ordering::Relaxed) + 1;
        self.most_reading.fetch_max(reading, Ordering::Relaxed);
        self.read().await?;
        let events = self.inner.events(game, after).await;
        self.reading.fetch_sub(1, Ordering::Relaxed);
        events
    }

    async fn game(&self, game: &GameKey) -> Result<Option<GameRow>, StoreError> {
        self.read().await?;
        self.inner.game(game).await
    }
}

#[async_trait]
impl Slots for FailingStore {
    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }

    async fn heartbeat(&self, copy: &str, lease_ms: i64) -> Result<Pulse, StoreError> {
        let pulse = self.inner.heartbeat(copy, lease_ms).await?;
        let others = self.others.lock().expect("sound").clone();
        Ok(Pulse { others, ..pulse })
    }

    async fn slots(&self) -> Result<Vec<SlotRow>, StoreError> {
        self.check_step("slots")?;
        self.inner.slots().await
    }

    async fn take_slots(&self, copy: &str, slots: &[Slot]) -> Result<(), StoreError> {
        self.check_step("take")?;
        self.inner.take_slots(copy, slots).await
    }

    async fn hand_over(&self, copy: &str, heirs: &[(Slot, String)]) -> Result<(), StoreError> {
        self.check_step("hand over")?;
        self.inner.hand_over(copy, heirs).await
    }

    async fn leave(&self, copy: &str) -> Result<(), StoreError> {
        self.inner.leave(copy).await
    }

    async fn copies(&self) -> Result<Vec<String>, StoreError> {
        self.inner.copies().await
    }

    async fn forget_copies(&self) -> Result<u64, StoreError> {
        self.inner.forget_copies().await
    }

    async fn live_games(&self, slots: &[Slot]) -> Result<Vec<GameKey>, StoreError> {
        self.check_step("live games")?;
        self.inner.live_games(slots).await
    }

    async fn settle(&self, game: &GameKey) -> Result<(), StoreError> {
        self.settled.fetch_add(1, Ordering::Relaxed);
        self.check()?;
        self.inner.settle(game).await
    }
}

#[async_trait]
impl Registry for FailingStore {
    async fn games_of(
        &self,
        player: &str,
        before: Option<i64>,
        limit: u32,
    ) -> Result<GamesPage, StoreError> {
        self.inner.games_of(player, before, limit).await
    }

    async fn games_changed(
        &self,
        player: &str,
        after: Option<i64>,
        limit: u32,
    ) -> Result<ChangedGames, StoreError> {
        self.inner.games_changed(player, after, limit).await
    }

    async fn results_of(&self, player: &str, now_ms: i64) -> Result<Vec<GameResults>, StoreError> {
        self.inner.results_of(player, now_ms).await
    }

    async fn unfinished_of(&self, player: &str) -> Result<u32, StoreError> {
        self.inner.unfinished_of(player).await
    }

    async fn follow_events(&self) -> Result<Followed, StoreError> {
        self.inner.follow_events().await
    }

    async fn behind(&self) -> Result<Behind, StoreError> {
        self.inner.behind().await
    }

    async fn fold(&self, after: i64, before_ms: i64, limit: u32) -> Result<Folding, StoreError> {
        self.inner.fold(after, before_ms, limit).await
    }

    async fn dead_letters(&self, limit: u32) -> Result<Vec<DeadLetter>, StoreError> {
        self.inner.dead_letters(limit).await
    }

    fn observe(&self, observer: Arc<dyn StoreObserver>) {
        self.inner.observe(observer);
    }

    async fn clear_projections(&self) -> Result<(), StoreError> {
        self.inner.clear_projections().await
    }

    async fn expire(&self, before_ms: i64, limit: u32) -> Result<Vec<GameKey>, StoreError> {
        self.inner.expire(before_ms, limit).await
    }

    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError> {
        self.inner.setting(name, value).await
    }

    async fn is_alive(&self) -> Result<(), StoreError> {
        self.inner.is_alive().await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.inner.close().await
    }
}

#[async_trait]
impl Identities for FailingStore {
    async fn players(&self, ids: &[&str]) -> Result<Vec<PlayerRow>, StoreError> {
        self.inner.players(ids).await
    }

    async fn start_session(
        &self,
        player: PlayerRow,
        session: NewSession,
    ) -> Result<(), StoreError> {
        self.inner.start_session(player, session).await
    }

    async fn session(
        &self,
        secret: &SecretHash,
        now_ms: i64,
    ) -> Result<Option<(SessionRow, PlayerRow)>, StoreError> {
        self.inner.session(secret, now_ms).await
    }

    async fn refresh_session(
        &self,
        id: &str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> Result<bool, StoreError> {
        self.inner
            .refresh_session(id, seen_at_ms, expires_at_ms)
            .await
    }

    async fn sessions_of(&self, player: &str, now_ms: i64) -> Result<Vec<SessionRow>, StoreError> {
        self.inner.sessions_of(player, now_ms).await
    }

    async fn add_code(&self, code: NewCode) -> Result<Granted, StoreError> {
        self.inner.add_code(code).await
    }

    async fn redeem_code(&self, redeem: Redeem) -> Result<Redeemed, StoreError> {
        self.inner.redeem_code(redeem).await
    }

    async fn end_session(&self, end: EndSession) -> Result<Ending, StoreError> {
        self.inner.end_session(end).await
    }

    async fn end_others(&self, end: EndOthers) -> Result<Ending, StoreError> {
        self.inner.end_others(end).await
    }

    async fn forget_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.inner.forget_sessions(now_ms).await
    }

    async fn add_token(&self, token: NewToken, session: &str) -> Result<Granted, StoreError> {
        self.inner.add_token(token, session).await
    }

    async fn token(
        &self,
        secret: &SecretHash,
        now_ms: i64,
    ) -> Result<Option<(TokenRow, PlayerRow)>, StoreError> {
        self.inner.token(secret, now_ms).await
    }

    async fn note_token_use(&self, id: &str, at_ms: i64) -> Result<(), StoreError> {
        self.inner.note_token_use(id, at_ms).await
    }

    async fn tokens_of(&self, player: &str, now_ms: i64) -> Result<Vec<TokenRow>, StoreError> {
        self.inner.tokens_of(player, now_ms).await
    }

    async fn revoke_token(&self, player: &str, id: &str) -> Result<bool, StoreError> {
        self.inner.revoke_token(player, id).await
    }
}

#[async_trait]
impl Ratings for FailingStore {
    async fn rating_of(
        &self,
        player: &str,
        game: VariantId,
        now_ms: i64,
    ) -> Result<Rating, StoreError> {
        self.inner.rating_of(player, game, now_ms).await
    }

    async fn rating_changes(
        &self,
        game: &GameKey,
    ) -> Result<Option<PerSide<RatingChange>>, StoreError> {
        self.inner.rating_changes(game).await
    }
}

#[async_trait]
impl Challenges for FailingStore {
    async fn lobby(&self, now_ms: i64, limit: u32) -> Result<Listing, StoreError> {
        self.lobbies_read.fetch_add(1, Ordering::Relaxed);
        self.read().await?;
        self.inner.lobby(now_ms, limit).await
    }

    async fn challenge(&self, game: &GameKey, now_ms: i64) -> Result<Option<Waiting>, StoreError> {
        self.inner.challenge(game, now_ms).await
    }

    async fn renew_challenges(&self, games: &[GameKey], now_ms: i64) -> Result<u64, StoreError> {
        *self.renewed.lock().expect("sound") = games.to_vec();
        self.inner.renew_challenges(games, now_ms).await
    }

    async fn forget_challenges(&self, now_ms: i64) -> Result<u64, StoreError> {
        self.inner.forget_challenges(now_ms).await
    }
}

/// Regression: on a full disk each request could start its own chain of restarts.
#[tokio::test]
async fn while_writes_fail_a_game_has_one_chain_of_restarts_and_goes_on_afterwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = FailingStore::open(&path).await;
    let registry = registry_on(store.clone()).await;
    let key = game(&registry, ClockSettings::None).await;
    let now = registry.time.now_ms();
    let moved = registry.ask(&key, a_move("a", 0, "5d5c", now)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");

    store.fails.store(true, Ordering::Relaxed);
    let visits = (0..40).map(|n| {
        let (registry, key) = (registry.clone(), key.clone());
        tokio::spawn(async move { registry.ask(&key, a_move("b", 1, "1b1c", now + n)).await })
    });
    for visit in visits.collect::<Vec<_>>() {
        let answer = visit.await.expect("no panic");
        let refused = matches!(
            answer,
            Response::Denied(ErrorCode::StorageFailed | ErrorCode::Internal)
        );
        assert!(refused, "{answer:?}");
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let restarts = store.settled.load(Ordering::Relaxed);
    assert!((1..=8).contains(&restarts), "{restarts}");

    store.fails.store(false, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let moved = registry.ask(&key, a_move("b", 1, "1b1c", now)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
}

#[tokio::test]
async fn players_read_their_lists_again_after_a_creation_without_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FailingStore::open(&folder.path().join("komadai.db")).await;
    let registry = registry_on(store.clone()).await;
    let mut signals = registry.hub.subscribe(&Subject::player("a")).await;
    store.fails.store(true, Ordering::Relaxed);
    let settings = check_settings(&request(ClockSettings::None)).expect("a good request");
    let seats = PerSide {
        first: Some(player("a")),
        second: None,
    };
    let made = registry.create(settings, seats, None, None).await;
    assert_eq!(made, Err(ErrorCode::StorageFailed));
    assert!(matches!(signals.next().await, Some(Signal::Missed)));
}

#[async_trait]
impl Notifications for FailingStore {
    async fn notifications(
        &self,
        player: &str,
        since_ms: i64,
    ) -> Result<Vec<NotificationRow>, StoreError> {
        self.inner.notifications(player, since_ms).await
    }

    async fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> Result<Page<NotificationRow>, StoreError> {
        self.inner.notifications_between(after, until, limit).await
    }

    async fn notifications_read(&self, player: &str) -> Result<i64, StoreError> {
        self.inner.notifications_read(player).await
    }

    async fn read_notifications(&self, player: &str, up_to: i64) -> Result<(), StoreError> {
        self.inner.read_notifications(player, up_to).await
    }

    async fn forget_notifications(&self, before_ms: i64) -> Result<u64, StoreError> {
        self.inner.forget_notifications(before_ms).await
    }
}
