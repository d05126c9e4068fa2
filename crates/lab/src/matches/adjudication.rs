//! Adjudication of games by the scores that the engines report. Off by default.

use komadai_rules::Side;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Adjudicates a win when both engines agree on the winner for some consecutive moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WinRule {
    /// Least score of the winner in centipawns; the loser's is at most its negative.
    pub score: i32,
    pub moves: u32,
}

/// Adjudicates a draw when both engines report equality for some consecutive moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Greatest absolute score of either engine in centipawns.
    pub score: i32,
    pub moves: u32,
    /// Earliest ply of an adjudicated draw.
    pub from_ply: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    pub win: Option<WinRule>,
    pub draw: Option<DrawRule>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("bad adjudication \"{text}\": expected {expected}, whole numbers from 1")]
pub struct AdjudicationError {
    text: String,
    expected: &'static str,
}

fn numbers<const N: usize>(
    text: &str,
    expected: &'static str,
) -> Result<[u32; N], AdjudicationError> {
    let parsed: Option<Vec<u32>> = text
        .split(':')
        .map(|part| part.parse().ok().filter(|n| (1..=1_000_000).contains(n)))
        .collect();
    parsed
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| AdjudicationError {
            text: text.into(),
            expected,
        })
}

/// `SCORE:MOVES`, as in `1000:4`.
impl FromStr for WinRule {
    type Err = AdjudicationError;

    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let [score, moves] = numbers(text, "SCORE:MOVES as in 1000:4")?;
        Ok(WinRule {
            score: score as i32,
            moves,
        })
    }
}

/// `SCORE:MOVES:PLY`, as in `10:8:80`.
impl FromStr for DrawRule {
    type Err = AdjudicationError;

    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let [score, moves, from_ply] = numbers(text, "SCORE:MOVES:PLY as in 10:8:80")?;
        Ok(DrawRule {
            score: score as i32,
            moves,
            from_ply,
        })
    }
}

/// Applies the rules to the scores of a game, move by move.
pub(crate) struct Adjudicator {
    rules: Adjudication,
    winning: Option<Side>,
    winning_plies: u32,
    equal_plies: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    Win(Side),
    Draw,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Adjudicator {
            rules,
            winning: None,
            winning_plies: 0,
            equal_plies: 0,
        }
    }

    /// Adds the score of the move that `side` just played, in centipawns for `side`; `None` if it
    /// reported none. `ply` is the number of moves played.
    pub(crate) fn update(&mut self, side: Side, score: Option<i32>, ply: u32) -> Option<Decision> {
        if let Some(rule) = self.rules.win {
            let winner = match score {
                Some(score) if score >= rule.score => Some(side),
                Some(score) if score <= -rule.score => Some(!side),
                _ => None,
            };
            let same = winner.is_some() && winner == self.winning;
            self.winning_plies = match winner {
                Some(_) if same => self.winning_plies + 1,
                Some(_) => 1,
                None => 0,
            };
            self.winning = winner;
            if let Some(winner) = winner.filter(|_| self.winning_plies >= 2 * rule.moves) {
                return Some(Decision::Win(winner));
            }
        }
        if let Some(rule) = self.rules.draw {
            let equal = score.is_some_and(|score| score.abs() <= rule.score);
            self.equal_plies = if equal { self.equal_plies + 1 } else { 0 };
            if self.equal_plies >= 2 * rule.moves && ply >= rule.from_ply {
                return Some(Decision::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator(win: Option<&str>, draw: Option<&str>) -> Adjudicator {
        Adjudicator::new(Adjudication {
            win: win.map(|text| text.parse().unwrap()),
            draw: draw.map(|text| text.parse().unwrap()),
        })
    }

    #[test]
    fn a_win_takes_consecutive_scores_of_both_engines() {
        let mut adjudicator = adjudicator(Some("500:2"), None);
        let (first, second) = (Side::First, Side::Second);
        for (side, score) in [
            (first, Some(600)),
            (second, Some(-500)),
            (first, Some(900)),
            // A lower score restarts the count.
            (second, Some(-499)),
            (first, Some(900)),
            (second, None),
            (first, Some(501)),
            (second, Some(-800)),
            (first, Some(30_000)),
        ] {
            assert_eq!(adjudicator.update(side, score, 1), None);
        }
        assert_eq!(
            adjudicator.update(second, Some(-500), 1),
            Some(Decision::Win(first))
        );
    }

    #[test]
    fn no_game_is_drawn_before_its_ply() {
        let mut adjudicator = adjudicator(None, Some("10:1:40"));
        assert_eq!(adjudicator.update(Side::First, Some(0), 37), None);
        assert_eq!(adjudicator.update(Side::Second, Some(-10), 38), None);
        assert_eq!(adjudicator.update(Side::First, Some(11), 39), None);
        assert_eq!(adjudicator.update(Side::Second, Some(3), 40), None);
        assert_eq!(
            adjudicator.update(Side::First, Some(3), 41),
            Some(Decision::Draw)
        );
    }

    #[test]
    fn no_game_is_adjudicated_by_default() {
        let mut adjudicator = adjudicator(None, None);
        for ply in 0..1_000 {
            assert_eq!(adjudicator.update(Side::First, Some(30_000), ply), None);
        }
    }

    #[test]
    fn bad_rules_are_refused_with_the_expected_form() {
        for bad in ["", "5", "5:0", "x:3", "1:2:3", "-5:3"] {
            let error = bad.parse::<WinRule>().unwrap_err().to_string();
            assert!(error.contains("SCORE:MOVES as in 1000:4"), "{error}");
        }
        assert!("10:8".parse::<DrawRule>().is_err());
    }
}
