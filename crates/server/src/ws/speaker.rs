use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use komadai_protocol::limits::{MAX_COMMAND_ID_BYTES, PING_EVERY_MS};
use komadai_protocol::{
    ClientMessage, ErrorCode, GameKey, OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION, ServerMessage,
};
use tokio::sync::{broadcast, mpsc};

use super::reader::Heard;
use crate::bus::BusMessage;
use crate::clock::RoundTrip;
use crate::game::{Command, Request, Response, short};
use crate::state::AppState;

/// A client that takes longer to accept a message is gone.
const LONGEST_SEND: Duration = Duration::from_secs(10);
/// The first message has to come within this time.
const LONGEST_SILENCE: Duration = Duration::from_secs(15);
/// Unanswered pings after which a client is gone.
const MOST_UNANSWERED: u32 = 6;
/// The other side gets so long to read the last message.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why a connection ends.
enum End {
    /// The client is gone.
    Gone,
    /// The client is told.
    Told(ErrorCode),
}

/// The game a socket is about.
struct Watched {
    game: GameKey,
    bus: broadcast::Receiver<BusMessage>,
    /// The last event sent.
    seq: u32,
}

pub(super) struct Speaker {
    state: AppState,
    sink: SplitSink<WebSocket, Message>,
    player: Option<String>,
    number: u64,
    watched: Option<Watched>,
    round_trip: RoundTrip,
    unanswered: u32,
}

impl Speaker {
    pub(super) fn new(
        state: AppState,
        sink: SplitSink<WebSocket, Message>,
        player: Option<String>,
    ) -> Self {
        let number = state.socket_number();
        Self {
            state,
            sink,
            player,
            number,
            watched: None,
            round_trip: RoundTrip::default(),
            unanswered: 0,
        }
    }

    /// Speaks until the end, then says goodbye.
    pub(super) async fn speak(mut self, mut inbox: mpsc::Receiver<Heard>) {
        let end = match self.converse(&mut inbox).await {
            Ok(never) => never,
            Err(end) => end,
        };
        if let Some(watched) = &self.watched {
            let leave = Request::Leave {
                socket: self.number,
            };
            self.state.hall.tell(&watched.game, leave).await;
        }
        if let End::Told(code) = end {
            tracing::debug!(
                socket.number = self.number,
                error.code = code.name(),
                "socket.error"
            );
            let error = ServerMessage::Error {
                code,
                message: code.meaning().into(),
            };
            let close = CloseFrame {
                code: match code {
                    ErrorCode::ShuttingDown => close_code::RESTART,
                    ErrorCode::MessageTooLarge => close_code::SIZE,
                    ErrorCode::StorageFailed | ErrorCode::Internal => close_code::ERROR,
                    _ => close_code::POLICY,
                },
                reason: code.name().into(),
            };
            if self.say(&error).await.is_ok()
                && self.send(Message::Close(Some(close))).await.is_ok()
            {
                // The reader ends when the client has closed, too.
                let closed = async { while inbox.recv().await.is_some() {} };
                let _ = tokio::time::timeout(FAREWELL, closed).await;
            }
        }
    }

