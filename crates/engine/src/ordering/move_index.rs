//! Indices of moves into history tables.

use komadai_rules::{Move, PieceKind, Position, Variant};

/// A move as indices into history tables.
///
/// A drop has no origin. Each kind in hand counts as an origin, and as a kind, of its own: dropping
/// a gold and dropping a pawn on one square are different moves here, and a dropped gold differs
/// from one that moves there.
#[derive(Clone, Copy)]
pub(crate) struct MoveIndex {
    /// The kind that moves or is dropped.
    pub(crate) kind: PieceKind,
    /// `[from][to]`: origins are the squares, then the kinds in hand.
    pub(crate) from_to: usize,
    /// `[kind][to]`: the kinds on the board, then those in hand.
    pub(crate) piece_to: usize,
}

impl MoveIndex {
    /// The indices of a move that is legal in the position.
    #[inline(always)]
    pub(crate) fn new<V: Variant>(position: &Position<V>, mv: Move) -> Self {
        let squares = V::ID.squares();
        let (kind, from, piece) = match mv.from() {
            Some(from) => {
                let kind = position
                    .piece_at(from)
                    .map_or(PieceKind::PAWN, |it| it.kind);
                (kind, from.index(), kind.index())
            }
            None => {
                let kind = mv.dropped().unwrap_or(PieceKind::PAWN);
                let in_hand = kind.index();
                (kind, squares + in_hand, V::SPEC.kinds.len() + in_hand)
            }
        };
        MoveIndex {
            kind,
            from_to: from * squares + mv.to().index(),
            piece_to: piece * squares + mv.to().index(),
        }
    }

    /// How many values [`from_to`](Self::from_to) has.
    pub(crate) const fn from_to_len<V: Variant>() -> usize {
        (V::ID.squares() + PieceKind::MAX) * V::ID.squares()
    }

    /// How many values [`piece_to`](Self::piece_to) has.
    pub(crate) const fn piece_to_len<V: Variant>() -> usize {
        2 * V::SPEC.kinds.len() * V::ID.squares()
    }
}
