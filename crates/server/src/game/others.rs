//! Membership: the other servers on the same database, and their requests.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::{ErrorCode, GameKey};
use komadai_store::StoreError;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::inbox::Envelope;
use super::registry::GameRegistry;
use crate::bus::{Answer, Asked, BusMessage, Question, WIRE_VERSION};
use crate::request::{Request, Response};
use crate::server_id::ServerId;

/// Poll interval of the membership, which delays takeovers by as much.
const LOOK_EVERY: Duration = Duration::from_millis(250);
const LOOK_WITHIN: Duration = Duration::from_secs(10);
/// Polls between comparisons of subscribed games with the database.
const LOOKS_PER_COMPARISON: u32 = 12;
/// Polls after a server's death until games left by their preferred server are taken up by any.
const LOOKS_UNTIL_ALL: u32 = 2;
const GAMES_AT_ONCE: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// Games that prefer this server, so that servers do not race for all games at once.
    First,
    All,
}

/// Rendezvous hash: each game prefers the server with the highest value. On disagreement the first claim wins.
fn rank(server: ServerId, game: &GameKey) -> u64 {
    let mut hasher = DefaultHasher::new();
    (server, game.as_str()).hash(&mut hasher);
    hasher.finish()
}

/// Live servers, including this one.
pub(super) struct Others(watch::Sender<BTreeSet<ServerId>>);

impl Default for Others {
    fn default() -> Self {
        Self(watch::Sender::new(BTreeSet::new()))
    }
}

pub(super) struct Living(watch::Receiver<BTreeSet<ServerId>>);

impl Others {
    pub(super) fn subscribe(&self) -> Living {
        Living(self.0.subscribe())
    }

    pub(super) fn living(&self, but: ServerId) -> Vec<ServerId> {
        let living = self.0.borrow();
        living.iter().copied().filter(|&id| id != but).collect()
    }
}

