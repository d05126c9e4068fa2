//! All constants of the search, by technique.
//!
//! Scores and margins are in centipawns, depths in plies, unless a constant says otherwise. What
//! was tried and measured is in `docs/decisions/005-search-candidates.md`; the techniques are those
//! of the chess programming wiki.

use crate::score::MAX_PLY;

// Iterative deepening.

/// Deepest iteration: extensions must have room below it.
pub(crate) const MAX_DEPTH: u32 = MAX_PLY as u32 / 2 + 20;

// Repetition.

/// The score of having to vary, now or at the next recurrence: some moves are no longer possible.
pub(crate) const MUST_VARY: i32 = -30;

// Aspiration windows.

/// First iteration that is searched in a window around the last score.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 4;
/// Half the width of the first window.
pub(crate) const ASPIRATION_DELTA: i32 = 30;
/// The half width is multiplied by this after each fail.
pub(crate) const ASPIRATION_GROWTH: i32 = 4;
/// A window wider than this to one side is opened to that side.
pub(crate) const ASPIRATION_MAX_DELTA: i32 = 1_000;

// Reverse futility pruning (static null-move pruning).

pub(crate) const REVERSE_FUTILITY_MAX_DEPTH: i32 = 6;
/// Margin per ply of depth; one ply less if the evaluation is improving.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 130;

// Razoring.

pub(crate) const RAZORING_MAX_DEPTH: i32 = 2;
pub(crate) const RAZORING_BASE: i32 = 300;
/// Added per ply of depth.
pub(crate) const RAZORING_MARGIN: i32 = 250;

// Null-move pruning.

pub(crate) const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// Reduction: base + depth / depth divisor + (eval − beta) / eval divisor, the last at most the
/// maximum.
pub(crate) const NULL_MOVE_BASE_REDUCTION: i32 = 3;
pub(crate) const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub(crate) const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
pub(crate) const NULL_MOVE_MAX_EVAL_REDUCTION: i32 = 3;

// ProbCut.

pub(crate) const PROBCUT_MIN_DEPTH: i32 = 4;
/// By how much a capture must be above beta.
pub(crate) const PROBCUT_MARGIN: i32 = 200;
/// By how much its search is shallower than the node.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;
/// By how much the table's entry may be shallower than the node and still say that no capture will do.
pub(crate) const PROBCUT_TT_DEPTH_MARGIN: i32 = 3;

// Transposition table.

/// Plies before the draw by the n-move rule from which on the transposition table cuts nothing off, as in
/// [Reckless](https://github.com/codedeliveryservice/Reckless).
pub(crate) const N_MOVE_MARGIN: u32 = 10;

// Pruning in the move loop.

/// Deepest node at which single moves are pruned. For futility and SEE pruning of a quiet move the depth that late move
/// reductions leave counts.
pub(crate) const MOVE_PRUNING_MAX_DEPTH: i32 = 6;
/// Late move pruning: base + factor × depth² moves are tried, half as many if the evaluation is not
/// improving.
pub(crate) const LATE_MOVE_BASE: i32 = 8;
pub(crate) const LATE_MOVE_DEPTH_FACTOR: i32 = 5;
/// Futility pruning: a quiet move is expected to gain at most base + margin × its reduced depth.
pub(crate) const FUTILITY_BASE: i32 = 150;
pub(crate) const FUTILITY_MARGIN: i32 = 130;
/// SEE pruning: what a quiet move may lose per ply of its reduced depth.
pub(crate) const SEE_QUIET_MARGIN: i32 = 60;
/// SEE pruning: what a capture or promotion may lose per ply of depth.
pub(crate) const SEE_NOISY_MARGIN: i32 = 200;

// Late move reductions.

pub(crate) const LMR_MIN_DEPTH: i32 = 3;
/// First move that is reduced, counted from 1.
pub(crate) const LMR_MIN_MOVE: u32 = 3;
/// At a PV node so many moves later.
pub(crate) const LMR_PV_MOVES: u32 = 2;
/// Reductions are added up in these parts of a ply.
pub(crate) const ONE_PLY: i32 = 1_024;
/// Divides log₂(depth) × log₂(move count), both in sixteenths.
pub(crate) const LMR_DIVISOR: i32 = 1_150;
/// More at expected cut nodes; captures and promotions get half of this and of the logarithms.
pub(crate) const LMR_CUT_NODE: i32 = ONE_PLY;
/// More where the evaluation is not improving.
pub(crate) const LMR_NOT_IMPROVING: i32 = ONE_PLY;
/// Less at PV nodes.
pub(crate) const LMR_PV: i32 = ONE_PLY;
/// Less in check.
pub(crate) const LMR_IN_CHECK: i32 = ONE_PLY;
/// Game score worth one ply.
pub(crate) const LMR_HISTORY_DIVISOR: i32 = 5_000;
/// The root: moves from this index on are reduced by one ply from this depth on.
pub(crate) const ROOT_LMR_MIN_INDEX: usize = 5;
pub(crate) const ROOT_LMR_MIN_DEPTH: i32 = 4;

