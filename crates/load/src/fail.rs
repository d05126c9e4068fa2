//! Why something between a client and the server failed, and why a run could not be made.

use std::io;

use komadai_protocol::ErrorCode;

/// What went wrong with a request or a socket. It ends up in the counts of errors.
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
    /// Its name in the counts of errors.
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

/// Why a run could not be made.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Options that cannot be used.
    #[error("{0}")]
    Plan(String),
    /// The server could not be started.
    #[error("the server cannot be started: {0}")]
    Server(String),
    /// The server does not answer.
    #[error("no server answers at {url}: {why}")]
    NoAnswer {
        /// Where.
        url: String,
        /// What happened.
        why: String,
    },
    /// The system allows fewer open files than there are sockets.
    #[error("{sockets} sockets need a limit of open files of {needed}, it is {limit} (ulimit -n)")]
    Descriptors {
        /// Sockets of the run.
        sockets: u64,
        /// Descriptors needed.
        needed: u64,
        /// Descriptors allowed.
        limit: u64,
    },
    /// The system refused something else.
    #[error("{0}")]
    Io(#[from] io::Error),
}
