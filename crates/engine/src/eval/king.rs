//! Danger to a king: who attacks the squares around it, and what waits in the enemy's hand.

use komadai_rules::{Bits, Game, Position, Side, Square};

use super::Evaluator;

/// No danger counts for more than this many units.
const MOST_UNITS: i32 = 200;

impl<G: Game> Evaluator<G> {
    /// Centipawns to take off for the danger `side`'s king is in.
    pub(super) fn king_danger(&self, position: &Position<G>, side: Side, king: Square) -> i32 {
        let ring = self.ring(king);
        let occupied = position.occupied();
        let enemies = position.of_side(!side);
        let friends = position.of_side(side);
        let mut units = 0;
        let mut attacked = G::Bits::EMPTY;
        let mut defended = G::Bits::EMPTY;
        for kind in self.kinds() {
            let men = position.of_kind(kind);
            for square in (men & enemies & self.reach(!side, kind, king)).squares() {
                let hits = Position::<G>::attacks(kind, !side, square, occupied) & ring;
                attacked |= hits;
                units += self.attack[kind.index()] * hits.count() as i32;
            }
            if kind == G::SPEC.king {
                continue;
            }
            for square in (men & friends & self.reach(side, kind, king)).squares() {
                let covers = Position::<G>::attacks(kind, side, square, occupied);
                defended |= covers & ring;
            }
        }
        let weak = (attacked & !defended).count() as i32;
        units += self.values.weak_square * weak;
        // A man in hand is the more dangerous the more squares beside the king it can be put on
        // without being taken by anything but the king.
        let holes = (ring & !occupied & !defended).count() as i32;
        let mut waiting = 0;
        for (kind, n) in position.hand(!side).iter() {
            waiting += self.threat[kind.index()] * i32::from(n.min(3)).min(2);
        }
        units += waiting * (2 + holes + 2 * weak.min(3)) / 12;
        let units = units.min(MOST_UNITS);
        units * units / self.values.danger_divisor
    }
}
