use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, Event, RequestErrorKind, Subject, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use tokio::sync::{Notify, mpsc, watch};

use super::nats_access::{LinkError, NatsAccess, with_causes};
use super::subjects::Subjects;
use super::{
    AnswerFuture, AskError, Link, Listening, Payloads, VersionFuture, WIRE_VERSION, Waiting, wire,
};
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
/// Longest wait until NATS has subscriptions.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the last message may take.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// Link by NATS: one subject a topic, subscribed to while somebody here listens, and one a server.
pub(crate) struct NatsLink {
    client: Client,
    subjects: Subjects,
    outgoing: mpsc::Sender<(Subject, Bytes)>,
    state: Arc<LinkState>,
    metrics: Arc<Metrics>,
}

/// State of the connection.
struct LinkState {
    /// Changes when the connection is lost.
    lost: watch::Sender<u64>,
    /// Slots have other owners, or an announcement may have been lost.
    changed: Notify,
    /// Messages of others may have been lost.
    missed: Notify,
    /// Messages of this copy may be lost, which the others do not know.
    unannounced: AtomicBool,
    /// This server leaves: the end of the connection is no surprise.
    leaves: AtomicBool,
}

impl LinkState {
    fn not_sent(&self, metrics: &Metrics) {
        metrics.bus.carried(Delivery::Lost);
        self.unannounced.store(true, Ordering::Relaxed);
    }
}

impl NatsLink {
    /// Connects to a NATS server. `cluster` is the word that all servers on one database share.
    ///
    /// # Errors
    /// The server cannot be reached, or does not let this program in.
    pub(crate) async fn connect(
        access: &NatsAccess<'_>,
        cluster: &str,
        server: ServerId,
        metrics: Arc<Metrics>,
    ) -> Result<(Arc<Self>, Asked), LinkError> {
        let unreachable = |why: String| access.unreachable(why);
        let state = Arc::new(LinkState {
            lost: watch::Sender::new(0),
            changed: Notify::new(),
            missed: Notify::new(),
            unannounced: AtomicBool::new(false),
            leaves: AtomicBool::new(false),
        });
        let events = {
            let (state, metrics) = (state.clone(), metrics.clone());
            move |event| {
                note(&event, &state, &metrics);
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
        let slots = subscribe(subjects.slots()).await?;
        let lost = subscribe(subjects.lost()).await?;
        let questions = subscribe(subjects.server(server)).await?;
        let pings = subscribe(subjects.ping(server)).await?;
        // Nobody knows of this server yet; from here on it can be asked.
        let flushed = client.flush().await;
        flushed.map_err(|error| unreachable(with_causes(&error)))?;
        let (outgoing, waiting) = mpsc::channel(OUTGOING);
        tokio::spawn(send(
            client.clone(),
            waiting,
            subjects.lost(),
            state.clone(),
            metrics.clone(),
        ));
        tokio::spawn(receive_lost(lost, state.clone()));
        tokio::spawn(receive_changes(slots, state.clone()));
        tokio::spawn(answer_pings(pings, client.clone()));
        let asked = Asked {
            questions,
            client: client.clone(),
        };
        let link = Self {
            client,
            subjects,
            outgoing,
            state,
            metrics,
        };
        Ok((Arc::new(link), asked))
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
        let mut lost = self.state.lost.subscribe();
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
}

fn note(event: &Event, state: &LinkState, metrics: &Metrics) {
    match event {
        Event::Connected => {
            tracing::info!("bus.connected");
            metrics.bus.connected(true);
            // What was sent to a connection that was dead is lost without an error.
            let is_first = *state.lost.borrow() == 0;
            state.unannounced.fetch_or(!is_first, Ordering::Relaxed);
            state.changed.notify_one();
            state.missed.notify_one();
        }
        Event::Disconnected | Event::Closed => {
            if !state.leaves.load(Ordering::Relaxed) {
                tracing::warn!("bus.disconnected");
            }
            metrics.bus.connected(false);
            state.lost.send_modify(|times| *times += 1);
        }
        Event::SlowConsumer(_) => {
            tracing::warn!("bus.overrun");
            state.changed.notify_one();
            state.missed.notify_one();
        }
        Event::ServerError(error) => tracing::warn!(error = %error, "bus.error"),
        Event::ClientError(error) => tracing::warn!(error = %error, "bus.error"),
        Event::LameDuckMode | Event::Draining => {}
    }
}

/// Sends what is published. A message that cannot be sent now would be outdated later: its readers read again.
async fn send(
    client: Client,
    mut waiting: mpsc::Receiver<(Subject, Bytes)>,
    lost: String,
    state: Arc<LinkState>,
    metrics: Arc<Metrics>,
) {
    let is_connected = || client.connection_state() == State::Connected;
    loop {
        let next = tokio::time::timeout(RECONNECT_PAUSE, waiting.recv()).await;
        if is_connected() && state.unannounced.swap(false, Ordering::Relaxed) {
            let _ = client.publish(lost.clone(), Bytes::new()).await;
        }
        match next {
            Ok(None) => return,
            Ok(Some((subject, payload))) => {
                let is_sent = is_connected() && client.publish(subject, payload).await.is_ok();
                match is_sent {
                    true => metrics.bus.carried(Delivery::Sent),
                    false => state.not_sent(&metrics),
                }
            }
            Err(_) => {}
        }
    }
}

/// Receives announcements that slots have other owners.
async fn receive_changes(mut slots: Subscriber, state: Arc<LinkState>) {
    while slots.next().await.is_some() {
        state.changed.notify_one();
    }
}

/// Receives announcements of copies whose messages may be lost.
async fn receive_lost(mut lost: Subscriber, state: Arc<LinkState>) {
    while lost.next().await.is_some() {
        state.missed.notify_one();
    }
}

/// Answers pings with the wire version.
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

impl Link for NatsLink {
    fn is_shared(&self) -> bool {
        true
    }

    fn publish(&self, subject: &str, payload: Bytes) {
        let subject = self.subjects.topic(subject);
        if self.outgoing.try_send((subject, payload)).is_err() {
            self.state.not_sent(&self.metrics);
        }
    }

    fn listen<'a>(&'a self, subject: &'a str) -> Listening<'a> {
        Box::pin(async {
            let subscribed = self.client.subscribe(self.subjects.topic(subject)).await;
            let subscriber = subscribed
                .inspect_err(|error| tracing::error!(error = %error, "bus.subscribe failed"))
                .ok()?;
            let metrics = self.metrics.clone();
            let payloads: Payloads = Box::pin(subscriber.map(move |message| {
                metrics.bus.carried(Delivery::Received);
                message.payload
            }));
            Some(payloads)
        })
    }

    fn subscribed(&self) -> Waiting<'_> {
        Box::pin(async {
            // Without a connection the subscriptions are sent with the next one, after which all topics are read again.
            if self.is_connected() {
                // NATS refuses a request without responders, after everything that was sent before.
                let probe = self.client.request(self.subjects.nobody(), Bytes::new());
                let _ = tokio::time::timeout(LISTEN_TIMEOUT, probe).await;
            }
        })
    }

    fn missed(&self) -> Waiting<'_> {
        Box::pin(self.state.missed.notified())
    }

    fn version(&self, server: ServerId) -> VersionFuture<'_> {
        Box::pin(async move {
            let subject = self.subjects.ping(server);
            let answer = self.request(subject, wire::version_text()).await?;
            let shown = || String::from_utf8_lossy(&answer).into_owned();
            wire::version_of(&answer).ok_or_else(|| AskError::NotUnderstood(shown()))
        })
    }

