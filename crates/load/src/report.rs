//! The result of a run, as JSON. docs/load.md explains the keys.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer as _, V2Serializer};
use serde::Serialize;

/// The percentiles of one kind of value, milliseconds.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Percentiles {
    /// How many values.
    pub count: u64,
    /// Their mean.
    pub mean_ms: f64,
    /// The median.
    pub p50_ms: f64,
    /// 90 of 100 are at most this.
    pub p90_ms: f64,
    /// 99 of 100 are at most this.
    pub p99_ms: f64,
    /// 999 of 1,000 are at most this.
    pub p999_ms: f64,
    /// The largest one.
    pub max_ms: f64,
    /// The whole HDR histogram: format V2, in base64.
    pub hdr: String,
    /// Units of the histogram in a millisecond.
    pub hdr_units_per_ms: u32,
}

impl Percentiles {
    pub(crate) fn of(histogram: &Histogram<u64>, unit: u32) -> Self {
        let mut bytes = Vec::new();
        // Writing to memory does not fail; an empty text would say that it did.
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

/// All latencies. But for the last three they are counted from the intended moment of sending, and
/// only of moves after the ramp-up.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Latencies {
    /// To `accepted`.
    pub accepted: Percentiles,
    /// To the event on the opponent's socket.
    pub opponent: Percentiles,
    /// To the event on the socket of the last watcher.
    pub last_watcher: Percentiles,
    /// To the sending itself.
    pub send_delay: Percentiles,
    /// From a cut to the next welcome.
    pub reconnect: Percentiles,
    /// From the request for a game to its answer.
    pub create: Percentiles,
}

/// The server's clocks beside the model.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Clocks {
    /// Difference of the clocks after each move.
    pub error: Percentiles,
    /// What a player was charged beyond the time from the opponent's move on its socket to the sending of its own.
    pub overcharge: Percentiles,
}

/// What a process needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    /// Its number.
    pub pid: u32,
    /// Memory before the first game, MB (10⁶ bytes, resident).
    pub idle_mb: f64,
    /// Memory at the end of the measured time.
    pub end_mb: f64,
    /// The most memory.
    pub peak_mb: f64,
    /// Memory above idle for each live game, kB.
    pub kb_per_game: f64,
    /// Memory above idle for each socket, kB.
    pub kb_per_socket: f64,
    /// Processor time in the measured time, seconds.
    pub cpu_s: f64,
    /// The same in cores.
    pub cores: f64,
    /// Processor time for each acknowledged move, milliseconds.
    pub cpu_ms_per_move: f64,
}

/// What was compared at the end.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Checked {
    /// Games whose log was fetched.
    pub games: u64,
    /// Acknowledged moves in them.
    pub moves: u64,
    /// Whether the server was killed and started again before.
    pub after_kill: bool,
    /// What is missing or wrong, by kind: not empty means exit status 1.
    pub faults: BTreeMap<String, u64>,
    /// Sentences about the first ones.
    pub examples: Vec<String>,
}

/// A line of the table that is shown while a run goes on.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Row {
    /// Since the run began.
    pub second: u64,
    /// Whether latencies count already.
    pub counts: bool,
    /// Games with both players connected.
    pub live: u64,
    /// Open sockets.
    pub sockets: u64,
    /// Acknowledged moves a second.
    pub moves_per_s: f64,
    /// Intended send to acknowledgement since the row before, median.
    pub p50_ms: f64,
    /// The same, 99th percentile.
    pub p99_ms: f64,
    /// Memory of the server.
    pub server_mb: f64,
    /// Processor time of the server, cores.
    pub server_cores: f64,
    /// Processor time of the load program, cores.
    pub load_cores: f64,
    /// Errors so far.
    pub errors: u64,
}

/// Heads of the columns of [`Row`].
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

/// The result of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Version of these keys.
    pub version: u32,
    /// What was asked for.
    pub plan: crate::LoadPlan,
    /// Games made, one after the other at each table included.
    pub games: u64,
    /// Games that came to an end by the rules or the clock.
    pub games_ended: u64,
    /// Moves sent.
    pub moves_sent: u64,
    /// Moves acknowledged.
    pub moves_acknowledged: u64,
    /// Acknowledged moves a second in the measured time.
    pub moves_per_s: f64,
    /// Events received by all sockets.
    pub events: u64,
    /// Sockets that were cut on purpose.
    pub cuts: u64,
    /// Latencies.
    pub latency: Latencies,
    /// Clocks.
    pub clock: Clocks,
    /// The server, where its process is known.
    pub server: Option<Usage>,
    /// The load program itself.
    pub load: Option<Usage>,
    /// Errors by kind.
    pub errors: BTreeMap<String, u64>,
    /// Sentences about the first ones.
    pub error_examples: Vec<String>,
    /// What was compared at the end.
    pub check: Checked,
    /// The table.
    pub rows: Vec<Row>,
}

impl Report {
    /// Whether everything that was acknowledged is there.
    #[must_use]
    pub fn nothing_lost(&self) -> bool {
        self.check.faults.is_empty()
    }
}

impl fmt::Display for Report {
    /// The summary for people.
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
