//! Run from start to report.

use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::Health;
use tokio::task::JoinSet;

use crate::comparison::compare;
use crate::descriptors::{RESERVED, raise_limit};
use crate::fail::LoadError;
use crate::http::Http;
use crate::plan::LoadPlan;
use crate::process::{self, Sample};
use crate::report::{Clocks, Latencies, Report, Row, Usage};
use crate::server_process::{Place, ServerProcess};
use crate::shared::Shared;
use crate::table::{Finished, run_table};
use crate::target::Target;
use crate::watcher::watch;

/// Progress rows per minute of a run.
const ROWS: u64 = 12;
/// Time for games to start after the ramp-up.
const BEGIN_S: u64 = 60;
/// Time for watchers to receive the last moves.
const LAST_EVENTS: Duration = Duration::from_millis(500);
/// Other descriptors of the server, and short-lived connections.
const OTHER_FILES: u64 = 256;
const MB: f64 = 1e6;

/// Makes a run. `program` is this program, started as the server unless the plan names one. `show` receives progress
/// rows; `interrupted` ends the run early.
///
/// # Errors
/// The run could not be made. Faults of the server are in the report.
pub async fn run(
    plan: LoadPlan,
    program: &Path,
    show: &mut (dyn FnMut(&Row) + Send),
    interrupted: impl Future<Output = ()>,
) -> Result<Report, LoadError> {
    plan.check()?;
    let (limit, needed) = (raise_limit(), plan.sockets() + RESERVED + OTHER_FILES);
    if limit < needed {
        return Err(LoadError::Descriptors {
            sockets: plan.sockets(),
            needed,
            limit,
        });
    }
    let place = Place::new(plan.database.as_deref())?;
    let mut server = match plan.url {
        Some(_) => None,
        None => Some(ServerProcess::start(program, &place.database).await?),
    };
    let url = server
        .as_ref()
        .map(|server| server.url.clone())
        .or_else(|| plan.url.clone())
        .unwrap_or_default();
    let target = reach(&url, plan.sources).await?;
    let pid = server.as_ref().map(|server| server.pid).or(plan.pid);
    let kill = plan.kill;
    let shared = Arc::new(Shared::new(plan, target));
    let mut run = Run::new(shared.clone(), pid);
    let finished = run.play(show, interrupted).await;
    let mut report = run.report();

    let mut target = shared.target.clone();
    if let Some(running) = server.take_if(|_| kill) {
        running.kill().await;
        let restarted = ServerProcess::start(program, &place.database).await?;
        target = reach(&restarted.url, shared.plan.sources).await?;
        server = Some(restarted);
        report.check.after_kill = true;
    }
    compare(&target, finished, &mut report.check).await;
    if let Some(server) = server {
        server.stop().await;
    }
    Ok(report)
}

async fn reach(url: &str, sources: u32) -> Result<Target, LoadError> {
    let no_answer = |why: String| LoadError::NoAnswer {
        url: url.to_owned(),
        why,
    };
    let target = Target::resolve(url, sources)
        .await
        .map_err(LoadError::Plan)?;
    let asked = async {
        let mut http = Http::connect(&target, 0).await?;
        http.ask::<Health>("GET", "/healthz", None, None).await
    };
    let health = asked
        .await
        .map_err(|failed| no_answer(failed.to_string()))?;
    if !health.body.ok {
        return Err(no_answer("it is not well".into()));
    }
    Ok(target)
}

#[derive(Clone, Copy, Default)]
struct Look {
    at_us: u64,
    server: Option<Sample>,
    load: Option<Sample>,
    acknowledged: u64,
}

struct Run {
    shared: Arc<Shared>,
    pid: Option<u32>,
    idle: Look,
    begun: Look,
    end: Look,
    rows: Vec<Row>,
    live: u64,
    sockets: u64,
}

impl Run {
    fn new(shared: Arc<Shared>, pid: Option<u32>) -> Self {
        let mut run = Self {
            shared,
            pid,
            idle: Look::default(),
            begun: Look::default(),
            end: Look::default(),
            rows: Vec::new(),
            live: 0,
            sockets: 0,
        };
        run.idle = run.look();
        run
    }

    fn look(&self) -> Look {
        Look {
            at_us: self.shared.time.now_us(),
            server: self.pid.and_then(process::sample),
            load: process::sample(std::process::id()),
            acknowledged: self.shared.measures.acknowledged.get(),
        }
    }

    async fn play(
        &mut self,
        show: &mut (dyn FnMut(&Row) + Send),
        interrupted: impl Future<Output = ()>,
    ) -> Vec<Finished> {
        let (mut tables, mut watchers) = (JoinSet::new(), JoinSet::new());
        let plan = &self.shared.plan;
        let ramp_us = plan.ramp_up_s * 1_000_000;
        let start = self.shared.time.now_us();
        let when = |number: u64, of: u64| start + ramp_us * number / of;
        for number in 0..plan.games {
            tables.spawn(run_table(
                self.shared.clone(),
                number,
                when(number, plan.games),
            ));
        }
        for number in 0..plan.watchers {
            let at_us = when(number, plan.watchers);
            watchers.spawn(watch(self.shared.clone(), number, at_us));
        }
        tokio::select! {
            () = self.measure(show, start + ramp_us) => {}
            () = interrupted => self.shared.measures.error("interrupted", || "by a signal".into()),
        }
        self.live = self.shared.measures.live.get();
        self.sockets = self.shared.measures.sockets.get();
        self.end = self.look();
        self.shared.stop();
        let mut finished = Vec::new();
        while let Some(played) = tables.join_next().await {
            match played {
                Ok(played) => finished.extend(played),
                Err(error) => {
                    self.shared
                        .measures
                        .error("load-fault", || error.to_string());
                }
            }
        }
        if plan_watches(&self.shared) {
            tokio::time::sleep(LAST_EVENTS).await;
        }
        for (seq, missing) in self.shared.watching.missing() {
            let about = || format!("{missing} watchers did not receive event {seq}");
            self.shared.measures.error("watcher-missed", about);
        }
        watchers.shutdown().await;
        finished
    }