    async fn converse(&mut self, inbox: &mut mpsc::Receiver<Heard>) -> Result<End, End> {
        let stop = self.state.stop.clone();
        let mut pings = tokio::time::interval(Duration::from_millis(PING_EVERY_MS.into()));
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let silence = tokio::time::sleep(LONGEST_SILENCE);
        tokio::pin!(silence);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(End::Told(ErrorCode::ShuttingDown)),
                heard = inbox.recv() => match heard {
                    Some(Heard::Message(at, message)) => self.hear(at, message).await?,
                    Some(Heard::RoundTrip(round_trip)) => self.measured(round_trip).await,
                    Some(Heard::Fatal(code)) => return Ok(End::Told(code)),
                    None => return Ok(End::Gone),
                },
                message = published(&mut self.watched) => self.forward(message).await?,
                _ = pings.tick() => {
                    if self.unanswered >= MOST_UNANSWERED {
                        return Ok(End::Gone);
                    }
                    self.unanswered += 1;
                    let stamp = self.state.hall.time.now().to_be_bytes().to_vec();
                    self.send(Message::Ping(stamp.into())).await?;
                }
                () = &mut silence, if self.watched.is_none() => {
                    return Ok(End::Told(ErrorCode::HelloExpected));
                }
            }
        }
    }

    async fn measured(&mut self, round_trip: u32) {
        self.unanswered = 0;
        let before = self.round_trip.one_way();
        self.round_trip.measured(round_trip);
        let one_way = self.round_trip.one_way();
        if let Some(watched) = &self.watched
            && one_way != before
        {
            let lag = Request::Lag {
                socket: self.number,
                one_way,
            };
            self.state.hall.tell(&watched.game, lag).await;
        }
    }

    async fn hear(&mut self, at: i64, message: ClientMessage) -> Result<(), End> {
        let (game, id, command) = match message {
            ClientMessage::Hello {
                protocol,
                game,
                last_seq,
            } => {
                return self.hello(protocol, game, last_seq).await;
            }
            ClientMessage::Ping { id } => {
                let server_time = self.state.hall.time.now();
                return self.say(&ServerMessage::Pong { id, server_time }).await;
            }
            ClientMessage::Move {
                game,
                id,
                ply,
                text,
            } => (game, id, Command::Move { ply, text }),
            ClientMessage::Premove {
                game,
                id,
                ply,
                text,
            } => (game, id, Command::Premove { ply, text }),
            ClientMessage::CancelPremove { game, id } => (game, id, Command::CancelPremove),
            ClientMessage::Resign { game, id } => (game, id, Command::Resign),
            ClientMessage::Offer { game, id, offer } => (game, id, Command::Offer(offer)),
            ClientMessage::Answer {
                game,
                id,
                offer,
                accept,
            } => (game, id, Command::Answer(offer, accept)),
            ClientMessage::Declare { game, id, ply } => (game, id, Command::Declare { ply }),
        };
        let Some(watched) = &self.watched else {
            return Err(End::Told(ErrorCode::HelloExpected));
        };
        if watched.game != game {
            return Err(End::Told(ErrorCode::WrongGame));
        }
        if id.is_empty() || id.len() > MAX_COMMAND_ID_BYTES {
            return Err(End::Told(ErrorCode::BadCommandId));
        }
        let request = Request::Command {
            player: self.player.clone(),
            id: id.clone(),
            at,
            command,
        };
        match self.state.hall.ask(&game, request).await {
            Response::Accepted { seq } => {
                self.say(&ServerMessage::Accepted { game, id, seq }).await
            }
            Response::Premove(premove) => {
                self.say(&ServerMessage::Premove { game, id, premove })
                    .await
            }
            Response::Refused(refusal) => self.say(&ServerMessage::Refused(refusal)).await,
            Response::Denied(code) => Err(End::Told(code)),
            _ => Err(End::Told(ErrorCode::Internal)),
        }
    }

    async fn hello(
        &mut self,
        protocol: u32,
        game: GameKey,
        last_seq: Option<u32>,
    ) -> Result<(), End> {
        if self.watched.is_some() {
            return Err(End::Told(ErrorCode::HelloAgain));
        }
        if protocol < OLDEST_PROTOCOL_VERSION {
            return Err(End::Told(ErrorCode::ProtocolTooOld));
        }
        if protocol > PROTOCOL_VERSION {
            return Err(End::Told(ErrorCode::ProtocolTooNew));
        }
        // Listen first, look then: nothing falls between.
        let bus = self.state.hall.bus.subscribe(&game);
        let enter = Request::Enter {
            socket: self.number,
            player: self.player.clone(),
            last_seq,
        };
        match self.state.hall.ask(&game, enter).await {
            Response::Welcome {
                seat,
                snapshot,
                events,
                premove,
            } => {
                tracing::debug!(
                    socket.number = self.number,
                    game.id = short(&game),
                    "socket.hello"
                );
                self.watched = Some(Watched {
                    game: game.clone(),
                    bus,
                    seq: snapshot.seq,
                });
                self.say(&ServerMessage::Welcome {
                    protocol: PROTOCOL_VERSION,
                    server_time: self.state.hall.time.now(),
                    game,
                    seat,
                    snapshot,
                    events,
                    premove,
                })
                .await
            }
            Response::Denied(code) => Err(End::Told(code)),
            _ => Err(End::Told(ErrorCode::Internal)),
        }
    }

    /// Passes on what the bus brought, events in order and each once.
    async fn forward(
        &mut self,
        message: Result<BusMessage, broadcast::error::RecvError>,
    ) -> Result<(), End> {
        let Some(watched) = &mut self.watched else {
            return Ok(());
        };
        match message {
            Ok(BusMessage::NewReferee) => {
                self.stay().await;
                Ok(())
            }
            Ok(BusMessage::Private { player, text }) => {
                if self.player.as_deref() != Some(&*player) {
                    return Ok(());
                }
                self.send(Message::text(&*text)).await
            }
            Ok(BusMessage::Text { seq: None, text }) => self.send(Message::text(&*text)).await,
            Ok(BusMessage::Text { seq: Some(seq), .. }) if seq <= watched.seq => Ok(()),
            Ok(BusMessage::Text {
                seq: Some(seq),
                text,
            }) if seq == watched.seq + 1 => {
                watched.seq = seq;
                self.send(Message::text(&*text)).await
            }
            Ok(_) => self.catch_up().await,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                // A new referee may have been among what is lost.
                self.stay().await;
                self.catch_up().await
            }
            Err(broadcast::error::RecvError::Closed) => {
                // The bus forgot this game while nobody spoke; listen anew.
                watched.bus = self.state.hall.bus.subscribe(&watched.game);
                self.stay().await;
                self.catch_up().await
            }
        }
    }

    /// Tells a referee who may not know it that this socket is here. One who does takes no notice.
    async fn stay(&self) {
        if let Some(watched) = &self.watched {
            let stay = Request::Stay {
                socket: self.number,
                player: self.player.clone(),
                one_way: self.round_trip.one_way(),
            };
            self.state.hall.tell(&watched.game, stay).await;
        }
    }

    /// Reads missed events from the log.
    async fn catch_up(&mut self) -> Result<(), End> {
        let Some(watched) = &mut self.watched else {
            return Ok(());
        };
        let game = watched.game.clone();
        let missed = self
            .state
            .hall
            .store
            .events(&game, watched.seq)
            .await
            .map_err(|_| End::Told(ErrorCode::StorageFailed))?;
        for event in missed {
            watched.seq = event.seq;
            let message = ServerMessage::Event(komadai_protocol::GameEvent {
                game: game.clone(),
                seq: event.seq,
                at: event.at,
                body: event.body,
            });
            let text = serde_json::to_string(&message).map_err(|_| End::Gone)?;
            // `watched` is borrowed: send without the helper.
            send(&mut self.sink, Message::text(text)).await?;
        }
        Ok(())
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), End> {
        let text = serde_json::to_string(message).map_err(|_| End::Told(ErrorCode::Internal))?;
        self.send(Message::text(text)).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        send(&mut self.sink, message).await
    }
}

async fn send(sink: &mut SplitSink<WebSocket, Message>, message: Message) -> Result<(), End> {
    match tokio::time::timeout(LONGEST_SEND, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// The next message of the watched game; never, while there is none.
async fn published(
    watched: &mut Option<Watched>,
) -> Result<BusMessage, broadcast::error::RecvError> {
    match watched {
        Some(watched) => watched.bus.recv().await,
        None => std::future::pending().await,
    }
}
