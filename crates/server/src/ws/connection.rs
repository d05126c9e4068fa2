use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{FuturesOrdered, SplitSink};
use futures_util::{SinkExt, StreamExt};
use komadai_play::RoundTrip;
use komadai_protocol::limits::PING_EVERY_MS;
use komadai_protocol::{
    ClientMessage, ErrorCode, GameEvent, GameKey, OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION,
    ServerMessage,
};
use tokio::sync::mpsc;

use super::Client;
use super::reader::{Incoming, submit};
use crate::bus::{BusMessage, Listener, Received};
use crate::game::{Request, Response, event_of};
use crate::server_id::SocketId;
use crate::state::AppState;

/// A client that takes longer to accept a message is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The first message has to come within this time.
const HELLO_TIMEOUT: Duration = Duration::from_secs(15);
/// Unanswered pings after which a client is gone.
const MAX_UNANSWERED_PINGS: usize = 6;
/// Most events in a welcome: some 100 kB. A client that missed more takes the snapshot alone.
const MAX_MISSED: u32 = 256;
/// How long the other side may take to read the last message.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

/// Why a connection ends.
enum End {
    /// The client is gone.
    Gone,
    /// The client gets an error as its last message.
    Error(ErrorCode),
}

/// The game a socket is about.
struct Subscription {
    game: GameKey,
    bus: Listener,
    /// The last event sent.
    seq: u32,
}

pub(super) struct Connection {
    state: AppState,
    sink: SplitSink<WebSocket, Message>,
    client: Arc<Client>,
    id: SocketId,
    subscription: Option<Subscription>,
    round_trip: RoundTrip,
}

impl Connection {
    pub(super) fn new(
        state: AppState,
        sink: SplitSink<WebSocket, Message>,
        client: Arc<Client>,
    ) -> Self {
        let id = state.socket_id();
        Self {
            state,
            sink,
            client,
            id,
            subscription: None,
            round_trip: RoundTrip::default(),
        }
    }

    /// Serves the client until the end, then closes the socket.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Incoming>) {
        let end = match self.serve(&mut inbox).await {
            Ok(never) => never,
            Err(end) => end,
        };
        if let Some(subscription) = &self.subscription {
            let leave = Request::Leave { socket: self.id };
            self.state.games.notify(&subscription.game, leave).await;
        }
        if let End::Error(code) = end {
            tracing::debug!(
                socket.number = self.id.number,
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
            if self.send_message(&error).await.is_ok()
                && self.send(Message::Close(Some(close))).await.is_ok()
            {
                // The reader ends when the client has closed, too.
                let closed = async { while inbox.recv().await.is_some() {} };
                let _ = tokio::time::timeout(CLOSE_TIMEOUT, closed).await;
            }
        }
    }