    fn ask(&self, server: ServerId, question: Bytes) -> AnswerFuture<'_> {
        Box::pin(self.request(self.subjects.server(server), question))
    }

    fn ready(&self) -> Waiting<'_> {
        Box::pin(async {
            while !self.is_connected() {
                tokio::time::sleep(RECONNECT_PAUSE / 10).await;
            }
        })
    }

    fn announce(&self) {
        let (client, subject) = (self.client.clone(), self.subjects.slots());
        tokio::spawn(async move {
            let _ = client.publish(subject, Bytes::new()).await;
        });
    }

    fn leave(&self) -> Waiting<'_> {
        Box::pin(async {
            self.state.leaves.store(true, Ordering::Relaxed);
            if !self.is_connected() {
                return;
            }
            let said = async {
                let _ = self
                    .client
                    .publish(self.subjects.slots(), Bytes::new())
                    .await;
                let _ = self.client.flush().await;
                let _ = self.client.drain().await;
            };
            let _ = tokio::time::timeout(LEAVE_TIMEOUT, said).await;
        })
    }

    fn change(&self) -> Waiting<'_> {
        Box::pin(self.state.changed.notified())
    }
}

/// Questions of other servers.
pub(crate) struct Asked {
    questions: Subscriber,
    client: Client,
}

/// Sender of a question.
pub(crate) struct Asker {
    client: Client,
    reply: Subject,
}

impl Asked {
    /// The next question; `None` when the bus is closed.
    pub(crate) async fn next(&mut self) -> Option<(Bytes, Asker)> {
        loop {
            let message = self.questions.next().await?;
            if let Some(reply) = message.reply {
                let client = self.client.clone();
                return Some((message.payload, Asker { client, reply }));
            }
        }
    }
}

impl Asker {
    /// Answers. An answer that is lost is asked for again.
    pub(crate) async fn answer(self, answer: Bytes) {
        if self.client.connection_state() == State::Connected {
            let _ = self.client.publish(self.reply, answer).await;
        }
    }
}
