//! Results of many games.

use komadai_rules::Reason;
use std::fmt;

use crate::games::GameRecord;

/// Counts of results, from the point of view of player `a` of the plan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub plies: u64,
    /// Games by their reason, in the order of [`Reason::ALL`], without zeros.
    pub reasons: Vec<(Reason, u32)>,
}

impl Tally {
    pub fn add(&mut self, game: &GameRecord) {
        match game.outcome.winner {
            Some(side) if side == game.side_of_a => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        self.plies += u64::from(game.outcome.ply);
        let reason = game.outcome.reason;
        match self.reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((reason, 1)),
        }
        let order = |r: Reason| Reason::ALL.iter().position(|&known| known == r);
        self.reasons.sort_by_key(|&(reason, _)| order(reason));
    }

    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    #[must_use]
    pub fn ended_by(&self, reason: Reason) -> u32 {
        self.reasons
            .iter()
            .find(|(known, _)| *known == reason)
            .map_or(0, |&(_, count)| count)
    }
}

/// `+93 =2 -5 of 100, 61.0 plies a game; checkmate 95, repetition 3, move-limit 2`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games();
        let tenths = self.plies * 10 / u64::from(games.max(1));
        write!(
            f,
            "+{} ={} -{} of {games}, {}.{} plies a game;",
            self.wins,
            self.draws,
            self.losses,
            tenths / 10,
            tenths % 10
        )?;
        for (i, (reason, count)) in self.reasons.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma} {reason} {count}")?;
        }
        Ok(())
    }
}
