//! What makes a level weaker than the engine could be.

use std::fmt;
use std::str::FromStr;

/// How an opponent of limited strength plays.
///
/// As text: `depth:nodes:error:random:missed:overlooked`.
///
/// ```
/// use komadai_engine::Skill;
/// let skill: Skill = "2:300:150:20:0:100".parse().unwrap();
/// assert_eq!((skill.depth, skill.error_cp), (2, 150));
/// assert_eq!(skill.to_string(), "2:300:150:20:0:100");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Skill {
    /// Search depth in plies; with 0 it compares the static evaluations after each move.
    pub depth: u32,
    /// Nodes of a search; without effect at depth 0.
    pub nodes: u64,
    /// Random error in the score of each move, in centipawns: 0 to 10,000, what is beyond counts as the nearest of them.
    pub error_cp: i32,
    /// Probability per mille of a random legal move.
    pub random_move_permille: u16,
    /// Probability per mille of missing mates in one: of moves that do not mate one is chosen, where
    /// there is one.
    pub missed_mate_permille: u16,
    /// Probability per mille of overlooking that a piece can be taken, one's own or the opponent's. It
    /// is higher for takes from afar and lower near the opponent's last move. Half as often all
    /// drops are overlooked.
    pub oversight_permille: u16,
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Skill {
            depth,
            nodes,
            error_cp,
            random_move_permille,
            missed_mate_permille,
            oversight_permille,
        } = self;
        write!(
            f,
            "{depth}:{nodes}:{error_cp}:{random_move_permille}:{missed_mate_permille}:\
             {oversight_permille}"
        )
    }
}

/// A text is no [`Skill`].
///
/// ```
/// use komadai_engine::{ParseSkillError, Skill};
/// assert_eq!("strong".parse::<Skill>(), Err(ParseSkillError));
/// assert_eq!("2:300:150:2000:0:0".parse::<Skill>(), Err(ParseSkillError)); // over 1000 per mille
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSkillError;

impl fmt::Display for ParseSkillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected DEPTH:NODES:ERROR:RANDOM:MISSED:OVERLOOKED, for example 2:300:150:20:0:100; DEPTH \
             is at most {MAX_DEPTH}, ERROR (centipawns) at most {MAX_ERROR_CP}, RANDOM, MISSED and \
             OVERLOOKED (per mille) at most 1000",
        )
    }
}

impl std::error::Error for ParseSkillError {}

const MAX_DEPTH: u64 = 100;
pub(crate) const MAX_ERROR_CP: u64 = 10_000;

impl FromStr for Skill {
    type Err = ParseSkillError;

    fn from_str(text: &str) -> Result<Self, ParseSkillError> {
        let mut fields = text.split(':');
        let mut number = |max: u64| {
            let number: u64 = fields.next()?.parse().ok()?;
            (number <= max).then_some(number)
        };
        let mut read = || {
            Some(Skill {
                depth: number(MAX_DEPTH)? as u32,
                nodes: number(u64::MAX)?,
                error_cp: number(MAX_ERROR_CP)? as i32,
                random_move_permille: number(1_000)? as u16,
                missed_mate_permille: number(1_000)? as u16,
                oversight_permille: number(1_000)? as u16,
            })
        };
        let skill = read().ok_or(ParseSkillError)?;
        fields
            .next()
            .is_none()
            .then_some(skill)
            .ok_or(ParseSkillError)
    }
}
