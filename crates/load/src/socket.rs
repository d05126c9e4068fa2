//! WebSocket of a simulated client.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use komadai_protocol::{ClientMessage, GameKey, PROTOCOL_VERSION, Topic};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::fail::Failed;
use crate::target::Target;

type Stream = WebSocketStream<TcpStream>;

const BUFFER_BYTES: usize = 2 * 1024;
/// Timeout of an upgrade, and of a send.
const TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Determines the source address.
    pub(crate) client: u64,
    pub(crate) cookie: Option<String>,
    pub(crate) game: GameKey,
    pub(crate) last_seq: Option<u32>,
}

pub(crate) enum Incoming {
    /// Connected, with `hello` and the subscription sent.
    Opened,
    Text(Utf8Bytes),
    /// Message without relevance for the game.
    Alive,
    Lost(Option<Failed>),
}

pub(crate) enum Link {
    Closed,
    Opening(JoinHandle<Result<Box<Stream>, Failed>>),
    Open(Box<Stream>),
}

impl Link {
    /// Connects in its own task after a pause.
    pub(crate) fn open(target: &Target, caller: Caller, pause_ms: u64) -> Self {
        let target = target.clone();
        Self::Opening(tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
            let opened = tokio::time::timeout(TIMEOUT, connect(&target, caller)).await;
            opened.unwrap_or(Err(Failed::Timeout))
        }))
    }

    /// Waits for the next message; forever if closed. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Incoming {
        match self {
            Self::Closed => std::future::pending().await,
            Self::Opening(task) => {
                let opened = task.await;
                match opened {
                    Ok(Ok(stream)) => {
                        *self = Self::Open(stream);
                        Incoming::Opened
                    }
                    Ok(Err(failed)) => self.lost(Some(failed)),
                    Err(_) => self.lost(None),
                }
            }
            Self::Open(stream) => match stream.next().await {
                Some(Ok(Message::Text(text))) => Incoming::Text(text),
                Some(Ok(Message::Close(_))) | None => self.lost(None),
                Some(Ok(_)) => Incoming::Alive,
                Some(Err(error)) => self.lost(Some(error.into())),
            },
        }
    }

    fn lost(&mut self, why: Option<Failed>) -> Incoming {
        *self = Self::Closed;
        Incoming::Lost(why)
    }

    /// Sends a message if connected. A failure shows as a lost connection.
    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        let Self::Open(stream) = self else { return };
        let Ok(text) = serde_json::to_string(message) else {
            return;
        };
        let sent = tokio::time::timeout(TIMEOUT, stream.send(Message::text(text))).await;
        if sent.is_err() {
            // Reading ends as well.
            *self = Self::Closed;
        }
    }

    /// Drops the connection without a close frame, as a broken network does.
    pub(crate) fn cut(&mut self) {
        if let Self::Opening(task) = self {
            task.abort();
        }
        *self = Self::Closed;
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Self::Opening(task) = self {
            task.abort();
        }
    }
}

async fn connect(target: &Target, caller: Caller) -> Result<Box<Stream>, Failed> {
    let stream = target.connect(caller.client).await?;
    let mut request = format!("ws://{}/ws", target.host()).into_client_request()?;
    if let Some(cookie) = &caller.cookie {
        let cookie = cookie.parse().map_err(|_| Failed::Message)?;
        request.headers_mut().insert("cookie", cookie);
    }
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0);
    let (mut stream, _) =
        tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL_VERSION,
    };
    let subscribe = ClientMessage::Subscribe {
        topic: Topic::Game(caller.game),
        after: caller.last_seq.map(u64::from),
    };
    for message in [hello, subscribe] {
        let text = serde_json::to_string(&message).map_err(|_| Failed::Message)?;
        stream.feed(Message::text(text)).await?;
    }
    stream.flush().await?;
    Ok(Box::new(stream))
}
