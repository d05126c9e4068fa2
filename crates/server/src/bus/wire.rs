//! What servers send each other.

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use komadai_play::PlayerId;
use komadai_protocol::GameKey;
use serde::{Deserialize, Serialize};

use super::BusMessage;
use crate::game::{Request, Response};

/// A question to another server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question {
    /// Is it there?
    Ping,
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
    /// To a ping; to the other question: yes.
    Here,
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
