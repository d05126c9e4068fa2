//! Elo differences with error bars.
//!
//! Formulas: logistic Elo is the definition, `score = 1 / (1 + 10^(-elo / 400))`. Normalised Elo is
//! that of Michel Van den Bergh, "Normalized Elo" (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>):
//! the difference from ½ in units of a game's standard deviation, times `800 / ln 10`. It determines
//! how many games are needed to detect a difference, whatever the draw rate.

use std::fmt;

use super::pentanomial::Pentanomial;

/// Half the width of an interval that holds 95 % of a normal distribution, in standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Elo for a difference of one standard deviation of a game, in normalised Elo.
pub(super) const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Expected score, from 0 to 1, for an advantage in Elo.
#[must_use]
pub fn logistic_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Infinite for scores of 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// A difference in Elo and its 95 % interval. Bounds are infinite where the interval of the score reaches
/// 0 or 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Maximum likelihood estimate, positive if `a` is better.
    pub elo: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} ±{:.1}", tenths(self.elo), self.error())
    }
}

/// Rounds to tenths, without negative zero.
fn tenths(elo: f64) -> f64 {
    (elo * 10.0).round() / 10.0 + 0.0
}

/// Mean and half width of the score's 95 % interval. `None` while all pairs have the same result: the
/// variance is unknown then.
fn score_interval(pairs: &Pentanomial) -> Option<(f64, f64)> {
    let variance = pairs.variance();
    (variance > 0.0).then(|| {
        let deviation = (variance / pairs.pairs() as f64).sqrt();
        (pairs.mean(), TWO_SIDED_95 * deviation)
    })
}

/// Difference in logistic Elo. `None` while all pairs have the same result.
#[must_use]
pub fn logistic_elo(pairs: &Pentanomial) -> Option<Estimate> {
    let (mean, half) = score_interval(pairs)?;
    Some(Estimate {
        elo: elo_of_score(mean),
        low: elo_of_score(mean - half),
        high: elo_of_score(mean + half),
    })
}

/// Difference in normalised Elo. `None` while all pairs have the same result.
#[must_use]
pub fn normalised_elo(pairs: &Pentanomial) -> Option<Estimate> {
    let (mean, half) = score_interval(pairs)?;
    let game_deviation = (2.0 * pairs.variance()).sqrt();
    let elo = |score: f64| (score - 0.5) / game_deviation * NORMALISED_UNIT;
    Some(Estimate {
        elo: elo(mean),
        low: elo(mean - half),
        high: elo(mean + half),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from fastchess (github.com/Disservin/fastchess, `app/tests/elo_test.cpp`), which counts two
    /// draws apart from a win and a loss.
    #[test]
    fn estimates_agree_with_published_ones() {
        for (counts, nelo, nelo_error, elo, elo_error) in [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65),
            ([332, 433, 498, 333, 334], -9.17, 10.96, -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -19.01, 2.65, -21.04, 2.95),
        ] {
            let pairs = Pentanomial::new(counts);
            let (n, l) = (
                normalised_elo(&pairs).unwrap(),
                logistic_elo(&pairs).unwrap(),
            );
            for (ours, published) in [
                (n.elo, nelo),
                (n.error(), nelo_error),
                (l.elo, elo),
                (l.error(), elo_error),
            ] {
                assert!((ours - published).abs() < 0.01, "{ours} {published}");
            }
        }
    }

    /// By hand, for pairs of 0, 1, 2 and 2 points: the mean is (0 + ½ + 1 + 1) / 4 = ⅝; the variance (25
    /// + 1 + 9 + 9) / 64 / 4 = 11/64.
    #[test]
    fn estimates_agree_with_arithmetic() {
        let pairs = Pentanomial::new([1, 0, 1, 0, 2]);
        assert_eq!((pairs.mean(), pairs.variance()), (0.625, 11.0 / 64.0));
        let estimate = logistic_elo(&pairs).unwrap();
        // 400 · log10(5/3)
        assert!((estimate.elo - 88.739_5).abs() < 1e-3, "{estimate:?}");
        // ⅝ ± 1.96 · √(11/256) = 0.625 ± 0.4063, beyond 1.
        assert!((estimate.low - -221.11).abs() < 0.5, "{estimate:?}");
        assert_eq!(estimate.high, f64::INFINITY);
        // ⅛ / √(22/64) · 347.44
        let estimate = normalised_elo(&pairs).unwrap();
        assert!((estimate.elo - 74.07).abs() < 0.01, "{estimate:?}");
    }

    #[test]
    fn zero_is_displayed_without_a_minus() {
        let estimate = logistic_elo(&Pentanomial::new([1, 0, 3, 0, 1])).unwrap();
        assert!(estimate.to_string().starts_with("+0.0 ±"), "{estimate}");
        let estimate = Estimate {
            elo: -0.04,
            low: -1.0,
            high: 1.0,
        };
        assert_eq!(estimate.to_string(), "+0.0 ±1.0");
    }

    #[test]
    fn pairs_with_equal_results_have_no_estimate() {
        for counts in [[0; 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9]] {
            assert_eq!(logistic_elo(&Pentanomial::new(counts)), None);
            assert_eq!(normalised_elo(&Pentanomial::new(counts)), None);
        }
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-400.0, -10.0, 0.0, 3.5, 191.0] {
            assert!((elo_of_score(logistic_score(elo)) - elo).abs() < 1e-9);
        }
        assert!((logistic_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
