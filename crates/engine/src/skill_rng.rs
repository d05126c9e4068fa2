//! Random numbers of the playing levels.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::skill::MAX_ERROR_CP;

/// Random numbers of one move, the same on every machine.
pub(crate) struct SkillRng(ChaCha8Rng);

impl SkillRng {
    pub(crate) fn new(seed: u64, ply: u64) -> Self {
        // Consecutive seeds and plies must not give the same numbers.
        SkillRng(ChaCha8Rng::seed_from_u64(
            seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        ))
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    /// `true` with the given probability.
    pub(crate) fn happens(&mut self, permille: u16) -> bool {
        self.below(1_000) < u64::from(permille)
    }

    /// Approximately normal: the sum of four uniform errors.
    pub(crate) fn error(&mut self, typical: i32) -> i32 {
        let typical = typical.clamp(0, MAX_ERROR_CP as i32);
        let spread = 2 * typical as u64 + 1;
        (0..4)
            .map(|_| self.below(spread) as i32 - typical)
            .sum::<i32>()
            * 7
            / 8
    }
}
