//! What one move has in common with others.

use komadai_rules::{Game, Move, PieceKind, Position};

/// What moves or is dropped, from where, and where to: as indices into counters.
///
/// A drop has no origin: each kind of man in hand counts as an origin of its own, so that
/// dropping a gold and dropping a pawn on one square are different moves here.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// What moves or is dropped.
    pub(crate) kind: PieceKind,
    /// `[origin][to]`: the squares are origins, then the kinds in hand.
    pub(crate) route: usize,
    /// `[kind][to]`: the kinds on the board, then those in hand.
    pub(crate) way: usize,
}

impl Manner {
    /// Of a move that is legal in the position.
    #[inline(always)]
    pub(crate) fn of<G: Game>(position: &Position<G>, mv: Move) -> Self {
        let squares = G::ID.squares();
        let (kind, origin, manner) = match mv.from() {
            Some(from) => {
                let man = position.piece_at(from);
                let kind = man.map_or(PieceKind::new(0), |man| man.kind);
                (kind, from.index(), kind.index())
            }
            None => {
                let kind = mv.dropped().unwrap_or(PieceKind::new(0));
                (
                    kind,
                    squares + kind.index(),
                    G::SPEC.kinds.len() + kind.index(),
                )
            }
        };
        Manner {
            kind,
            route: origin * squares + mv.to().index(),
            way: manner * squares + mv.to().index(),
        }
    }

    /// How many routes there are.
    pub(crate) const fn routes<G: Game>() -> usize {
        (G::ID.squares() + PieceKind::MAX) * G::ID.squares()
    }

    /// How many ways there are.
    pub(crate) const fn ways<G: Game>() -> usize {
        2 * G::SPEC.kinds.len() * G::ID.squares()
    }
}
