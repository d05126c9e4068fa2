//! Estimate of a puzzle's difficulty, on the scale of players' ratings.
//!
//! Results of solvers are meant to correct it. The estimate is
//! `base(moves) + 35 × log₂(1 + effort) + choice + themes`, between 600 and 2600, where
//!
//! * `base` grows with the number of the solver's moves, so that longer puzzles are harder on average;
//! * `effort` is the cost of the computer's solution: nodes of the solver for the exact mate, in
//!   hundreds, or nodes after which the engine's best move is stable, in thousands;
//! * `choice` is 8 for each check in the position of a mate, at most 160;
//! * `themes` adds for moves that people overlook and subtracts for moves that they try first.

use komadai_rules::AnyPosition;

use super::brute::checks;
use super::prober::ExactMate;
use super::theme::Theme;

pub(crate) const MIN_RATING: u32 = 600;
pub(crate) const MAX_RATING: u32 = 2_600;

const PER_DOUBLED_EFFORT: f64 = 35.0;
const PER_CHECK: f64 = 8.0;
const MAX_CHECKS: usize = 20;
/// By the number of the solver's moves, from 1.
const MATE_BASE: [f64; 8] = [
    600.0, 950.0, 1_250.0, 1_480.0, 1_680.0, 1_850.0, 2_000.0, 2_150.0,
];
/// Rating of a tactic with one move of the solver.
const TACTIC_BASE: f64 = 1_100.0;
const PER_FURTHER_MOVE: f64 = 130.0;

pub(crate) fn mate_rating(problem: &AnyPosition, mate: &ExactMate, themes: &[Theme]) -> u32 {
    let moves = mate.line.len().div_ceil(2);
    let base = MATE_BASE[moves.clamp(1, MATE_BASE.len()) - 1];
    let choice = PER_CHECK * checks(problem).len().min(MAX_CHECKS) as f64;
    clamped(base + effort(mate.nodes as f64 / 100.0) + choice + extras(themes))
}

/// `moves` are those of the solver, `nodes` those until the best move is stable.
pub(crate) fn tactic_rating(moves: usize, nodes: u64, themes: &[Theme]) -> u32 {
    let base = TACTIC_BASE + PER_FURTHER_MOVE * moves.saturating_sub(1) as f64;
    clamped(base + effort(nodes as f64 / 1_000.0) + extras(themes))
}

fn effort(effort: f64) -> f64 {
    PER_DOUBLED_EFFORT * (1.0 + effort).log2()
}

fn extras(themes: &[Theme]) -> f64 {
    let of = |theme: &Theme| match theme {
        Theme::QuietMove | Theme::PawnDropMate => 90.0,
        Theme::PromotionRefused | Theme::CrossCheck => 80.0,
        Theme::Sacrifice => 60.0,
        Theme::Interposition | Theme::DiscoveredCheck | Theme::Pin => 30.0,
        Theme::Fork => -40.0,
        Theme::Exchange => -60.0,
        Theme::HangingPiece => -150.0,
        _ => 0.0,
    };
    themes.iter().map(of).sum()
}

fn clamped(rating: f64) -> u32 {
    (rating.round() as u32).clamp(MIN_RATING, MAX_RATING)
}
