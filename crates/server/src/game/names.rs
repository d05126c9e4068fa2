//! Names and kinds of players. Events, states and rows of games hold ids; a name is looked up when it is shown.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt;
use komadai_play::PlayerId;
use komadai_protocol::PlayerInfo;
use komadai_store::PlayerRow;
use lru::LruCache;

use super::registry::GameRegistry;
use crate::hub::{Message, Signal, Subject};

/// Capacity of the cache, about 5 MB.
const CACHED_NAMES: NonZeroUsize = NonZeroUsize::new(20_000).unwrap();

/// Cache of names and kinds.
pub(crate) struct Names(Mutex<Known>);

struct Known {
    players: LruCache<String, PlayerInfo>,
    /// Number of changes: a name that was read before the last one may be outdated.
    changes: u64,
}

impl Default for Names {
    fn default() -> Self {
        Self(Mutex::new(Known {
            players: LruCache::new(CACHED_NAMES),
            changes: 0,
        }))
    }
}

impl Names {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_known(&self, row: &PlayerRow) -> bool {
        self.known().players.peek(&row.id) == Some(&row.info)
    }

    /// Forgets these names, or all.
    fn forget(&self, ids: Option<&[String]>) {
        let mut known = self.known();
        known.changes += 1;
        match ids {
            Some(ids) => ids.iter().for_each(|id| drop(known.players.pop(id))),
            None => known.players.clear(),
        }
    }
}

impl GameRegistry {
    /// Names the players of a message or a list. A player whose row cannot be read stays a guest.
    pub(crate) async fn name<'p>(&self, players: impl IntoIterator<Item = &'p mut PlayerInfo>) {
        let mut unknown = Vec::new();
        let changes = {
            let mut known = self.names.known();
            for player in players {
                match known.players.get(&player.id) {
                    Some(info) => player.take_name(info),
                    None => unknown.push(player),
                }
            }
            known.changes
        };
        if unknown.is_empty() {
            return;
        }
        let ids: Vec<&str> = unknown.iter().map(|player| player.id.as_str()).collect();
        let rows = match self.store.players(&ids).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::error!(error = %error, "players.read failed");
                return;
            }
        };
        let found: HashMap<&str, &PlayerInfo> = rows
            .iter()
            .map(|row| (row.id.as_str(), &row.info))
            .collect();
        let mut known = self.names.known();
        let keeps = known.changes == changes;
        for player in unknown {
            if let Some(info) = found.get(player.id.as_str()) {
                player.take_name(info);
            }
            // A player without a row is kept as well: events name that player at every move.
            if keeps {
                let info = PlayerInfo {
                    rating: None,
                    ..player.clone()
                };
                known.players.put(player.id.clone(), info);
            }
        }
    }

    /// Forgets the names of these players on all copies: their rows have been written, or may have been. A cached name
    /// does not prove that another copy has no other one.
    pub(super) fn names_written(&self, rows: &[PlayerRow]) {
        let changed = rows
            .iter()
            .filter(|row| self.link.is_shared() || !self.names.is_known(row));
        let ids: Vec<String> = changed.map(|row| row.id.clone()).collect();
        if ids.is_empty() {
            return;
        }
        self.names.forget(Some(&ids));
        if self.link.is_shared() {
            let text = serde_json::to_string(&ids).unwrap_or_default();
            let message = Message::notice(Utf8Bytes::from(text));
            self.hub
                .publish(&Subject::names(), Signal::Message(message));
        }
    }

    /// Forgets a name that another copy may have changed in an answer to this one, whose message may come later.
    pub(crate) fn forget_name(&self, id: &PlayerId) {
        if self.link.is_shared() {
            self.names.forget(Some(&[id.as_str().to_owned()]));
        }
    }

    /// Forgets names that other copies have changed.
    pub(crate) async fn follow_names(&self) {
        let mut changes = self.hub.subscribe(&Subject::names()).await;
        while let Some(signal) = changes.next().await {
            let ids = match &signal {
                Signal::Message(message) => serde_json::from_str::<Vec<String>>(&message.text).ok(),
                _ => None,
            };
            // Without ids messages are lost.
            self.names.forget(ids.as_deref());
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_play::check_settings;
    use komadai_protocol::{ClockSettings, PerSide, PlayerKind};

    use super::*;
    use crate::game::tests::{player, registry, request};

    #[tokio::test]
    async fn a_name_is_kept_until_it_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let named = |name: &str| player("a").info.called(Some(name.to_owned()));
        let mut ann = player("a");
        ann.info = named("Ann");
        let seats = PerSide {
            first: Some(ann),
            second: None,
        };
        let settings = check_settings(&request(ClockSettings::None)).expect("a good request");
        let made = registry.create(settings, seats, None, None).await;
        made.expect("created");
        let shown = async || {
            let mut players = ["a", "nobody", "a"].map(PlayerInfo::guest);
            registry.name(&mut players).await;
            assert_eq!(players[1].kind, PlayerKind::Guest);
            assert_eq!(players[0], players[2]);
            players[0].name.clone()
        };
        assert_eq!(shown().await, "Ann");
        let row = PlayerRow {
            id: "a".into(),
            info: named("Bea"),
            created_at_ms: 1,
        };
        assert!(!registry.names.is_known(&row));
        registry.names_written(&[row]);
        assert_eq!(shown().await, "Ann", "read again: nothing else was stored");
    }
}
