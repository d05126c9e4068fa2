//! Sessions and tokens of open sockets, so that a socket ends with them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

/// The sessions and tokens in use, by their ids.
#[derive(Clone, Default)]
pub(crate) struct Credentials(Arc<Mutex<HashMap<String, Used>>>);

struct Used {
    ended: CancellationToken,
    sockets: usize,
}

/// A socket that lives by a session or token.
pub(crate) struct InUse {
    credentials: Credentials,
    id: String,
    /// Cancelled when the session or token is ended.
    pub(crate) ended: CancellationToken,
}

impl Credentials {
    fn used(&self) -> MutexGuard<'_, HashMap<String, Used>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another socket uses it.
    pub(crate) fn enter(&self, id: &str) -> InUse {
        let mut used = self.used();
        let entry = used.entry(id.to_owned()).or_insert_with(|| Used {
            ended: CancellationToken::new(),
            sockets: 0,
        });
        entry.sockets += 1;
        InUse {
            credentials: self.clone(),
            id: id.to_owned(),
            ended: entry.ended.clone(),
        }
    }

    /// Ends the sockets that use it.
    pub(crate) fn end(&self, id: &str) {
        if let Some(used) = self.used().get(id) {
            used.ended.cancel();
        }
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut used = self.credentials.used();
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
        credentials.end("a");
        assert!(one.ended.is_cancelled() && two.ended.is_cancelled());
        assert!(!other.ended.is_cancelled());
        drop((one, two, other));
        assert!(credentials.used().is_empty());
    }
}
