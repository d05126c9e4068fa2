//! Constants of the search, by technique.
//!
//! Scores and margins are in centipawns, depths in plies, unless stated otherwise. The techniques
//! are those of the chess programming wiki; `docs/decisions/005-search-candidates.md` lists the
//! experiments.

use crate::score::MAX_PLY;

// Iterative deepening.

/// Maximum depth of iterative deepening: leaves room for extensions.
pub(crate) const MAX_DEPTH: u32 = MAX_PLY as u32 / 2 + 20;

// Repetition.

/// Score of having to deviate, now or at the next repetition: some moves are no longer possible.
pub(crate) const MUST_VARY: i32 = -30;

// Aspiration windows.

/// First iteration with an aspiration window.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 4;
/// Half the width of the first window.
pub(crate) const ASPIRATION_DELTA: i32 = 30;
/// Factor of the half width after each fail.
pub(crate) const ASPIRATION_GROWTH: i32 = 4;
/// A half window wider than this is opened completely.
pub(crate) const ASPIRATION_MAX_DELTA: i32 = 1_000;

// Reverse futility pruning (static null-move pruning).

pub(crate) const REVERSE_FUTILITY_MAX_DEPTH: i32 = 6;
/// Per ply of depth; one ply less if improving.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 130;

// Razoring.

pub(crate) const RAZORING_MAX_DEPTH: i32 = 2;
pub(crate) const RAZORING_BASE: i32 = 300;
/// Per ply of depth.
pub(crate) const RAZORING_MARGIN: i32 = 250;

// Null-move pruning.

pub(crate) const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// R = base + depth / depth divisor + (eval − beta) / eval divisor, the last term at most the
/// maximum.
pub(crate) const NULL_MOVE_BASE_REDUCTION: i32 = 3;
pub(crate) const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub(crate) const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
pub(crate) const NULL_MOVE_MAX_EVAL_REDUCTION: i32 = 3;

// ProbCut.

pub(crate) const PROBCUT_MIN_DEPTH: i32 = 4;
/// Margin above beta.
pub(crate) const PROBCUT_MARGIN: i32 = 200;
/// Depth reduction of the verification search.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;
/// A TT entry at most this much shallower than the node can refute ProbCut.
pub(crate) const PROBCUT_TT_DEPTH_MARGIN: i32 = 3;

// Transposition table.

/// Plies before the draw by the n-move rule without TT cutoffs, as in
/// [Reckless](https://github.com/codedeliveryservice/Reckless).
pub(crate) const N_MOVE_MARGIN: u32 = 10;

// Pruning in the move loop.

/// Maximum depth of a node; for futility and SEE pruning of quiet moves the depth after late move
/// reduction counts.
pub(crate) const MOVE_PRUNING_MAX_DEPTH: i32 = 6;
/// Late move pruning after base + factor × depth² moves, half as many if not improving.
pub(crate) const LATE_MOVE_BASE: i32 = 8;
pub(crate) const LATE_MOVE_DEPTH_FACTOR: i32 = 5;
/// Futility pruning: expected maximum gain of a quiet move = base + margin × reduced depth.
pub(crate) const FUTILITY_BASE: i32 = 150;
pub(crate) const FUTILITY_MARGIN: i32 = 130;
/// SEE pruning: tolerated loss of a quiet move per ply of reduced depth.
pub(crate) const SEE_QUIET_MARGIN: i32 = 60;
/// SEE pruning: tolerated loss of a capture or promotion per ply of depth.
pub(crate) const SEE_NOISY_MARGIN: i32 = 200;

// Late move reductions.

pub(crate) const LMR_MIN_DEPTH: i32 = 3;
/// First reduced move, from 1.
pub(crate) const LMR_MIN_MOVE: u32 = 3;
/// Additional unreduced moves at PV nodes.
pub(crate) const LMR_PV_MOVES: u32 = 2;
/// Unit of the reductions: one ply.
pub(crate) const ONE_PLY: i32 = 1_024;
/// Divides log₂(depth) × log₂(move count), both in sixteenths.
pub(crate) const LMR_DIVISOR: i32 = 1_150;
/// Added at expected cut nodes; halved for captures and promotions, like the logarithms.
pub(crate) const LMR_CUT_NODE: i32 = ONE_PLY;
/// Added if not improving.
pub(crate) const LMR_NOT_IMPROVING: i32 = ONE_PLY;
/// Subtracted at PV nodes.
pub(crate) const LMR_PV: i32 = ONE_PLY;
/// Subtracted in check.
pub(crate) const LMR_IN_CHECK: i32 = ONE_PLY;
/// History score worth one ply.
pub(crate) const LMR_HISTORY_DIVISOR: i32 = 5_000;
/// Root moves from this index on are reduced by one ply from this depth on.
pub(crate) const ROOT_LMR_MIN_INDEX: usize = 5;
pub(crate) const ROOT_LMR_MIN_DEPTH: i32 = 4;

