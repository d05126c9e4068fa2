use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use komadai_protocol::limits::MAX_MESSAGE_BYTES;
use komadai_protocol::{ClientMessage, ErrorCode, GameKey};
use tokio::sync::{mpsc, oneshot};

use super::Client;
use super::command::{Sent, command_of};
use crate::game::{GameRegistry, Request, Response};
use crate::rate::Messages;

/// What came in.
pub(super) enum Incoming {
    /// A message that is no command.
    Message(ClientMessage),
    /// A command that arrived at that moment, milliseconds, before the connection had answered the hello.
    Early(i64, Sent),
    /// A command that the referee has.
    Command {
        game: GameKey,
        id: String,
        answer: oneshot::Receiver<Response>,
    },
    /// A ping came back: the round trip, milliseconds.
    RoundTrip(u32),
    /// Something that ends the connection.
    Fatal(ErrorCode),
}

/// Reads until the socket ends, the client breaks a rule, or nobody receives any more.
pub(super) async fn read(
    mut stream: SplitStream<WebSocket>,
    incoming: mpsc::Sender<Incoming>,
    client: Arc<Client>,
    games: Arc<GameRegistry>,
) {
    let limit = Messages::new();
    let mut early = false;
    while let Some(frame) = stream.next().await {
        let at_ms = games.time.now_ms();
        if !limit.allow() {
            let _ = incoming
                .send(Incoming::Fatal(ErrorCode::TooManyMessages))
                .await;
            break;
        }
        let what = match frame {
            Ok(Message::Text(text)) => match parse(text.as_str()).map(command_of) {
                Err(code) => Incoming::Fatal(code),
                Ok(Err(message)) => Incoming::Message(message),
                // Commands keep their order: what follows an early one takes the same way.
                Ok(Ok(sent)) if early || client.game.get().is_none() => {
                    early = true;
                    Incoming::Early(at_ms, sent)
                }
                Ok(Ok(sent)) => submit(&client, &games, at_ms, sent).await,
            },
            Ok(Message::Binary(_)) => Incoming::Fatal(ErrorCode::UnknownMessage),
            Ok(Message::Pong(nonce)) => match client.pings.answered(&nonce, at_ms) {
                Some(round_trip) => Incoming::RoundTrip(round_trip),
                None => continue,
            },
            // Answered by the library.
            Ok(Message::Ping(_)) => continue,
            Ok(Message::Close(_)) => return,
            Err(error) => match too_large(error) {
                true => Incoming::Fatal(ErrorCode::MessageTooLarge),
                false => return,
            },
        };
        let fatal = matches!(what, Incoming::Fatal(_));
        if incoming.send(what).await.is_err() {
            return;
        }
        if fatal {
            break;
        }
    }
    // What still comes is read and thrown away: closing a socket with unread bytes would take
    // the last message from the other side.
    while let Some(Ok(_)) = stream.next().await {}
    incoming.closed().await;
}

fn parse(text: &str) -> Result<ClientMessage, ErrorCode> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(ErrorCode::MessageTooLarge);
    }
    serde_json::from_str(text).map_err(|_| ErrorCode::UnknownMessage)
}

/// Gives a command that arrived at that moment to the referee.
pub(super) async fn submit(
    client: &Client,
    games: &Arc<GameRegistry>,
    at_ms: i64,
    sent: Sent,
) -> Incoming {
    if let Some(code) = sent.fault(client.game.get()) {
        return Incoming::Fatal(code);
    }
    let request = Request::Command {
        player: client.player.clone(),
        address: client.address,
        id: sent.id.clone(),
        at_ms,
        command: sent.command,
    };
    let answer = games.submit(&sent.game, request).await;
    Incoming::Command {
        game: sent.game,
        id: sent.id,
        answer,
    }
}

fn too_large(error: axum::Error) -> bool {
    error
        .into_inner()
        .downcast_ref::<tungstenite::Error>()
        .is_some_and(|error| matches!(error, tungstenite::Error::Capacity(_)))
}
