//! Membership: the other servers on the same database, and their requests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use komadai_protocol::{ErrorCode, GameKey};
use komadai_store::{Pulse, StoreError};
use tokio::sync::watch;

use super::inbox::Envelope;
use super::question::{self, Answer, Question};
use super::registry::GameRegistry;
use crate::hub::{Signal, Subject};
use crate::link::{Asked, WIRE_VERSION};
use crate::request::{Request, Response};
use crate::server_id::ServerId;

/// The other copies that are alive.
#[derive(Clone, Default)]
pub(super) struct Members {
    /// Each with the number of heartbeats in a row that found it alive.
    others: BTreeMap<ServerId, u32>,
    /// Changes of slots' owners.
    changes: i64,
}

/// The members as of the last heartbeat.
#[derive(Default)]
pub(super) struct Membership {
    members: watch::Sender<Members>,
}

impl Membership {
    pub(super) fn note(&self, pulse: &Pulse) {
        self.members.send_modify(|members| {
            let alive = pulse.others.iter().filter_map(|it| it.id.parse().ok());
            let counted = |id| (id, members.others.get(&id).map_or(1, |pulses| pulses + 1));
            members.others = alive.map(counted).collect();
            members.changes = pulse.changes;
        });
    }

    /// Changes with each heartbeat.
    pub(super) fn subscribe(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }

    pub(super) fn changes(&self) -> i64 {
        self.members.borrow().changes
    }

    pub(super) fn others(&self) -> Vec<ServerId> {
        self.members.borrow().others.keys().copied().collect()
    }

    /// All copies, this one included.
    pub(super) fn alive(&self, this: ServerId) -> Vec<ServerId> {
        let mut alive = self.others();
        alive.push(this);
        alive
    }

    /// The other copies that so many heartbeats in a row found alive.
    pub(super) fn settled(&self, pulses: u32) -> BTreeSet<ServerId> {
        let members = self.members.borrow();
        let settled = members.others.iter().filter(|(_, seen)| **seen >= pulses);
        settled.map(|(id, _)| *id).collect()
    }
}

impl GameRegistry {
    /// Notices copies that came and went since the last time.
    pub(super) fn follow_members(self: &Arc<Self>, known: &mut BTreeSet<ServerId>) {
        let alive: BTreeSet<ServerId> = self.membership.others().into_iter().collect();
        let before = std::mem::replace(known, alive.clone());
        for &server in before.difference(&alive) {
            tracing::info!(server.id = %server, "server.gone");
            self.drop_sockets_of(server);
            // It may have stored events that it did not publish.
            let registry = self.clone();
            tokio::spawn(async move {
                registry
                    .hub
                    .resync(&Signal::Missed, Subject::is_player)
                    .await;
            });
        }
        for &server in alive.difference(&before) {
            tracing::info!(server.id = %server, "server.found");
            tokio::spawn(self.clone().check_version(server));
            self.resync_all_presence();
        }
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

    pub(crate) async fn other_servers(&self) -> Result<Vec<ServerId>, StoreError> {
        let servers = self.store.copies().await?;
        let ids = servers.iter().filter_map(|id| id.parse().ok());
        Ok(ids.filter(|&id| id != self.server).collect())
    }

    pub(crate) async fn answer_servers(self: Arc<Self>, mut asked: Asked) {
        while let Some((question, asker)) = asked.next().await {
            let Some((question, asker)) = question::read(&question, asker).await else {
                continue;
            };
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
                        question::answer(asker, &answer).await;
                    });
                }
                Question::List(question) => {
                    let registry = self.clone();
                    tokio::spawn(async move {
                        let answer = registry.answer_list(question).await;
                        question::answer(asker, &answer).await;
                    });
                }
                Question::Game {
                    game,
                    request: Request::View { player },
                    ..
                } if self.is_here(&game) && self.existing_mailbox(&game).is_none() => {
                    let registry = self.clone();
                    tokio::spawn(async move {
                        let view = registry.view(&game, player.as_ref()).await;
                        let response = view
                            .map_or_else(Response::Denied, |view| Response::View(Box::new(view)));
                        question::answer(asker, &Answer::Response(response)).await;
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
                        question::answer(asker, &answer).await;
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
