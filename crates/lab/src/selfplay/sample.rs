//! Selection of training positions from games.

use komadai_rules::{AnyPosition, Move, Side, VariantId};
use std::collections::HashSet;

use super::game::SelfPlayGame;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub position: AnyPosition,
    /// Score of the search, in centipawns for the side to move.
    pub score: i16,
    /// Result for the side to move: 1 won, 0 drawn, −1 lost.
    pub result: i8,
    pub mv: Move,
    pub ply: u16,
    pub game: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleFilter {
    pub checks: bool,
    /// Positions whose best move is a capture or promotion: their static evaluation is unreliable.
    pub noisy: bool,
    /// Positions with a greater absolute score, in centipawns, are left out as decided.
    pub max_score: i16,
    pub repeated: bool,
}

impl Default for SampleFilter {
    /// All of them, with scores up to 3000.
    fn default() -> Self {
        SampleFilter {
            checks: true,
            noisy: true,
            max_score: 3_000,
            repeated: true,
        }
    }
}

/// Numbers of positions kept and left out. Each position is counted once, for the first reason that
/// applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SampleCounts {
    pub kept: u64,
    pub checks: u64,
    pub noisy: u64,
    pub decided: u64,
    pub repeated: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}: move {ply} is illegal")]
pub struct SampleError {
    pub game: u32,
    /// Number of the move, from 1.
    pub ply: usize,
}

/// Selects positions from games. Remembers the positions it has seen.
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    filter: SampleFilter,
    seen: HashSet<u64>,
    counts: SampleCounts,
}

impl Sampler {
    #[must_use]
    pub fn new(filter: SampleFilter) -> Self {
        Sampler {
            filter,
            ..Sampler::default()
        }
    }

    #[must_use]
    pub fn counts(&self) -> SampleCounts {
        self.counts
    }

    /// Positions of a game that pass the filter, from the end of the random moves on.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn samples(
        &mut self,
        variant: VariantId,
        played: &SelfPlayGame,
    ) -> Result<Vec<Sample>, SampleError> {
        let mut position = AnyPosition::start(variant);
        let mut samples = Vec::new();
        for (ply, mv) in played.all_moves().enumerate() {
            if !position.is_legal(mv) {
                return Err(SampleError {
                    game: played.number,
                    ply: ply + 1,
                });
            }
            let scored = (ply.checked_sub(played.random.len())).map(|index| played.moves[index]);
            if let Some(scored) = scored
                && self.keep(&position, mv, scored.score)
            {
                samples.push(Sample {
                    position,
                    score: scored.score,
                    result: result(played.winner, position.side_to_move()),
                    mv,
                    ply: ply as u16,
                    game: played.number,
                });
            }
            position.play_unchecked(mv);
        }
        Ok(samples)
    }

    fn keep(&mut self, position: &AnyPosition, mv: Move, score: i16) -> bool {
        let (filter, counts) = (self.filter, &mut self.counts);
        if filter.checks && position.in_check() {
            counts.checks += 1;
        } else if score.unsigned_abs() > filter.max_score.unsigned_abs() {
            counts.decided += 1;
        } else if filter.noisy && position.captures_and_promotions().contains(&mv) {
            counts.noisy += 1;
        } else if filter.repeated && !self.seen.insert(position.key()) {
            counts.repeated += 1;
        } else {
            counts.kept += 1;
            return true;
        }
        false
    }
}

fn result(winner: Option<Side>, side: Side) -> i8 {
    match winner {
        None => 0,
        Some(winner) if winner == side => 1,
        Some(_) => -1,
    }
}

/// `true` for the two games in a hundred that are held out for validation.
#[must_use]
pub fn is_held_out(number: u32) -> bool {
    number % 50 == 49
}
