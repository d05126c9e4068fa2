//! Games whose logs cannot be read.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use komadai_protocol::GameKey;
use lru::LruCache;

const REMEMBERED: NonZeroUsize = NonZeroUsize::new(1024).unwrap();
/// Retry interval of an unreadable log, milliseconds: each attempt costs a lease and a replay.
const NOT_AGAIN_MS: i64 = 60_000;

/// Unreadable logs and the last attempt to load each. Each is logged once, because clients can cause attempts
/// at will.
pub(super) struct Damaged(Mutex<LruCache<GameKey, Option<i64>>>);

impl Default for Damaged {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(REMEMBERED)))
    }
}

impl Damaged {
    pub(super) fn report(&self, game: &GameKey, why: &impl Display) {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if games.get(game).is_none() {
            games.put(game.clone(), None);
            tracing::error!(game.id = game.short(), error = %why, "game.log unreadable");
        }
    }

    pub(super) fn not_loaded(&self, game: &GameKey, now_ms: i64) {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.put(game.clone(), Some(now_ms));
    }

    pub(super) fn is_known(&self, game: &GameKey, now_ms: i64) -> bool {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tried = games.get(game).copied().flatten();
        tried.is_some_and(|at_ms| now_ms < at_ms + NOT_AGAIN_MS)
    }
}
