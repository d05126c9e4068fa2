//! A store with fault injection, and games on it.

mod fair_play;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use komadai_protocol::{
    ClockSettings, ErrorCode, GameKey, GameResults, PerSide, Rating, RatingChange,
};
use komadai_rules::VariantId;
use komadai_store::{
    Append, AppendError, CaughtUp, Challenges, ChangedGames, Claimed, DeadLetter, EndOthers,
    EndSession, Ending, EventLog, FollowedEvent, GameRow, GamesPage, Granted, Head, Identities,
    LateTurn, LeaseTime, Leases, ListEvent, Listing, NewCode, NewGame, NewSession, NewToken,
    NotificationRow, Notifications, Page, PlayerRow, Ratings, Redeem, Redeemed, Registry,
    SecretHash, SessionRow, SqliteStore, StoreError, StoreFuture, StoreObserver, StoredEvent,
    TokenRow, Waiting,
};

use super::tests::{a_move, game, registry_on};
use crate::request::Response;
use crate::time::Time;

pub(super) struct FailingStore {
    inner: SqliteStore,
    pub(super) fails: AtomicBool,
    /// Makes `heads` fail.
    pub(super) reads_fail: AtomicBool,
    /// Makes `heads` and `claim` hang; `renew` succeeds.
    pub(super) hangs: AtomicBool,
    /// Delay of the answer to a stored append, in milliseconds of counted time.
    pub(super) answers_late: Mutex<Option<(Time, i64)>>,
    pub(super) claims: AtomicU32,
    pub(super) logs_read: AtomicU32,
    renewed: Mutex<Vec<GameKey>>,
}

impl FailingStore {
    pub(super) async fn open(path: &Path) -> Arc<Self> {
        Arc::new(Self {
            inner: SqliteStore::open(path).await.expect("opens"),
            fails: AtomicBool::new(false),
            reads_fail: AtomicBool::new(false),
            hangs: AtomicBool::new(false),
            answers_late: Mutex::default(),
            claims: AtomicU32::new(0),
            logs_read: AtomicU32::new(0),
            renewed: Mutex::default(),
        })
    }

    pub(super) fn take_renewed(&self) -> Vec<String> {
        let renewed = std::mem::take(&mut *self.renewed.lock().expect("sound"));
        let mut ids: Vec<String> = renewed.into_iter().map(|game| game.0).collect();
        ids.sort();
        ids
    }

    async fn hang(&self) {
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    fn check(&self) -> Result<(), StoreError> {
        match self.fails.load(Ordering::Relaxed) {
            true => Err(StoreError::Database("the disk is full".into())),
            false => Ok(()),
        }
    }
}

impl EventLog for FailingStore {
    fn create(&self, game: NewGame) -> StoreFuture<'_, (), AppendError> {
        self.inner.create(game)
    }

    fn create_following(&self, next: NewGame, append: Append) -> StoreFuture<'_, (), AppendError> {
        self.inner.create_following(next, append)
    }

    fn append(&self, append: Append) -> StoreFuture<'_, (), AppendError> {
        Box::pin(async move {
            self.check()?;
            self.inner.append(append).await?;
            let late = self.answers_late.lock().expect("sound").clone();
            if let Some((time, ms)) = late {
                time.pass(ms).await;
            }
            Ok(())
        })
    }

    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.logs_read.fetch_add(1, Ordering::Relaxed);
        self.inner.events(game, after)
    }

    fn follow(&self, after: i64, limit: u32) -> StoreFuture<'_, Vec<FollowedEvent>> {
        self.inner.follow(after, limit)
    }

    fn follow_lists(&self, after: i64, limit: u32) -> StoreFuture<'_, Page<ListEvent>> {
        self.inner.follow_lists(after, limit)
    }

    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>> {
        self.inner.game(game)
    }

    fn games<'a>(&'a self, games: &'a [GameKey]) -> StoreFuture<'a, Vec<GameRow>> {
        self.inner.games(games)
    }
}

