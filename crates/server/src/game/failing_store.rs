//! A store whose writes fail while they are meant to, for tests.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use komadai_protocol::GameKey;
use komadai_store::{
    Append, AppendError, Claim, EventLog, GameRow, NewGame, PlayerRow, Registry, SqliteStore,
    StoreError, StoreFuture, StoredEvent,
};

pub(super) struct FailingStore {
    pub(super) inner: SqliteStore,
    pub(super) fails: AtomicBool,
    /// How often somebody tried to take a game.
    pub(super) claims: AtomicU32,
}

impl FailingStore {
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
            self.inner.append(append).await
        })
    }

    fn events<'a>(&'a self, game: &'a GameKey, after: u32) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.inner.events(game, after)
    }

    fn game<'a>(&'a self, game: &'a GameKey) -> StoreFuture<'a, Option<GameRow>> {
        self.inner.game(game)
    }

    fn claim<'a>(
        &'a self,
        game: &'a GameKey,
        owner: &'a str,
        now_ms: i64,
        until_ms: i64,
    ) -> StoreFuture<'a, Option<Claim>> {
        Box::pin(async move {
            self.claims.fetch_add(1, Ordering::Relaxed);
            self.check()?;
            self.inner.claim(game, owner, now_ms, until_ms).await
        })
    }

    fn renew<'a>(&'a self, owner: &'a str, until_ms: i64) -> StoreFuture<'a, ()> {
        self.inner.renew(owner, until_ms)
    }

    fn release<'a>(&'a self, game: &'a GameKey, epoch: i64, until_ms: i64) -> StoreFuture<'a, ()> {
        self.inner.release(game, epoch, until_ms)
    }

    fn orphans<'a>(&'a self, now_ms: i64) -> StoreFuture<'a, Vec<GameKey>> {
        self.inner.orphans(now_ms)
    }
}

impl Registry for FailingStore {
    fn add_player(&self, player: PlayerRow) -> StoreFuture<'_, ()> {
        self.inner.add_player(player)
    }

    fn games_of<'a>(&'a self, player: &'a str, limit: u32) -> StoreFuture<'a, Vec<GameRow>> {
        self.inner.games_of(player, limit)
    }

    fn unfinished_of<'a>(&'a self, player: &'a str) -> StoreFuture<'a, u32> {
        self.inner.unfinished_of(player)
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
