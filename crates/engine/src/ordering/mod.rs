mod correction_history;
mod history;
mod move_index;
mod move_picker;
mod piece_to;
mod see;

pub(crate) use correction_history::CorrectionHistory;
pub(crate) use history::Histories;
pub(crate) use move_index::MoveIndex;
pub(crate) use move_picker::{MovePicker, ScoredMove, Stage};
pub(crate) use piece_to::{PieceTo, PreviousMoves};

use komadai_rules::{Bitboard, Move, Position, Variant};

/// `true` if a legal move captures or promotes. Agrees with the rules crate's list of captures and
/// promotions.
#[inline]
pub(crate) fn is_noisy<V: Variant>(position: &Position<V>, mv: Move) -> bool {
    !mv.is_drop()
        && (mv.is_promotion()
            || position.occupied().contains(mv.to())
            || position.is_en_passant(mv))
}
