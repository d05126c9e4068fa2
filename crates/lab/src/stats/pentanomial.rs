//! Pentanomial distribution of match results.

use std::fmt;

/// Pairs of games by the points of engine `a`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial([u64; 5]);

impl Pentanomial {
    /// From the counts of pairs with 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Self {
        Pentanomial(counts)
    }

    /// Counts a pair by its half points.
    ///
    /// # Panics
    /// If `half_points` exceeds 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.0
    }

    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of `a`, from 0 to 1; ½ before the first pair.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.average(|score| score)
    }

    /// Variance of a pair's score, from 0 to 1: half the variance of a game's score if the games of a
    /// pair are independent.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let mean = self.mean();
        self.average(|score| (score - mean).powi(2))
    }

    fn average(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (self.0.iter().zip(SCORES))
            .map(|(&count, score)| count as f64 * of(score))
            .sum();
        sum / self.pairs() as f64
    }
}

pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "{a} {b} {c} {d} {e}")
    }
}
