//! Mate solver for the browser.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

use js_sys::Function;
use komadai_engine::{
    AnyMateSolver, MateControl, MateDefence, MateLimits, MateOutcome, MateProgress, MateResult,
    MateSolutions, OutOfMemory,
};
use komadai_rules::{AnyPosition, SetupRules, VariantId};
use komadai_wasm_shared::{Error, from_js, read_game, read_move, read_position, to_js};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::report::line;
use crate::request::count;
use crate::{listener, now, out_of_memory};

/// Size of the solver's tables, which are allocated on first use.
const TABLE_MEGABYTES: usize = 32;

/// Bounds a search without limits, which only terminating the Worker could stop.
const DEFAULT_NODES: u64 = 1_000_000;

/// Milliseconds between reports of progress.
const PROGRESS_EVERY_MS: f64 = 100.0;

thread_local! {
    /// Kept between searches, with its tables.
    static SOLVER: RefCell<Option<AnyMateSolver>> = const { RefCell::new(None) };
}

/// Request to the solver: a position, limits, and fields of its own. A macro, because serde cannot
/// flatten a struct into one that denies unknown fields.
macro_rules! solver_request {
    ($(#[$doc:meta])* $name:ident { $($(#[$own_doc:meta])* $own:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[cfg_attr(test, ts(optional_fields))]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(crate) struct $name {
            #[cfg_attr(test, ts(type = "GameName"))]
            game: String,
            /// Empty for the start position, or a position text; one king may be missing.
            position: String,
            /// The moves played from `position`.
            #[cfg_attr(test, ts(optional, type = "Array<string>"))]
            #[serde(default)]
            moves: Vec<String>,
            /// Maximum length of the mate, including a first move of the defender.
            plies: Option<f64>,
            /// At most this many nodes; 1,000,000 by default without a time limit.
            nodes: Option<f64>,
            /// At most this many milliseconds.
            time_ms: Option<f64>,
            $($(#[$own_doc])* $own: $type,)*
        }

        impl $name {
            fn position(&self) -> Result<AnyPosition, Error> {
                read_moves(&self.game, &self.position, &self.moves)
            }

            fn limits(&self) -> Result<MateLimits, Error> {
                limits(self.plies, self.nodes, self.time_ms)
            }
        }
    };
}

solver_request! {
    /// Mate search for the side to move.
    MateRequest {
        /// Continue until the length is that of the shortest mate against the longest defence.
        exact: Option<bool>,
        /// List all first moves of the shortest mate; implies `exact`.
        all: Option<bool>,
    }
}

solver_request! {
    /// Search for the best defence of the side to move.
    DefendRequest {}
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MateInfo {
    nodes: u64,
    /// Fill of the table, in permille.
    hashfull: u32,
    /// The line being searched.
    line: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MateAnswer {
    #[cfg_attr(test, ts(type = "'mate' | 'no-mate' | 'unknown'"))]
    result: &'static str,
    /// Plies to mate; a bound unless `exact`.
    plies: Option<u32>,
    exact: bool,
    /// The mate. It may be shorter than the bound unless `exact`.
    line: Vec<String>,
    /// All first moves of the shortest mate, if requested and `exact`.
    solutions: Vec<String>,
    /// Checks that the limits left undecided.
    undecided: Vec<String>,
    /// Pieces in the attacker's hand at the end of the line.
    left_in_hand: Option<u32>,
    nodes: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DefendAnswer {
    /// The move; null only if there is none. Then a mate in 0 plies means that the defender is
    /// mated.
    #[serde(rename = "move")]
    reply: Option<String>,
    #[cfg_attr(test, ts(type = "'mate' | 'no-mate' | 'unknown'"))]
    result: &'static str,
    /// Plies to mate including the move; a bound unless `exact`.
    plies: Option<u32>,
    exact: bool,
    /// The move and the mate after it, if there is one.
    line: Vec<String>,
    nodes: u64,
}

/// Searches for a mate by checks. `onProgress` is called at most ten times a second. If it throws,
/// the search ends and throws the same.
///
/// # Errors
/// The request can't be read, this is called from inside `onProgress`, or there is no memory.
#[wasm_bindgen(unchecked_return_type = "MateAnswer")]
pub fn mate(
    #[wasm_bindgen(unchecked_param_type = "MateRequest")] request: &JsValue,
    #[wasm_bindgen(js_name = onProgress, unchecked_param_type = "((info: MateInfo) => void) | null | undefined")]
    on_progress: &JsValue,
) -> Result<JsValue, JsValue> {
    let asked: MateRequest = from_js(request, "bad-request")?;
    let position = asked.position()?;
    let all = asked.all.unwrap_or(false);
    let mut limits = asked.limits()?;
    limits.exact = asked.exact.unwrap_or(false) || all;
    with_solver(position.variant(), on_progress, |solver, control| {
        let found = solver.solve(&position, &limits, control)?;
        let mut solutions = MateSolutions::default();
        if let (true, true, MateOutcome::Mate { plies }) = (all, found.exact, found.outcome) {
            if let Some(nodes) = limits.nodes {
                limits.nodes = Some(nodes.saturating_sub(found.nodes));
            }
            solutions = solver.solutions(&position, plies, &limits, control)?;
        }
        Ok(to_js(&MateAnswer::of(
            position.variant(),
            &found,
            &solutions,
        )))
    })
}

/// Finds the best defence of the side to move: a move after which the opponent has no mate by
/// checks, or else the longest mate.
#[wasm_bindgen(unchecked_return_type = "DefendAnswer")]
pub fn defend(
    #[wasm_bindgen(unchecked_param_type = "DefendRequest")] request: &JsValue,
    #[wasm_bindgen(js_name = onProgress, unchecked_param_type = "((info: MateInfo) => void) | null | undefined")]
    on_progress: &JsValue,
) -> Result<JsValue, JsValue> {
    let asked: DefendRequest = from_js(request, "bad-request")?;
    let position = asked.position()?;
    let limits = asked.limits()?;
    with_solver(position.variant(), on_progress, |solver, control| {
        let found = solver.defend(&position, &limits, control)?;
        Ok(to_js(&DefendAnswer::of(position.variant(), &found)))
    })
}

impl MateAnswer {
    fn of(variant: VariantId, found: &MateResult, solutions: &MateSolutions) -> MateAnswer {
        let (result, plies) = outcome(found.outcome);
        MateAnswer {
            result,
            plies,
            exact: found.exact,
            line: line(variant, &found.line),
            solutions: line(variant, &solutions.moves),
            undecided: line(variant, &solutions.undecided),
            left_in_hand: found.left_in_hand,
            nodes: found.nodes + solutions.nodes,
        }
    }
}

impl DefendAnswer {
    fn of(variant: VariantId, found: &MateDefence) -> DefendAnswer {
        let (result, plies) = outcome(found.outcome);
        DefendAnswer {
            reply: found.reply.map(|mv| mv.display(variant).to_string()),
            result,
            plies,
            exact: found.exact,
            line: line(variant, &found.line),
            nodes: found.nodes,
        }
    }
}

fn outcome(outcome: MateOutcome) -> (&'static str, Option<u32>) {
    match outcome {
        MateOutcome::Mate { plies } => ("mate", Some(plies)),
        MateOutcome::NoMate => ("no-mate", None),
        MateOutcome::Unknown => ("unknown", None),
    }
}

fn read_moves(game: &str, text: &str, moves: &[String]) -> Result<AnyPosition, Error> {
    let variant = read_game(game)?;
    let mut position = if text.trim().is_empty() {
        read_position(variant, text)?
    } else {
        AnyPosition::parse(variant, text.trim(), SetupRules::Mate)
            .map_err(|error| Error::of_position(&error))?
    };
    for (ply, text) in moves.iter().enumerate() {
        let played = read_move(variant, text).and_then(|mv| {
            (position.play(mv)).map_err(|refusal| Error::of_refusal(variant, &refusal).about(text))
        });
        played.map_err(|error| error.after_moves(ply))?;
    }
    Ok(position)
}

fn limits(
    plies: Option<f64>,
    nodes: Option<f64>,
    time_ms: Option<f64>,
) -> Result<MateLimits, Error> {
    let mut limits = MateLimits {
        plies: count("plies", plies)?.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
        nodes: count("nodes", nodes)?,
        time_ms: count("timeMs", time_ms)?,
        exact: false,
    };
    if limits.nodes.is_none() && limits.time_ms.is_none() {
        limits.nodes = Some(DEFAULT_NODES);
    }
    Ok(limits)
}

/// Runs `run` with the solver, which is created on first use and for another variant.
fn with_solver(
    variant: VariantId,
    on_progress: &JsValue,
    run: impl FnOnce(&mut AnyMateSolver, &mut MateControl<'_>) -> Result<JsValue, OutOfMemory>,
) -> Result<JsValue, JsValue> {
    let listener = listener(on_progress, "onProgress")?;
    SOLVER.with(|cell| {
        let mut slot = cell
            .try_borrow_mut()
            .map_err(|_| Error::new("busy", "the solver is searching already"))?;
        // Free the old tables first: a phone may not have memory for both.
        let solver = match slot.take().filter(|solver| solver.variant() == variant) {
            Some(solver) => slot.insert(solver),
            None => {
                let made = AnyMateSolver::new(variant, TABLE_MEGABYTES);
                slot.insert(made.map_err(out_of_memory)?)
            }
        };
        report_to(listener, variant, |control| run(solver, control))
    })
}

fn report_to(
    listener: Option<&Function>,
    variant: VariantId,
    run: impl FnOnce(&mut MateControl<'_>) -> Result<JsValue, OutOfMemory>,
) -> Result<JsValue, JsValue> {
    let thrown = RefCell::new(None);
    let stop = AtomicBool::new(false);
    let reported = Cell::new(now());
    let mut report = |progress: &MateProgress| {
        let Some(listener) = listener else { return };
        if now() < reported.get() + PROGRESS_EVERY_MS {
            return;
        }
        reported.set(now());
        let info = MateInfo {
            nodes: progress.nodes,
            hashfull: progress.table_permille,
            line: line(variant, &progress.line),
        };
        if let Err(error) = listener.call1(&JsValue::UNDEFINED, &to_js(&info)) {
            stop.store(true, Ordering::Relaxed);
            thrown.borrow_mut().get_or_insert(error);
        }
    };
    let clock = || now() as u64;
    let found = run(&mut MateControl {
        now_ms: Some(&clock),
        stop: Some(&stop),
        on_progress: Some(&mut report),
    })
    .map_err(out_of_memory)?;
    match thrown.into_inner() {
        Some(error) => Err(error),
        None => Ok(found),
    }
}