    /// Shows progress until the end of the measurement.
    async fn measure(&mut self, show: &mut (dyn FnMut(&Row) + Send), ramp_end_us: u64) {
        let shared = self.shared.clone();
        let plan = &shared.plan;
        let every_us = (plan.seconds / ROWS).clamp(1, 10) * 1_000_000;
        let mut last = self.idle;
        let give_up_us = ramp_end_us + BEGIN_S * 1_000_000;
        let mut end_us = None;
        loop {
            let now_us = shared.time.now_us();
            if end_us.is_none() && now_us >= ramp_end_us {
                let all = shared.measures.begun.get() >= plan.games + plan.watchers;
                if all || now_us >= give_up_us {
                    if !all {
                        let live = shared.measures.live.get();
                        let about = || format!("{live} of {} live", plan.games);
                        shared.measures.error("not-all-begun", about);
                    }
                    shared.measure_from(now_us);
                    self.begun = self.look();
                    end_us = Some(now_us + plan.seconds * 1_000_000);
                }
            }
            if end_us.is_some_and(|end_us| now_us >= end_us) {
                return;
            }
            if now_us >= last.at_us + every_us {
                last = self.row(last, end_us.is_some(), show);
            }
            let next_us = (last.at_us + every_us).min(end_us.unwrap_or(now_us + 50_000));
            shared.time.sleep_until(next_us).await;
        }
    }

    fn row(&mut self, last: Look, counts: bool, show: &mut (dyn FnMut(&Row) + Send)) -> Look {
        let now = self.look();
        let measures = &self.shared.measures;
        let seconds = (now.at_us - last.at_us) as f64 / 1e6;
        let (p50, p99) = measures.accepted.recent();
        let cores = |now: Option<Sample>, last: Option<Sample>| match (now, last) {
            (Some(now), Some(last)) => (now.cpu_s - last.cpu_s) / seconds,
            _ => 0.0,
        };
        let row = Row {
            second: now.at_us / 1_000_000,
            counts,
            live: measures.live.get(),
            sockets: measures.sockets.get(),
            moves_per_s: round((now.acknowledged - last.acknowledged) as f64 / seconds),
            p50_ms: p50 as f64 / 1000.0,
            p99_ms: p99 as f64 / 1000.0,
            server_mb: now
                .server
                .map_or(0.0, |server| round(server.memory as f64 / MB)),
            server_cores: round(cores(now.server, last.server)),
            load_cores: round(cores(now.load, last.load)),
            errors: measures.error_count(),
        };
        show(&row);
        self.rows.push(row);
        now
    }

    fn usage(&self, pid: Option<u32>, of: fn(&Look) -> Option<Sample>) -> Option<Usage> {
        let (idle, begun, end) = (of(&self.idle)?, of(&self.begun)?, of(&self.end)?);
        let seconds = (self.end.at_us - self.begun.at_us) as f64 / 1e6;
        let cpu_s = end.cpu_s - begun.cpu_s;
        let moves = self.end.acknowledged - self.begun.acknowledged;
        let more = end.memory.saturating_sub(idle.memory) as f64;
        let each = |n: u64| round(more / 1000.0 / n.max(1) as f64);
        Some(Usage {
            pid: pid?,
            idle_mb: round(idle.memory as f64 / MB),
            end_mb: round(end.memory as f64 / MB),
            peak_mb: round(end.peak as f64 / MB),
            kb_per_game: each(self.live),
            kb_per_socket: each(self.sockets),
            cpu_s: round(cpu_s),
            cores: round(cpu_s / seconds),
            cpu_ms_per_move: round(cpu_s * 1000.0 / moves.max(1) as f64),
        })
    }

    fn report(&self) -> Report {
        let measures = &self.shared.measures;
        let errors = measures.errors();
        let seconds = self.end.at_us.saturating_sub(self.begun.at_us) as f64 / 1e6;
        let moves = self.end.acknowledged - self.begun.acknowledged;
        Report {
            version: 1,
            plan: self.shared.plan.clone(),
            games: measures.games.get(),
            games_ended: measures.ended.get(),
            moves_sent: measures.sent.get(),
            moves_acknowledged: measures.acknowledged.get(),
            moves_per_s: round(moves as f64 / seconds),
            events: measures.events.get(),
            cuts: measures.cuts.get(),
            latency: Latencies {
                accepted: measures.accepted.percentiles(1000),
                opponent: measures.opponent.percentiles(1000),
                last_watcher: measures.last_watcher.percentiles(1000),
                send_delay: measures.send_delay.percentiles(1000),
                reconnect: measures.reconnect.percentiles(1000),
                create: measures.create.percentiles(1000),
            },
            clock: Clocks {
                error: measures.clock_error.percentiles(1),
                overcharge: measures.overcharge.percentiles(1),
            },
            server: self.usage(self.pid, |look| look.server),
            load: self.usage(Some(std::process::id()), |look| look.load),
            errors: errors.counts,
            error_examples: errors.examples,
            check: Default::default(),
            rows: self.rows.clone(),
        }
    }
}

fn plan_watches(shared: &Shared) -> bool {
    shared.plan.watchers > 0
}

fn round(value: f64) -> f64 {
    if value.is_finite() {
        (value * 100.0).round() / 100.0
    } else {
        0.0
    }
}
