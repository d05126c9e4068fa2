//! Ratings by the Bradley-Terry model: the expected score of a game depends only on the difference of the
//! two ratings, as in Elo.

use std::collections::BTreeMap;

use super::file::LadderGame;

#[derive(Clone, PartialEq, Debug)]
pub struct PlayerRating {
    pub player: String,
    pub rating: f64,
    /// Half the width of the 95 % interval, given the ratings of all others.
    pub error: f64,
    pub games: u32,
    pub points: f64,
}

const LOG_ODDS_PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// Prior of each pairing: one drawn game. Without it the rating of a player that won all games would be
/// infinite.
const PRIOR_DRAWS: f64 = 1.0;

#[derive(Default, Clone, Copy)]
struct Results {
    games: f64,
    points: f64,
}

/// Maximum likelihood ratings of all players, the weakest first; that of `anchor` is fixed at `rating`.
#[must_use]
pub fn rate<'a>(
    games: impl IntoIterator<Item = &'a LadderGame>,
    anchor: &str,
    rating: f64,
) -> Vec<PlayerRating> {
    let mut results: BTreeMap<(&str, &str), Results> = BTreeMap::new();
    for game in games {
        for (us, them, half_points) in [
            (&game.a, &game.b, game.half_points),
            (&game.b, &game.a, 2 - game.half_points),
        ] {
            let entry = results.entry((us, them)).or_default();
            entry.games += 1.0;
            entry.points += f64::from(half_points) / 2.0;
        }
    }
    let mut ratings: BTreeMap<&str, f64> = results.keys().map(|&(us, _)| (us, 0.0)).collect();
    let names: Vec<&str> = ratings.keys().copied().collect();
    // Coordinate ascent with Newton steps: converges, since the likelihood is concave.
    for _ in 0..2_000 {
        let mut largest: f64 = 0.0;
        for &name in &names {
            let step = newton_step(name, &results, &ratings).clamp(-200.0, 200.0);
            *ratings.get_mut(name).expect("a player") += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-6 {
            break;
        }
    }
    let shift = rating - ratings.get(anchor).copied().unwrap_or(rating);
    let mut rated: Vec<PlayerRating> = names
        .iter()
        .map(|&name| {
            let (_, curvature) = derivatives(name, &results, &ratings);
            let own = results.iter().filter(|((us, _), _)| *us == name);
            let (games, points) = own.fold((0.0, 0.0), |(games, points), (_, pairing)| {
                (games + pairing.games, points + pairing.points)
            });
            PlayerRating {
                player: name.into(),
                rating: ratings[name] + shift,
                error: 1.96 / curvature.sqrt() / LOG_ODDS_PER_ELO,
                games: games as u32,
                points,
            }
        })
        .collect();
    rated.sort_by(|a, b| a.rating.total_cmp(&b.rating));
    rated
}

fn newton_step(
    name: &str,
    results: &BTreeMap<(&str, &str), Results>,
    ratings: &BTreeMap<&str, f64>,
) -> f64 {
    let (slope, curvature) = derivatives(name, results, ratings);
    slope / curvature.max(1e-9) / LOG_ODDS_PER_ELO
}

/// First and negated second derivative of the log-likelihood by a player's rating.
fn derivatives(
    name: &str,
    results: &BTreeMap<(&str, &str), Results>,
    ratings: &BTreeMap<&str, f64>,
) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for ((_, them), pairing) in results.iter().filter(|((us, _), _)| *us == name) {
        let expected = 1.0 / (1.0 + ((ratings[them] - ratings[name]) * LOG_ODDS_PER_ELO).exp());
        let games = pairing.games + PRIOR_DRAWS;
        sums.0 += pairing.points + PRIOR_DRAWS / 2.0 - games * expected;
        sums.1 += games * expected * (1.0 - expected);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(a: &str, b: &str, won: u32, drawn: u32, lost: u32) -> Vec<LadderGame> {
        let halves = [(won, 2), (drawn, 1), (lost, 0)];
        let all = halves
            .iter()
            .flat_map(|&(n, half)| (0..n).map(move |_| half));
        let game = |(index, half_points)| LadderGame {
            a: a.into(),
            b: b.into(),
            index,
            half_points,
            reason: "checkmate".into(),
            plies: 1,
        };
        (0..).zip(all).map(game).collect()
    }

    fn rating(rated: &[PlayerRating], name: &str) -> f64 {
        let found = rated.iter().find(|one| one.player == name);
        found.expect("a rating").rating
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let rated = rate(&games("a", "b", 6_500, 2_000, 1_500), "b", 1_000.0);
        assert!((rating(&rated, "a") - 1_190.8).abs() < 0.5, "{rated:?}");
        assert_eq!(rating(&rated, "b"), 1_000.0);
        // The standard error of 10,000 games, draws counted as decided, is 4 Elo.
        assert!((rated[1].error - 7.9).abs() < 0.2, "{rated:?}");
        assert_eq!((rated[1].games, rated[1].points), (10_000, 7_500.0));
    }

    #[test]
    fn ratings_add_up_along_a_chain_and_stay_finite() {
        let mut all = games("b", "a", 750, 0, 250);
        all.extend(games("c", "b", 750, 0, 250));
        all.extend(games("d", "c", 100, 0, 0));
        let rated = rate(&all, "a", 0.0);
        let names: Vec<&str> = rated.iter().map(|one| one.player.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        assert!((rating(&rated, "c") - 2.0 * rating(&rated, "b")).abs() < 1.0);
        let above = rating(&rated, "d") - rating(&rated, "c");
        assert!((600.0..1_000.0).contains(&above), "{above}");
    }
}
