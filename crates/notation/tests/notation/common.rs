//! Random games for the round-trip tests of this crate.

use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

pub(crate) fn position(variant: VariantId, text: &str) -> AnyPosition {
    AnyPosition::parse(variant, text, SetupRules::Play)
        .unwrap_or_else(|error| panic!("{variant} {text}: {error}"))
}

/// Positions and moves of a random game of at most `plies` moves.
pub(crate) fn playout(variant: VariantId, seed: u64, plies: usize) -> Vec<(AnyPosition, Move)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut current = position(variant, "startpos");
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = current.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        line.push((current, mv));
        current.play_unchecked(mv);
    }
    line
}
