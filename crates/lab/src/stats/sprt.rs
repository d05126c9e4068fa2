//! Generalised sequential probability ratio test (GSPRT): ends a match as soon as one of two hypotheses
//! is accepted.
//!
//! A hypothesis is represented by the maximum likelihood distribution of a pair's result among those with
//! its difference in Elo. Michel Van den Bergh, "The generalized maximum likelihood ratio for the
//! expectation value of a distribution" and "Comments on Normalized Elo"
//! (<https://www.cantate.be/Fishtest/>); bounds after Wald.

use std::fmt;
use std::str::FromStr;

use super::elo::{NORMALISED_UNIT, logistic_score};
use super::pentanomial::{Pentanomial, SCORES};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    Logistic,
    Normalised,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown Elo model: expected logistic or normalised")]
pub struct UnknownEloModel;

impl EloModel {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        }
    }
}

impl FromStr for EloModel {
    type Err = UnknownEloModel;

    fn from_str(text: &str) -> Result<Self, UnknownEloModel> {
        [EloModel::Logistic, EloModel::Normalised]
            .into_iter()
            .find(|model| model.name() == text)
            .ok_or(UnknownEloModel)
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The Elo difference is `elo0` or less.
    H0,
    /// The Elo difference is `elo1` or more.
    H1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        })
    }
}

#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    #[error("the Elo of H0 must be less than that of H1, not {elo0} and {elo1}")]
    Hypotheses { elo0: f64, elo1: f64 },
    #[error("{name} must lie between 0 and 0.5, not at {value}")]
    ErrorRate { name: &'static str, value: f64 },
}

/// Tests `a` being stronger by `elo1` (H1) against `elo0` (H0), in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Replaces counts of 0, so that no result has probability 0.
const MIN_COUNT: f64 = 1e-3;

type Distribution = [f64; 5];

impl Sprt {
    /// `alpha` is the probability of accepting H1 if H0 holds, `beta` that of accepting H0 if H1 holds.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::ErrorRate { name, value });
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// Log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// Log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.counts().map(|count| (count as f64).max(MIN_COUNT));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let under = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&observed, logistic_score(elo)),
            EloModel::Normalised => with_t_value(&observed, pair_t_value(elo)),
        };
        let (h0, h1) = (under(self.elo0), under(self.elo1));
        let per_pair: f64 = (0..5).map(|i| observed[i] * (h1[i] / h0[i]).ln()).sum();
        total * per_pair
    }

    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr >= upper {
            Some(Verdict::H1)
        } else if llr <= lower {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

/// `logistic Elo 0 against 10, alpha 0.05, beta 0.05`
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} Elo {} against {}, alpha {}, beta {}",
            self.model, self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

/// Distance of the mean from ½ in standard deviations of a pair's score: √2 times that in deviations of a
/// game's.
fn pair_t_value(normalised_elo: f64) -> f64 {
    normalised_elo / NORMALISED_UNIT * std::f64::consts::SQRT_2
}

fn with_mean(observed: &Distribution, mean: f64) -> Distribution {
    with_zero_mean(observed, &SCORES.map(|score| score - mean)).unwrap_or(*observed)
}

const MAX_ITERATIONS: usize = 50;
const TOLERANCE: f64 = 1e-12;

/// Maximum likelihood distribution whose mean lies `t` of its standard deviations above ½. Linearises the
/// constraint at a distribution and iterates.
fn with_t_value(observed: &Distribution, t: f64) -> Distribution {
    let mut probabilities = [0.2; 5];
    for _ in 0..MAX_ITERATIONS {
        let mean: f64 = (0..5).map(|i| probabilities[i] * SCORES[i]).sum();
        let variance: f64 = (0..5)
            .map(|i| probabilities[i] * (SCORES[i] - mean).powi(2))
            .sum();
        let deviation = variance.sqrt();
        // Constraint mean − ½ − t · deviation = 0, and its derivative by each probability.
        let error = mean - 0.5 - t * deviation;
        let values = SCORES.map(|score| {
            let from_mean = score - mean;
            error + from_mean - t * (from_mean.powi(2) - variance) / (2.0 * deviation)
        });
        let Some(next) = with_zero_mean(observed, &values) else {
            break;
        };
        let change = (0..5).map(|i| (next[i] - probabilities[i]).abs());
        let change = change.fold(0.0, f64::max);
        probabilities = next;
        if change < TOLERANCE {
            break;
        }
    }
    probabilities
}