impl Leases for FailingStore {
    fn claim<'a>(
        &'a self,
        game: &'a GameKey,
        server: &'a str,
        time: LeaseTime,
        failed_ms: Option<i64>,
    ) -> StoreFuture<'a, Claimed> {
        Box::pin(async move {
            self.claims.fetch_add(1, Ordering::Relaxed);
            self.hang().await;
            self.check()?;
            self.inner.claim(game, server, time, failed_ms).await
        })
    }

    fn renew<'a>(
        &'a self,
        server: &'a str,
        time: LeaseTime,
        late: &'a [LateTurn],
    ) -> StoreFuture<'a, i64> {
        match self.hangs.load(Ordering::Relaxed) {
            // SQLite ignores the paused clock of a test.
            true => Box::pin(async { Ok(0) }),
            false => self.inner.renew(server, time, late),
        }
    }

    fn release<'a>(
        &'a self,
        game: &'a GameKey,
        epoch: i64,
        time: LeaseTime,
    ) -> StoreFuture<'a, ()> {
        self.inner.release(game, epoch, time)
    }

    fn leave<'a>(&'a self, server: &'a str, time: LeaseTime) -> StoreFuture<'a, ()> {
        self.inner.leave(server, time)
    }

    fn forget_servers(&self, time: LeaseTime) -> StoreFuture<'_, u64> {
        self.inner.forget_servers(time)
    }

    fn orphans(&self, time: LeaseTime) -> StoreFuture<'_, Vec<GameKey>> {
        self.inner.orphans(time)
    }

    fn heads<'a>(&'a self, games: &'a [GameKey], time: LeaseTime) -> StoreFuture<'a, Vec<Head>> {
        Box::pin(async move {
            self.hang().await;
            match self.reads_fail.load(Ordering::Relaxed) {
                true => Err(StoreError::Database("the connection is lost".into())),
                false => self.inner.heads(games, time).await,
            }
        })
    }

    fn servers(&self, time: LeaseTime) -> StoreFuture<'_, Vec<String>> {
        self.inner.servers(time)
    }
}

impl Registry for FailingStore {
    fn games_of<'a>(
        &'a self,
        player: &'a str,
        before: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, GamesPage> {
        self.inner.games_of(player, before, limit)
    }

    fn games_changed<'a>(
        &'a self,
        player: &'a str,
        after: Option<i64>,
        limit: u32,
    ) -> StoreFuture<'a, ChangedGames> {
        self.inner.games_changed(player, after, limit)
    }

    fn results_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<GameResults>> {
        self.inner.results_of(player, now_ms)
    }

    fn unfinished_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32> {
        self.inner.unfinished_of(player)
    }

    fn unfinished_lately<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32> {
        self.inner.unfinished_lately(player)
    }

    fn follow_events(&self) -> StoreFuture<'_, CaughtUp> {
        self.inner.follow_events()
    }

    fn dead_letters(&self, limit: u32) -> StoreFuture<'_, Vec<DeadLetter>> {
        self.inner.dead_letters(limit)
    }

    fn observe(&self, observer: Arc<dyn StoreObserver>) {
        self.inner.observe(observer);
    }

    fn clear_projections(&self) -> StoreFuture<'_, ()> {
        self.inner.clear_projections()
    }

    fn expire(&self, before_ms: i64, limit: u32) -> StoreFuture<'_, Vec<GameKey>> {
        self.inner.expire(before_ms, limit)
    }

    fn setting<'a>(&'a self, name: &'a str, value: &'a str) -> StoreFuture<'a, String> {
        self.inner.setting(name, value)
    }

    fn is_alive(&self) -> StoreFuture<'_, ()> {
        self.inner.is_alive()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inner.close()
    }
}

impl Identities for FailingStore {
    fn player<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<PlayerRow>> {
        self.inner.player(id)
    }

