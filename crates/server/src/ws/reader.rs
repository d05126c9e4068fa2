use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use futures_channel::mpsc;
use futures_util::stream::SplitStream;
use futures_util::{SinkExt, StreamExt};
use komadai_play::Command;
use komadai_protocol::limits::MAX_MESSAGE_BYTES;
use komadai_protocol::{
    ClientMessage, ErrorCode, GameKey, OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION, Topic,
};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::client::Client;
use super::command::{Sent, command_of};
use super::topics::{self, OpenTopic};
use crate::game::GameRegistry;
use crate::hub::Signals;
use crate::rate::Messages;
use crate::request::{Request, Response};

pub(super) enum Incoming {
    Hello,
    /// A topic whose state is to be read.
    Opened(OpenTopic, Signals),
    /// Ended by the client, or refused with that code.
    Unsubscribe {
        topic: Topic,
        code: Option<ErrorCode>,
    },
    Command {
        game: GameKey,
        id: String,
        is_premove: bool,
        answer: oneshot::Receiver<Response>,
    },
    /// Round trip of a ping, milliseconds.
    RoundTrip(u32),
    Fatal(ErrorCode),
}

/// Reads until the socket ends, the client breaks a rule, or the connection is gone.
pub(super) async fn read(
    mut stream: SplitStream<WebSocket>,
    mut incoming: mpsc::Sender<Box<Incoming>>,
    client: Arc<Client>,
    games: Arc<GameRegistry>,
) {
    let mut reader = Reader {
        client,
        games,
        welcome: false,
    };
    let (limit, modest) = (Messages::new(), Messages::modest());
    // The library reads no further after an error.
    let mut is_broken = false;
    while let Some(frame) = stream.next().await {
        // The writer may still be sending the last message of an ended connection.
        if reader.client.ended.is_cancelled() {
            break;
        }
        let at_ms = reader.games.time.now_ms();
        if !limit.allow() || reader.has_sent_too_much(modest.allow()).await {
            let _ = incoming
                .send(Box::new(Incoming::Fatal(ErrorCode::TooManyMessages)))
                .await;
            break;
        }
        let what = match frame {
            Ok(Message::Text(text)) => match parse(text.as_str()) {
                Err(code) => Incoming::Fatal(code),
                Ok(message) => match Box::pin(reader.message(at_ms, message)).await {
                    Some(what) => what,
                    None => continue,
                },
            },
            Ok(Message::Binary(_)) => Incoming::Fatal(ErrorCode::UnknownMessage),
            // The library answers pings.
            Ok(Message::Ping(_) | Message::Pong(_)) => continue,
            Ok(Message::Close(_)) => return,
            Err(error) => match too_large(error) {
                true => {
                    is_broken = true;
                    Incoming::Fatal(ErrorCode::MessageTooLarge)
                }
                false => return,
            },
        };
        let fatal = matches!(what, Incoming::Fatal(_));
        if incoming.send(Box::new(what)).await.is_err() {
            return;
        }
        if fatal {
            break;
        }
    }
    // Drain the socket: closing it with unread bytes could discard the last message at the peer.
    while let Some(Ok(_)) = stream.next().await {}
    if is_broken {
        // Keep the socket open until the connection gives up waiting, so that the client can read the last
        // message.
        std::future::pending::<()>().await;
    }
}

/// Sends commands to referees in order of arrival.
struct Reader {
    client: Arc<Client>,
    games: Arc<GameRegistry>,
    welcome: bool,
}

impl Reader {
    /// Waits for the rates of player and network. Returns `true` if that takes too long. A socket that sends
    /// little ignores its network, because a neighbour's flood would cost it a move.
    async fn has_sent_too_much(&self, sends_little: bool) -> bool {
        let player = self.client.caller.as_ref().map(|caller| &caller.player.id);
        let address = (!sends_little).then_some(self.client.address);
        let rates = &self.games.rates;
        rates.message(player, address).await.is_err()
    }

    async fn message(&mut self, at_ms: i64, message: ClientMessage) -> Option<Incoming> {
        Some(match message {
            ClientMessage::Pong { nonce } => Incoming::RoundTrip(
                self.client
                    .pings
                    .answered(&nonce, at_ms - self.games.time.stood_ms(at_ms))?,
            ),
            ClientMessage::Hello { protocol } => self.hello(protocol),
            _ if !self.welcome => Incoming::Fatal(ErrorCode::HelloExpected),
            ClientMessage::Subscribe { topic, after } => self.subscribe(topic, after).await,
            ClientMessage::Unsubscribe { topic } => self.unsubscribe(topic).await,
            command => self.command(at_ms, command_of(command)?).await,
        })
    }

