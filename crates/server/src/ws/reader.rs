use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use komadai_protocol::limits::MAX_MESSAGE_BYTES;
use komadai_protocol::{ClientMessage, ErrorCode};
use tokio::sync::mpsc;

use crate::rate::Messages;
use crate::time::Time;

/// What came in.
pub(super) enum Heard {
    /// A message that arrived at that moment.
    Message(i64, ClientMessage),
    /// A ping came back: the round trip, milliseconds.
    RoundTrip(u32),
    /// Something that ends the connection.
    Fatal(ErrorCode),
}

/// Reads until the socket ends, the client breaks a rule, or nobody listens any more.
pub(super) async fn read(
    mut stream: SplitStream<WebSocket>,
    heard: mpsc::Sender<Heard>,
    time: Time,
) {
    let limit = Messages::new();
    while let Some(frame) = stream.next().await {
        let at = time.now();
        if !limit.allow() {
            let _ = heard.send(Heard::Fatal(ErrorCode::TooManyMessages)).await;
            break;
        }
        let what = match frame {
            Ok(Message::Text(text)) => understand(at, text.as_str()),
            Ok(Message::Binary(_)) => Heard::Fatal(ErrorCode::UnknownMessage),
            Ok(Message::Pong(stamp)) => match round_trip(at, &stamp) {
                Some(round_trip) => Heard::RoundTrip(round_trip),
                None => continue,
            },
            // Answered by the library.
            Ok(Message::Ping(_)) => continue,
            Ok(Message::Close(_)) => return,
            Err(error) => match too_large(error) {
                true => Heard::Fatal(ErrorCode::MessageTooLarge),
                false => return,
            },
        };
        let fatal = matches!(what, Heard::Fatal(_));
        if heard.send(what).await.is_err() {
            return;
        }
        if fatal {
            break;
        }
    }
    // What still comes is read and thrown away: closing a socket with unread bytes would take
    // the last words from the other side.
    while let Some(Ok(_)) = stream.next().await {}
    heard.closed().await;
}

fn understand(at: i64, text: &str) -> Heard {
    if text.len() > MAX_MESSAGE_BYTES {
        return Heard::Fatal(ErrorCode::MessageTooLarge);
    }
    match serde_json::from_str(text) {
        Ok(message) => Heard::Message(at, message),
        Err(_) => Heard::Fatal(ErrorCode::UnknownMessage),
    }
}

/// The server's pings carry the moment they were sent. A stamp that was never sent measures
/// nothing that helps: credit is bounded by quota and pool.
fn round_trip(at: i64, stamp: &[u8]) -> Option<u32> {
    let sent = i64::from_be_bytes(stamp.try_into().ok()?);
    u32::try_from(at.checked_sub(sent)?).ok()
}

fn too_large(error: axum::Error) -> bool {
    error
        .into_inner()
        .downcast_ref::<tungstenite::Error>()
        .is_some_and(|error| matches!(error, tungstenite::Error::Capacity(_)))
}
