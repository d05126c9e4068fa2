//! Solving positions one after another, or several at once.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use indicatif::ProgressBar;
use komadai_engine::{
    AnyMateSolver, MateControl, MateLimits, MateOutcome, MateProgress, OutOfMemory,
};
use komadai_rules::AnyPosition;
use komadai_usi::program::Stopwatch;

use super::MateArgs;
use super::answer::Found;
use crate::failure::Failure;
use crate::interrupt;

pub(super) fn solve_all(
    positions: &[AnyPosition],
    args: &MateArgs,
    mut take: impl FnMut(Found) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let threads = args.threads.min(positions.len()).max(1);
    if threads == 1 {
        let mut solver = AnyMateSolver::new(args.game, args.table)?;
        for position in positions {
            take(solve(&mut solver, position, args, &stop, true)?)?;
        }
        return Ok(());
    }
    let megabytes = (args.table / threads).max(1);
    let solvers: Result<Vec<_>, OutOfMemory> = (0..threads)
        .map(|_| AnyMateSolver::new(args.game, megabytes))
        .collect();
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut solver in solvers? {
            let (send, next, stop) = (send.clone(), &next, &stop);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(position) = positions.get(index) else {
                        return;
                    };
                    let found = solve(&mut solver, position, args, stop, false);
                    if send.send((index, found)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting: Vec<Option<Found>> = positions.iter().map(|_| None).collect();
        let mut shown = 0;
        for (index, found) in receive {
            waiting[index] = Some(found?);
            while let Some(found) = waiting.get_mut(shown).and_then(Option::take) {
                take(found)?;
                shown += 1;
            }
        }
        Ok(())
    })
}

/// Solves a position, with a progress line if it is the only one at a time.
fn solve(
    solver: &mut AnyMateSolver,
    position: &AnyPosition,
    args: &MateArgs,
    stop: &AtomicBool,
    alone: bool,
) -> Result<Found, OutOfMemory> {
    let watch = Stopwatch::start();
    let now = || (watch.seconds() * 1000.0) as u64;
    let bar = if alone && std::io::stderr().is_terminal() {
        ProgressBar::new_spinner()
    } else {
        ProgressBar::hidden()
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    let shown = Cell::new(0);
    let mut on_progress = |progress: &MateProgress| {
        if now() >= shown.get() + 200 {
            shown.set(now());
            bar.set_message(progress_text(progress, now()));
        }
    };
    let mut control = MateControl {
        now_ms: Some(&now),
        stop: Some(stop),
        on_progress: Some(&mut on_progress),
    };
    let found = find(solver, position, args, &mut control);
    bar.finish_and_clear();
    let mut found = found?;
    found.ms = now();
    Ok(found)
}

/// Finds the mate, then the other requested results within the remaining limits.
fn find(
    solver: &mut AnyMateSolver,
    position: &AnyPosition,
    args: &MateArgs,
    control: &mut MateControl<'_>,
) -> Result<Found, OutOfMemory> {
    let now = control.now_ms;
    let mut spent = 0;
    let mut limits = |nodes: u64| {
        spent += nodes;
        MateLimits {
            plies: args.plies,
            nodes: args.nodes.map(|limit| limit.saturating_sub(spent)),
            time_ms: (args.time).map(|limit| limit.saturating_sub(now.map_or(0, |now| now()))),
            exact: args.exact || args.all,
        }
    };
    let result = solver.solve(position, &limits(0), control)?;
    let (mut useless, mut side) = (None, None);
    if result.exact && matches!(result.outcome, MateOutcome::Mate { .. }) {
        let limits_left = limits(result.nodes);
        useless = solver.useless_interpositions(position, &result.line, &limits_left, control)?;
        if args.all {
            let (line, max) = (&result.line, args.solutions);
            side = Some(solver.side_solutions(position, line, max, &limits(0), control)?);
        }
    }
    Ok(Found {
        result,
        useless,
        side,
        ms: 0,
    })
}

fn progress_text(progress: &MateProgress, ms: u64) -> String {
    format!(
        "{} s, {} million nodes, {} plies deep, proof number {}, disproof number {}, table {} % full",
        ms / 1000,
        progress.nodes / 1_000_000,
        progress.line.len(),
        progress.pn,
        progress.dn,
        progress.table_permille / 10
    )
}
