use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, Event, RequestErrorKind, Subject, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use komadai_protocol::GameKey;
use tokio::sync::{Notify, mpsc, watch};

use super::nats_access::{BusError, NatsAccess, with_causes};
use super::subjects::Subjects;
use super::{
    Answer, AnswerFuture, AskError, Bus, BusMessage, LocalBus, Question, VersionFuture,
    WIRE_VERSION, Waiting, wire,
};
use crate::credentials::Credentials;
use crate::metrics::{Delivery, Metrics};
use crate::server_id::ServerId;

/// How long another server may take to answer.
const ASK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long the NATS server may take at the start.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How often the NATS server is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(2);
/// Longest pause between two attempts to connect again.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);
/// Messages that may wait to be sent. More are lost.
const OUTGOING: usize = 4096;
/// How long the last message may take.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// The bus of several servers. What is published reaches the subscribers of this server at once, those of others by
/// NATS: one subject for each game, one for each server.
pub(crate) struct NatsBus {
    here: Arc<LocalBus>,
    client: Client,
    subjects: Subjects,
    outgoing: mpsc::Sender<(Subject, Bytes)>,
    link: Arc<Link>,
    metrics: Arc<Metrics>,
}

/// What becomes of the connection.
struct Link {
    /// Changes when the connection is lost.
    lost: watch::Sender<u64>,
    /// Something may have been missed, or a server has left.
    changed: Notify,
    /// This server leaves: the end of the connection is no surprise.
    leaves: AtomicBool,
}

impl NatsBus {
    /// Connects to a NATS server. `cluster` is the word that all servers on one database share.
    ///
    /// # Errors
    /// The server cannot be reached, or does not let this program in.
    pub(crate) async fn connect(
        access: &NatsAccess<'_>,
        cluster: &str,
        server: ServerId,
        credentials: Credentials,
        metrics: Arc<Metrics>,
    ) -> Result<(Arc<Self>, Asked), BusError> {
        let unreachable = |why: String| access.unreachable(why);
        let link = Arc::new(Link {
            lost: watch::Sender::new(0),
            changed: Notify::new(),
            leaves: AtomicBool::new(false),
        });
        let events = {
            let (link, metrics) = (link.clone(), metrics.clone());
            move |event| {
                note(&event, &link, &metrics);
                std::future::ready(())
            }
        };
        let connecting = (access.options().await?)
            .name("komadai")
            .no_echo()
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING_EVERY)
            .reconnect_delay_callback(|attempts| {
                let doubled = 1 << attempts.min(10);
                Duration::from_millis(25 * doubled).min(RECONNECT_PAUSE)
            })
            .event_callback(events)
            .connect(&access.addresses[..]);
        // Its own timeout is for each address.
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await;
        let client = connected
            .map_err(|_| unreachable("no answer in time".into()))?
            .map_err(|error| access.refused(&error))?;
        let subjects = Subjects::of(cluster);
        let subscribe = async |subject: String| {
            let subscribed = client.subscribe(subject).await;
            subscribed.map_err(|error| unreachable(with_causes(&error)))
        };
        let published = subscribe(subjects.games()).await?;
        let lobby = subscribe(subjects.lobby().to_string()).await?;
        let ended = subscribe(subjects.ended().to_string()).await?;
        let left = subscribe(subjects.left()).await?;
        let questions = subscribe(subjects.server(server)).await?;
        let pings = subscribe(subjects.ping(server)).await?;
        // Nobody knows of this server yet; from here on it can be asked.
        let flushed = client.flush().await;
        flushed.map_err(|error| unreachable(with_causes(&error)))?;
        let here = Arc::<LocalBus>::default();
        let (outgoing, waiting) = mpsc::channel(OUTGOING);
        tokio::spawn(send(client.clone(), waiting, metrics.clone()));
        tokio::spawn(receive(published, here.clone(), metrics.clone()));
        tokio::spawn(receive_lobby(lobby, here.clone()));
        tokio::spawn(receive_ended(ended, credentials));
        tokio::spawn(receive_leaving(left, link.clone()));
        tokio::spawn(answer_pings(pings, client.clone()));
        let asked = Asked {
            questions,
            client: client.clone(),
        };
        let bus = Self {
            here,
            client,
            subjects,
            outgoing,
            link,
            metrics,
        };
        Ok((Arc::new(bus), asked))
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Sends something that is answered.
    async fn request(&self, subject: String, payload: Bytes) -> Result<Bytes, AskError> {
        // What would wait for the connection would arrive too late.
        if !self.is_connected() {
            return Err(AskError::Disconnected);
        }
        let request = async_nats::Request::new()
            .payload(payload)
            .timeout(Some(ASK_TIMEOUT));
        let mut lost = self.link.lost.subscribe();
        let answered = tokio::select! {
            answered = self.client.send_request(subject, request) => answered,
            _ = lost.changed() => return Err(AskError::Disconnected),
        };
        let message = answered.map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => AskError::Nobody,
            RequestErrorKind::TimedOut => AskError::Timeout,
            RequestErrorKind::Other => AskError::Disconnected,
            RequestErrorKind::InvalidSubject | RequestErrorKind::MaxPayloadExceeded => {
                AskError::NotUnderstood(error.to_string())
            }
        })?;
        Ok(message.payload)
    }

    async fn question(&self, server: ServerId, question: &Question) -> Result<Answer, AskError> {
        let not_understood = |error: serde_json::Error| AskError::NotUnderstood(error.to_string());
        let payload = serde_json::to_vec(question).map_err(not_understood)?;
        let subject = self.subjects.server(server);
        let answer = self.request(subject, payload.into()).await?;
        serde_json::from_slice(&answer).map_err(not_understood)
    }
}

