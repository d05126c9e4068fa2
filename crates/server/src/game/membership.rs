//! Membership: the other servers on the same database, and their requests.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use komadai_protocol::{ErrorCode, GameKey};
use komadai_store::{Head, StoreError};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::inbox::Envelope;
use super::registry::GameRegistry;
use crate::hub::{Hub, Signal, Subject};
use crate::link::{Answer, Asked, Question, WIRE_VERSION};
use crate::request::{Request, Response};
use crate::server_id::ServerId;

/// Poll interval of the membership, which delays takeovers by as much.
const POLL_EVERY: Duration = Duration::from_millis(250);
const POLL_TIMEOUT: Duration = Duration::from_secs(10);
/// Polls between comparisons of subscribed games with the database.
const POLLS_PER_COMPARISON: u32 = 12;
/// Polls after a server's death until games left by their preferred server are taken up by any.
const POLLS_UNTIL_ALL: u32 = 2;
const GAMES_AT_ONCE: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takeover {
    /// Games that prefer this server, so that servers do not race for all games at once.
    Preferred,
    All,
}

/// Rendezvous hash: each game prefers the server with the highest value. On disagreement the first claim wins.
fn rendezvous_hash(server: ServerId, game: &GameKey) -> u64 {
    let mut hasher = DefaultHasher::new();
    (server, game.as_str()).hash(&mut hasher);
    hasher.finish()
}

/// Live servers, including this one, and the epochs of games compared with the database.
pub(super) struct Membership {
    servers: watch::Sender<BTreeSet<ServerId>>,
    epochs: Mutex<HashMap<GameKey, i64>>,
}

impl Default for Membership {
    fn default() -> Self {
        Self {
            servers: watch::Sender::new(BTreeSet::new()),
            epochs: Mutex::default(),
        }
    }
}

pub(super) struct MembershipWatch(watch::Receiver<BTreeSet<ServerId>>);

impl Membership {
    pub(super) fn subscribe(&self) -> MembershipWatch {
        MembershipWatch(self.servers.subscribe())
    }

    pub(super) fn alive(&self, but: ServerId) -> Vec<ServerId> {
        let alive = self.servers.borrow();
        alive.iter().copied().filter(|&id| id != but).collect()
    }
}

impl Membership {
    /// Returns `true` if the game has come further than what was published here, or has another referee.
    fn is_news(&self, head: &Head, hub: &Hub) -> bool {
        let subject = Subject::game(&head.game);
        let Some(version) = hub.version(&subject) else {
            return false;
        };
        let mut epochs = self.epochs.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new_epoch = epochs.insert(head.game.clone(), head.epoch) != Some(head.epoch);
        hub.reaches(&subject, head.seq.into());
        is_new_epoch || u64::from(head.seq) > version
    }

    fn forget_all_but(&self, games: &[GameKey]) {
        let games: HashSet<&GameKey> = games.iter().collect();
        let mut epochs = self.epochs.lock().unwrap_or_else(PoisonError::into_inner);
        epochs.retain(|game, _| games.contains(game));
    }
}

impl MembershipWatch {
    /// Waits until the lease of a server has expired.
    pub(super) async fn gone(&mut self, server: ServerId) {
        loop {
            let is_known = self.0.borrow_and_update().contains(&server);
            // An unknown server has started since the last poll, or its lease has expired: the next poll decides.
            let patience = if is_known {
                Duration::MAX
            } else {
                2 * POLL_EVERY
            };
            let changed = tokio::time::timeout(patience, self.0.changed()).await;
            if changed.is_err() && !self.0.borrow().contains(&server) {
                return;
            }
            if is_known && !self.0.borrow().contains(&server) {
                return;
            }
        }
    }
}

impl GameRegistry {
    /// Follows the membership until this server stops: takes over games of failed servers and recovers lost
    /// messages.
    pub(crate) async fn follow_membership(self: Arc<Self>) {
        if !self.link.is_shared() {
            return;
        }
        let mut ticks = tokio::time::interval(POLL_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut polls = 0u32;
        // Polls left until `Takeover::All` is due.
        let mut until_all = None;
        loop {
            let has_changed = tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.link.change() => true,
                _ = ticks.tick() => false,
            };
            polls = polls.wrapping_add(1);
            until_all = until_all.map(|polls: u32| polls.saturating_sub(1));
            let is_regular = polls.is_multiple_of(POLLS_PER_COMPARISON) && until_all.is_none();
            let compares = match until_all == Some(0) || is_regular {
                true => Some(Takeover::All),
                false => has_changed.then_some(Takeover::Preferred),
            };
            let polled = tokio::time::timeout(POLL_TIMEOUT, self.poll_membership(compares)).await;
            match polled {
                Ok(Ok(None)) => {}
                Ok(Ok(Some(Takeover::Preferred))) => until_all = Some(POLLS_UNTIL_ALL),
                Ok(Ok(Some(Takeover::All))) => until_all = None,
                Ok(Err(error)) => tracing::error!(error = %error, "servers.look failed"),
                Err(_) => tracing::error!("servers.look: the database does not answer"),
            }
        }
    }

