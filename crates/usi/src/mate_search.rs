//! `go mate` by the mate solver.

use std::io;
use std::sync::Mutex;

use komadai_engine::{
    AnyMateSolver, MateControl, MateLimits, MateOutcome, MateProgress, MateResult,
};
use komadai_uci::{EngineMessage, ScoreValue};

use crate::job::Job;
use crate::output::Output;
use crate::search::lock;

const PROGRESS_EVERY_MS: u64 = 500;

/// In a search for a mate in n moves, nodes after which quiet moves are tried too.
const NODES_OF_CHECKS_ALONE: u64 = 200_000;

/// The solver, made on first use, and its megabytes.
#[derive(Default)]
pub(crate) struct Solver(Option<(AnyMateSolver, usize)>);

impl Solver {
    fn get(&mut self, job: &Job) -> Option<&mut AnyMateSolver> {
        let megabytes = job.hash_mb;
        if self
            .0
            .as_ref()
            .is_none_or(|(_, made_with)| *made_with != megabytes)
        {
            self.0 = None;
            let solver = AnyMateSolver::new(job.game.variant(), megabytes).ok()?;
            self.0 = Some((solver, megabytes));
        }
        self.0.as_mut().map(|(solver, _)| solver)
    }

    pub(crate) fn clear(&mut self) {
        if let Some((solver, _)) = &mut self.0 {
            solver.clear();
        }
    }
}

/// `None` if there is no memory for the solver.
pub(crate) fn solve(
    solver: &Mutex<Solver>,
    job: &Job,
    control: MateControl<'_>,
    since_go_ms: &dyn Fn() -> u64,
    output: &Output,
) -> Option<MateResult> {
    let limits = MateLimits {
        plies: job
            .mate_within
            .or(job.limits.depth.filter(|_| job.mate_only)),
        nodes: match job.mate_within {
            Some(_) => Some(NODES_OF_CHECKS_ALONE.min(job.limits.nodes.unwrap_or(u64::MAX))),
            None => job.limits.nodes,
        },
        time_ms: job.limits.time_ms,
        exact: false,
    };
    let mut last_ms = 0;
    let mut on_progress = |progress: &MateProgress| {
        let ms = since_go_ms();
        if ms >= last_ms + PROGRESS_EVERY_MS {
            last_ms = ms;
            let _ = send(output, job, &progress_info(progress, ms));
        }
    };
    let mut control = MateControl {
        on_progress: Some(&mut on_progress),
        ..control
    };
    let mut solver = lock(solver);
    let Some(solver) = solver.get(job) else {
        let text = format!("no memory for a mate solver of {} MB", job.hash_mb);
        let _ = output.info_string(&text, job.protocol);
        return None;
    };
    let found = solver
        .solve(&job.game.position(), &limits, &mut control)
        .ok()?;
    if let MateOutcome::Mate { plies } = found.outcome {
        let ms = since_go_ms();
        let info = komadai_uci::Info {
            depth: Some(found.line.len() as u32),
            score: Some(komadai_uci::Score {
                value: ScoreValue::mate_in_plies(plies as i32),
                bound: komadai_uci::Bound::Exact,
            }),
            nodes: Some(found.nodes),
            nps: (found.nodes * 1_000).checked_div(ms),
            time_ms: Some(ms),
            pv: found.line.clone(),
            ..komadai_uci::Info::default()
        };
        let _ = send(output, job, &info);
    }
    Some(found)
}

fn progress_info(progress: &MateProgress, ms: u64) -> komadai_uci::Info {
    komadai_uci::Info {
        depth: Some(progress.line.len() as u32),
        nodes: Some(progress.nodes),
        nps: (progress.nodes * 1_000).checked_div(ms),
        hash_full: Some(progress.table_permille),
        time_ms: Some(ms),
        pv: progress.line.clone(),
        ..komadai_uci::Info::default()
    }
}

fn send(output: &Output, job: &Job, info: &komadai_uci::Info) -> io::Result<()> {
    // If the output is closed, the command loop will notice.
    output.send(&EngineMessage::Info(info.clone()), job.protocol)
}
