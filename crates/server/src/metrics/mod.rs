//! Metrics in the Prometheus text format.

mod bus;
mod http;
mod process;
mod store;

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use komadai_play::LogEntry;
use komadai_protocol::ServerMessage;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use self::bus::BusMetrics;
pub(crate) use self::bus::{Delivery, Settled};
use self::http::HttpMetrics;
use self::store::StoreMetrics;
use crate::time::Time;

const STORED_S: [f64; 12] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0,
];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabel {
    kind: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: Refused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Refused {
    Connections,
    Requests,
    Games,
    Joins,
    Messages,
}

impl EncodeLabelValue for Refused {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Connections => "connections",
            Self::Requests => "requests",
            Self::Games => "games",
            Self::Joins => "joins",
            Self::Messages => "messages",
        };
        EncodeLabelValue::encode(&name, encoder)
    }
}

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    events: Family<KindLabel, Counter>,
    stored: Histogram,
    refused: Family<ReasonLabel, Counter>,
    faults: Counter,
    sockets: Gauge,
    written: Counter,
    sent: Counter,
    pages: Counter,
    games: Gauge,
    games_elsewhere: Gauge,
    slots: Gauge,
    pub(crate) bus: BusMetrics,
    pub(crate) store: StoreMetrics,
    pub(crate) http: HttpMetrics,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("komadai");
        let events = Family::<KindLabel, Counter>::default();
        registry.register("events", "Events of games that were stored", events.clone());
        let stored = Histogram::new(STORED_S);
        let help = "Time until events were on disk";
        registry.register_with_unit("event_stored", help, Unit::Seconds, stored.clone());
        let refused = Family::<ReasonLabel, Counter>::default();
        let help = "Connections and requests that were refused by a limit";
        registry.register("refused", help, refused.clone());
        let faults = Counter::default();
        let help = "Referees that failed and were replaced";
        registry.register("referee_faults", help, faults.clone());
        let sockets = Gauge::default();
        registry.register("sockets", "Open WebSockets", sockets.clone());
        let written = Counter::default();
        let help = "Messages to clients that were written as text";
        registry.register("messages_written", help, written.clone());
        let sent = Counter::default();
        let help = "Messages that were sent to clients, many of them the same text";
        registry.register("messages_sent", help, sent.clone());
        let pages = Counter::default();
        let help = "Pages that were compressed: fixed ones once for each language and address";
        registry.register("pages_compressed", help, pages.clone());
        let games = Gauge::default();
        registry.register("games", "Games with a referee in memory", games.clone());
        let games_elsewhere = Gauge::default();
        let help = "Games that somebody here asked for lately, whose referee is on another server";
        registry.register("games_elsewhere", help, games_elsewhere.clone());
        let slots = Gauge::default();
        let help = "Slots of games that this server holds, of 1024";
        registry.register("slots", help, slots.clone());
        let bus = BusMetrics::default();
        bus.register(&mut registry);
        let store = StoreMetrics::default();
        store.register(&mut registry);
        let http = HttpMetrics::default();
        http.register(&mut registry);
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program", build);
        Self {
            registry,
            events,
            stored,
            refused,
            faults,
            sockets,
            written,
            sent,
            pages,
            games,
            games_elsewhere,
            slots,
            bus,
            store,
            http,
        }
    }

    pub(crate) fn stored(&self, entries: &[LogEntry], took: Duration) {
        self.stored.observe(took.as_secs_f64());
        for entry in entries {
            let kind = entry.body.kind();
            self.events.get_or_create(&KindLabel { kind }).inc();
        }
    }

    pub(crate) fn refused(&self, reason: Refused) {
        self.refused.get_or_create(&ReasonLabel { reason }).inc();
    }

    pub(crate) fn fault(&self) {
        self.faults.inc();
    }

    /// Serialises a message for any number of recipients.
    pub(crate) fn write(&self, message: &ServerMessage) -> Result<Utf8Bytes, serde_json::Error> {
        self.written.inc();
        serde_json::to_string(message).map(Utf8Bytes::from)
    }

    pub(crate) fn sent(&self) {
        self.sent.inc();
    }

    pub(crate) fn page_compressed(&self) {
        self.pages.inc();
    }

    pub(crate) fn socket(&self) -> OpenSocket {
        self.sockets.inc();
        OpenSocket(self.sockets.clone())
    }

    pub(crate) fn game(&self) -> LiveGame {
        self.games.inc();
        LiveGame(self.games.clone())
    }

    pub(crate) fn game_elsewhere(&self) -> LiveGame {
        self.games_elsewhere.inc();
        LiveGame(self.games_elsewhere.clone())
    }

    pub(crate) fn slots(&self, held: usize) {
        self.slots.set(i64::try_from(held).unwrap_or(i64::MAX));
    }

    /// The metrics in the OpenMetrics text format.
    pub(crate) fn text(&self, time: &Time) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        // The encoded registry goes last, because it ends with `# EOF`.
        Ok(process::text() + &process::standstills(&time.standstills()) + &text)
    }
}

#[derive(Debug)]
pub(crate) struct OpenSocket(Gauge);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[derive(Debug)]
pub(crate) struct LiveGame(Gauge);

impl Drop for LiveGame {
    fn drop(&mut self) {
        self.0.dec();
    }
}
