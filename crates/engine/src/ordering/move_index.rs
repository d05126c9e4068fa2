//! Indices of moves into history tables.

use komadai_rules::{Move, PieceKind, Position, Variant};

/// Indices of a move into history tables.
///
/// A drop has no origin, so each kind in hand counts as an origin and as a kind of its own: drops
/// of a gold and of a pawn on one square are different moves, and a dropped gold differs from one
/// that moves there.
#[derive(Clone, Copy)]
pub(crate) struct MoveIndex {
    /// Kind of the moved or dropped piece.
    pub(crate) kind: PieceKind,
    /// `[from][to]`: origins are the squares, then the kinds in hand.
    pub(crate) from_to: usize,
    /// `[kind][to]`: kinds on the board, then kinds in hand.
    pub(crate) piece_to: usize,
}

impl MoveIndex {
    /// The move must be legal in the position.
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

    /// Number of values of [`from_to`](Self::from_to).
    pub(crate) const fn from_to_len<V: Variant>() -> usize {
        (V::ID.squares() + PieceKind::MAX) * V::ID.squares()
    }

    /// Number of values of [`piece_to`](Self::piece_to).
    pub(crate) const fn piece_to_len<V: Variant>() -> usize {
        2 * V::SPEC.kinds.len() * V::ID.squares()
    }
}
