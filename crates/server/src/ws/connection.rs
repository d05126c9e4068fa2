use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_channel::mpsc;
use futures_util::stream::{FuturesUnordered, SplitSink};
use futures_util::{SinkExt, StreamExt};
use komadai_play::RoundTrip;
use komadai_protocol::limits::PING_EVERY_MS;
use komadai_protocol::{ErrorCode, GameKey, PROTOCOL_VERSION, Refusal, Seat, ServerMessage, Topic};
use tokio::sync::oneshot;
use tokio_stream::StreamMap;

use super::client::Client;
use super::lobby::next_lobby;
use super::player::{Following, next_news, reading};
use super::reader::Incoming;
use super::subscriptions::Subscription;
use crate::bus::{Listener, LobbyListener};
use crate::identity::Credential;
use crate::request::{Request, Response};
use crate::state::AppState;

/// Connections whose peer does not accept a message within this time are closed.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
const HELLO_TIMEOUT: Duration = Duration::from_secs(15);
const MAX_UNANSWERED_PINGS: usize = 4;
/// Interval of session and token checks.
const CHECK_EVERY: Duration = Duration::from_secs(300);
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) enum End {
    Disconnected,
    /// The error is sent as the last message.
    Error(ErrorCode),
}

enum Pending {
    Command {
        game: GameKey,
        id: String,
        is_premove: bool,
    },
    Game {
        subscription: Subscription,
        after: Option<u64>,
        published: Listener,
    },
}

pub(super) struct Connection {
    pub(super) state: AppState,
    sink: SplitSink<WebSocket, Message>,
    pub(super) client: Arc<Client>,
    pub(super) subscriptions: Vec<Subscription>,
    /// Published messages by subscription number.
    pub(super) published: StreamMap<u64, Listener>,
    /// `None` also while the player's games are being read.
    pub(super) following: Option<Following>,
    lobby: Option<LobbyListener>,
    round_trip: RoundTrip,
    shortest_ms: Option<u32>,
}

impl Connection {
    pub(super) fn new(
        state: AppState,
        sink: SplitSink<WebSocket, Message>,
        client: Arc<Client>,
    ) -> Box<Self> {
        Box::new(Self {
            state,
            sink,
            client,
            subscriptions: Vec::new(),
            published: StreamMap::new(),
            following: None,
            lobby: None,
            round_trip: RoundTrip::default(),
            shortest_ms: None,
        })
    }

    pub(super) async fn run(mut self: Box<Self>, mut inbox: mpsc::Receiver<Box<Incoming>>) {
        let Err(end) = self.serve(&mut inbox).await;
        if let End::Error(code) = end {
            Box::pin(self.close(code, inbox)).await;
        }
    }

