//! Forwarder of requests to a referee on another server.

use std::time::Duration;

use komadai_protocol::{ErrorCode, GameKey};

use super::inbox::{Envelope, Inbox};
use super::question::{Answer, Question};
use super::registry::GameRegistry;
use super::slots::Holder;
use crate::hub::{Signal, Subject};
use crate::link::AskError;
use crate::request::{Request, Response};
use crate::server_id::ServerId;

const IDLE: Duration = Duration::from_secs(60);
/// Retry interval of presence resynchronisation.
const RESYNC_EVERY: Duration = Duration::from_secs(1);
/// Pause after an unreachable server, unless the slot moves.
const PAUSE: Duration = Duration::from_millis(250);
const SHORT_PAUSE: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forwarded {
    Idle,
    /// The slot may have moved to another server.
    Changed,
}

/// Forwards requests one at a time. Unanswered requests may have been carried out, so all requests must be
/// idempotent; they are resent until their patience ends. Presence is resynchronised no earlier than
/// `next_resync`, in time since the start.
pub(super) async fn run(
    registry: &GameRegistry,
    game: &GameKey,
    server: ServerId,
    inbox: &mut Inbox,
    next_resync: &mut Duration,
) -> Forwarded {
    let _counted = registry.metrics.game_elsewhere();
    let from = Holder::Copy(server);
    let mut is_silent = false;
    loop {
        let until_resync = next_resync.saturating_sub(registry.time.passed());
        if until_resync.is_zero() && inbox.take_resync() {
            let resynced = tokio::select! {
                resynced = resync_presence(registry, game, server) => resynced,
                () = registry.moved(game.as_str(), from) => Err(Unanswered::Elsewhere),
            };
            *next_resync = registry.time.passed() + RESYNC_EVERY;
            if let Err(why) = resynced {
                inbox.mark_presence_dirty();
                if why == Unanswered::Elsewhere {
                    return Forwarded::Changed;
                }
            }
            continue;
        }
        let is_presence_dirty = inbox.is_presence_dirty();
        let resync = async {
            match is_presence_dirty {
                true => tokio::time::sleep(until_resync).await,
                false => std::future::pending().await,
            }
        };
        let envelope = tokio::select! {
            biased;
            () = registry.moved(game.as_str(), from) => return Forwarded::Changed,
            envelope = tokio::time::timeout(IDLE, inbox.recv()) => match envelope {
                Ok(Some(envelope)) => envelope,
                Ok(None) => return Forwarded::Idle,
                Err(_) => {
                    // Queued requests are still answered.
                    inbox.close();
                    continue;
                }
            },
            () = resync => continue,
        };
        let Some(envelope) = to_send(registry, envelope, inbox, is_silent) else {
            continue;
        };
        if envelope.is_forwarded {
            // The sender believes that this server has the game, so one of the two is stale.
            registry.slots.look();
            let _ = envelope.reply.send(Response::Elsewhere);
            return Forwarded::Changed;
        }
        let answered = tokio::select! {
            answered = ask(registry, game, server, &envelope) => answered,
            // The server may have stopped after receiving the request.
            () = registry.moved(game.as_str(), from) => Err(Unanswered::Elsewhere),
        };
        is_silent = answered.is_err();
        match answered {
            Ok(response) => {
                if matches!(response, Response::Denied(ErrorCode::NoSuchGame)) {
                    inbox.close();
                }
                let _ = envelope.reply.send(response);
            }
            // Outdated; a newer measurement follows.
            Err(_) if matches!(envelope.request, Request::Lag { .. }) => {}
            Err(why) => {
                if why == Unanswered::Elsewhere {
                    registry.slots.look();
                }
                inbox.put_back(envelope);
                if matches!(why, Unanswered::Unreachable | Unanswered::Disconnected)
                    && Box::pin(registry.answer_if_ended(game, inbox)).await
                {
                    continue;
                }
                tokio::select! {
                    () = pause(registry, why) => {}
                    () = registry.moved(game.as_str(), from) => {}
                }
                return Forwarded::Changed;
            }
        }
    }
}

/// Filters out requests that need not be forwarded, and answers expired ones.
fn to_send(
    registry: &GameRegistry,
    envelope: Envelope,
    inbox: &Inbox,
    is_silent: bool,
) -> Option<Envelope> {
    match envelope.request {
        _ if envelope.is_forwarded => Some(envelope),
        // All earlier requests have been sent.
        Request::Settle | Request::TakeUp => {
            let _ = envelope.reply.send(Response::Done);
            None
        }
        _ if envelope.request.is_local() => None,
        Request::Lag { .. } if is_silent => None,
        _ if envelope.patience(registry.time.counted_ms()).is_zero() => {
            inbox.give_up(envelope);
            None
        }
        _ => Some(envelope),
    }
}

/// Resynchronises presence: the referee drops all sockets of this server, and the ones still open announce
/// themselves.
async fn resync_presence(
    registry: &GameRegistry,
    game: &GameKey,
    server: ServerId,
) -> Result<(), Unanswered> {
    let gone = Request::ServerGone {
        server: registry.server,
    };
    let (envelope, _) = registry.envelope(gone);
    ask(registry, game, server, &envelope).await?;
    (registry.hub).publish_here(&Subject::game(game), Signal::NewWriter);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unanswered {
    Elsewhere,
    Busy,
    Unreachable,
    Disconnected,
}

async fn ask(
    registry: &GameRegistry,
    game: &GameKey,
    server: ServerId,
    envelope: &Envelope,
) -> Result<Response, Unanswered> {
    let now_ms = registry.time.now_ms();
    let question = Question::Game {
        game: game.clone(),
        age_ms: (now_ms - envelope.request.at_ms().unwrap_or(now_ms)).max(0),
        request: envelope.request.clone(),
    };
    let answered = registry.question(server, &question).await;
    let why = match answered {
        Ok(Answer::Response(response)) => return Ok(response),
        Ok(Answer::Elsewhere) => Unanswered::Elsewhere,
        Ok(Answer::Busy) => Unanswered::Busy,
        Err(AskError::Nobody | AskError::Timeout) => Unanswered::Unreachable,
        Err(AskError::Disconnected) => Unanswered::Disconnected,
        Ok(Answer::Settled | Answer::List(_) | Answer::NotUnderstood)
        | Err(AskError::NotUnderstood(_)) => {
            tracing::error!(game.id = game.short(), server.id = %server, "forward.not understood");
            return Ok(Response::Denied(ErrorCode::Internal));
        }
    };
    tracing::debug!(game.id = game.short(), server.id = %server, why = ?why, "forward.unanswered");
    Err(why)
}

async fn pause(registry: &GameRegistry, why: Unanswered) {
    match why {
        Unanswered::Elsewhere | Unanswered::Busy => tokio::time::sleep(SHORT_PAUSE).await,
        Unanswered::Unreachable => tokio::time::sleep(PAUSE).await,
        Unanswered::Disconnected => {
            // Retry soon after a reconnection, and in time for the end of the request's patience.
            let _ = tokio::time::timeout(4 * PAUSE, registry.link.ready()).await;
            tokio::time::sleep(SHORT_PAUSE).await;
        }
    }
}
