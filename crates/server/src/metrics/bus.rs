//! Metrics of messages between servers.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DeliveryLabel {
    way: Delivery,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Delivery {
    Sent,
    /// Received from another server, for a client here.
    Received,
    /// Not sent: the connection was down or too slow.
    Lost,
}

impl EncodeLabelValue for Delivery {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Sent => "sent",
            Self::Received => "received",
            Self::Lost => "lost",
        };
        EncodeLabelValue::encode(&name, encoder)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabel {
    answer: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SettledLabel {
    settled: Settled,
}

/// Result of asking other copies for older moves before a flag falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Settled {
    All,
    /// A copy stayed silent until it could no longer have any.
    GivenUp,
}

impl EncodeLabelValue for Settled {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> std::fmt::Result {
        let name = match self {
            Self::All => "all",
            Self::GivenUp => "given-up",
        };
        EncodeLabelValue::encode(&name, encoder)
    }
}

#[derive(Debug)]
pub(crate) struct Unsettled(Gauge);

impl Drop for Unsettled {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[derive(Debug, Default)]
pub(crate) struct BusMetrics {
    connected: Gauge,
    messages: Family<DeliveryLabel, Counter>,
    asked: Family<AnswerLabel, Counter>,
    unsettled: Gauge,
    settled: Family<SettledLabel, Counter>,
}

impl BusMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Whether the connection to the NATS server stands";
        registry.register("bus_connected", help, self.connected.clone());
        let help = "Messages between servers, by what became of them";
        registry.register("bus_messages", help, self.messages.clone());
        let help = "Requests to referees of other servers, by answer";
        registry.register("forwarded", help, self.asked.clone());
        let help = "Flags that wait until other servers have sent the moves that came before";
        registry.register("flags_unsettled", help, self.unsettled.clone());
        let help = "Flags that other servers were asked about, by what came of it";
        registry.register("flags_settled", help, self.settled.clone());
    }

    pub(crate) fn connected(&self, is_connected: bool) {
        self.connected.set(is_connected.into());
    }

    pub(crate) fn carried(&self, way: Delivery) {
        self.messages.get_or_create(&DeliveryLabel { way }).inc();
    }

    /// Counts a waiting flag until the guard is dropped.
    pub(crate) fn unsettled(&self) -> Unsettled {
        self.unsettled.inc();
        Unsettled(self.unsettled.clone())
    }

    #[cfg(test)]
    pub(crate) fn flags_unsettled(&self) -> i64 {
        self.unsettled.get()
    }

    pub(crate) fn settled(&self, settled: Settled) {
        self.settled.get_or_create(&SettledLabel { settled }).inc();
    }

    pub(crate) fn asked(&self, answer: &'static str) {
        self.asked.get_or_create(&AnswerLabel { answer }).inc();
    }
}