    async fn close(mut self: Box<Self>, code: ErrorCode, mut inbox: mpsc::Receiver<Box<Incoming>>) {
        tracing::debug!(
            socket.number = self.client.socket.number,
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
            // The reader ends when the client has closed too.
            let closed = async { while inbox.next().await.is_some() {} };
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, closed).await;
        }
    }

    /// Branches are boxed, so that an idle socket stays small.
    async fn serve(
        &mut self,
        inbox: &mut mpsc::Receiver<Box<Incoming>>,
    ) -> Result<Infallible, End> {
        let stop = self.state.stop.clone();
        let mut pings = tokio::time::interval(Duration::from_millis(PING_EVERY_MS.into()));
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let hello_timeout = tokio::time::sleep(HELLO_TIMEOUT);
        tokio::pin!(hello_timeout);
        let ended = self.client.ended.clone();
        let mut checks = tokio::time::interval(CHECK_EVERY);
        checks.reset();
        let mut welcomed = false;
        let mut answers = FuturesUnordered::new();
        let mut readings = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return Err(End::Error(ErrorCode::ShuttingDown)),
                () = ended.cancelled() => return Err(End::Error(ErrorCode::SessionEnded)),
                incoming = inbox.next() => match incoming.map(|it| *it) {
                    Some(Incoming::Hello) => {
                        welcomed = true;
                        Box::pin(self.welcome()).await?;
                    }
                    Some(Incoming::Subscribe { game, number, after, published, answer }) => {
                        let subscription = Subscription { number, game, seq: 0, premove: None, maker: None };
                        answers.push(Box::pin(answered(Pending::Game { subscription, after, published }, answer)));
                    }
                    Some(Incoming::Follow { number, after, news }) => {
                        self.following = None;
                        let following = Following { number, position: after, news };
                        readings.push(Box::pin(reading(&self.state.games, &self.client, following)));
                    }
                    Some(Incoming::Lobby(lobby)) => self.lobby = Some(lobby),
                    Some(Incoming::Unsubscribe { topic, code }) => {
                        Box::pin(self.unsubscribed(topic, code)).await?;
                    }
                    Some(Incoming::Command { game, id, is_premove, answer }) => {
                        answers.push(Box::pin(answered(Pending::Command { game, id, is_premove }, answer)));
                    }
                    Some(Incoming::RoundTrip(round_trip)) => Box::pin(self.measured(round_trip)).await,
                    Some(Incoming::Fatal(code)) => return Err(End::Error(code)),
                    None => return Err(End::Disconnected),
                },
                // Concurrent, so that pings and events go on while the disk is slow.
                Some((asked, response)) = answers.next() => match asked {
                    Pending::Command { game, id, is_premove } => {
                        if is_premove {
                            self.client.premove_answered(&game);
                        }
                        Box::pin(self.answer(game, id, response)).await?;
                    }
                    Pending::Game { subscription, after, published } => {
                        Box::pin(self.subscribed(subscription, after, published, response)).await?;
                    }
                },
                Some((following, games)) = readings.next() => Box::pin(self.followed(following, games)).await?,
                news = next_news(&mut self.following) => {
                    if let Some(following) = Box::pin(self.news(news)).await? {
                        readings.push(Box::pin(reading(&self.state.games, &self.client, following)));
                    }
                }
                text = next_lobby(&mut self.lobby) => Box::pin(self.send_text(text)).await?,
                Some((number, received)) = self.published.next() => Box::pin(self.forward(number, received)).await?,
                _ = pings.tick() => Box::pin(self.ping()).await?,
                // Another server may have ended it.
                _ = checks.tick() => if !Box::pin(self.is_still_known()).await {
                    return Err(End::Error(ErrorCode::SessionEnded));
                },
                () = &mut hello_timeout, if !welcomed => {
                    return Err(End::Error(ErrorCode::HelloExpected));
                }
            }
        }
    }

    /// Returns `true` if the session or token is valid. A failing database closes no connection.
    async fn is_still_known(&self) -> bool {
        let Some(caller) = &self.client.caller else {
            return true;
        };
        let (store, player) = (&self.state.games.store, caller.player.id.as_str());
        let now_ms = self.state.games.time.date_ms();
        match &caller.by {
            Credential::Session { id } => {
                let sessions = store.sessions_of(player, now_ms).await;
                sessions.map_or(true, |all| all.iter().any(|row| row.id == *id))
            }
            Credential::Token { id, .. } => {
                let tokens = store.tokens_of(player, now_ms).await;
                tokens.map_or(true, |all| all.iter().any(|row| row.id == *id))
            }
            Credential::Nothing => true,
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.client.pings.unanswered() >= MAX_UNANSWERED_PINGS {
            return Err(End::Disconnected);
        }
        let time = &self.state.games.time;
        let ping = ServerMessage::Ping {
            nonce: self.client.pings.send(time.counted_ms()),
            server_time_ms: time.now_ms(),
            round_trip_ms: self.shortest_ms,
        };
        self.send_message(&ping).await
    }

    async fn measured(&mut self, round_trip: u32) {
        self.round_trip.measured(round_trip);
        let shortest_ms = self.shortest_ms.map_or(round_trip, |ms| ms.min(round_trip));
        self.shortest_ms = Some(shortest_ms);
        let one_way_ms = self.round_trip.one_way_ms();
        if !self.client.set_one_way_ms(one_way_ms) {
            return;
        }
        for subscription in &self.subscriptions {
            let lag = Request::Lag {
                socket: self.client.socket,
                one_way_ms,
            };
            self.state.games.notify(&subscription.game, lag).await;
        }
    }

    async fn welcome(&mut self) -> Result<(), End> {
        let caller = self.client.caller.as_ref();
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL_VERSION,
            server_time_ms: self.state.games.time.now_ms(),
            player: caller.map(|caller| caller.player.info.clone()),
        };
        self.send_message(&welcome).await
    }

    async fn answer(&mut self, game: GameKey, id: String, response: Response) -> Result<(), End> {
        let message = match response {
            Response::Accepted { seq } => ServerMessage::Accepted { game, id, seq },
            Response::Premove(premove) => ServerMessage::Premove { game, id, premove },
            Response::Refused(refusal) => {
                ServerMessage::Refused(Box::pin(self.with_state(refusal)).await)
            }
            // The client resubscribes and resends unanswered commands.
            Response::Denied(code) => return self.give_up(&game, code).await,
            _ => return Err(End::Error(ErrorCode::Internal)),
        };
        self.send_message(&message).await
    }

    /// Adds the snapshot to a refusal for clients up to protocol version 8, except for watchers: a few bytes
    /// from them would cost a whole game.
    async fn with_state(&self, mut refusal: Box<Refusal>) -> Box<Refusal> {
        if !self.client.knows_small_refusals() && refusal.code != ErrorCode::NotAPlayer {
            let player = self.client.player_id();
            let view = (self.state.games)
                .view(&refusal.game, player.as_ref())
                .await;
            let view = view.ok().filter(|view| view.seat != Seat::Watcher);
            refusal.snapshot = view.map(|view| Box::new(view.snapshot));
        }
        refusal
    }

    pub(super) async fn unsubscribed(
        &mut self,
        topic: Topic,
        code: Option<ErrorCode>,
    ) -> Result<(), End> {
        match &topic {
            Topic::Game(game) if self.client.subscription(game).is_none() => self.forget(game),
            Topic::Player(_) if self.client.following().is_none() => self.following = None,
            Topic::Lobby => self.lobby = None,
            Topic::Game(_) | Topic::Player(_) => {}
        }
        self.send_message(&ServerMessage::Unsubscribed { topic, code })
            .await
    }

    pub(super) async fn send_message(&mut self, message: &ServerMessage) -> Result<(), End> {
        let text = self.state.games.metrics.write(message);
        let text = text.map_err(|_| End::Error(ErrorCode::Internal))?;
        self.send_text(text).await
    }

    pub(super) async fn send_text(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.state.games.metrics.sent();
        self.send(Message::Text(text)).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(SEND_TIMEOUT, self.sink.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Disconnected),
        }
    }
}

/// Waits for the referee's answer. No answer means that it failed halfway; command ids make a retry safe.
async fn answered(asked: Pending, answer: oneshot::Receiver<Response>) -> (Pending, Response) {
    let failed = Response::Denied(ErrorCode::Internal);
    (asked, answer.await.unwrap_or(failed))
}
