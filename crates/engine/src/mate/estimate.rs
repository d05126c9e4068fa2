//! Initial proof and disproof numbers of unsearched nodes (df-pn+), and move ordering.
//!
//! The features are those of GPS Shogi: control of the destination, and the captured piece.

use komadai_rules::{Bitboard, Move, PieceKind, Position, Square, Variant};

use crate::mate::number::{Number, UNIT};
use crate::mate::value::Value;

/// Per-kind constants of the heuristics, derived from the variant's spec.
pub(crate) struct Estimator {
    /// `[kind]`: rough value for an attack.
    worth: [i32; PieceKind::MAX],
    /// Bit set of kinds that mate well: they attack most adjacent squares and do not slide.
    generals: u16,
}

impl Estimator {
    pub(crate) fn new<V: Variant>() -> Self {
        let mut worth = [0; PieceKind::MAX];
        let mut generals = 0;
        for (index, kind) in V::SPEC.kinds.iter().enumerate() {
            let slides = kind.moves.iter().filter(|step| step.max > 1).count() as i32;
            let steps = kind.moves.len() as i32 - slides;
            worth[index] = 6 * steps + 12 * slides;
            if steps >= 5 && slides == 0 && kind.hand_kind == Some(PieceKind::new(index as u8)) {
                generals |= 1 << index;
            }
        }
        Estimator { worth, generals }
    }

    /// Assumed value of the node after a move until it is searched.
    pub(crate) fn estimate<V: Variant>(
        &self,
        position: &Position<V>,
        mv: Move,
        attacks: bool,
    ) -> Value {
        let (pn, dn) = if attacks {
            self.of_attack(position, mv)
        } else {
            Self::of_defence(position, mv)
        };
        Value::estimate(pn, dn)
    }

    fn of_attack<V: Variant>(&self, position: &Position<V>, mv: Move) -> (Number, Number) {
        let (support, resistance) = control(position, mv);
        let mut pn = UNIT;
        let mut dn = UNIT;
        if resistance >= 2 {
            pn += UNIT;
        }
        let takes_general = (position.captured_hand_kind(mv))
            .is_some_and(|kind| self.generals >> kind.index() & 1 == 1);
        if support + u32::from(mv.is_drop()) > resistance || takes_general {
            dn += UNIT;
        } else {
            pn += UNIT;
        }
        (pn, dn)
    }

    fn of_defence<V: Variant>(position: &Position<V>, mv: Move) -> (Number, Number) {
        if position.piece_at(mv.to()).is_some() {
            return (2 * UNIT, UNIT);
        }
        if mv.from().is_some() && mv.from() == position.king(position.side_to_move()) {
            return (UNIT, UNIT);
        }
        let (support, resistance) = control(position, mv);
        if resistance < support + u32::from(mv.is_drop()) {
            (2 * UNIT, UNIT)
        } else {
            (UNIT, 2 * UNIT)
        }
    }

    /// Ordering key for moves of equal numbers: smaller first.
    pub(crate) fn order<V: Variant>(
        &self,
        position: &Position<V>,
        mv: Move,
        king: Square,
        can_promote: bool,
    ) -> i32 {
        let kind = arriving(position, mv);
        let mut order = 10 * i32::from(king.distance(mv.to(), V::ID)) - self.worth[kind.index()];
        if can_promote {
            order += 1000;
        }
        order
    }
}

/// Kind of the piece on the destination after a move.
pub(crate) fn arriving<V: Variant>(position: &Position<V>, mv: Move) -> PieceKind {
    let Some(from) = mv.from() else {
        return mv.dropped().unwrap_or(PieceKind::PAWN);
    };
    let kind = position
        .piece_at(from)
        .map_or(PieceKind::PAWN, |piece| piece.kind);
    if mv.is_promotion() {
        Position::<V>::promoted(kind)
    } else {
        kind
    }
}

/// Number of attackers of the destination: the side to move's, the other side's.
fn control<V: Variant>(position: &Position<V>, mv: Move) -> (u32, u32) {
    let side = position.side_to_move();
    let occupied = position.occupied();
    (
        position.attackers_to(mv.to(), side, occupied).count(),
        position.attackers_to(mv.to(), !side, occupied).count(),
    )
}