// Internal iterative reductions.

/// Minimum depth of a node without TT move.
pub(crate) const IIR_MIN_DEPTH: i32 = 4;

// Extensions.

/// Maximum length of extended lines, as a multiple of the iteration's depth.
pub(crate) const MAX_EXTENDED_LINE: i32 = 2;
pub(crate) const SINGULAR_MIN_DEPTH: i32 = 7;
/// Maximum depth by which the TT entry may be shallower than the node.
pub(crate) const SINGULAR_TT_DEPTH_MARGIN: i32 = 3;
/// Margin below the TT score, per ply of depth.
pub(crate) const SINGULAR_MARGIN: i32 = 2;

// Quiescence search.

/// Plies after which check evasions are no longer searched.
pub(crate) const QS_MAX_CHECK_PLIES: i32 = 12;
/// Plies after which only recaptures are searched.
pub(crate) const QS_RECAPTURE_PLIES: i32 = 6;
/// Delta pruning: margin above the static gain of a capture.
pub(crate) const QS_DELTA_MARGIN: i32 = 200;
/// Evasions tried before quiet ones are skipped, if one of them holds.
pub(crate) const QS_MAX_EVASIONS: u32 = 6;

// Move ordering: bonuses added to the history score of a quiet move.

pub(crate) const FIRST_KILLER_BONUS: i32 = 21_000;
pub(crate) const SECOND_KILLER_BONUS: i32 = 20_000;
pub(crate) const COUNTER_MOVE_BONUS: i32 = 18_000;
pub(crate) const CHECK_BONUS: i32 = 5_000;
// Captures: weight × gain − value of the attacker + capture history / divisor.
pub(crate) const CAPTURE_GAIN_WEIGHT: i32 = 16;
pub(crate) const CAPTURE_HISTORY_DIVISOR: i32 = 2;

// Histories.

/// Bound of an entry's magnitude.
pub(crate) const MAX_HISTORY: i32 = 8_192;
/// Bonus: quadratic × depth² + linear × depth, at most the maximum.
pub(crate) const HISTORY_BONUS_QUADRATIC: i32 = 16;
pub(crate) const HISTORY_BONUS_LINEAR: i32 = 32;
pub(crate) const MAX_HISTORY_BONUS: i32 = 1_600;

// Correction history.

/// Entries are in this fraction of a centipawn.
pub(crate) const CORRECTION_SCALE: i32 = 64;
/// Bound of an entry's magnitude, in that fraction.
pub(crate) const MAX_CORRECTION: i32 = 300 * CORRECTION_SCALE;
/// Bound of an error's magnitude, in centipawns.
pub(crate) const CORRECTION_MAX_ERROR: i32 = 400;
/// Weight of an update: (depth + 1, at most the maximum) / scale.
pub(crate) const CORRECTION_WEIGHT_SCALE: i32 = 256;
pub(crate) const CORRECTION_MAX_WEIGHT: i32 = 16;
/// Weight of the entry by hands; those by the last two moves weigh 1.
pub(crate) const CORRECTION_HAND_WEIGHT: i32 = 2;
/// Makes the correction the weighted mean of the entries. A larger correction would feed on itself,
/// because the scores that the entries learn from contain it.
pub(crate) const CORRECTION_DIVISOR: i32 = 4 * CORRECTION_SCALE;

// Transposition table.

/// Depth penalty of an entry per search since it was written.
pub(crate) const TT_AGE_PENALTY: i32 = 4;
/// A bound does not replace an entry of the same position and search that is this much deeper.
pub(crate) const TT_KEEP_DEPTH: i32 = 4;

// Time management.

/// Optimum time: tenths of an equal share of the clock.
pub(crate) const OPTIMUM_TENTHS: u64 = 6;
/// Quarters of the increment that a move may use.
pub(crate) const INCREMENT_QUARTERS: u64 = 3;
/// Maximum time: the time left divided by this, at least.
pub(crate) const MAX_TIME_DIVISOR: u64 = 5;
/// Assumed moves to go without a time control.
pub(crate) const MOVES_TO_GO: u64 = 30;
/// Nodes between polls of clock and stop flag: well under a millisecond.
pub(crate) const POLL_INTERVAL_NODES: u64 = 256;
/// Scale of the optimum time, per mille: (base − node share of the best move) × (base − step ×
/// iterations with the same best move, at most the maximum).
pub(crate) const EFFORT_BASE_PERMILLE: u64 = 1_650;
pub(crate) const STABILITY_BASE_PERMILLE: u64 = 1_250;
pub(crate) const STABILITY_STEP_PERMILLE: u64 = 60;
pub(crate) const MAX_STABLE_ITERATIONS: u64 = 6;
pub(crate) const MAX_OPTIMUM_PERMILLE: u64 = 2_000;