/// Something happened to the connection.
fn note(event: &Event, link: &Link, metrics: &Metrics) {
    match event {
        Event::Connected => {
            tracing::info!("bus.connected");
            metrics.bus.connected(true);
            link.changed.notify_one();
        }
        Event::Disconnected | Event::Closed => {
            if !link.leaves.load(Ordering::Relaxed) {
                tracing::warn!("bus.disconnected");
            }
            metrics.bus.connected(false);
            link.lost.send_modify(|times| *times += 1);
        }
        Event::SlowConsumer(_) => {
            tracing::warn!("bus.overrun");
            link.changed.notify_one();
        }
        Event::ServerError(error) => tracing::warn!(error = %error, "bus.error"),
        Event::ClientError(error) => tracing::warn!(error = %error, "bus.error"),
        Event::LameDuckMode | Event::Draining => {}
    }
}

/// Sends what is published. What cannot be sent now would be old by the time it could: it is lost.
async fn send(
    client: Client,
    mut waiting: mpsc::Receiver<(Subject, Bytes)>,
    metrics: Arc<Metrics>,
) {
    while let Some((subject, payload)) = waiting.recv().await {
        let is_sent = client.connection_state() == State::Connected
            && client.publish(subject, payload).await.is_ok();
        metrics.bus.carried(if is_sent {
            Delivery::Sent
        } else {
            Delivery::Lost
        });
    }
}

/// Passes on what other servers publish.
async fn receive(mut published: Subscriber, here: Arc<LocalBus>, metrics: Arc<Metrics>) {
    while let Some(message) = published.next().await {
        here.stir();
        let Some(key) = message.subject.rsplit('.').next() else {
            continue;
        };
        let game = GameKey::from(key);
        if !here.knows(&game) {
            continue;
        }
        match wire::read(&message.payload) {
            Some(message) => {
                metrics.bus.carried(Delivery::Received);
                here.publish(&game, message);
            }
            None => tracing::warn!(game.id = game.short(), "bus.message not understood"),
        }
    }
}

/// Receives that a challenge has come, gone or changed.
async fn receive_lobby(mut lobby: Subscriber, here: Arc<LocalBus>) {
    while lobby.next().await.is_some() {
        here.stir_lobby();
    }
}

/// Receives the ids of sessions and tokens that were ended.
async fn receive_ended(mut ended: Subscriber, credentials: Credentials) {
    while let Some(message) = ended.next().await {
        match serde_json::from_slice::<Vec<String>>(&message.payload) {
            Ok(ids) => credentials.end(&ids),
            Err(error) => tracing::warn!(error = %error, "bus.ended not understood"),
        }
    }
}

/// Receives the names of servers that have left.
async fn receive_leaving(mut left: Subscriber, link: Arc<Link>) {
    while left.next().await.is_some() {
        link.changed.notify_one();
    }
}

/// Says which version of the messages this server speaks.
async fn answer_pings(mut pings: Subscriber, client: Client) {
    while let Some(ping) = pings.next().await {
        if let Some(version) = wire::version_of(&ping.payload)
            && version != WIRE_VERSION
        {
            tracing::warn!(
                wire.version = WIRE_VERSION,
                wire.other = version,
                "server.other version: it cannot start before all servers of this one have stopped"
            );
        }
        if let Some(reply) = ping.reply {
            let _ = client.publish(reply, wire::version_text()).await;
        }
    }
}