    fn hello(&mut self, protocol: u32) -> Incoming {
        if self.welcome {
            return Incoming::Fatal(ErrorCode::HelloAgain);
        }
        match version_fault(protocol) {
            Some(code) => Incoming::Fatal(code),
            None => {
                self.welcome = true;
                Incoming::Hello
            }
        }
    }

    async fn subscribe(&self, topic: Topic, after: Option<u64>) -> Incoming {
        match topics::open(&self.games, &self.client, topic.clone(), after).await {
            Ok((opened, signals)) => Incoming::Opened(opened, signals),
            Err(code) => Incoming::Unsubscribe {
                topic,
                code: Some(code),
            },
        }
    }

    async fn unsubscribe(&self, topic: Topic) -> Incoming {
        if self.client.close(&topic)
            && let Topic::Game(game) = &topic
        {
            let socket = self.client.socket;
            self.games.notify(game, Request::Leave { socket }).await;
        }
        Incoming::Unsubscribe { topic, code: None }
    }

    async fn command(&self, at_ms: i64, sent: Sent) -> Incoming {
        if !sent.has_good_id() {
            return Incoming::Fatal(ErrorCode::BadCommandId);
        }
        if !self.client.may_play() {
            return Incoming::Fatal(ErrorCode::MissingScope);
        }
        let topic = Topic::Game(sent.game.clone());
        if self.client.number(&topic).is_none() {
            return Incoming::Unsubscribe {
                topic,
                code: Some(ErrorCode::NotSubscribed),
            };
        }
        let is_premove = matches!(
            sent.command,
            Command::Premove { .. } | Command::CancelPremove
        );
        if is_premove {
            self.client.premove_asked(&sent.game);
        }
        let request = Request::Command {
            player: self.client.player_id(),
            address: self.client.address,
            id: sent.id.clone(),
            at_ms,
            command: sent.command,
            is_program: self.client.is_program(),
        };
        let answer = self.games.submit(&sent.game, request).await;
        Incoming::Command {
            game: sent.game,
            id: sent.id,
            is_premove,
            answer,
        }
    }
}

fn version_fault(protocol: u32) -> Option<ErrorCode> {
    match protocol {
        ..OLDEST_PROTOCOL_VERSION => Some(ErrorCode::ProtocolTooOld),
        OLDEST_PROTOCOL_VERSION..=PROTOCOL_VERSION => None,
        _ => Some(ErrorCode::ProtocolTooNew),
    }
}

/// The hello of any version, which may have other fields too.
#[derive(Deserialize)]
struct AnyHello {
    r#type: String,
    protocol: u32,
}

fn parse(text: &str) -> Result<ClientMessage, ErrorCode> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(ErrorCode::MessageTooLarge);
    }
    serde_json::from_str(text).map_err(|_| {
        let hello = serde_json::from_str::<AnyHello>(text).ok();
        hello
            .filter(|hello| hello.r#type == "hello")
            .and_then(|hello| version_fault(hello.protocol))
            .unwrap_or(ErrorCode::UnknownMessage)
    })
}

fn too_large(error: axum::Error) -> bool {
    error
        .into_inner()
        .downcast_ref::<tungstenite::Error>()
        .is_some_and(|error| matches!(error, tungstenite::Error::Capacity(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_versions_that_are_not_served_reload() {
        for text in [
            r#"{"type":"hello","protocol":1,"game":"x8Qm3LhTz0RkWb5v"}"#,
            r#"{"type":"hello","protocol":2,"game":"x8Qm3LhTz0RkWb5v","last_seq":3}"#,
            r#"{"type":"hello","protocol":3,"game":"x8Qm3LhTz0RkWb5v","last_seq":3}"#,
        ] {
            assert_eq!(parse(text), Err(ErrorCode::ProtocolTooOld), "{text}");
        }
        assert_eq!(version_fault(OLDEST_PROTOCOL_VERSION), None);
        assert_eq!(version_fault(PROTOCOL_VERSION), None);
        let later = r#"{"type":"hello","protocol":9999,"colours":["red"]}"#;
        assert_eq!(parse(later), Err(ErrorCode::ProtocolTooNew));
        let unknown =
            format!(r#"{{"type":"hello","protocol":{PROTOCOL_VERSION},"colours":["red"]}}"#);
        assert_eq!(parse(&unknown), Err(ErrorCode::UnknownMessage));
    }
}
