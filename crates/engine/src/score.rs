//! Scores: centipawns for the side to move; the top of the range is reserved for mates.

use std::fmt;

/// Maximum ply of the search; also the length of tables indexed by ply.
pub(crate) const MAX_PLY: usize = 120;

/// Score of mate on the board; a mate in `n` plies scores `MATE - n`.
pub(crate) const MATE: i32 = 31_000;
/// Scores from here up are forced mates.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// Win by a rule other than mate (perpetual check, a compulsory deviation, a declaration), less the
/// distance, so that the nearer win is preferred.
pub(crate) const DECIDED: i32 = 29_000;
/// Repetition of the board with more in one side's hand: nearly decided.
pub(crate) const SUPERIOR: i32 = 27_000;
/// Limit of evaluations; greater scores are decided or nearly decided games.
pub(crate) const EVAL_LIMIT: i32 = 25_000;
pub(crate) const INFINITE: i32 = 32_000;
/// No score: static evaluation in check, or none stored in the table.
pub(crate) const SCORE_NONE: i32 = -32_001;

/// Score of being mated `ply` plies from the root.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// A score in centipawns for the side to move, or the distance to mate in plies.
///
/// ```
/// use komadai_engine::Score;
/// assert_eq!(Score::from_centipawns(35).to_string(), "cp 35");
/// assert_eq!(Score::mate_in(3).mate_plies(), Some(3));
/// assert_eq!((-Score::mate_in(3)).to_string(), "mate -3");
/// assert!(Score::mate_in(3) > Score::mate_in(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct Score(pub(crate) i32);

impl Score {
    /// A score in centipawns, clamped to the range below the mates.
    #[must_use]
    pub fn from_centipawns(value: i32) -> Self {
        Score(value.clamp(1 - MATE_BOUND, MATE_BOUND - 1))
    }

    /// The side to move mates in `plies` plies (1: with the next move).
    #[must_use]
    pub fn mate_in(plies: u32) -> Self {
        Score(MATE - plies.min(MAX_PLY as u32) as i32)
    }

    /// The side to move is mated in `plies` plies (0: it is checkmate).
    #[must_use]
    pub fn mated_in(plies: u32) -> Self {
        -Score::mate_in(plies)
    }

    /// Plies to mate: positive if the side to move mates, negative or 0 if it is mated, `None`
    /// without a known mate.
    ///
    /// ```
    /// use komadai_engine::Score;
    /// assert_eq!(Score::mated_in(0).mate_plies(), Some(0));
    /// assert_eq!(Score::from_centipawns(900).mate_plies(), None);
    /// ```
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        if self.0 >= MATE_BOUND {
            Some(MATE - self.0)
        } else if self.0 <= -MATE_BOUND {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// The score in centipawns; mates are beyond ±30,000.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        self.0
    }
}

impl std::ops::Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `cp <centipawns>` or `mate <plies>`, as in USI (UCI counts mates in moves).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