    /// Polls the membership and takes over games without a referee, after a death at least the preferred ones.
    /// Returns which.
    async fn poll_membership(
        self: &Arc<Self>,
        takeover: Option<Takeover>,
    ) -> Result<Option<Takeover>, StoreError> {
        let servers = self.store.servers(self.lease_time()).await?;
        let alive: BTreeSet<ServerId> = servers.iter().filter_map(|id| id.parse().ok()).collect();
        let before = self.membership.servers.borrow().clone();
        if alive != before {
            self.membership.servers.send_replace(alive.clone());
        }
        let gone: Vec<ServerId> = before.difference(&alive).copied().collect();
        for &server in &gone {
            if server != self.server {
                tracing::info!(server.id = %server, "server.gone");
                self.drop_sockets_of(server);
                // It may have stored events that it did not publish.
                let registry = self.clone();
                tokio::spawn(async move { registry.hub.resync(Subject::is_player).await });
            }
        }
        for &server in alive.difference(&before) {
            if server != self.server {
                tracing::info!(server.id = %server, "server.found");
                tokio::spawn(self.clone().check_version(server));
                self.resync_all_presence();
            }
        }
        let takeover = if gone.is_empty() {
            takeover
        } else {
            Some(Takeover::Preferred)
        };
        if let Some(takeover) = takeover {
            self.adopt_orphans(takeover).await?;
            self.compare_heads(takeover).await?;
        }
        Ok(takeover)
    }

    pub(super) fn takes_over(&self, takeover: Takeover, game: &GameKey) -> bool {
        let alive = self.membership.servers.borrow();
        let others = alive.iter().filter(|&&id| id != self.server);
        let own = rendezvous_hash(self.server, game);
        takeover == Takeover::All
            || others
                .map(|&id| rendezvous_hash(id, game))
                .all(|other| other < own)
    }

    fn drop_sockets_of(&self, server: ServerId) {
        for (_, mailbox) in self.referees() {
            let (envelope, _) = self.envelope(Request::ServerGone { server });
            // In a task, because a busy referee must not delay the others.
            tokio::spawn(async move {
                if mailbox.put(envelope).await.is_err() {
                    mailbox.mark_presence_dirty();
                }
            });
        }
    }

    /// Versions are checked at the start, but a server whose lease had expired then may have renewed it.
    async fn check_version(self: Arc<Self>, server: ServerId) {
        if let Ok(version) = self.link.version(server).await
            && version != WIRE_VERSION
        {
            tracing::error!(
                server.id = %server,
                wire.version = WIRE_VERSION,
                wire.other = version,
                "server.other version: stop one of both, moves between them fail"
            );
        }
    }

    /// Makes sockets announce themselves again: a server whose lease expired may still run.
    fn resync_all_presence(&self) {
        for (game, _) in self.referees() {
            self.hub.publish(&Subject::game(&game), Signal::NewWriter);
        }
    }

    /// Compares games subscribed here whose referee is elsewhere with the database, because messages may be
    /// lost and referees may fail.
    async fn compare_heads(self: &Arc<Self>, takeover: Takeover) -> Result<(), StoreError> {
        let opened = self.hub.opened().into_iter();
        let mut games: Vec<GameKey> = opened.filter_map(|it| it.game_key()).collect();
        self.membership.forget_all_but(&games);
        games.retain(|game| !self.has_referee(game));
        for games in games.chunks(GAMES_AT_ONCE) {
            for head in self.store.heads(games, self.lease_time()).await? {
                if head.holder.is_none() && !head.is_over && self.takes_over(takeover, &head.game) {
                    // Connected players need a referee even without a running clock.
                    self.take_up(&head.game);
                }
                if self.membership.is_news(&head, &self.hub) {
                    let subject = Subject::game(&head.game);
                    self.hub.publish_here(&subject, Signal::NewWriter);
                }
            }
        }
        Ok(())
    }

