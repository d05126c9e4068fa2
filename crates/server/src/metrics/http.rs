//! Requests by route template: no client text becomes a label.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

const ANSWERED_S: [f64; 11] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0,
];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

#[derive(Debug)]
pub(crate) struct HttpMetrics {
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabel, Histogram, fn() -> Histogram>,
}

impl Default for HttpMetrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(ANSWERED_S)),
        }
    }
}

impl HttpMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Requests by the template of their address and class of status";
        registry.register("http_requests", help, self.requests.clone());
        let help = "Time until the answer";
        let seconds = self.seconds.clone();
        registry.register_with_unit("http_request", help, Unit::Seconds, seconds);
    }

    pub(crate) fn answered(&self, route: String, status: u16, took: Duration) {
        let status = match status {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            _ => "5xx",
        };
        let labels = RequestLabels {
            route: route.clone(),
            status,
        };
        self.requests.get_or_create(&labels).inc();
        let seconds = self.seconds.get_or_create(&RouteLabel { route });
        seconds.observe(took.as_secs_f64());
    }
}
