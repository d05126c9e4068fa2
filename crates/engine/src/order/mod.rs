//! Which move to try first.

mod arrival;
mod correction;
mod exchange;
mod history;
mod manner;
mod picker;

pub(crate) use arrival::{Arrival, Arrived, Before};
pub(crate) use correction::Corrections;
pub(crate) use history::Histories;
pub(crate) use manner::Manner;
pub(crate) use picker::{Picker, Ranked, Stage};

use komadai_rules::{Bitboard, Game, Move, Position};

/// Whether a legal move captures or promotes. Agrees with the rules' own list of noisy moves.
#[inline]
pub(crate) fn is_noisy<G: Game>(position: &Position<G>, mv: Move) -> bool {
    !mv.is_drop()
        && (mv.is_promotion()
            || position.occupied().contains(mv.to())
            || position.is_en_passant(mv))
}
