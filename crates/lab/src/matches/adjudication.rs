//! Ending games early by what the engines say of them. Off unless asked for.

use komadai_rules::Side;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A game is won when both engines say so for some moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WinRule {
    /// Centipawns that the winner must see itself ahead, and the loser behind.
    pub score: i32,
    /// For how many moves of each.
    pub moves: u32,
}

/// A game is drawn when both engines say so for some moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Centipawns that neither may see itself ahead or behind by more.
    pub score: i32,
    /// For how many moves of each.
    pub moves: u32,
    /// Not before so many plies.
    pub from_ply: u32,
}

/// Which games are ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game counts as won.
    pub win: Option<WinRule>,
    /// When a game counts as drawn.
    pub draw: Option<DrawRule>,
}

/// The text of a rule is wrong.
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

/// What the engines have said so far.
pub(crate) struct Umpire {
    rules: Adjudication,
    winning: Option<Side>,
    winning_plies: u32,
    level_plies: u32,
}

/// The umpire's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    Win(Side),
    Draw,
}

impl Umpire {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Umpire {
            rules,
            winning: None,
            winning_plies: 0,
            level_plies: 0,
        }
    }

    /// Hears what the player of a move thinks of it, in centipawns for that player, `None` if it
    /// did not say. `ply` moves have been played.
    pub(crate) fn hear(&mut self, side: Side, score: Option<i32>, ply: u32) -> Option<Decision> {
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
            let level = score.is_some_and(|score| score.abs() <= rule.score);
            self.level_plies = if level { self.level_plies + 1 } else { 0 };
            if self.level_plies >= 2 * rule.moves && ply >= rule.from_ply {
                return Some(Decision::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn umpire(win: Option<&str>, draw: Option<&str>) -> Umpire {
        Umpire::new(Adjudication {
            win: win.map(|text| text.parse().unwrap()),
            draw: draw.map(|text| text.parse().unwrap()),
        })
    }

    #[test]
    fn a_win_needs_both_engines_for_all_moves() {
        let mut umpire = umpire(Some("500:2"), None);
        let (first, second) = (Side::First, Side::Second);
        for (side, score) in [
            (first, Some(600)),
            (second, Some(-500)),
            (first, Some(900)),
            // Doubt begins anew.
            (second, Some(-499)),
            (first, Some(900)),
            (second, None),
            (first, Some(501)),
            (second, Some(-800)),
            (first, Some(30_000)),
        ] {
            assert_eq!(umpire.hear(side, score, 1), None);
        }
        assert_eq!(
            umpire.hear(second, Some(-500), 1),
            Some(Decision::Win(first))
        );
    }

    #[test]
    fn a_draw_needs_its_ply() {
        let mut umpire = umpire(None, Some("10:1:40"));
        assert_eq!(umpire.hear(Side::First, Some(0), 37), None);
        assert_eq!(umpire.hear(Side::Second, Some(-10), 38), None);
        assert_eq!(umpire.hear(Side::First, Some(11), 39), None);
        assert_eq!(umpire.hear(Side::Second, Some(3), 40), None);
        assert_eq!(umpire.hear(Side::First, Some(3), 41), Some(Decision::Draw));
    }

    #[test]
    fn nothing_is_ended_early_unless_asked_for() {
        let mut umpire = umpire(None, None);
        for ply in 0..1_000 {
            assert_eq!(umpire.hear(Side::First, Some(30_000), ply), None);
        }
    }

    #[test]
    fn rules_are_read_or_refused() {
        for bad in ["", "5", "5:0", "x:3", "1:2:3", "-5:3"] {
            let error = bad.parse::<WinRule>().unwrap_err().to_string();
            assert!(error.contains("SCORE:MOVES as in 1000:4"), "{error}");
        }
        assert!("10:8".parse::<DrawRule>().is_err());
    }
}