impl Bus for NatsBus {
    fn here(&self) -> &LocalBus {
        &self.here
    }

    fn publish(&self, game: &GameKey, message: BusMessage) {
        if let Some(subject) = self.subjects.game(game) {
            let sent = wire::write(&message)
                .ok()
                .and_then(|payload| self.outgoing.try_send((subject, payload)).ok());
            if sent.is_none() {
                self.metrics.bus.carried(Delivery::Lost);
            }
        }
        self.here.publish(game, message);
    }

    fn stir_lobby(&self) {
        // Lost, the others find it by themselves.
        let _ = self
            .outgoing
            .try_send((self.subjects.lobby(), Bytes::new()));
        self.here.stir_lobby();
    }

    fn tell_ended(&self, ids: &[String]) {
        // Lost, the others find it when they look the session up again.
        let payload = serde_json::to_vec(ids).unwrap_or_default();
        let _ = self
            .outgoing
            .try_send((self.subjects.ended(), payload.into()));
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn version(&self, server: ServerId) -> VersionFuture<'_> {
        Box::pin(async move {
            let subject = self.subjects.ping(server);
            let answer = self.request(subject, wire::version_text()).await?;
            let shown = || String::from_utf8_lossy(&answer).into_owned();
            wire::version_of(&answer).ok_or_else(|| AskError::NotUnderstood(shown()))
        })
    }

    fn ask<'a>(&'a self, server: ServerId, question: &'a Question) -> AnswerFuture<'a> {
        Box::pin(async move {
            let answered = self.question(server, question).await;
            self.metrics.bus.asked(label(&answered));
            answered
        })
    }

    fn ready(&self) -> Waiting<'_> {
        Box::pin(async {
            while !self.is_connected() {
                tokio::time::sleep(RECONNECT_PAUSE / 10).await;
            }
        })
    }

    fn leave(&self) -> Waiting<'_> {
        Box::pin(async {
            self.link.leaves.store(true, Ordering::Relaxed);
            if !self.is_connected() {
                return;
            }
            let said = async {
                let _ = self
                    .client
                    .publish(self.subjects.left(), Bytes::new())
                    .await;
                let _ = self.client.flush().await;
                let _ = self.client.drain().await;
            };
            let _ = tokio::time::timeout(LEAVE_TIMEOUT, said).await;
        })
    }

    fn change(&self) -> Waiting<'_> {
        Box::pin(self.link.changed.notified())
    }
}

/// What other servers ask this one.
pub(crate) struct Asked {
    questions: Subscriber,
    client: Client,
}

/// Who asked.
pub(crate) struct Asker {
    client: Client,
    reply: Subject,
}

impl Asked {
    /// The next question; `None` when the bus is closed.
    pub(crate) async fn next(&mut self) -> Option<(Question, Asker)> {
        loop {
            let message = self.questions.next().await?;
            let Some(reply) = message.reply else {
                continue;
            };
            let asker = Asker {
                client: self.client.clone(),
                reply,
            };
            match serde_json::from_slice(&message.payload) {
                Ok(question) => return Some((question, asker)),
                Err(error) => {
                    tracing::warn!(error = %error, "bus.question not understood");
                    asker.answer(&Answer::NotUnderstood).await;
                }
            }
        }
    }
}

impl Asker {
    /// Answers. An answer that is lost is asked for again.
    pub(crate) async fn answer(self, answer: &Answer) {
        match serde_json::to_vec(answer) {
            Ok(payload) if self.client.connection_state() == State::Connected => {
                let _ = self.client.publish(self.reply, payload.into()).await;
            }
            Ok(_) => {}
            Err(error) => tracing::error!(error = %error, "bus.answer failed"),
        }
    }
}

/// The label of an answer in the metrics.
fn label(answered: &Result<Answer, AskError>) -> &'static str {
    match answered {
        Ok(Answer::Settled | Answer::Response(_)) => "answered",
        Ok(Answer::Elsewhere) => "elsewhere",
        Ok(Answer::Busy) => "busy",
        Ok(Answer::NotUnderstood) | Err(AskError::NotUnderstood(_)) => "not-understood",
        Err(AskError::Nobody) => "nobody",
        Err(AskError::Timeout) => "timeout",
        Err(AskError::Disconnected) => "disconnected",
    }
}
