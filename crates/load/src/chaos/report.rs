use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::checker::Verdict;
use super::clock::Context;
use super::journal::FaultWindow;
use super::plan::ChaosPlan;
use super::proxy::Troubles;

const MAX_EXAMPLES: usize = 20;

#[derive(Clone, Debug, Serialize)]
pub struct ChaosReport {
    pub plan: ChaosPlan,
    pub seconds: u64,
    /// `true` if the host's clock could be changed (libfaketime).
    pub clock_can_be_set: bool,
    pub games: u64,
    pub finished: u64,
    pub acknowledged: u64,
    pub turns: u64,
    /// Judged turns in which the referee may have been lost.
    pub turns_with_loss: u64,
    /// Turns with an exactly known charge and no loss of the referee.
    pub exact_turns: u64,
    /// Clock error in exact turns: median, 99th percentile, maximum.
    pub error_ms: [f64; 3],
    pub faults: BTreeMap<&'static str, u32>,
    pub troubles: Troubles,
    /// Time in which this program stalled or a server waited for a CPU.
    pub stalled_ms: u64,
    pub findings: BTreeMap<String, u64>,
    pub examples: Vec<String>,
    #[serde(skip)]
    errors_us: Vec<u64>,
}

impl ChaosReport {
    pub(super) fn new(plan: &ChaosPlan, context: &Context, clock_can_be_set: bool) -> Self {
        let mut faults = BTreeMap::new();
        for FaultWindow { kind, .. } in &context.faults {
            *faults.entry(kind.name()).or_default() += 1;
        }
        let stalled_us: u64 = context.stalls.iter().map(|(from, to)| to - from).sum();
        Self {
            plan: plan.clone(),
            seconds: 0,
            clock_can_be_set,
            games: 0,
            finished: 0,
            acknowledged: 0,
            turns: 0,
            turns_with_loss: 0,
            exact_turns: 0,
            error_ms: [0.0; 3],
            faults,
            troubles: Troubles::default(),
            stalled_ms: stalled_us / 1000,
            findings: BTreeMap::new(),
            examples: Vec::new(),
            errors_us: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, game: &str, verdict: Verdict) {
        self.acknowledged += verdict.acknowledged;
        self.turns += verdict.turns;
        self.turns_with_loss += verdict.turns_with_loss;
        self.errors_us.extend(verdict.errors_us);
        for finding in verdict.findings {
            self.found(finding.kind, || format!("game {game}: {}", finding.what));
        }
    }

    pub(super) fn found(&mut self, kind: &str, what: impl FnOnce() -> String) {
        *self.findings.entry(kind.into()).or_default() += 1;
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(format!("{kind}: {}", what()));
        }
    }

    pub(super) fn close(&mut self) {
        self.errors_us.sort_unstable();
        self.exact_turns = self.errors_us.len() as u64;
        let of = |share: f64| {
            let place = (self.errors_us.len() as f64 * share) as usize;
            let error = self.errors_us.get(place).or(self.errors_us.last());
            error.copied().unwrap_or(0) as f64 / 1000.0
        };
        self.error_ms = [of(0.5), of(0.99), of(1.0)];
    }

    /// `true` if there were turns and acknowledged moves to check, and no violation was found.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty() && self.acknowledged > 0 && self.turns > 0
    }
}

impl fmt::Display for ChaosReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {} seen to their end, {} moves acknowledged, in {} s (seed {}, {})",
            self.games,
            self.finished,
            self.acknowledged,
            self.seconds,
            self.plan.seed,
            match self.plan.copies {
                1 => "one server on SQLite".to_owned(),
                copies => format!("{copies} servers on PostgreSQL with NATS"),
            }
        )?;
        let faults = self.faults.iter();
        let faults: Vec<_> = faults
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        let faults = faults.join(", ");
        writeln!(
            f,
            "faults of the server: {}",
            if faults.is_empty() { "none" } else { &faults }
        )?;
        if !self.clock_can_be_set && self.plan.clocks_back > 0 {
            writeln!(
                f,
                "left out: clocks set back, because Debian's libfaketime is not there"
            )?;
        }
        let troubles = &self.troubles;
        writeln!(
            f,
            "network: {} connections, {} cut; {} messages, {} dropped, {} doubled, {} reordered",
            troubles.connections,
            troubles.cut,
            troubles.frames,
            troubles.dropped,
            troubles.doubled,
            troubles.reordered
        )?;
        let [median, most, largest] = self.error_ms;
        writeln!(
            f,
            "clocks: {} turns judged, {} with a loss of the referee; of {} exact ones the error is \
             {median:.1} ms (p50), {most:.1} ms (p99), {largest:.1} ms (max)",
            self.turns, self.turns_with_loss, self.exact_turns
        )?;
        writeln!(
            f,
            "machine: clients or server waited for a processor for {:.1} s",
            self.stalled_ms as f64 / 1000.0
        )?;
        if self.findings.is_empty() {
            return write!(f, "nothing found that must not be");
        }
        let findings = self.findings.iter();
        let findings: Vec<_> = findings
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        write!(f, "FOUND: {}", findings.join(", "))?;
        for example in &self.examples {
            write!(f, "\n  {example}")?;
        }
        Ok(())
    }
}
