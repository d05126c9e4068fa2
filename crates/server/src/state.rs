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

/// What every request can use.
#[derive(Clone)]
pub(crate) struct AppState(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) games: Arc<GameRegistry>,
    pub(crate) links: Links,
    pub(crate) cookie_key: Key,
    /// Sessions and tokens of open sockets.
    pub(crate) credentials: Credentials,
    /// How often an address may do what costs something.
    pub(crate) rates: Arc<Rates>,
    /// WebSockets behind a trusted proxy, by the address of the client.
    pub(crate) socket_places: Admission,
    pub(crate) trust_proxy: bool,
    pub(crate) pictures: Pictures,
    /// Whether the database was alive, and when that was asked, in time since the start.
    pub(crate) health: Mutex<Option<(Duration, bool)>>,
    /// Pages as they are sent: with a head in a language and the address of this server, compressed.
    pub(crate) pages: Mutex<Cache>,
    /// Open sockets, waited for at the end.
    pub(crate) sockets: TaskTracker,
    /// Cancelled when the server stops.
    pub(crate) stop: CancellationToken,
    pub(crate) next_socket: AtomicU64,
}

impl AppState {
    pub(crate) fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// A written page, made if it is not kept. Made once however many ask at the same moment.
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

    /// Ends the sockets of sessions and tokens that were ended, here and on other servers.
    pub(crate) fn end_credentials(&self, ids: &[String]) {
        self.0.credentials.end(ids);
        self.0.games.bus.tell_ended(ids);
    }

    /// An id no other socket has.
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
