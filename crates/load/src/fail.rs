//! Errors of requests, sockets and runs.

use std::io;

use komadai_protocol::ErrorCode;

/// Error of a request or socket, counted by [`kind`](Self::kind).
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failed {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Hyper(#[from] hyper::Error),
    #[error("{0}")]
    WebSocket(Box<tokio_tungstenite::tungstenite::Error>),
    #[error("no answer in time")]
    Timeout,
    #[error("limits of the server: again in {0} s")]
    TooEarly(u64),
    #[error("status {0}")]
    Http(u16, Option<ErrorCode>),
    #[error("not a message of the protocol")]
    Message,
}

impl From<tokio_tungstenite::tungstenite::Error> for Failed {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::WebSocket(Box::new(error))
    }
}

impl Failed {
    /// Name in the error counts.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Io(error) => format!("connect-{:?}", error.kind()).to_lowercase(),
            Self::Hyper(_) => "http-connection".into(),
            Self::WebSocket(_) => "websocket".into(),
            Self::Timeout => "timeout".into(),
            Self::TooEarly(_) => "limited".into(),
            Self::Http(_, Some(code)) => format!("http-{}", code.name()),
            Self::Http(status, None) => format!("http-{status}"),
            Self::Message => "unknown-message".into(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{0}")]
    Plan(String),
    #[error("the server cannot be started: {0}")]
    Server(String),
    #[error("no server answers at {url}: {why}")]
    NoAnswer { url: String, why: String },
    #[error("{sockets} sockets need a limit of open files of {needed}, it is {limit} (ulimit -n)")]
    Descriptors {
        sockets: u64,
        needed: u64,
        limit: u64,
    },
    #[error("{0}")]
    Io(#[from] io::Error),
}
