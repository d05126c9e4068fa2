//! What servers send each other.

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use komadai_play::PlayerId;
use komadai_protocol::GameKey;
use serde::{Deserialize, Serialize};

use super::BusMessage;
use crate::request::{Request, Response};

/// The version of what servers send each other. It rises with each change that another version would misread: such
/// servers do not run together. A ping and its answer say it, in digits, and stay as they are in every version.
pub(crate) const WIRE_VERSION: u32 = 3;

/// The payload of a ping or its answer.
pub(super) fn version_text() -> Bytes {
    WIRE_VERSION.to_string().into()
}

/// The version that a ping or its answer says.
pub(super) fn version_of(payload: &[u8]) -> Option<u32> {
    std::str::from_utf8(payload).ok()?.parse().ok()
}

/// A question to another server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question {
    /// Something for the referee of a game.
    Game {
        /// Which game.
        game: GameKey,
        /// What.
        request: Request,
        /// How long ago it arrived at the server that asks, milliseconds: the two have different time lines.
        age_ms: i64,
    },
    /// Has it sent everything for the referee of that game?
    Settle {
        /// Which game.
        game: GameKey,
    },
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It has sent everything.
    Settled,
    /// What the referee said.
    Response(Response),
    /// Another server has the game, or none.
    Elsewhere,
    /// Ask again in a moment.
    Busy,
    /// This server runs another version.
    NotUnderstood,
}

/// The first line of a message; its text, if it has one, follows.
#[derive(Debug, Serialize, Deserialize)]
enum Head {
    Event(u32),
    Text,
    Private(PlayerId),
    NewReferee,
    Gone,
}

/// A message as bytes.
///
/// # Errors
/// It cannot be written.
pub(super) fn write(message: &BusMessage) -> Result<Bytes, serde_json::Error> {
    let (head, text) = match message {
        BusMessage::Text {
            seq: Some(seq),
            text,
        } => (Head::Event(*seq), text.as_str()),
        BusMessage::Text { seq: None, text } => (Head::Text, text.as_str()),
        BusMessage::Private { player, text } => (Head::Private(player.clone()), text.as_str()),
        BusMessage::NewReferee => (Head::NewReferee, ""),
        BusMessage::Gone => (Head::Gone, ""),
    };
    let mut bytes = serde_json::to_vec(&head)?;
    bytes.push(b'\n');
    bytes.extend_from_slice(text.as_bytes());
    Ok(bytes.into())
}

/// The message of some bytes; nothing if they are none.
pub(super) fn read(bytes: &Bytes) -> Option<BusMessage> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let head = serde_json::from_slice(&bytes[..end]).ok()?;
    let text = || Utf8Bytes::try_from(bytes.slice(end + 1..)).ok();
    Some(match head {
        Head::Event(seq) => BusMessage::Text {
            seq: Some(seq),
            text: text()?,
        },
        Head::Text => BusMessage::Text {
            seq: None,
            text: text()?,
        },
        Head::Private(player) => BusMessage::Private {
            player,
            text: text()?,
        },
        Head::NewReferee => BusMessage::NewReferee,
        Head::Gone => BusMessage::Gone,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let text = Utf8Bytes::from_static("{\"a\":\"b\\n\"}");
        for message in [
            BusMessage::Text {
                seq: Some(7),
                text: text.clone(),
            },
            BusMessage::Text {
                seq: None,
                text: text.clone(),
            },
            BusMessage::Private {
                player: "x8Qm".into(),
                text: "\u{99d2}\nsecond line".into(),
            },
            BusMessage::NewReferee,
            BusMessage::Gone,
        ] {
            let bytes = write(&message).expect("written");
            assert_eq!(read(&bytes), Some(message));
        }
    }

    #[test]
    fn a_version_is_a_number_in_digits() {
        assert_eq!(version_of(&version_text()), Some(WIRE_VERSION));
        for payload in [&b""[..], b"2 ", b"-1", b"\xff", b"99999999999"] {
            assert_eq!(version_of(payload), None, "{payload:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_message_are_none() {
        for bytes in [
            &b""[..],
            b"\n",
            b"{}\n",
            b"\"Tomorrow\"\n",
            b"\"Text\"",
            b"{\"Event\":-1}\n{}",
            b"\"Text\"\n\xff",
        ] {
            assert_eq!(read(&Bytes::copy_from_slice(bytes)), None, "{bytes:?}");
        }
    }
}
