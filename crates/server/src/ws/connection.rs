use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_channel::mpsc;
use futures_util::stream::{FuturesUnordered, SplitSink};
use futures_util::{SinkExt, StreamExt};
use komadai_play::RoundTrip;
use komadai_protocol::limits::PING_EVERY_MS;
use komadai_protocol::{ErrorCode, GameKey, PROTOCOL_VERSION, ServerMessage, Topic};
use tokio::sync::oneshot;
use tokio_stream::StreamMap;

use super::client::Client;
use super::reader::Incoming;
use super::topics::{Action, Cause, OpenTopic};
use crate::hub::{Signal, Signals};
use crate::identity::Credential;
use crate::request::{Request, Response};
use crate::state::AppState;

/// Connections whose peer does not accept a message within this time are closed.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
const HELLO_TIMEOUT: Duration = Duration::from_secs(15);
const MAX_UNANSWERED_PINGS: usize = 4;
/// Interval of session and token checks.
const CHECK_EVERY: Duration = Duration::from_secs(300);
/// Time within which all sockets check after a revocation may have been lost.
const CHECK_WITHIN: Duration = Duration::from_secs(5);
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) enum End {
    Disconnected,
    /// The error is sent as the last message.
    Error(ErrorCode),
}

/// A command that the referee has not answered.
struct Pending {
    game: GameKey,
    id: String,
    is_premove: bool,
}

