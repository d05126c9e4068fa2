//! Rare moves and positions, which the playouts prefer.

use crate::reference::{Law, RefMove, RefPosition};

/// Returns `true` if the piece could have promoted with this move and does not.
pub(crate) fn refuses(p: &RefPosition, mv: RefMove) -> bool {
    let RefMove::Board {
        from,
        to,
        promote: false,
    } = mv
    else {
        return false;
    };
    let piece = p.at(from).expect("a piece");
    !mv.is_castling(p) && p.promotion_allowed(from, to, piece, true)
}

/// Returns `true` if the piece promotes and had no choice.
pub(crate) fn is_forced(p: &RefPosition, mv: RefMove) -> bool {
    let RefMove::Board {
        from,
        to,
        promote: true,
    } = mv
    else {
        return false;
    };
    !p.promotion_allowed(from, to, p.at(from).expect("a piece"), false)
}

/// Pawn drops that mate and are otherwise legal.
pub(crate) fn drop_mates(p: &RefPosition) -> Vec<RefMove> {
    if p.law
        .humble()
        .is_none_or(|letter| p.in_hand(p.turn, letter) == 0)
    {
        return Vec::new();
    }
    let mut drops = p.safe();
    drops.retain(|&mv| p.is_drop_mate(mv));
    drops
}

/// Returns `true` if a piece other than the king attacks the mating pawn: it must be pinned.
pub(crate) fn is_capturer_pinned(p: &RefPosition, mate: RefMove) -> bool {
    let next = p.after(mate);
    let capturers = next.attackers(mate.to(), next.turn);
    capturers
        .iter()
        .any(|&at| next.at(at).is_some_and(|piece| piece.letter != 'K'))
}

pub(crate) fn has_pinned_capturer(p: &RefPosition) -> bool {
    drop_mates(p)
        .into_iter()
        .any(|mv| is_capturer_pinned(p, mv))
}

pub(crate) fn is_double_check(p: &RefPosition) -> bool {
    p.checkers(p.turn).len() >= 2
}

pub(crate) fn has_forced_promotion(p: &RefPosition) -> bool {
    p.candidates().into_iter().any(|mv| is_forced(p, mv))
}

pub(crate) fn has_castling(p: &RefPosition) -> bool {
    p.castling[p.turn] != [false; 2] && p.legal().into_iter().any(|mv| mv.is_castling(p))
}

pub(crate) fn has_en_passant(p: &RefPosition) -> bool {
    p.en_passant_square().is_some()
}

/// Castling, en passant, forced promotion.
pub(crate) fn is_special(p: &RefPosition, mv: RefMove) -> bool {
    mv.is_castling(p) || mv.is_en_passant(p) || is_forced(p, mv)
}

/// A declined promotion, or a double step of a pawn.
pub(crate) fn is_choice(p: &RefPosition, mv: RefMove) -> bool {
    refuses(p, mv) || (p.law == Law::Shogun && p.after(mv).jumped.is_some())
}