// Internal iterative reductions.

/// A node this deep without a move from the table is searched one ply less.
pub(crate) const IIR_MIN_DEPTH: i32 = 4;

// Extensions.

/// Lines longer than this many times the iteration are not extended.
pub(crate) const MAX_EXTENDED_LINE: i32 = 2;
pub(crate) const SINGULAR_MIN_DEPTH: i32 = 7;
/// By how much the table's entry may be shallower than the node.
pub(crate) const SINGULAR_TT_DEPTH_MARGIN: i32 = 3;
/// Per ply of depth, by how much all other moves must be worse.
pub(crate) const SINGULAR_MARGIN: i32 = 2;

// Quiescence search.

/// Plies after which checks are no longer evaded.
pub(crate) const QS_MAX_CHECK_PLIES: i32 = 12;
/// Plies after which only recaptures are searched.
pub(crate) const QS_RECAPTURE_PLIES: i32 = 6;
/// Delta pruning: what a capture may gain beyond its static gain.
pub(crate) const QS_DELTA_MARGIN: i32 = 200;
/// Evasions tried before quiet ones are skipped, if one of them holds.
pub(crate) const QS_MAX_EVASIONS: u32 = 6;

// Move ordering: added to the history score of a quiet move.

pub(crate) const FIRST_KILLER_BONUS: i32 = 21_000;
pub(crate) const SECOND_KILLER_BONUS: i32 = 20_000;
pub(crate) const COUNTER_MOVE_BONUS: i32 = 18_000;
pub(crate) const CHECK_BONUS: i32 = 5_000;
// Captures: weight × gain − value of the attacker + capture history / divisor.
pub(crate) const CAPTURE_GAIN_WEIGHT: i32 = 16;
pub(crate) const CAPTURE_HISTORY_DIVISOR: i32 = 2;

// Histories.

/// Entries stay within ± this.
pub(crate) const MAX_HISTORY: i32 = 8_192;
/// Bonus: quadratic × depth² + linear × depth, at most the maximum.
pub(crate) const HISTORY_BONUS_QUADRATIC: i32 = 16;
pub(crate) const HISTORY_BONUS_LINEAR: i32 = 32;
pub(crate) const MAX_HISTORY_BONUS: i32 = 1_600;

// Correction history.

/// Parts of a centipawn in an entry.
pub(crate) const CORRECTION_SCALE: i32 = 64;
/// Bound of an entry, in those parts.
pub(crate) const MAX_CORRECTION: i32 = 300 * CORRECTION_SCALE;
/// Errors count for at most this many centipawns.
pub(crate) const CORRECTION_MAX_ERROR: i32 = 400;
/// An update weighs depth + 1, at most the maximum, of this many parts.
pub(crate) const CORRECTION_WEIGHT_SCALE: i32 = 256;
pub(crate) const CORRECTION_MAX_WEIGHT: i32 = 16;
/// Weight of the entry by hands; those by the last two moves weigh 1.
pub(crate) const CORRECTION_HAND_WEIGHT: i32 = 2;
/// Divides the weighted sum of the entries: their weighted mean. A larger correction than the mean feeds
/// on itself, because the scores that the entries learn from contain it.
pub(crate) const CORRECTION_DIVISOR: i32 = 4 * CORRECTION_SCALE;

// Transposition table.

/// An entry of an earlier search counts as so many plies shallower per search.
pub(crate) const TT_AGE_PENALTY: i32 = 4;
/// A bound does not replace an entry of the same position and search that is so many plies deeper.
pub(crate) const TT_KEEP_DEPTH: i32 = 4;

// Time management.

/// Moves that a clock without a time control is divided among.
pub(crate) const MOVES_TO_GO: u64 = 30;
/// Nodes between two looks at clock and stop flag: well under a millisecond.
pub(crate) const POLL_INTERVAL_NODES: u64 = 256;
/// Per mille of the optimum time: (base − share of nodes of the best move) × (base − step × iterations
/// that it has been the best, at most the maximum).
pub(crate) const EFFORT_BASE_PERMILLE: u64 = 1_650;
pub(crate) const STABILITY_BASE_PERMILLE: u64 = 1_250;
pub(crate) const STABILITY_STEP_PERMILLE: u64 = 60;
pub(crate) const MAX_STABLE_ITERATIONS: u64 = 6;
pub(crate) const MAX_OPTIMUM_PERMILLE: u64 = 2_000;