    pub(crate) async fn other_servers(&self) -> Result<Vec<ServerId>, StoreError> {
        let servers = self.store.servers(self.lease_time()).await?;
        let ids = servers.iter().filter_map(|id| id.parse().ok());
        Ok(ids.filter(|&id| id != self.server).collect())
    }

    pub(super) async fn is_held_elsewhere(&self, game: &GameKey) -> Result<bool, ErrorCode> {
        if !self.link.is_shared() {
            return Ok(false);
        }
        let games = std::slice::from_ref(game);
        let heads = self.store.heads(games, self.lease_time()).await;
        let heads = heads.map_err(|error| {
            tracing::error!(game.id = game.short(), error = %error, "game.read failed");
            ErrorCode::StorageFailed
        })?;
        let this = self.server.to_string();
        let mut holders = heads.into_iter().filter_map(|head| head.holder);
        Ok(holders.any(|holder| holder != this))
    }

    pub(crate) async fn answer_servers(self: Arc<Self>, mut asked: Asked) {
        while let Some((question, asker)) = asked.next().await {
            match question {
                Question::Settle { game } => {
                    let settled = self.existing_mailbox(&game).map(|mailbox| {
                        let (envelope, answer) = self.envelope(Request::Settle);
                        mailbox.try_put(envelope).is_ok().then_some(answer)
                    });
                    tokio::spawn(async move {
                        let is_settled = match settled {
                            None => true,
                            Some(None) => false,
                            Some(Some(answer)) => matches!(answer.await, Ok(Response::Done)),
                        };
                        let answer = if is_settled {
                            Answer::Settled
                        } else {
                            Answer::Busy
                        };
                        asker.answer(&answer).await;
                    });
                }
                Question::Game {
                    game,
                    request,
                    age_ms,
                } => {
                    let request = request.arrived(self.time.now_ms() - age_ms.max(0));
                    // Submit before reading the next question, which keeps the order.
                    let given = self.enqueue(&game, request);
                    let registry = self.clone();
                    tokio::spawn(async move {
                        let answer = match given {
                            Ok(answer) => registry.answer_of(answer.await.ok()),
                            Err(answer) => answer,
                        };
                        asker.answer(&answer).await;
                    });
                }
            }
        }
    }

    fn enqueue(
        self: &Arc<Self>,
        game: &GameKey,
        request: Request,
    ) -> Result<tokio::sync::oneshot::Receiver<Response>, Answer> {
        if self.stop.is_cancelled() {
            return Err(Answer::Elsewhere);
        }
        let mailbox = self.mailbox(game).ok_or(Answer::Busy)?;
        let (envelope, answer) = self.envelope(request);
        let envelope = Envelope {
            is_forwarded: true,
            ..envelope
        };
        mailbox.try_put(envelope).map_err(|_| Answer::Busy)?;
        Ok(answer)
    }

    fn answer_of(&self, response: Option<Response>) -> Answer {
        match response {
            Some(Response::Elsewhere) => Answer::Elsewhere,
            Some(response) => Answer::Response(response),
            // This server is stopping, so the sender should look up the next holder.
            None if self.stop.is_cancelled() => Answer::Elsewhere,
            // The referee failed halfway.
            None => Answer::Response(Response::Denied(ErrorCode::Internal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::registry;

    #[tokio::test]
    async fn each_game_prefers_one_live_server() {
        let folders = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
        let mut all = Vec::new();
        for folder in &folders {
            all.push(registry(folder).await);
        }
        let ids: BTreeSet<ServerId> = all.iter().map(|it| it.server).collect();
        for registry in &all {
            registry.membership.servers.send_replace(ids.clone());
        }
        let mut taken = [0; 3];
        for n in 0..300 {
            let game = GameKey(format!("game{n}"));
            let first: Vec<usize> = (0..3)
                .filter(|&it| all[it].takes_over(Takeover::Preferred, &game))
                .collect();
            assert_eq!(first.len(), 1, "{game:?}: {first:?}");
            taken[first[0]] += 1;
            assert!(all.iter().all(|it| it.takes_over(Takeover::All, &game)));
        }
        assert!(taken.iter().all(|&games| games > 50), "{taken:?}");
        all[0]
            .membership
            .servers
            .send_replace([all[0].server].into());
        let game = GameKey("game".into());
        assert!(all[0].takes_over(Takeover::Preferred, &game));
    }
}
