use std::collections::VecDeque;

use futures_util::{SinkExt, StreamExt};
use komadai_protocol::{
    ClientMessage, ErrorCode, EventBody, GameEvent, GameKey, Refusal, ServerMessage, Topic,
};
use tokio::net::TcpStream;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;

use crate::common::PATIENCE;

pub(crate) struct Socket {
    pub(crate) stream: tokio_tungstenite::WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) game: GameKey,
    /// Messages received while waiting for an answer; the protocol allows either order.
    early: VecDeque<ServerMessage>,
}

impl Socket {
    pub(crate) fn new(
        stream: tokio_tungstenite::WebSocketStream<MaybeTlsStream<TcpStream>>,
    ) -> Self {
        Self {
            stream,
            game: GameKey::from(""),
            early: VecDeque::new(),
        }
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        self.send_text(&serde_json::to_string(message).expect("JSON"))
            .await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("sent");
    }

    pub(crate) async fn send_raw(&mut self, message: Message) {
        self.stream.send(message).await.expect("sent");
    }

    pub(crate) async fn subscribe(&mut self, game: &GameKey, after: Option<u32>) {
        let topic = Topic::Game(game.clone());
        let after = after.map(u64::from);
        self.send(&ClientMessage::Subscribe { topic, after }).await;
    }

    async fn next_or_end(&mut self) -> Option<ServerMessage> {
        match self.early.pop_front() {
            Some(message) => Some(message),
            None => self.read_or_end().await,
        }
    }

    /// Answers pings.
    async fn read_or_end(&mut self) -> Option<ServerMessage> {
        let next = async {
            loop {
                match self.stream.next().await? {
                    Ok(Message::Text(text)) => match serde_json::from_str(&text) {
                        Ok(ServerMessage::Ping { nonce, .. }) => {
                            let pong = serde_json::to_string(&ClientMessage::Pong { nonce });
                            // The server may have closed already.
                            let pong = Message::text(pong.expect("JSON"));
                            let _ = self.stream.send(pong).await;
                        }
                        Ok(message) => return Some(message),
                        Err(error) => panic!("{error}: {text}"),
                    },
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, next)
            .await
            .expect("something in time")
    }

    pub(crate) async fn next(&mut self) -> ServerMessage {
        self.next_or_end().await.expect("an open connection")
    }

    pub(crate) async fn find<T>(&mut self, mut pick: impl FnMut(ServerMessage) -> Option<T>) -> T {
        loop {
            if let Some(found) = pick(self.next().await) {
                return found;
            }
        }
    }

    /// Finds the first match, `None` at the end of the connection. Messages before it are kept for later.
    async fn answer<T>(&mut self, mut pick: impl FnMut(&ServerMessage) -> Option<T>) -> Option<T> {
        let mut before = Vec::new();
        let mut answer = None;
        while let Some(message) = self.next_or_end().await {
            answer = pick(&message);
            if answer.is_some() {
                break;
            }
            if matches!(message, ServerMessage::Event(_)) {
                before.push(message);
            }
        }
        for message in before.into_iter().rev() {
            self.early.push_front(message);
        }
        answer
    }

    pub(crate) async fn event(&mut self) -> GameEvent {
        self.find(|message| match message {
            ServerMessage::Event(event) => Some(event),
            _ => None,
        })
        .await
    }

    pub(crate) async fn event_of(&mut self, kind: &str) -> EventBody {
        loop {
            let event = self.event().await;
            if event.body.kind() == kind {
                return event.body;
            }
        }
    }

    pub(crate) async fn sees(&mut self, ply: u32) -> String {
        self.find(|message| match message {
            ServerMessage::Event(GameEvent {
                body: EventBody::Move { ply: at, text, .. },
                ..
            }) if at == ply => Some(text),
            _ => None,
        })
        .await
    }

    pub(crate) async fn accepted(&mut self, command: &str) -> u32 {
        let accepted = self.answer(|message| match message {
            ServerMessage::Accepted { id, seq, .. } if id == command => Some(*seq),
            ServerMessage::Refused(refusal) if refusal.id == command => panic!("{refusal:?}"),
            ServerMessage::Error { code, .. } => panic!("{code:?}"),
            ServerMessage::Unsubscribed {
                code: Some(code), ..
            } => panic!("{code:?}"),
            _ => None,
        });
        accepted.await.expect("an open connection")
    }

    /// Returns `false` if the connection ended because the server stops.
    pub(crate) async fn is_accepted_or_sent_away(&mut self, command: &str) -> bool {
        let accepted = self.answer(|message| match message {
            ServerMessage::Accepted { id, .. } if id == command => Some(()),
            ServerMessage::Refused(refusal) => panic!("{refusal:?}"),
            ServerMessage::Unsubscribed { code, .. } => panic!("{code:?}"),
            ServerMessage::Error { code, .. } if *code != ErrorCode::ShuttingDown => {
                panic!("{code:?}")
            }
            _ => None,
        });
        accepted.await.is_some()
    }

    pub(crate) async fn unsubscribed(&mut self) -> (Topic, Option<ErrorCode>) {
        self.find(|message| match message {
            ServerMessage::Unsubscribed { topic, code } => Some((topic, code)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn refused(&mut self, command: &str) -> Refusal {
        let refused = self.answer(|message| match message {
            ServerMessage::Refused(refusal) if refusal.id == command => {
                Some(Refusal::clone(refusal))
            }
            ServerMessage::Accepted { id, .. } if id == command => panic!("accepted"),
            ServerMessage::Error { code, .. } => panic!("{code:?}"),
            ServerMessage::Unsubscribed {
                code: Some(code), ..
            } => panic!("{code:?}"),
            _ => None,
        });
        refused.await.expect("an open connection")
    }

    pub(crate) async fn ended(&mut self) -> ErrorCode {
        let code = self
            .find(|message| match message {
                ServerMessage::Error { code, .. } => Some(code),
                _ => None,
            })
            .await;
        assert!(self.next_or_end().await.is_none(), "closed after the error");
        code
    }

    pub(crate) async fn move_with(&mut self, id: &str, ply: u32, text: &str) {
        let game = self.game.clone();
        let message = ClientMessage::Move {
            game,
            id: id.into(),
            ply,
            text: text.into(),
        };
        self.send(&message).await;
    }

    pub(crate) async fn play(&mut self, ply: u32, text: &str) -> u32 {
        let id = format!("m{ply}");
        self.move_with(&id, ply, text).await;
        self.accepted(&id).await
    }

    pub(crate) async fn premove(&mut self, ply: u32, text: &str) {
        let premove = ClientMessage::Premove {
            game: self.game.clone(),
            id: format!("p{ply}"),
            ply,
            text: text.into(),
        };
        self.send(&premove).await;
        let held = self.answer(|message| match message {
            ServerMessage::Premove { premove, .. } => premove.as_ref().map(drop),
            _ => None,
        });
        held.await.expect("an open connection");
    }
}

/// Both players make their first move; afterwards the first player's clock runs.
pub(crate) async fn first_moves(a: &mut Socket, b: &mut Socket) {
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    for socket in [a, b] {
        socket.sees(1).await;
    }
}
