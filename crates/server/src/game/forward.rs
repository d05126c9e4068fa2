//! Stands for a referee that another server has.

use std::time::Duration;

use komadai_protocol::{ErrorCode, GameKey};

use super::inbox::{Envelope, Inbox};
use super::registry::GameRegistry;
use super::request::{Request, Response};
use crate::bus::{Answer, AskError, BusMessage, Question};
use crate::server_id::ServerId;

/// Without requests it stops after this long.
const IDLE: Duration = Duration::from_secs(60);
/// How often it is tried to make good what was not sent about who is at the board.
const AGAIN_EVERY: Duration = Duration::from_secs(1);
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
/// of them may be sent twice, until each has waited too long. What got lost about who is at the board is made good not
/// before `next_call`, in time since the start.
pub(super) async fn run(
    registry: &GameRegistry,
    game: &GameKey,
    server: ServerId,
    inbox: &mut Inbox,
    next_call: &mut Duration,
) -> Forwarded {
    let _counted = registry.metrics.game_elsewhere();
    let mut others = registry.others.subscribe();
    let mut is_silent = false;
    loop {
        let until_call = next_call.saturating_sub(registry.time.passed());
        if until_call.is_zero() && inbox.take_due() {
            let called = tokio::select! {
                called = call_back(registry, game, server) => called,
                () = others.gone(server) => Err(Why::Elsewhere),
            };
            *next_call = registry.time.passed() + AGAIN_EVERY;
            if let Err(why) = called {
                inbox.note_missed();
                if why == Why::Elsewhere {
                    return Forwarded::Changed;
                }
            }
            continue;
        }
        let has_missed = inbox.has_missed();
        let call = async {
            match has_missed {
                true => tokio::time::sleep(until_call).await,
                false => std::future::pending().await,
            }
        };
        let envelope = tokio::select! {
            biased;
            () = others.gone(server) => return Forwarded::Changed,
            envelope = tokio::time::timeout(IDLE, inbox.recv()) => match envelope {
                Ok(Some(envelope)) => envelope,
                Ok(None) => return Forwarded::Idle,
                Err(_) => {
                    // What is in the mailbox already is still answered.
                    inbox.close();
                    continue;
                }
            },
            () = call => continue,
        };
        let Some(envelope) = to_send(registry, envelope, inbox, is_silent) else {
            continue;
        };
        if envelope.is_forwarded {
            // Who sent it here takes this server for the one that has the game. One of both is wrong.
            let _ = envelope.reply.send(Response::Elsewhere);
            return Forwarded::Changed;
        }
        if matches!(envelope.request, Request::TakeUp) {
            // Nobody had the game a moment ago.
            inbox.put_back(envelope);
            return Forwarded::Changed;
        }
        let answered = tokio::select! {
            answered = ask(registry, game, server, &envelope) => answered,
            // It may have been asked and stopped before it answered.
            () = others.gone(server) => Err(Why::Elsewhere),
        };
        is_silent = answered.is_err();
        match answered {
            Ok(response) => drop(envelope.reply.send(response)),
            // It is old already: another measurement comes.
            Err(_) if matches!(envelope.request, Request::Lag { .. }) => {}
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

/// The request, unless it need not be sent or has waited too long; then it is answered.
fn to_send(
    registry: &GameRegistry,
    envelope: Envelope,
    inbox: &Inbox,
    is_silent: bool,
) -> Option<Envelope> {
    match envelope.request {
        _ if envelope.is_forwarded => Some(envelope),
        // Everything before it has been sent.
        Request::Settle => {
            let _ = envelope.reply.send(Response::Done);
            None
        }
        _ if envelope.request.stays_here() => None,
        Request::Lag { .. } if is_silent => None,
        _ if envelope.patience(registry.time.counted_ms()).is_zero() => {
            inbox.give_up(envelope);
            None
        }
        _ => Some(envelope),
    }
}

/// Makes good what the referee did not get to know: it forgets all sockets of this server, and those that are at the board
/// announce themselves.
async fn call_back(registry: &GameRegistry, game: &GameKey, server: ServerId) -> Result<(), Why> {
    let gone = Request::ServerGone {
        server: registry.server,
    };
    let (envelope, _) = registry.envelope(gone);
    ask(registry, game, server, &envelope).await?;
    registry.bus.publish_here(game, BusMessage::NewReferee);
    Ok(())
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
        Ok(Answer::Settled | Answer::NotUnderstood) | Err(AskError::NotUnderstood(_)) => {
            tracing::error!(game.id = game.short(), server.id = %server, "forward.not understood");
            return Ok(Response::Denied(ErrorCode::Internal));
        }
    };
    tracing::debug!(game.id = game.short(), server.id = %server, why = ?why, "forward.unanswered");
    Err(why)
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
