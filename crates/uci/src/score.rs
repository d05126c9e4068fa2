use alloc::format;
use alloc::string::String;

use komadai_notation::Dialect;

/// Score of `info score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// The value for the side to move.
    pub value: ScoreValue,
    /// Exact score, or a bound of it.
    pub bound: Bound,
}

/// Value of a position for the side to move. Mates are in plies in both protocols: USI sends plies,
/// UCI moves of the side that mates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in this many plies, 1 or more; `None` if the distance is unknown
    /// (USI's `mate +`).
    Mate(Option<u32>),
    /// The side to move is mated in this many plies, 0 if it is mated already; `None` if the
    /// distance is unknown (USI's `mate -`).
    Mated(Option<u32>),
}

/// Kind of score, in the sense of alpha-beta search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bound {
    /// An exact score.
    #[default]
    Exact,
    /// A lower bound (`lowerbound`).
    Lower,
    /// An upper bound (`upperbound`).
    Upper,
}

impl From<ScoreValue> for Score {
    fn from(value: ScoreValue) -> Self {
        Self {
            value,
            bound: Bound::Exact,
        }
    }
}

impl ScoreValue {
    /// A mate at a signed distance in plies, negative or 0 if the side to move is mated.
    #[must_use]
    pub const fn mate_in_plies(plies: i32) -> Self {
        if plies > 0 {
            Self::Mate(Some(plies.unsigned_abs()))
        } else {
            Self::Mated(Some(plies.unsigned_abs()))
        }
    }

    /// In the protocol's spelling: `cp 35`, `mate 3`, `mate -0`.
    #[must_use]
    pub fn to_text(self, dialect: Dialect) -> String {
        match (self, dialect) {
            (Self::Centipawns(value), _) => format!("cp {value}"),
            (Self::Mate(None), _) => "mate +".into(),
            (Self::Mated(None), _) => "mate -".into(),
            (Self::Mate(Some(plies)), Dialect::Usi) => format!("mate {plies}"),
            (Self::Mate(Some(plies)), Dialect::Uci) => format!("mate {}", plies.div_ceil(2)),
            (Self::Mated(Some(0 | 1)), Dialect::Uci) => "mate 0".into(),
            (Self::Mated(Some(plies)), Dialect::Uci) => format!("mate -{}", plies / 2),
            // The sign distinguishes a distance of 0.
            (Self::Mated(Some(plies)), Dialect::Usi) => format!("mate -{plies}"),
        }
    }

    pub(crate) fn read(dialect: Dialect, unit: &str, value: &str) -> Option<Self> {
        match unit {
            "cp" => value.parse().ok().map(Self::Centipawns),
            "mate" => Self::read_mate(dialect, value),
            _ => None,
        }
    }

    fn read_mate(dialect: Dialect, value: &str) -> Option<Self> {
        let mated = value.starts_with('-');
        let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
        if digits.is_empty() {
            return match (value, mated) {
                ("", _) => None,
                (_, true) => Some(Self::Mated(None)),
                (_, false) => Some(Self::Mate(None)),
            };
        }
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let distance: u32 = digits.parse().ok()?;
        let plies = match (dialect, mated) {
            (Dialect::Usi, _) => distance,
            (Dialect::Uci, true) => distance.saturating_mul(2),
            (Dialect::Uci, false) => distance.saturating_mul(2).saturating_sub(1),
        };
        // UCI's `mate 0` means that the side to move is mated.
        Some(if mated || distance == 0 {
            Self::Mated(Some(plies))
        } else {
            Self::Mate(Some(plies))
        })
    }
}

impl Score {
    pub(crate) fn to_text(self, dialect: Dialect) -> String {
        let mut text = self.value.to_text(dialect);
        text.push_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_plies_or_moves() {
        for (value, usi, uci) in [
            (ScoreValue::mate_in_plies(1), "mate 1", "mate 1"),
            (ScoreValue::mate_in_plies(3), "mate 3", "mate 2"),
            (ScoreValue::mate_in_plies(-2), "mate -2", "mate -1"),
            (ScoreValue::mate_in_plies(0), "mate -0", "mate 0"),
            (ScoreValue::Mate(None), "mate +", "mate +"),
            (ScoreValue::Centipawns(-35), "cp -35", "cp -35"),
        ] {
            assert_eq!(value.to_text(Dialect::Usi), usi);
            assert_eq!(value.to_text(Dialect::Uci), uci);
        }
    }

    #[test]
    fn scores_of_other_engines_are_read() {
        let mated = |plies| Some(ScoreValue::Mated(plies));
        for (unit, value, expected) in [
            ("cp", "-35", Some(ScoreValue::Centipawns(-35))),
            ("mate", "5", Some(ScoreValue::Mate(Some(5)))),
            ("mate", "+5", Some(ScoreValue::Mate(Some(5)))),
            ("mate", "+", Some(ScoreValue::Mate(None))),
            ("mate", "-", mated(None)),
            ("mate", "-0", mated(Some(0))),
            ("mate", "0", mated(Some(0))),
            ("mate", "soon", None),
            ("mate", "-+3", None),
            ("mate", "", None),
            ("cp", "x", None),
            ("wdl", "1", None),
        ] {
            let read = ScoreValue::read(Dialect::Usi, unit, value);
            assert_eq!(read, expected, "{unit} {value}");
        }
        let huge = ScoreValue::read(Dialect::Uci, "mate", "4294967295");
        assert_eq!(huge, Some(ScoreValue::Mate(Some(u32::MAX - 1))));
    }
}
