//! The positions of a game from which an evaluation can learn.

use komadai_rules::{AnyPosition, GameId, Move, Side};
use std::collections::HashSet;

use super::game::SelfPlayGame;

/// A position, what a search thought of it and how the game went on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The position.
    pub position: AnyPosition,
    /// Centipawns for the side to move.
    pub score: i16,
    /// What the side to move came to: 1 won, 0 drew, −1 lost.
    pub result: i8,
    /// The move that was played.
    pub mv: Move,
    /// Moves played before it, from the start position.
    pub ply: u16,
    /// The number of its game.
    pub game: u32,
}

/// Which positions are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleFilter {
    /// Those in check.
    pub checks: bool,
    /// Those whose best move captures or promotes: their evaluation says little before it is done.
    pub noisy: bool,
    /// Those with a score beyond so many centipawns: they are decided.
    pub most_score: i16,
    /// Those met before.
    pub repeated: bool,
}

impl Default for SampleFilter {
    /// All of them, and scores beyond 3000.
    fn default() -> Self {
        SampleFilter {
            checks: true,
            noisy: true,
            most_score: 3_000,
            repeated: true,
        }
    }
}

/// How many positions were kept, and how many left out for which reason. Each is counted once, for
/// the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SampleCounts {
    /// Kept.
    pub kept: u64,
    /// In check.
    pub checks: u64,
    /// The best move captures or promotes.
    pub noisy: u64,
    /// The score is too high or too low.
    pub decided: u64,
    /// Met before.
    pub repeated: u64,
}

/// A game that does not fit its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}: move {ply} is illegal")]
pub struct SampleError {
    /// Its number.
    pub game: u32,
    /// Which move, from 1.
    pub ply: usize,
}

/// Goes through games and picks positions. It remembers what it has met.
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    filter: SampleFilter,
    met: HashSet<u64>,
    counts: SampleCounts,
}

impl Sampler {
    /// One that has met nothing.
    #[must_use]
    pub fn new(filter: SampleFilter) -> Self {
        Sampler {
            filter,
            ..Sampler::default()
        }
    }

    /// What was kept and left out so far.
    #[must_use]
    pub fn counts(&self) -> SampleCounts {
        self.counts
    }

    /// The positions of a game that pass the filter. Those of the random moves are never among them.
    ///
    /// # Errors
    /// When a move is illegal.
    pub fn samples(
        &mut self,
        game: GameId,
        played: &SelfPlayGame,
    ) -> Result<Vec<Sample>, SampleError> {
        let mut position = AnyPosition::start(game);
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
        } else if score.unsigned_abs() > filter.most_score.unsigned_abs() {
            counts.decided += 1;
        } else if filter.noisy && position.captures_and_promotions().contains(&mv) {
            counts.noisy += 1;
        } else if filter.repeated && !self.met.insert(position.key()) {
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

/// Whether a game is among the two in a hundred that nothing is learned from, so that what was
/// learned can be judged by them.
#[must_use]
pub fn is_held_out(number: u32) -> bool {
    number % 50 == 49
}
