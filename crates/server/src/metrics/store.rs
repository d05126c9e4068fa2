//! Metrics of the database, its projections and the loading of referees.

use std::time::Duration;

use komadai_protocol::Lag;
use komadai_store::StoreObserver;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

const READ_S: [f64; 11] = [
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0,
];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct QueryLabel {
    query: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabel {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ProjectionLabel {
    projection: String,
}

#[derive(Clone, Debug)]
pub(crate) struct StoreMetrics {
    reads: Family<QueryLabel, Histogram, fn() -> Histogram>,
    unreadable: Family<KindLabel, Counter>,
    set_aside: Family<ProjectionLabel, Counter>,
    behind: Gauge,
    lag: Gauge,
    loaded: Histogram,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        Self {
            reads: Family::new_with_constructor(|| Histogram::new(READ_S)),
            unreadable: Family::default(),
            set_aside: Family::default(),
            behind: Gauge::default(),
            lag: Gauge::default(),
            loaded: Histogram::new(READ_S),
        }
    }
}

impl StoreMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Time of reads, with the wait for a connection";
        registry.register_with_unit("store_read", help, Unit::Seconds, self.reads.clone());
        let help = "Rows that cannot be read and are left out of lists";
        registry.register("rows_unreadable", help, self.unreadable.clone());
        let help = "Events that a projection could not read and has set aside";
        registry.register("projection_unreadable", help, self.set_aside.clone());
        let help = "Events that lists and ratings lack, counted up to 10,000";
        registry.register("projection_behind", help, self.behind.clone());
        let help = "Age of the first event that lists and ratings lack";
        registry.register_with_unit("projection_lag", help, Unit::Seconds, self.lag.clone());
        let help = "Time until a referee had taken and read its game";
        registry.register_with_unit("referee_loaded", help, Unit::Seconds, self.loaded.clone());
    }

    /// Counts an event that a projection set aside, also before this start.
    pub(crate) fn dead_letter(&self, projection: &str) {
        let projection = projection.to_owned();
        let label = ProjectionLabel { projection };
        self.set_aside.get_or_create(&label).inc();
    }

    pub(crate) fn behind(&self, lag: Lag) {
        self.behind.set(lag.events.into());
        self.lag.set(lag.seconds.into());
    }

    pub(crate) fn loaded(&self, took: Duration) {
        self.loaded.observe(took.as_secs_f64());
    }
}

impl StoreObserver for StoreMetrics {
    fn read(&self, query: &'static str, took: Duration) {
        let histogram = self.reads.get_or_create(&QueryLabel { query });
        histogram.observe(took.as_secs_f64());
    }

    fn unreadable(&self, kind: &'static str) {
        self.unreadable.get_or_create(&KindLabel { kind }).inc();
    }

    fn set_aside(&self, projection: &'static str) {
        self.dead_letter(projection);
    }
}
