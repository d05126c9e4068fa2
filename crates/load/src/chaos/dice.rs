//! Seeded random numbers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

#[derive(Clone, Debug)]
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    /// Independent generator for each `stream` of a seed.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.0.next_u64() % (high - low).max(1)
    }

    /// `true` with a probability of `per_mille` / 1000.
    pub(super) fn happens(&mut self, per_mille: u64) -> bool {
        self.between(0, 1000) < per_mille
    }

    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for n in (1..things.len()).rev() {
            let other = self.between(0, n as u64 + 1) as usize;
            things.swap(n, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_deterministic_and_its_streams_differ() {
        let throw = |seed, stream| {
            let mut dice = Dice::new(seed, stream);
            let mut things: Vec<_> = (0..20).collect();
            dice.shuffle(&mut things);
            (things, dice.between(5, 1000))
        };
        assert_eq!(throw(1, 2), throw(1, 2));
        assert_ne!(throw(1, 2), throw(1, 3));
        let (mut things, number) = throw(7, 0);
        assert!((5..1000).contains(&number));
        things.sort_unstable();
        assert_eq!(things, (0..20).collect::<Vec<_>>());
        let mut dice = Dice::new(1, 1);
        assert!(!dice.happens(0) && dice.happens(1000));
    }
}
