use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use komadai_protocol::limits::MAX_MESSAGE_BYTES;
use komadai_protocol::{ClientMessage, ErrorCode};
use tokio::sync::mpsc;

use super::pings::Pings;
use crate::rate::Messages;
use crate::time::Time;

/// What came in.
pub(super) enum Incoming {
    /// A message, and the moment of its arrival, milliseconds.
    Message(i64, ClientMessage),
    /// A ping came back: the round trip, milliseconds.
    RoundTrip(u32),
    /// Something that ends the connection.
    Fatal(ErrorCode),
}

/// Reads until the socket ends, the client breaks a rule, or nobody receives any more.
pub(super) async fn read(
    mut stream: SplitStream<WebSocket>,
    incoming: mpsc::Sender<Incoming>,
    pings: Arc<Pings>,
    time: Time,
) {
    let limit = Messages::new();
    while let Some(frame) = stream.next().await {
        let at_ms = time.now_ms();
        if !limit.allow() {
            let _ = incoming
                .send(Incoming::Fatal(ErrorCode::TooManyMessages))
                .await;
            break;
        }
        let what = match frame {
            Ok(Message::Text(text)) => parse(at_ms, text.as_str()),
            Ok(Message::Binary(_)) => Incoming::Fatal(ErrorCode::UnknownMessage),
            Ok(Message::Pong(nonce)) => match pings.answered(&nonce, at_ms) {
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

fn parse(at_ms: i64, text: &str) -> Incoming {
    if text.len() > MAX_MESSAGE_BYTES {
        return Incoming::Fatal(ErrorCode::MessageTooLarge);
    }
    match serde_json::from_str(text) {
        Ok(message) => Incoming::Message(at_ms, message),
        Err(_) => Incoming::Fatal(ErrorCode::UnknownMessage),
    }
}

fn too_large(error: axum::Error) -> bool {
    error
        .into_inner()
        .downcast_ref::<tungstenite::Error>()
        .is_some_and(|error| matches!(error, tungstenite::Error::Capacity(_)))
}