    async fn serve(&mut self, inbox: &mut mpsc::Receiver<Incoming>) -> Result<End, End> {
        let stop = self.state.stop.clone();
        let mut pings = tokio::time::interval(Duration::from_millis(PING_EVERY_MS.into()));
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let hello_timeout = tokio::time::sleep(HELLO_TIMEOUT);
        tokio::pin!(hello_timeout);
        let mut answers = FuturesOrdered::new();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(End::Error(ErrorCode::ShuttingDown)),
                incoming = inbox.recv() => match self.not_early(incoming).await {
                    Some(Incoming::Message(message)) => self.receive(message).await?,
                    Some(Incoming::Command { game, id, answer }) => {
                        // No answer: the referee failed in the middle of it. The client's id makes it safe to
                        // ask again.
                        let failed = Response::Denied(ErrorCode::Internal);
                        answers.push_back(async move { (game, id, answer.await.unwrap_or(failed)) });
                    }
                    Some(Incoming::RoundTrip(round_trip)) => self.measured(round_trip).await,
                    Some(Incoming::Early(..)) => return Ok(End::Error(ErrorCode::Internal)),
                    Some(Incoming::Fatal(code)) => return Ok(End::Error(code)),
                    None => return Ok(End::Gone),
                },
                // Beside all the rest: while the disk is slow, pings and events go on.
                Some((game, id, response)) = answers.next() => {
                    self.answer(game, id, response).await?;
                }
                message = published(&mut self.subscription) => self.forward(message).await?,
                _ = pings.tick() => {
                    if self.client.pings.unanswered() >= MAX_UNANSWERED_PINGS {
                        return Ok(End::Gone);
                    }
                    let nonce = self.client.pings.send(self.state.games.time.now_ms());
                    self.send(Message::Ping(nonce.to_vec().into())).await?;
                }
                () = &mut hello_timeout, if self.subscription.is_none() => {
                    return Ok(End::Error(ErrorCode::HelloExpected));
                }
            }
        }
    }

    async fn measured(&mut self, round_trip: u32) {
        let before = self.round_trip.one_way_ms();
        self.round_trip.measured(round_trip);
        let one_way_ms = self.round_trip.one_way_ms();
        if let Some(subscription) = &self.subscription
            && one_way_ms != before
        {
            let lag = Request::Lag {
                socket: self.id,
                one_way_ms,
            };
            self.state.games.notify(&subscription.game, lag).await;
        }
    }

    /// Gives a command that came right behind the hello to the referee.
    async fn not_early(&mut self, incoming: Option<Incoming>) -> Option<Incoming> {
        match incoming {
            Some(Incoming::Early(at_ms, sent)) => {
                Some(submit(&self.client, &self.state.games, at_ms, sent).await)
            }
            other => other,
        }
    }

    async fn receive(&mut self, message: ClientMessage) -> Result<(), End> {
        match message {
            ClientMessage::Hello {
                protocol,
                game,
                last_seq,
            } => self.hello(protocol, game, last_seq).await,
            ClientMessage::Ping { id } => {
                let server_time_ms = self.state.games.time.now_ms();
                self.send_message(&ServerMessage::Pong { id, server_time_ms })
                    .await
            }
            _ => Err(End::Error(ErrorCode::Internal)),
        }
    }

    /// Passes on what the referee made of a command.
    async fn answer(&mut self, game: GameKey, id: String, response: Response) -> Result<(), End> {
        match response {
            Response::Accepted { seq } => {
                self.send_message(&ServerMessage::Accepted { game, id, seq })
                    .await
            }
            Response::Premove(premove) => {
                self.send_message(&ServerMessage::Premove { game, id, premove })
                    .await
            }
            Response::Refused(refusal) => self.send_message(&ServerMessage::Refused(refusal)).await,
            Response::Denied(code) => Err(End::Error(code)),
            _ => Err(End::Error(ErrorCode::Internal)),
        }
    }

    async fn hello(
        &mut self,
        protocol: u32,
        game: GameKey,
        last_seq: Option<u32>,
    ) -> Result<(), End> {
        if self.subscription.is_some() {
            return Err(End::Error(ErrorCode::HelloAgain));
        }
        if protocol < OLDEST_PROTOCOL_VERSION {
            return Err(End::Error(ErrorCode::ProtocolTooOld));
        }
        if protocol > PROTOCOL_VERSION {
            return Err(End::Error(ErrorCode::ProtocolTooNew));
        }
        // Subscribe first, then read: nothing is missed in between.
        let bus = self.state.games.bus.subscribe(&game);
        let enter = Request::Enter {
            socket: self.id,
            player: self.client.player.clone(),
            one_way_ms: self.round_trip.one_way_ms(),
        };
        match self.state.games.ask(&game, enter).await {
            Response::Welcome {
                seat,
                snapshot,
                presence,
                premove,
            } => {
                tracing::debug!(
                    socket.number = self.id.number,
                    game.id = game.short(),
                    "socket.hello"
                );
                // Commands of the client come from now on.
                let _ = self.client.game.set(game.clone());
                self.subscription = Some(Subscription {
                    game: game.clone(),
                    bus,
                    seq: snapshot.seq,
                });
                // From here on the referee knows the socket, and has to know when it goes.
                let events = self.missed_events(&game, last_seq).await?;
                self.send_message(&ServerMessage::Welcome {
                    protocol: PROTOCOL_VERSION,
                    server_time_ms: self.state.games.time.now_ms(),
                    game,
                    seat,
                    snapshot,
                    events,
                    premove,
                })
                .await?;
                self.send_message(&presence).await
            }
            Response::Denied(code) => Err(End::Error(code)),
            _ => Err(End::Error(ErrorCode::Internal)),
        }
    }

    /// The events after `last_seq` up to those of the snapshot, read beside the referee, which others wait for. None where
    /// there are too many for one message: the snapshot says all that is needed.
    async fn missed_events(
        &mut self,
        game: &GameKey,
        last_seq: Option<u32>,
    ) -> Result<Vec<GameEvent>, End> {
        let seq = self.subscription.as_ref().map_or(0, |it| it.seq);
        let Some(last_seq) = last_seq.filter(|&last| last < seq && seq - last <= MAX_MISSED) else {
            return Ok(Vec::new());
        };
        let stored = self.state.games.store.events(game, last_seq).await;
        let stored = stored.map_err(|_| End::Error(ErrorCode::StorageFailed))?;
        // What came since is sent as it was published.
        let of_snapshot = stored.into_iter().take_while(|event| event.seq <= seq);
        Ok(of_snapshot.map(|event| event_of(game, event)).collect())
    }

    /// Passes on what the bus brought, events in order and each once.
    async fn forward(&mut self, received: Received) -> Result<(), End> {
        let Some(subscription) = &mut self.subscription else {
            return Ok(());
        };
        match received {
            // What the referee before it stored and did not publish is in the log, and a new referee may be among
            // what is lost.
            Received::Message(BusMessage::NewReferee) | Received::Missed => {
                self.stay().await;
                self.catch_up().await
            }
            Received::Message(BusMessage::Private { player, text }) => {
                if self.client.player.as_ref() != Some(&player) {
                    return Ok(());
                }
                self.send(Message::Text(text)).await
            }
            Received::Message(BusMessage::Text { seq: None, text }) => {
                self.send(Message::Text(text)).await
            }
            Received::Message(BusMessage::Text {
                seq: Some(seq),
                text,
            }) => {
                if seq <= subscription.seq {
                    return Ok(());
                }
                if seq > subscription.seq + 1 {
                    return self.catch_up().await;
                }
                subscription.seq = seq;
                self.send(Message::Text(text)).await
            }
        }
    }

    /// Announces this socket to a referee that may be new. One that knows it does nothing.
    async fn stay(&mut self) {
        if let Some(subscription) = &self.subscription {
            let stay = Request::Stay {
                socket: self.id,
                player: self.client.player.clone(),
                one_way_ms: self.round_trip.one_way_ms(),
            };
            self.state.games.notify(&subscription.game, stay).await;
        }
    }

    /// Reads missed events from the log.
    async fn catch_up(&mut self) -> Result<(), End> {
        let Some(subscription) = &mut self.subscription else {
            return Ok(());
        };
        let game = subscription.game.clone();
        let missed = self
            .state
            .games
            .store
            .events(&game, subscription.seq)
            .await
            .map_err(|_| End::Error(ErrorCode::StorageFailed))?;
        for event in missed {
            subscription.seq = event.seq;
            let message = ServerMessage::Event(event_of(&game, event));
            let text = serde_json::to_string(&message).map_err(|_| End::Gone)?;
            // `subscription` is borrowed: send without the helper.
            send(&mut self.sink, Message::text(text)).await?;
        }
        Ok(())
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), End> {
        let text = serde_json::to_string(message).map_err(|_| End::Error(ErrorCode::Internal))?;
        self.send(Message::text(text)).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        send(&mut self.sink, message).await
    }
}

async fn send(sink: &mut SplitSink<WebSocket, Message>, message: Message) -> Result<(), End> {
    match tokio::time::timeout(SEND_TIMEOUT, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// The next message of the subscription game; never, while there is none.
async fn published(subscription: &mut Option<Subscription>) -> Received {
    match subscription {
        Some(subscription) => match subscription.bus.next().await {
            Some(received) => received,
            // The bus is gone, and so is the server.
            None => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}
