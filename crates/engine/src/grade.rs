//! Kyu and dan: ratings as Japanese grades.

use std::fmt;

/// A grade. Kyu count down towards 1, then dan count up.
///
/// ```
/// use komadai_engine::Grade;
/// assert_eq!(Grade::of(1_799), Grade::Kyu(1));
/// assert_eq!(Grade::of(1_800), Grade::Dan(1));
/// assert_eq!(Grade::of(1_000).to_string(), "7 kyu");
/// assert_eq!(Grade::of(4_000).to_string(), "9 dan");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Grade {
    /// Below the first dan.
    Kyu(u8),
    /// From the first dan on.
    Dan(u8),
}

/// Rating at which the first dan begins.
const FIRST_DAN: i32 = 1_800;
/// Elo from one grade to the next.
const STEP: i32 = 125;
/// The highest grade.
const HIGHEST_DAN: i32 = 9;

impl Grade {
    /// The grade of a rating on the scale of [`Level::rating`](crate::Level::rating): each has 125
    /// Elo, the first dan begins at 1,800, and the ninth is the highest. It compares the levels with
    /// each other and does not match any club's grades.
    #[must_use]
    pub fn of(rating: i32) -> Grade {
        let steps = rating.saturating_sub(FIRST_DAN).div_euclid(STEP);
        let count = |steps: i32| u8::try_from(steps).unwrap_or(u8::MAX);
        if steps >= 0 {
            Grade::Dan(count((steps.min(HIGHEST_DAN - 1)) + 1))
        } else {
            Grade::Kyu(count(-steps))
        }
    }
}

/// `3 kyu`, `2 dan`.
impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grade::Kyu(number) => write!(f, "{number} kyu"),
            Grade::Dan(number) => write!(f, "{number} dan"),
        }
    }
}
