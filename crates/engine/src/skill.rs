//! Handicaps of a playing level.

use std::fmt;
use std::str::FromStr;

/// Playing strength and typical errors of a limited opponent.
///
/// Text form: `depth:nodes:error:random:missed:overlooked`.
///
/// ```
/// use komadai_engine::Skill;
/// let skill: Skill = "2:300:150:20:0:100".parse().unwrap();
/// assert_eq!((skill.depth, skill.error_cp), (2, 150));
/// assert_eq!(skill.to_string(), "2:300:150:20:0:100");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Skill {
    /// Search depth in plies; 0 compares the static evaluations after each move.
    pub depth: u32,
    /// Node limit of a search; ignored at depth 0.
    pub nodes: u64,
    /// Random error of each move's score in centipawns, clamped to 0..=10,000.
    pub error_cp: i32,
    /// Probability per mille of a random legal move.
    pub random_move_permille: u16,
    /// Probability per mille of missing mates in one: a move that does not mate is chosen, if there
    /// is one.
    pub missed_mate_permille: u16,
    /// Probability per mille of overlooking a capture by either side; higher for long-range
    /// captures, lower near the opponent's last move. With half this probability all drops are
    /// overlooked.
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

/// Error of parsing a [`Skill`].
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
