use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::credentials::Credentials;
use crate::game::GameRegistry;
use crate::net::Admission;
use crate::picture::{Cache, Pictures};
use crate::rate::Rates;
use crate::reach::Links;
use crate::server_id::SocketId;

#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) games: Arc<GameRegistry>,
    pub(crate) links: Links,
    pub(crate) cookie_key: Key,
    pub(crate) credentials: Credentials,
    pub(crate) rates: Arc<Rates>,
    /// WebSockets behind a trusted proxy, counted by client address.
    pub(crate) socket_permits: Admission,
    pub(crate) trust_proxy: bool,
    pub(crate) pictures: Pictures,
    /// Result of the last database check and its time since the start.
    pub(crate) health: Mutex<Option<(Duration, bool)>>,
    /// Rendered pages by language and address of this server, compressed.
    pub(crate) pages: Mutex<Cache>,
    pub(crate) sockets: TaskTracker,
    pub(crate) stop: CancellationToken,
    pub(crate) next_socket: AtomicU64,
}

impl AppState {
    pub(crate) fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// Returns a page from the cache, or renders it. The lock is held meanwhile, so concurrent requests render
    /// it once.
    pub(crate) fn page(&self, key: String, make: impl FnOnce() -> Bytes) -> Bytes {
        let mut pages = self.0.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = pages.get(&key) {
            return known;
        }
        let made = make();
        pages.put(key, made.clone());
        made
    }

    pub(crate) fn health(&self) -> MutexGuard<'_, Option<(Duration, bool)>> {
        self.0.health.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the sockets of ended sessions and tokens, here and on other servers.
    pub(crate) fn end_credentials(&self, ids: &[String]) {
        self.0.credentials.end_everywhere(ids, &self.0.games.hub);
    }

    pub(crate) fn socket_id(&self) -> SocketId {
        SocketId {
            server: self.0.games.server,
            number: self.0.next_socket.fetch_add(1, Ordering::Relaxed),
        }
    }
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl FromRef<AppState> for Key {
    fn from_ref(state: &AppState) -> Self {
        state.cookie_key.clone()
    }
}
