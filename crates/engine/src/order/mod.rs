//! Which move to try first.

mod exchange;
mod history;
mod picker;

pub(crate) use history::Histories;
pub(crate) use picker::{Picker, Ranked, Stage};

use komadai_rules::{Bits, Game, Move, Position};

/// Whether a legal move captures or promotes. Agrees with the rules' own list of noisy moves.
#[inline]
pub(crate) fn is_noisy<G: Game>(position: &Position<G>, mv: Move) -> bool {
    !mv.is_drop()
        && (mv.is_promotion()
            || position.occupied().contains(mv.to())
            || is_en_passant(position, mv))
}

/// Whether a legal move is a pawn's capture in passing.
#[inline]
pub(crate) fn is_en_passant<G: Game>(position: &Position<G>, mv: Move) -> bool {
    if position.en_passant() != Some(mv.to()) {
        return false;
    }
    let pawn = |from| {
        let man = position.piece_at(from);
        man.is_some_and(|m| m.kind.index() == 0)
    };
    // A pawn that walks straight onto the square takes nothing.
    mv.from()
        .is_some_and(|from| from.file(G::ID) != mv.to().file(G::ID) && pawn(from))
}
