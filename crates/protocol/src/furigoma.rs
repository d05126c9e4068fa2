use komadai_rules::Side;
use serde::{Deserialize, Serialize};

/// Upper side of a tossed pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// 歩
    Pawn,
    /// と
    Tokin,
}

/// Toss of five pawns for the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Furigoma {
    /// Side of the tosser, the player who made the game: first if most pawns show 歩.
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::SideName))]
    pub tosser: Side,
    pub faces: [Face; 5],
}

impl Furigoma {
    pub fn of(faces: [Face; 5]) -> Self {
        let pawns = faces.iter().filter(|face| **face == Face::Pawn).count();
        let tosser = if pawns >= 3 {
            Side::First
        } else {
            Side::Second
        };
        Self { tosser, faces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_decides_and_both_sides_are_equally_likely() {
        let mut first = 0;
        for pattern in 0..32u8 {
            let faces: [Face; 5] = std::array::from_fn(|i| match pattern >> i & 1 {
                1 => Face::Pawn,
                _ => Face::Tokin,
            });
            let toss = Furigoma::of(faces);
            assert_eq!(toss.tosser == Side::First, pattern.count_ones() >= 3);
            first += u32::from(toss.tosser == Side::First);
        }
        assert_eq!(first, 16);
    }
}
