use async_trait::async_trait;
use komadai_protocol::{GameKey, PerSide, Rating, RatingChange};
use komadai_rules::VariantId;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::StoreError;

/// Deviation of a new player, the greatest possible.
const MAX_DEVIATION: f64 = 350.0;
/// Lower bound of the deviation, so that a rating keeps moving.
const MIN_DEVIATION: f64 = 45.0;
pub(crate) const PROVISIONAL_DEVIATION: f64 = 110.0;
/// Rating periods per day without games: a deviation of 60 grows to 110 in a year, as on lila.
const PERIODS_A_DAY: f64 = 0.21436;
const DAY_MS: f64 = 24.0 * 60.0 * 60.0 * 1000.0;
/// Scale factor of the Glicko-2 paper.
const SCALE: f64 = 173.7178;

/// Glicko-2 rating of a player in one variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strength {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

impl Strength {
    pub(crate) fn unknown() -> Self {
        Self::of(Glicko2Rating::new())
    }

    /// Increases the deviation for a time without games.
    pub(crate) fn after(self, ms: i64) -> Self {
        let periods = ms.max(0) as f64 / DAY_MS * PERIODS_A_DAY;
        let change = self.volatility * SCALE;
        let deviation = (self.deviation * self.deviation + periods * change * change).sqrt();
        Self {
            deviation: deviation.min(MAX_DEVIATION),
            ..self
        }
    }

    /// Updates both players after a game. Each game is a rating period of its own.
    pub(crate) fn play(first: Self, second: Self, outcome: Outcomes) -> (Self, Self) {
        let [a, b] = [first, second].map(|it| Glicko2Rating {
            rating: it.rating,
            deviation: it.deviation,
            volatility: it.volatility,
        });
        let (a, b) = glicko2(&a, &b, &outcome, &Glicko2Config::new());
        (Self::of(a), Self::of(b))
    }

    fn of(rating: Glicko2Rating) -> Self {
        Self {
            rating: rating.rating,
            deviation: rating.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility: rating.volatility,
        }
    }

    pub(crate) fn shown(self) -> Rating {
        shown(self.rating, self.deviation)
    }
}

pub(crate) fn shown(rating: f64, deviation: f64) -> Rating {
    Rating {
        rating: rating.round() as i32,
        provisional: deviation > PROVISIONAL_DEVIATION,
    }
}

/// Ratings of players, a projection of the events. A game counts once the consumer has read its end.
#[async_trait]
pub trait Ratings: Send + Sync {
    /// Returns the rating of a player in one variant as of `now_ms`; the initial one for a new player.
    async fn rating_of(
        &self,
        player: &str,
        game: VariantId,
        now_ms: i64,
    ) -> Result<Rating, StoreError>;

    /// Returns the rating changes of a game; `None` if it is unfinished or unrated.
    async fn rating_changes(
        &self,
        game: &GameKey,
    ) -> Result<Option<PerSide<RatingChange>>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1000;

    fn known(rating: f64, deviation: f64) -> Strength {
        Strength {
            rating,
            deviation,
            ..Strength::unknown()
        }
    }

    #[test]
    fn two_new_players_win_and_lose_the_same_rating() {
        let unknown = Strength::unknown();
        assert_eq!(unknown.shown(), shown(1500.0, 350.0));
        let (winner, loser) = Strength::play(unknown, unknown, Outcomes::WIN);
        let (a, b) = (winner.shown(), loser.shown());
        assert_eq!((a.rating, b.rating), (1662, 1338));
        assert!(a.provisional && winner.deviation < 350.0);
        let (first, second) = Strength::play(unknown, unknown, Outcomes::DRAW);
        assert_eq!((first.shown().rating, second.shown().rating), (1500, 1500));
    }

    #[test]
    fn a_known_player_gains_little_from_a_weak_one() {
        let (strong, weak) = (known(1900.0, 60.0), known(1500.0, 60.0));
        let (after, _) = Strength::play(strong, weak, Outcomes::WIN);
        assert!(after.rating - 1900.0 < 3.0, "{after:?}");
        let (after, _) = Strength::play(strong, weak, Outcomes::LOSS);
        assert!(after.rating < 1885.0, "{after:?}");
    }

    #[test]
    fn a_rating_becomes_provisional_in_a_year_without_games_and_no_less_certain_than_unknown() {
        let player = known(1700.0, 60.0);
        assert!(!player.after(300 * DAY).shown().provisional);
        assert!(player.after(370 * DAY).shown().provisional);
        assert_eq!(player.after(100_000 * DAY).deviation, 350.0);
        assert_eq!(player.after(-DAY), player);
    }

    #[test]
    fn a_rating_is_known_after_a_dozen_games() {
        let mut player = Strength::unknown();
        let mut games = 0;
        while player.shown().provisional {
            let outcome = [Outcomes::WIN, Outcomes::LOSS][games % 2];
            (player, _) = Strength::play(player, known(1500.0, 80.0), outcome);
            games += 1;
        }
        assert!((6..=14).contains(&games), "{games}");
    }
}
