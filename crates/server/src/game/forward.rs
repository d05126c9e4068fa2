//! Stands for a referee that another server has.

use std::time::Duration;

use komadai_protocol::{ErrorCode, GameKey};

use super::inbox::{Envelope, Inbox};
use super::registry::GameRegistry;
use super::request::{Request, Response};
use crate::bus::{Answer, AskError, Question};
use crate::server_id::ServerId;

/// Without requests it stops after this long.
const IDLE: Duration = Duration::from_secs(60);
/// Who waits for an answer waits no longer than this, milliseconds.
const PATIENCE_MS: i64 = 10_000;
/// Pause before a server that did not answer is asked again, unless the list of servers changes.
const PAUSE: Duration = Duration::from_millis(250);
/// Pause before one is asked again that asked for it.
const SHORT_PAUSE: Duration = Duration::from_millis(20);

/// Why a forwarder ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forwarded {
    /// Nothing to do.
    Idle,
    /// Another server may have the game now, or none.
    Changed,
}

/// Sends requests to the server that has the game, one after the other. What was not answered may have been done: all
/// of them may be sent twice.
pub(super) async fn run(
    registry: &GameRegistry,
    game: &GameKey,
    server: ServerId,
    inbox: &mut Inbox,
) -> Forwarded {
    let _counted = registry.metrics.game_elsewhere();
    let mut others = registry.others.subscribe();
    loop {
        let envelope = tokio::select! {
            envelope = tokio::time::timeout(IDLE, inbox.recv()) => match envelope {
                Ok(Some(envelope)) => envelope,
                Ok(None) => return Forwarded::Idle,
                Err(_) => {
                    // What is in the mailbox already is still answered.
                    inbox.close();
                    continue;
                }
            },
            () = others.gone(server) => return Forwarded::Changed,
        };
        match envelope.request {
            // That is this server's business.
            Request::ServerGone { .. } | Request::Settled { .. } | Request::Expired => continue,
            Request::Settle => {
                let _ = envelope.reply.send(Response::Done);
                continue;
            }
            _ if envelope.is_forwarded => {
                // Who sent it here takes this server for the one that has the game. One of both is wrong.
                let _ = envelope.reply.send(Response::Elsewhere);
                return Forwarded::Changed;
            }
            _ => {}
        }
        let answered = tokio::select! {
            answered = ask(registry, game, server, &envelope) => answered,
            // It may have been asked and stopped before it answered.
            () = others.gone(server) => Err(Why::Elsewhere),
        };
        match answered {
            Ok(response) => drop(envelope.reply.send(response)),
            Err(_) if is_too_late(registry, &envelope) => {
                let code = ErrorCode::StorageFailed;
                let _ = envelope.reply.send(Response::Denied(code));
            }
            Err(why) => {
                inbox.put_back(envelope);
                tokio::select! {
                    () = pause(registry, why) => {}
                    () = others.gone(server) => {}
                }
                return Forwarded::Changed;
            }
        }
    }
}

/// Why a request has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The other server does not have the game.
    Elsewhere,
    /// It wants to be asked again.
    Busy,
    /// It cannot be reached.
    Unreachable,
    /// No server can be reached.
    Disconnected,
}

/// Asks the other server.
async fn ask(
    registry: &GameRegistry,
    game: &GameKey,
    server: ServerId,
    envelope: &Envelope,
) -> Result<Response, Why> {
    let now_ms = registry.time.now_ms();
    let question = Question::Game {
        game: game.clone(),
        age_ms: (now_ms - envelope.request.at_ms().unwrap_or(now_ms)).max(0),
        request: envelope.request.clone(),
    };
    let answered = registry.bus.ask(server, &question).await;
    let why = match answered {
        Ok(Answer::Response(response)) => return Ok(response),
        Ok(Answer::Elsewhere) => Why::Elsewhere,
        Ok(Answer::Busy) => Why::Busy,
        Err(AskError::Nobody | AskError::Timeout) => Why::Unreachable,
        Err(AskError::Disconnected) => Why::Disconnected,
        Ok(Answer::Here | Answer::NotUnderstood) | Err(AskError::NotUnderstood(_)) => {
            tracing::error!(game.id = game.short(), server.id = %server, "forward.not understood");
            return Ok(Response::Denied(ErrorCode::Internal));
        }
    };
    tracing::debug!(game.id = game.short(), server.id = %server, why = ?why, "forward.unanswered");
    Err(why)
}

/// Whether who asked has waited long enough. Nobody waits for the answer to what a referee has to know in any case.
fn is_too_late(registry: &GameRegistry, envelope: &Envelope) -> bool {
    let waited_ms = registry.time.now_ms() - envelope.since_ms;
    !envelope.reply.is_closed() && waited_ms > PATIENCE_MS
}

async fn pause(registry: &GameRegistry, why: Why) {
    match why {
        Why::Elsewhere | Why::Busy => tokio::time::sleep(SHORT_PAUSE).await,
        Why::Unreachable => tokio::time::sleep(PAUSE).await,
        Why::Disconnected => {
            // The connection may come back at any moment; so may the patience end.
            let _ = tokio::time::timeout(4 * PAUSE, registry.bus.ready()).await;
            tokio::time::sleep(SHORT_PAUSE).await;
        }
    }
}
