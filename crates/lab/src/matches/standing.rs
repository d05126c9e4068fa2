//! Result of a match so far.

use std::collections::BTreeMap;

use super::engine_id::EngineId;
use super::played::PlayedGame;
use super::termination::Termination;
use crate::stats::{Pentanomial, Sprt, Verdict};

/// Result of a match so far, from the point of view of `a`.
///
/// Counts complete pairs in the order of their numbers, up to the first missing one. Otherwise short
/// games, which finish earlier when several are played at the same time, would weigh more, and an
/// interrupted match could end with another game than an uninterrupted one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub pairs: Pentanomial,
    pub verdict: Option<Verdict>,
    /// By name of the termination: games won by `a`, drawn, and won by `b`.
    pub terminations: BTreeMap<&'static str, [u32; 3]>,
    /// Moves of all games, those of the openings included.
    pub plies: u64,
    /// Games lost by a failure of the engine, for `a` and `b`.
    pub faults: [u32; 2],
}

impl Standing {
    /// Counts the games below `end` in their order, until one is missing or the test decides.
    #[must_use]
    pub fn of(games: &BTreeMap<u32, PlayedGame>, end: u32, sprt: Option<&Sprt>) -> Standing {
        let mut standing = Standing::default();
        standing.extend(games, end, sprt);
        standing
    }

    pub(crate) fn extend(
        &mut self,
        games: &BTreeMap<u32, PlayedGame>,
        end: u32,
        sprt: Option<&Sprt>,
    ) {
        while self.verdict.is_none() && self.games() + 1 < end {
            let next = self.games();
            let (Some(one), Some(other)) = (games.get(&next), games.get(&(next + 1))) else {
                return;
            };
            self.add(one);
            self.add(other);
            let half_points = one.half_points_of_a() + other.half_points_of_a();
            self.pairs.add(half_points);
            self.verdict = sprt.and_then(|sprt| sprt.verdict(&self.pairs));
        }
    }

    fn add(&mut self, game: &PlayedGame) {
        let column = match game.winner {
            Some(EngineId::A) => 0,
            None => 1,
            Some(EngineId::B) => 2,
        };
        match game.winner {
            Some(EngineId::A) => self.wins += 1,
            None => self.draws += 1,
            Some(EngineId::B) => self.losses += 1,
        }
        self.terminations.entry(game.reason.name()).or_default()[column] += 1;
        self.plies += game.plies() as u64;
        if Termination::is_fault(game.reason) {
            match game.winner {
                Some(EngineId::A) => self.faults[1] += 1,
                Some(EngineId::B) => self.faults[0] += 1,
                None => {}
            }
        }
    }

    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::EloModel;

    fn games(winners: &[(u32, Option<EngineId>)]) -> BTreeMap<u32, PlayedGame> {
        let game = |&(number, winner)| {
            let played = PlayedGame {
                game: number,
                opening: 0,
                first: EngineId::A,
                start: String::new(),
                opening_moves: "1 2".into(),
                moves: Vec::new(),
                winner,
                reason: Termination::Crash,
                detail: None,
            };
            (number, played)
        };
        winners.iter().map(game).collect()
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let (a, b, draw) = (Some(EngineId::A), Some(EngineId::B), None);
        let results = [a, a, a, draw, b, a, draw, draw, draw, b, b, b, b, b];
        let numbered: Vec<_> = (0..).zip(results).collect();
        let standing = Standing::of(&games(&numbered), 14, None);
        assert_eq!(standing.pairs.counts(), [2, 1, 2, 1, 1]);
        assert_eq!((standing.wins, standing.draws, standing.losses), (4, 4, 6));
        assert_eq!(standing.terminations["crash"], [4, 4, 6]);
        assert_eq!(standing.faults, [6, 4]);
        assert_eq!(standing.plies, 28);
    }

    #[test]
    fn games_after_a_missing_one_are_not_counted() {
        let a = Some(EngineId::A);
        let mut played = games(&[(0, a), (1, a), (2, a), (4, a), (5, a)]);
        let mut standing = Standing::of(&played, 6, None);
        assert_eq!(standing.games(), 2);
        played.extend(games(&[(3, None)]));
        standing.extend(&played, 6, None);
        assert_eq!(standing.games(), 6);
        assert_eq!(standing, Standing::of(&played, 6, None));
        // A shorter match.
        assert_eq!(Standing::of(&played, 4, None).games(), 4);
    }

    #[test]
    fn games_after_the_decision_are_not_counted() {
        let winners: Vec<_> = (0..2_000)
            .map(|number| (number, Some(EngineId::A)))
            .collect();
        let played = games(&winners);
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, EloModel::Logistic).unwrap();
        let standing = Standing::of(&played, 2_000, Some(&sprt));
        assert_eq!(standing.verdict, Some(Verdict::H1));
        assert!(standing.games() < 2_000 && standing.games().is_multiple_of(2));
    }
}
