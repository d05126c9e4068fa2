//! What is known of a game beyond its rules: piece values, trained weights, playing levels, and how
//! scores relate to results. One file per game.
//!
//! A game needs no such file. Without one its piece values are derived from the movement of its
//! pieces (`derived`) and its levels are the default ones, without ratings.

mod derived;
mod embedded_net;
mod king_buckets;
mod levels;
mod minishogi;
mod shogi;
mod shogun;
mod torishogi;

use std::sync::Arc;

use komadai_rules::{PieceKind, VariantId};

use crate::nnue::{Net, NetError};

pub(crate) use derived::derived_value;
pub(crate) use embedded_net::EmbeddedNet;
pub(crate) use king_buckets::KingBuckets;
pub(crate) use levels::{DEFAULT_SKILLS, LEVEL_COUNT, RatedSkill};

/// What was measured and learned for a game.
pub(crate) struct VariantData {
    variant: VariantId,
    /// Hand-chosen values that static exchange evaluation and move ordering use.
    piece_values: &'static [NamedValue],
    /// The evaluation's weights, a file of [`Layout`](crate::eval::Layout)'s numbers.
    pub(crate) weights: &'static [u8],
    /// The net that the crate is built with.
    pub(crate) net: EmbeddedNet,
    /// Squares of the king that share the weights of a net.
    pub(crate) king_buckets: &'static KingBuckets,
    /// Pieces in both hands for each output layer of a net.
    pub(crate) hand_step: u8,
    /// Centipawns of the net at which the side ahead wins `e` times as often as it loses, fitted to games by
    /// `scripts/win-width.mjs`.
    pub(crate) nnue_win_scale: f64,
    /// The same of the classical evaluation.
    pub(crate) classical_win_scale: f64,
    /// Measured by `komadai levels GAME`, see `docs/engine.md`; the weakest first.
    pub(crate) levels: [RatedSkill; LEVEL_COUNT],
}

/// Values of one kind of piece, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceValue {
    /// On the board.
    pub(crate) board: i32,
    /// In hand; 0 for kinds that cannot be there.
    pub(crate) hand: i32,
}

/// A kind by its letter, promoted ones with a `+`, and its values: independent of how the rules crate
/// numbers kinds.
type NamedValue = (&'static str, PieceValue);

/// A row of a table of values.
const fn value(name: &'static str, board: i32, hand: i32) -> NamedValue {
    (name, PieceValue { board, hand })
}

static GAMES: [&VariantData; 4] = [
    &shogi::DATA,
    &minishogi::DATA,
    &torishogi::DATA,
    &shogun::DATA,
];

/// The data of a game, if it has any.
pub(crate) fn data(variant: VariantId) -> Option<&'static VariantData> {
    GAMES.into_iter().find(|data| data.variant == variant)
}

/// The net that the crate was built with for a game.
pub(crate) fn embedded_net(variant: VariantId) -> Result<Option<Arc<Net>>, NetError> {
    data(variant).map_or(Ok(None), |data| data.net.load())
}

/// Values of a kind, chosen by hand or derived from its movement.
pub(crate) fn piece_value(variant: VariantId, kind: PieceKind) -> PieceValue {
    let spec = variant.spec();
    let it = spec.kind(kind);
    let named =
        |(name, _): &&NamedValue| name.ends_with(it.letter) && name.starts_with('+') == it.promoted;
    data(variant)
        .and_then(|data| data.piece_values.iter().find(named))
        .map_or_else(|| derived_value(spec, kind), |&(_, value)| value)
}

/// Values of a kind before anything is learned: on the board and in hand, in centipawns.
///
/// ```
/// use komadai_engine::initial_piece_values;
/// use komadai_rules::VariantId;
/// let pawn = VariantId::Shogi.spec().kind_by_letter('P').unwrap();
/// assert_eq!(initial_piece_values(VariantId::Shogi, pawn), (90.0, 105.0));
/// ```
#[must_use]
pub fn initial_piece_values(variant: VariantId, kind: PieceKind) -> (f32, f32) {
    let value = piece_value(variant, kind);
    (value.board as f32, value.hand as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_values_list_every_kind_of_their_game() {
        for data in GAMES {
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