impl Living {
    /// Waits until the lease of a server has expired.
    pub(super) async fn gone(&mut self, server: ServerId) {
        loop {
            let is_known = self.0.borrow_and_update().contains(&server);
            // An unknown server has started since the last poll, or its lease has expired: the next poll decides.
            let patience = if is_known {
                Duration::MAX
            } else {
                2 * LOOK_EVERY
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
    pub(crate) async fn follow_others(self: Arc<Self>) {
        if !self.bus.is_shared() {
            return;
        }
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut looks = 0u32;
        // Polls left until `Share::All` is due.
        let mut until_all = None;
        loop {
            let has_changed = tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.bus.change() => true,
                _ = ticks.tick() => false,
            };
            looks = looks.wrapping_add(1);
            until_all = until_all.map(|looks: u32| looks.saturating_sub(1));
            let is_regular = looks.is_multiple_of(LOOKS_PER_COMPARISON) && until_all.is_none();
            let compares = match until_all == Some(0) || is_regular {
                true => Some(Share::All),
                false => has_changed.then_some(Share::First),
            };
            let looked = tokio::time::timeout(LOOK_WITHIN, self.look_at_others(compares)).await;
            match looked {
                Ok(Ok(None)) => {}
                Ok(Ok(Some(Share::First))) => until_all = Some(LOOKS_UNTIL_ALL),
                Ok(Ok(Some(Share::All))) => until_all = None,
                Ok(Err(error)) => tracing::error!(error = %error, "servers.look failed"),
                Err(_) => tracing::error!("servers.look: the database does not answer"),
            }
        }
    }

    /// Polls the membership and takes up `share` of the games without a referee, at least the first share after
    /// a death. Returns the share taken up.
    async fn look_at_others(
        self: &Arc<Self>,
        share: Option<Share>,
    ) -> Result<Option<Share>, StoreError> {
        let servers = self.store.servers(self.lease_time()).await?;
        let living: BTreeSet<ServerId> = servers.iter().filter_map(|id| id.parse().ok()).collect();
        let before = self.others.0.borrow().clone();
        if living != before {
            self.others.0.send_replace(living.clone());
        }
        let gone: Vec<ServerId> = before.difference(&living).copied().collect();
        for &server in &gone {
            if server != self.server {
                tracing::info!(server.id = %server, "server.gone");
                self.forget_sockets_of(server);
            }
        }
        for &server in living.difference(&before) {
            if server != self.server {
                tracing::info!(server.id = %server, "server.found");
                tokio::spawn(self.clone().check_version(server));
                self.call_sockets_back();
            }
        }
        let share = if gone.is_empty() {
            share
        } else {
            Some(Share::First)
        };
        if let Some(share) = share {
            self.adopt_orphans(share).await?;
            self.compare(share).await?;
        }
        Ok(share)
    }

    pub(super) fn is_in(&self, share: Share, game: &GameKey) -> bool {
        let living = self.others.0.borrow();
        let others = living.iter().filter(|&&id| id != self.server);
        let own = rank(self.server, game);
        share == Share::All || others.map(|&id| rank(id, game)).all(|other| other < own)
    }

    fn forget_sockets_of(&self, server: ServerId) {
        for (_, mailbox) in self.referees() {
            let (envelope, _) = self.envelope(Request::ServerGone { server });
            // In a task, because a busy referee must not delay the others.
            tokio::spawn(async move {
                if mailbox.put(envelope).await.is_err() {
                    mailbox.note_missed();
                }
            });
        }
    }

    /// Versions are checked at the start, but a server whose lease had expired then may have renewed it.
    async fn check_version(self: Arc<Self>, server: ServerId) {
        if let Ok(version) = self.bus.version(server).await
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
    fn call_sockets_back(&self) {
        for (game, _) in self.referees() {
            self.bus.publish(&game, BusMessage::NewReferee);
        }
    }

    /// Compares games subscribed here whose referee is elsewhere with the database, because messages may be
    /// lost and referees may fail.
    async fn compare(self: &Arc<Self>, share: Share) -> Result<(), StoreError> {
        let mut games = self.bus.subscribed();
        games.retain(|game| !self.has_referee(game));
        for games in games.chunks(GAMES_AT_ONCE) {
            for head in self.store.heads(games, self.lease_time()).await? {
                if head.holder.is_none() && !head.is_over && self.is_in(share, &head.game) {
                    // Connected players need a referee even without a running clock.
                    self.take_up(&head.game);
                }
                if self.bus.is_news(&head) {
                    self.bus.publish_here(&head.game, BusMessage::NewReferee);
                }
            }
        }
        Ok(())
    }

    pub(crate) async fn living_others(&self) -> Result<Vec<ServerId>, StoreError> {
        let servers = self.store.servers(self.lease_time()).await?;
        let ids = servers.iter().filter_map(|id| id.parse().ok());
        Ok(ids.filter(|&id| id != self.server).collect())
    }

    pub(super) async fn is_held_elsewhere(&self, game: &GameKey) -> Result<bool, ErrorCode> {
        if !self.bus.is_shared() {
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

    pub(crate) async fn answer_others(self: Arc<Self>, mut asked: Asked) {
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
                    let given = self.give(&game, request);
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

    fn give(
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
            registry.others.0.send_replace(ids.clone());
        }
        let mut taken = [0; 3];
        for n in 0..300 {
            let game = GameKey(format!("game{n}"));
            let first: Vec<usize> = (0..3)
                .filter(|&it| all[it].is_in(Share::First, &game))
                .collect();
            assert_eq!(first.len(), 1, "{game:?}: {first:?}");
            taken[first[0]] += 1;
            assert!(all.iter().all(|it| it.is_in(Share::All, &game)));
        }
        assert!(taken.iter().all(|&games| games > 50), "{taken:?}");
        all[0].others.0.send_replace([all[0].server].into());
        let game = GameKey("game".into());
        assert!(all[0].is_in(Share::First, &game));
    }
}
