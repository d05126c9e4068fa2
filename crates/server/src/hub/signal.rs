use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use komadai_play::PlayerId;
use serde::{Deserialize, Serialize};

/// Message or change of state on a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    Message(Message),
    /// Messages are lost.
    Missed,
    /// Another writer has the topic, without the presence that the last one knew.
    NewWriter,
    /// The topic does not exist any more.
    Closed,
}

/// A text for clients, written once and shared by all who get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Version of the topic with this message, if the message changes it.
    pub(crate) version: Option<u64>,
    /// The only addressee, if it is not for all.
    pub(crate) to: Option<PlayerId>,
    /// JSON.
    pub(crate) text: Utf8Bytes,
}

impl Message {
    pub(crate) fn event(version: u64, text: Utf8Bytes) -> Self {
        Self {
            version: Some(version),
            to: None,
            text,
        }
    }

    /// A message that leaves the version.
    pub(crate) fn notice(text: Utf8Bytes) -> Self {
        Self {
            version: None,
            to: None,
            text,
        }
    }
}

/// First line of a signal between copies; the text of a message follows.
#[derive(Debug, Serialize, Deserialize)]
enum Head {
    Message {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<PlayerId>,
    },
    NewWriter,
    Closed,
}

impl Signal {
    /// The signal as sent to other copies; lost messages are empty.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self) -> Result<Bytes, serde_json::Error> {
        let (head, text) = match self {
            Self::Message(Message { version, to, text }) => {
                let (version, to) = (*version, to.clone());
                (Head::Message { version, to }, text.as_str())
            }
            Self::Missed => return Ok(Bytes::new()),
            Self::NewWriter => (Head::NewWriter, ""),
            Self::Closed => (Head::Closed, ""),
        };
        let mut bytes = serde_json::to_vec(&head)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(text.as_bytes());
        Ok(bytes.into())
    }

    /// Inverse of [`write`](Self::write); `None` for anything else.
    pub(crate) fn read(bytes: &Bytes) -> Option<Self> {
        if bytes.is_empty() {
            return Some(Self::Missed);
        }
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        Some(match serde_json::from_slice(&bytes[..end]).ok()? {
            Head::Message { version, to } => {
                let text = Utf8Bytes::try_from(bytes.slice(end + 1..)).ok()?;
                Self::Message(Message { version, to, text })
            }
            Head::NewWriter => Self::NewWriter,
            Head::Closed => Self::Closed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_read_as_it_was_written() {
        let text = Utf8Bytes::from_static("{\"a\":\"b\\n\"}");
        for signal in [
            Signal::Message(Message::event(7, text.clone())),
            Signal::Message(Message::notice(text)),
            Signal::Message(Message {
                version: None,
                to: Some("x8Qm".into()),
                text: "\u{99d2}\nsecond line".into(),
            }),
            Signal::Missed,
            Signal::NewWriter,
            Signal::Closed,
        ] {
            let bytes = signal.write().expect("written");
            assert_eq!(Signal::read(&bytes), Some(signal));
        }
    }

    #[test]
    fn bytes_that_are_no_signal_are_none() {
        for bytes in [
            &b"\n"[..],
            b"{}\n",
            b"\"Tomorrow\"\n",
            b"\"Message\"",
            b"{\"Message\":{\"version\":-1}}\n{}",
            b"{\"Message\":{}}\n\xff",
        ] {
            assert_eq!(
                Signal::read(&Bytes::copy_from_slice(bytes)),
                None,
                "{bytes:?}"
            );
        }
    }
}
