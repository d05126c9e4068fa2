//! Result of a run, as JSON. docs/load.md explains the keys.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer as _, V2Serializer};
use serde::Serialize;

#[derive(Clone, Debug, Default, Serialize)]
pub struct Percentiles {
    pub count: u64,
    pub mean_ms: f64,
    pub p50_ms: f64,
    pub p90_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
    pub max_ms: f64,
    /// HDR histogram, format V2 in base64.
    pub hdr: String,
    /// Histogram units per millisecond.
    pub hdr_units_per_ms: u32,
}

impl Percentiles {
    pub(crate) fn of(histogram: &Histogram<u64>, unit: u32) -> Self {
        let mut bytes = Vec::new();
        // Writing to memory does not fail; an empty text would reveal it.
        let written = V2Serializer::new().serialize(histogram, &mut bytes);
        let ms = |value: u64| value as f64 / f64::from(unit);
        let at = |quantile| {
            if histogram.is_empty() {
                0.0
            } else {
                ms(histogram.value_at_quantile(quantile))
            }
        };
        Self {
            count: histogram.len(),
            mean_ms: (histogram.mean() / f64::from(unit) * 1000.0).round() / 1000.0,
            p50_ms: at(0.5),
            p90_ms: at(0.9),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: ms(histogram.max()),
            hdr: written.map(|_| STANDARD.encode(&bytes)).unwrap_or_default(),
            hdr_units_per_ms: unit,
        }
    }

    fn shown(&self) -> String {
        format!(
            "p50 {:8.2}   p90 {:8.2}   p99 {:8.2}   p99.9 {:8.2}   max {:8.2}   ({})",
            self.p50_ms, self.p90_ms, self.p99_ms, self.p999_ms, self.max_ms, self.count
        )
    }
}

/// Latencies. Those of moves count from the intended send, and only after the ramp-up.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Latencies {
    pub accepted: Percentiles,
    pub opponent: Percentiles,
    pub last_watcher: Percentiles,
    pub send_delay: Percentiles,
    pub reconnect: Percentiles,
    pub create: Percentiles,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Clocks {
    pub error: Percentiles,
    /// Time charged beyond that from receiving the opponent's move to sending the reply.
    pub overcharge: Percentiles,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    pub pid: u32,
    /// Resident memory before the first game; 1 MB = 10⁶ bytes.
    pub idle_mb: f64,
    pub end_mb: f64,
    pub peak_mb: f64,
    /// Memory above idle, per live game.
    pub kb_per_game: f64,
    pub kb_per_socket: f64,
    pub cpu_s: f64,
    pub cores: f64,
    pub cpu_ms_per_move: f64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Checked {
    pub games: u64,
    pub moves: u64,
    pub after_kill: bool,
    /// Faults by kind. If there are any, the exit status is 1.
    pub faults: BTreeMap<String, u64>,
    pub examples: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Row {
    pub second: u64,
    /// `true` after the ramp-up, when latencies count.
    pub counts: bool,
    pub live: u64,
    pub sockets: u64,
    pub moves_per_s: f64,
    /// Acknowledgement latency since the last row, median.
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub server_mb: f64,
    pub server_cores: f64,
    pub load_cores: f64,
    pub errors: u64,
}

pub const ROW_HEAD: &str =
    "    s    live  sockets  moves/s     p50 ms     p99 ms  server MB  cores  load cores  errors";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:5} {:7} {:8} {:8.1} {:10.2} {:10.2} {:10.1} {:6.2} {:11.2} {:7}",
            self.second,
            self.live,
            self.sockets,
            self.moves_per_s,
            self.p50_ms,
            self.p99_ms,
            self.server_mb,
            self.server_cores,
            self.load_cores,
            self.errors
        )
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub version: u32,
    pub plan: crate::LoadPlan,
    /// Games made, including successive ones at a table.
    pub games: u64,
    pub games_ended: u64,
    pub moves_sent: u64,
    pub moves_acknowledged: u64,
    pub moves_per_s: f64,
    pub events: u64,
    pub cuts: u64,
    pub latency: Latencies,
    pub clock: Clocks,
    pub server: Option<Usage>,
    pub load: Option<Usage>,
    pub errors: BTreeMap<String, u64>,
    pub error_examples: Vec<String>,
    pub check: Checked,
    pub rows: Vec<Row>,
}

impl Report {
    /// `true` if no acknowledged move is missing or wrong.
    #[must_use]
    pub fn nothing_lost(&self) -> bool {
        self.check.faults.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { latency, clock, .. } = self;
        writeln!(
            f,
            "{} games, {} moves acknowledged of {} sent ({:.1} a second), {} events received",
            self.games, self.moves_acknowledged, self.moves_sent, self.moves_per_s, self.events
        )?;
        writeln!(f, "from the intended send, in ms, to")?;
        for (name, values) in [
            ("acknowledgement", &latency.accepted),
            ("the opponent", &latency.opponent),
            ("the last watcher", &latency.last_watcher),
            ("the sending", &latency.send_delay),
            ("(reconnecting)", &latency.reconnect),
            ("(making a game)", &latency.create),
            ("(clock error)", &clock.error),
            ("(overcharge)", &clock.overcharge),
        ] {
            if values.count > 0 {
                writeln!(f, "  {name:<17} {}", values.shown())?;
            }
        }
        for (name, usage) in [("server", self.server), ("load", self.load)] {
            let Some(usage) = usage else { continue };
            writeln!(
                f,
                "{name:<7} {:.1} MB ({:.1} idle, {:.1} peak; {:.1} kB a game, {:.1} kB a socket), \
                 {:.2} s of processor time ({:.2} cores, {:.2} ms a move)",
                usage.end_mb,
                usage.idle_mb,
                usage.peak_mb,
                usage.kb_per_game,
                usage.kb_per_socket,
                usage.cpu_s,
                usage.cores,
                usage.cpu_ms_per_move
            )?;
        }
        for (kind, count) in &self.errors {
            writeln!(f, "error   {kind} {count}")?;
        }
        for example in self.error_examples.iter().take(5) {
            writeln!(f, "        {example}")?;
        }
        for (kind, count) in &self.check.faults {
            writeln!(f, "fault   {kind} {count}")?;
        }
        for example in &self.check.examples {
            writeln!(f, "        {example}")?;
        }
        write!(
            f,
            "checked {} games with {} acknowledged moves: {}",
            self.check.games,
            self.check.moves,
            if self.nothing_lost() {
                "all there"
            } else {
                "not all there"
            }
        )
    }
}
