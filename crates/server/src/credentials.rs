//! Sessions and tokens of open sockets: ending a credential closes its sockets.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt;
use lru::LruCache;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::hub::{Hub, Message, Signal, Subject};

/// Ended sessions and tokens remembered, because a socket may be opening with one of them.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

#[derive(Clone)]
pub(crate) struct Credentials {
    known: Arc<Mutex<Known>>,
    /// Changes when revocations may be lost.
    missed: watch::Sender<()>,
}

struct Known {
    used: HashMap<String, Used>,
    ended: LruCache<String, ()>,
}

impl Default for Credentials {
    fn default() -> Self {
        let known = Known {
            used: HashMap::new(),
            ended: LruCache::new(REMEMBERED),
        };
        Self {
            known: Arc::new(Mutex::new(known)),
            missed: watch::Sender::new(()),
        }
    }
}

struct Used {
    ended: CancellationToken,
    sockets: usize,
}

pub(crate) struct InUse {
    credentials: Credentials,
    id: String,
    pub(crate) ended: CancellationToken,
}

impl Credentials {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn enter(&self, id: &str) -> InUse {
        let mut known = self.known();
        let is_over = known.ended.contains(id);
        let entry = known.used.entry(id.to_owned()).or_insert_with(|| Used {
            ended: CancellationToken::new(),
            sockets: 0,
        });
        if is_over {
            entry.ended.cancel();
        }
        entry.sockets += 1;
        InUse {
            credentials: self.clone(),
            id: id.to_owned(),
            ended: entry.ended.clone(),
        }
    }

    /// Closes the sockets of these credentials, including those just being opened.
    pub(crate) fn end(&self, ids: &[String]) {
        let mut known = self.known();
        for id in ids {
            known.ended.put(id.clone(), ());
            if let Some(used) = known.used.get(id) {
                used.ended.cancel();
            }
        }
    }
}

impl Credentials {
    /// Changes when revocations of other copies may be lost.
    pub(crate) fn missed(&self) -> watch::Receiver<()> {
        self.missed.subscribe()
    }

    /// Ends credentials here and on other copies. A copy that the message does not reach finds out when it looks the
    /// session up again.
    pub(crate) fn end_everywhere(&self, ids: &[String], hub: &Hub) {
        self.end(ids);
        let text = serde_json::to_string(ids).unwrap_or_default();
        let message = Message::notice(Utf8Bytes::from(text));
        hub.publish(&Subject::ended_credentials(), Signal::Message(message));
    }

    /// Ends credentials that other copies have ended.
    pub(crate) async fn follow(&self, hub: &Hub) {
        let mut ended = hub.subscribe(&Subject::ended_credentials()).await;
        while let Some(signal) = ended.next().await {
            let Signal::Message(message) = signal else {
                self.missed.send_replace(());
                continue;
            };
            match serde_json::from_str::<Vec<String>>(&message.text) {
                Ok(ids) => self.end(&ids),
                Err(error) => tracing::warn!(error = %error, "credentials.ended not understood"),
            }
        }
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let used = &mut self.credentials.known().used;
        if let Some(entry) = used.get_mut(&self.id) {
            entry.sockets -= 1;
            if entry.sockets == 0 {
                used.remove(&self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_end_with_their_session_and_leave_nothing_behind() {
        let credentials = Credentials::default();
        let (one, two) = (credentials.enter("a"), credentials.enter("a"));
        let other = credentials.enter("b");
        credentials.end(&["a".to_owned()]);
        assert!(one.ended.is_cancelled() && two.ended.is_cancelled());
        assert!(!other.ended.is_cancelled());
        let late = credentials.enter("a");
        assert!(late.ended.is_cancelled(), "opened when its session ended");
        drop((one, two, other, late));
        assert!(credentials.known().used.is_empty());
    }
}