/// Maximum likelihood distribution, given the observed one, under which the values have mean 0: `p / (1 +
/// x · value)` for the root `x`. `None` if all values have the same sign.
fn with_zero_mean(observed: &Distribution, values: &Distribution) -> Option<Distribution> {
    let min = values.iter().copied().fold(f64::INFINITY, f64::min);
    let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if min >= 0.0 || max <= 0.0 {
        return None;
    }
    // The mean decreases with x between the two poles.
    let mean = |x: f64| -> f64 {
        (0..5)
            .map(|i| observed[i] * values[i] / (1.0 + x * values[i]))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    let mut probabilities = *observed;
    for (probability, value) in probabilities.iter_mut().zip(values) {
        *probability /= 1.0 + x * value;
    }
    Some(probabilities)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    /// Values from fastchess (github.com/Disservin/fastchess, `app/tests/sprt_test.cpp`), which counts
    /// two draws apart from a win and a loss.
    #[test]
    fn ratios_agree_with_published_ones() {
        use EloModel::{Logistic, Normalised};
        for (counts, elo0, elo1, model, published) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalised, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalised, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let llr = test(elo0, elo1, model).llr(&Pentanomial::new(counts));
            assert!((llr - published).abs() < 0.03, "{llr} {published}");
        }
    }

    /// Among distributions with a given t-value, the maximum of the probability p of 2 points has only 0
    /// and 2 points, with p − ½ = t √(p (1 − p)), so p = ½ + t / (2 √(1 + t²)).
    #[test]
    fn ratios_of_wins_alone_agree_with_arithmetic() {
        let probability = |t: f64| 0.5 + t / (2.0 * (1.0 + t * t).sqrt());
        let by_hand = 104.0 * (probability(pair_t_value(5.0)) / probability(0.0)).ln();
        let llr = test(0.0, 5.0, EloModel::Normalised).llr(&Pentanomial::new([0, 0, 0, 0, 104]));
        assert!((llr - by_hand).abs() < 0.01, "{llr} {by_hand}");
        // The score of the hypothesis alone: 104 · ln(s1 / ½).
        let by_hand = 104.0 * (logistic_score(5.0) / 0.5).ln();
        let llr = test(0.0, 5.0, EloModel::Logistic).llr(&Pentanomial::new([0, 0, 0, 0, 104]));
        assert!((llr - by_hand).abs() < 0.01, "{llr} {by_hand}");
    }

    /// Near ½ the ratio approaches that of two normal distributions with the observed variance: N · (s1 −
    /// s0) · (2 s − s0 − s1) / (2 σ²).
    #[test]
    fn ratios_agree_with_the_normal_approximation() {
        let pairs = Pentanomial::new([200, 900, 2000, 950, 210]);
        let (s0, s1) = (logistic_score(0.0), logistic_score(5.0));
        let (n, mean, variance) = (pairs.pairs() as f64, pairs.mean(), pairs.variance());
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = test(0.0, 5.0, EloModel::Logistic).llr(&pairs);
        assert!((exact - normal).abs() < 0.02, "{exact} {normal}");
    }

    #[test]
    fn distributions_fulfil_their_hypothesis() {
        let observed = [0.1, 0.2, 0.3, 0.25, 0.15];
        let probabilities = with_mean(&observed, 0.61);
        let mean: f64 = (0..5).map(|i| probabilities[i] * SCORES[i]).sum();
        let sum: f64 = probabilities.iter().sum();
        assert!((mean - 0.61).abs() < 1e-9 && (sum - 1.0).abs() < 1e-9);

        let probabilities = with_t_value(&observed, 0.2);
        let mean: f64 = (0..5).map(|i| probabilities[i] * SCORES[i]).sum();
        let square: f64 = (0..5)
            .map(|i| probabilities[i] * SCORES[i] * SCORES[i])
            .sum();
        let t = (mean - 0.5) / (square - mean * mean).sqrt();
        assert!((t - 0.2).abs() < 1e-9, "{t}");
    }

    #[test]
    fn the_test_decides_at_its_bounds() {
        let sprt = test(0.0, 10.0, EloModel::Logistic);
        let (lower, upper) = sprt.bounds();
        // ln 19
        assert!((upper - 2.944_4).abs() < 1e-3 && (lower + upper).abs() < 1e-12);
        assert_eq!(sprt.llr(&Pentanomial::default()), 0.0);
        assert_eq!(sprt.verdict(&Pentanomial::default()), None);
        let strong = Pentanomial::new([20, 60, 200, 120, 60]);
        assert_eq!(sprt.verdict(&strong), Some(Verdict::H1));
        let weak = Pentanomial::new([60, 120, 200, 60, 20]);
        assert_eq!(sprt.verdict(&weak), Some(Verdict::H0));
        assert_eq!(sprt.verdict(&Pentanomial::new([5, 10, 20, 11, 6])), None);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic);
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 1.0)] {
            let error = new(elo0, elo1, 0.05, 0.05).unwrap_err();
            assert!(error.to_string().contains("less than"), "{error}");
        }
        for rate in [0.0, 0.5, 1.0, f64::NAN] {
            let error = new(0.0, 5.0, 0.05, rate).unwrap_err();
            assert!(error.to_string().starts_with("beta must lie"), "{error}");
        }
    }
}