    fn start_session(&self, player: PlayerRow, session: NewSession) -> StoreFuture<'_, ()> {
        self.inner.start_session(player, session)
    }

    fn session<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(SessionRow, PlayerRow)>> {
        self.inner.session(secret, now_ms)
    }

    fn refresh_session<'a>(
        &'a self,
        id: &'a str,
        seen_at_ms: i64,
        expires_at_ms: i64,
    ) -> StoreFuture<'a, bool> {
        self.inner.refresh_session(id, seen_at_ms, expires_at_ms)
    }

    fn sessions_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<SessionRow>> {
        self.inner.sessions_of(player, now_ms)
    }

    fn add_code(&self, code: NewCode) -> StoreFuture<'_, Granted> {
        self.inner.add_code(code)
    }

    fn redeem_code(&self, redeem: Redeem) -> StoreFuture<'_, Redeemed> {
        self.inner.redeem_code(redeem)
    }

    fn end_session(&self, end: EndSession) -> StoreFuture<'_, Ending> {
        self.inner.end_session(end)
    }

    fn end_others(&self, end: EndOthers) -> StoreFuture<'_, Ending> {
        self.inner.end_others(end)
    }

    fn forget_sessions(&self, now_ms: i64) -> StoreFuture<'_, u64> {
        self.inner.forget_sessions(now_ms)
    }

    fn add_token<'a>(&'a self, token: NewToken, session: &'a str) -> StoreFuture<'a, Granted> {
        self.inner.add_token(token, session)
    }

    fn token<'a>(
        &'a self,
        secret: &'a SecretHash,
        now_ms: i64,
    ) -> StoreFuture<'a, Option<(TokenRow, PlayerRow)>> {
        self.inner.token(secret, now_ms)
    }

    fn note_token_use<'a>(&'a self, id: &'a str, at_ms: i64) -> StoreFuture<'a, ()> {
        self.inner.note_token_use(id, at_ms)
    }

    fn tokens_of<'a>(&'a self, player: &'a str, now_ms: i64) -> StoreFuture<'a, Vec<TokenRow>> {
        self.inner.tokens_of(player, now_ms)
    }

    fn revoke_token<'a>(&'a self, player: &'a str, id: &'a str) -> StoreFuture<'a, bool> {
        self.inner.revoke_token(player, id)
    }
}

impl Ratings for FailingStore {
    fn rating_of<'a>(
        &'a self,
        player: &'a str,
        game: VariantId,
        now_ms: i64,
    ) -> StoreFuture<'a, Rating> {
        self.inner.rating_of(player, game, now_ms)
    }

    fn rating_changes<'a>(
        &'a self,
        game: &'a GameKey,
    ) -> StoreFuture<'a, Option<PerSide<RatingChange>>> {
        self.inner.rating_changes(game)
    }
}

impl Challenges for FailingStore {
    fn lobby(&self, now_ms: i64, limit: u32) -> StoreFuture<'_, Listing> {
        self.inner.lobby(now_ms, limit)
    }

    fn challenge<'a>(&'a self, game: &'a GameKey, now_ms: i64) -> StoreFuture<'a, Option<Waiting>> {
        self.inner.challenge(game, now_ms)
    }

    fn renew_challenges<'a>(&'a self, games: &'a [GameKey], now_ms: i64) -> StoreFuture<'a, u64> {
        *self.renewed.lock().expect("sound") = games.to_vec();
        self.inner.renew_challenges(games, now_ms)
    }

    fn forget_challenges(&self, now_ms: i64) -> StoreFuture<'_, u64> {
        self.inner.forget_challenges(now_ms)
    }
}

/// Regression: on a full disk each request could start its own chain of restarts.
#[tokio::test]
async fn while_writes_fail_a_game_has_one_chain_of_restarts_and_goes_on_afterwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = FailingStore::open(&path).await;
    let registry = registry_on(store.clone());
    let key = game(&registry, ClockSettings::None).await;
    let now = registry.time.now_ms();
    let moved = registry.ask(&key, a_move("a", 0, "5d5c", now)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");

    store.fails.store(true, Ordering::Relaxed);
    let before = store.claims.load(Ordering::Relaxed);
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
    let claims = store.claims.load(Ordering::Relaxed) - before;
    assert!((1..=8).contains(&claims), "{claims}");

    store.fails.store(false, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let moved = registry.ask(&key, a_move("b", 1, "1b1c", now)).await;
    assert!(matches!(moved, Response::Accepted { .. }), "{moved:?}");
}

impl Notifications for FailingStore {
    fn notifications<'a>(
        &'a self,
        player: &'a str,
        since_ms: i64,
    ) -> StoreFuture<'a, Vec<NotificationRow>> {
        self.inner.notifications(player, since_ms)
    }

    fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> StoreFuture<'_, Page<NotificationRow>> {
        self.inner.notifications_between(after, until, limit)
    }

    fn notifications_read<'a>(&'a self, player: &'a str) -> StoreFuture<'a, i64> {
        self.inner.notifications_read(player)
    }

    fn read_notifications<'a>(&'a self, player: &'a str, up_to: i64) -> StoreFuture<'a, ()> {
        self.inner.read_notifications(player, up_to)
    }

    fn forget_notifications(&self, before_ms: i64) -> StoreFuture<'_, u64> {
        self.inner.forget_notifications(before_ms)
    }
}