pub(super) struct Connection {
    state: AppState,
    sink: SplitSink<WebSocket, Message>,
    client: Arc<Client>,
    /// Open topics, except those that are being read.
    open: Vec<OpenTopic>,
    /// Published signals by number of the subscription.
    signals: StreamMap<u64, Signals>,
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
            open: Vec::new(),
            signals: StreamMap::new(),
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
        let mut missed = self.state.credentials.missed();
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
                    Some(Incoming::Opened(opened, signals)) => {
                        readings.push(Box::pin(read(opened, signals, Cause::Opened)));
                    }
                    Some(Incoming::Unsubscribe { topic, code }) => {
                        Box::pin(self.unsubscribed(topic, code)).await?;
                    }
                    Some(Incoming::Command { game, id, is_premove, answer }) => {
                        answers.push(Box::pin(answered(Pending { game, id, is_premove }, answer)));
                    }
                    Some(Incoming::RoundTrip(round_trip)) => Box::pin(self.measured(round_trip)).await,
                    Some(Incoming::Fatal(code)) => return Err(End::Error(code)),
                    None => return Err(End::Disconnected),
                },
                // Concurrent, so that pings and events go on while the disk is slow.
                Some((Pending { game, id, is_premove }, response)) = answers.next() => {
                    if is_premove {
                        self.client.premove_answered(&game);
                    }
                    Box::pin(self.answer(game, id, response)).await?;
                }
                Some((opened, signals, texts)) = readings.next() => {
                    Box::pin(self.opened(opened, signals, texts)).await?;
                }
                Some((number, signal)) = self.signals.next() => {
                    if let Some((opened, signals, cause)) = Box::pin(self.receive(number, signal)).await? {
                        readings.push(Box::pin(read(opened, signals, cause)));
                    }
                }
                _ = pings.tick() => Box::pin(self.ping()).await?,
                // Another server may have ended it.
                _ = checks.tick() => if !Box::pin(is_still_known(&self.state, &self.client)).await {
                    return Err(End::Error(ErrorCode::SessionEnded));
                },
                Ok(()) = missed.changed() => checks.reset_after(self.client.share_of(CHECK_WITHIN)),
                () = &mut hello_timeout, if !welcomed => {
                    return Err(End::Error(ErrorCode::HelloExpected));
                }
            }
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
        for game in self.client.games() {
            let lag = Request::Lag {
                socket: self.client.socket,
                one_way_ms,
            };
            self.state.games.notify(&game, lag).await;
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
            Response::Refused(refusal) => ServerMessage::Refused(refusal),
            // The client resubscribes and resends unanswered commands.
            Response::Denied(code) => return self.give_up(Topic::Game(game), code).await,
            _ => return Err(End::Error(ErrorCode::Internal)),
        };
        self.send_message(&message).await
    }

    /// Sends what was read, and passes on what is published from then on.
    async fn opened(
        &mut self,
        opened: OpenTopic,
        signals: Signals,
        texts: Result<Vec<Utf8Bytes>, ErrorCode>,
    ) -> Result<(), End> {
        if self.client.number(&opened.topic) != Some(opened.number) {
            // The client has unsubscribed or resubscribed meanwhile.
            if self.client.number(&opened.topic).is_none() {
                // Reading may have announced the socket after it had left.
                leave(&self.state, &self.client, &opened.topic).await;
            }
            return Ok(());
        }
        let texts = match texts {
            Ok(texts) => texts,
            Err(code) => return self.give_up(opened.topic, code).await,
        };
        self.forget(&opened.topic);
        self.signals.insert(opened.number, signals);
        // Most sockets have one subscription; the default capacity of four costs half a kilobyte.
        self.open.reserve_exact(1);
        self.open.push(opened);
        for text in texts {
            self.send_text(text).await?;
        }
        Ok(())
    }

    /// Handles a published signal. Returns the topic if it must be read.
    async fn receive(
        &mut self,
        number: u64,
        signal: Signal,
    ) -> Result<Option<(OpenTopic, Signals, Cause)>, End> {
        let Some(place) = self.open.iter().position(|it| it.number == number) else {
            return Ok(None);
        };
        let cause = match signal {
            Signal::Message(message) => match self.open[place].state.receive(&message) {
                Action::Send => return self.send_text(message.text).await.map(|()| None),
                Action::Skip => return Ok(None),
                Action::Read => Cause::Gap,
            },
            Signal::Missed => Cause::Missed,
            Signal::NewWriter => Cause::NewWriter,
            Signal::Closed => {
                let topic = self.open[place].topic.clone();
                return (self.give_up(topic, ErrorCode::NoSuchGame).await).map(|()| None);
            }
        };
        // Until it has been read, the signals wait in their backlog.
        let signals = self.signals.remove(&number);
        let opened = self.open.swap_remove(place);
        Ok(signals.map(|signals| (opened, signals, cause)))
    }

    /// Ends a subscription because of a failure, or the connection if the server stops.
    async fn give_up(&mut self, topic: Topic, code: ErrorCode) -> Result<(), End> {
        if code == ErrorCode::ShuttingDown {
            return Err(End::Error(code));
        }
        if self.client.close(&topic) {
            leave(&self.state, &self.client, &topic).await;
        }
        self.unsubscribed(topic, Some(code)).await
    }

    fn forget(&mut self, topic: &Topic) {
        let Self { open, signals, .. } = self;
        open.retain(|opened| {
            let is_kept = opened.topic != *topic;
            if !is_kept {
                signals.remove(&opened.number);
            }
            is_kept
        });
    }

    async fn unsubscribed(&mut self, topic: Topic, code: Option<ErrorCode>) -> Result<(), End> {
        if self.client.number(&topic).is_none() {
            self.forget(&topic);
        }
        self.send_message(&ServerMessage::Unsubscribed { topic, code })
            .await
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), End> {
        let text = self.state.games.metrics.write(message);
        let text = text.map_err(|_| End::Error(ErrorCode::Internal))?;
        self.send_text(text).await
    }

    async fn send_text(&mut self, text: Utf8Bytes) -> Result<(), End> {
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

async fn read(
    mut opened: OpenTopic,
    signals: Signals,
    cause: Cause,
) -> (OpenTopic, Signals, Result<Vec<Utf8Bytes>, ErrorCode>) {
    signals.confirmed().await;
    let texts = opened.state.read(cause).await;
    (opened, signals, texts)
}

async fn leave(state: &AppState, client: &Client, topic: &Topic) {
    if let Topic::Game(game) = topic {
        let socket = client.socket;
        state.games.notify(game, Request::Leave { socket }).await;
    }
}

/// Returns `true` if the session or token is valid. A failing database closes no connection.
async fn is_still_known(state: &AppState, client: &Client) -> bool {
    let Some(caller) = &client.caller else {
        return true;
    };
    let (store, player) = (&state.games.store, caller.player.id.as_str());
    let now_ms = state.games.time.date_ms();
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
