//! Data of a variant beyond its rules: piece values, trained weights, playing levels, win model.
//! One file per variant.
//!
//! The file is optional. Without it piece values are derived from the movement of the pieces
//! (`derived`), and the levels are the default ones without ratings.

/// File of a net with the feature `nets`, otherwise `None`.
#[cfg(feature = "nets")]
macro_rules! embedded {
    ($name:literal) => {
        Some(include_bytes!(concat!(
            env!("KOMADAI_NETS"),
            "/",
            $name,
            ".nnue"
        )))
    };
}
#[cfg(not(feature = "nets"))]
macro_rules! embedded {
    ($name:literal) => {
        None
    };
}

mod derived;
mod king_buckets;
mod levels;
mod minishogi;
mod shogi;
mod shogun;
mod torishogi;

use komadai_rules::{PieceKind, VariantId};

pub(crate) use derived::derived_value;
pub(crate) use king_buckets::KingBuckets;
pub(crate) use levels::{DEFAULT_SKILLS, LEVEL_COUNT, RatedSkill};

/// Measured and trained data of a variant.
pub(crate) struct VariantData {
    variant: VariantId,
    /// Hand-chosen values for static exchange evaluation and move ordering.
    piece_values: &'static [NamedValue],
    /// Weights of the classical evaluation in the order of [`Layout`](crate::eval::Layout).
    pub(crate) weights: &'static [u8],
    /// File of the embedded net.
    pub(crate) net: Option<&'static [u8]>,
    pub(crate) king_buckets: &'static KingBuckets,
    /// Pieces in both hands per output bucket of a net.
    pub(crate) hand_step: u8,
    /// Centipawns of the net at which the side ahead wins `e` times as often as it loses, fitted to
    /// games by `scripts/win-width.mjs`.
    pub(crate) nnue_win_scale: f64,
    /// `nnue_win_scale` for the classical evaluation.
    pub(crate) classical_win_scale: f64,
    /// Weakest first; measured by `komadai-lab levels GAME`, see `docs/engine.md`.
    pub(crate) levels: [RatedSkill; LEVEL_COUNT],
}

/// Values of a kind of piece, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceValue {
    pub(crate) board: i32,
    /// 0 for kinds that cannot be held.
    pub(crate) hand: i32,
}

/// Letter of a kind, with `+` if promoted, and its values. The letter keeps the tables independent
/// of the kind numbers of the rules crate.
type NamedValue = (&'static str, PieceValue);

const fn value(name: &'static str, board: i32, hand: i32) -> NamedValue {
    (name, PieceValue { board, hand })
}

static VARIANTS: [&VariantData; 4] = [
    &shogi::DATA,
    &minishogi::DATA,
    &torishogi::DATA,
    &shogun::DATA,
];

pub(crate) fn data(variant: VariantId) -> Option<&'static VariantData> {
    VARIANTS.into_iter().find(|data| data.variant == variant)
}

/// Value of a kind, hand-chosen or else derived from its movement.
pub(crate) fn piece_value(variant: VariantId, kind: PieceKind) -> PieceValue {
    let spec = variant.spec();
    let it = spec.kind(kind);
    let named =
        |(name, _): &&NamedValue| name.ends_with(it.letter) && name.starts_with('+') == it.promoted;
    data(variant)
        .and_then(|data| data.piece_values.iter().find(named))
        .map_or_else(|| derived_value(spec, kind), |&(_, value)| value)
}

/// Hand-chosen or derived value of a kind on the board, in centipawns.
#[must_use]
pub fn board_value(variant: VariantId, kind: PieceKind) -> i32 {
    piece_value(variant, kind).board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_tables_list_every_kind_of_their_variant() {
        for data in VARIANTS {
            let kinds = data.variant.spec().kinds;
            assert_eq!(data.piece_values.len(), kinds.len(), "{}", data.variant);
            for kind in kinds {
                let name = if kind.promoted {
                    format!("+{}", kind.letter)
                } else {
                    kind.letter.to_string()
                };
                let listed = data.piece_values.iter().any(|(other, _)| *other == name);
                assert!(listed, "{}: {name}", data.variant);
            }
        }
    }
}
