//! The one walk over a position that says which weights count in it, how often and for whom.
//!
//! The evaluation sums them up, the tuner writes them down: both see the same.

use komadai_rules::{Bits, Game, Kind, Position, Side, Square};

use super::Evaluator;

/// Danger is counted in parts of this size, so that a share of a unit is a whole number.
pub(crate) const PARTS: i32 = 12;

/// What is told which weights count.
pub(crate) trait Sink {
    /// A weight counts for a side.
    fn sum(&mut self, side: Side, weight: usize);
    /// So many [`PARTS`] of a danger unit count against a side's king.
    fn danger(&mut self, king: Side, unit: usize, parts: i32);
}

/// What the walk over the men leaves for the kings.
struct Cover<G: Game> {
    /// `[side]`: what its men attack, the king left out.
    men: [G::Bits; 2],
    /// `[side]`: its king's square and those beside it.
    ring: [G::Bits; 2],
}

impl<G: Game> Evaluator<G> {
    /// Walks over a position in which both sides have a king or not.
    #[inline]
    pub(super) fn walk<S: Sink>(&self, position: &Position<G>, sink: &mut S) {
        sink.sum(position.side_to_move(), self.layout.tempo());
        let ring = |side| {
            position
                .king(side)
                .map_or(G::Bits::EMPTY, |king| self.ring(king))
        };
        let mut cover = Cover {
            men: [G::Bits::EMPTY; 2],
            ring: Side::BOTH.map(ring),
        };
        for side in Side::BOTH {
            self.walk_hand(position, side, sink);
            self.walk_men(position, side, &mut cover, sink);
        }
        for side in Side::BOTH {
            self.walk_loose(position, side, &cover, sink);
            if let Some(king) = position.king(side) {
                self.walk_king(position, side, king, &cover, sink);
            }
        }
    }

    #[inline]
    fn walk_hand<S: Sink>(&self, position: &Position<G>, side: Side, sink: &mut S) {
        for (kind, count) in position.hand(side).iter() {
            for nth in 0..usize::from(count) {
                sink.sum(side, self.layout.in_hand(kind, nth));
            }
        }
    }

    #[inline]
    fn walk_men<S: Sink>(
        &self,
        position: &Position<G>,
        side: Side,
        cover: &mut Cover<G>,
        sink: &mut S,
    ) {
        let layout = &self.layout;
        let men = position.of_side(side);
        let occupied = position.occupied();
        let seen = |square: Square| match side {
            Side::First => square,
            Side::Second => square.turned(G::ID),
        };
        let own = position.king(side).map(seen);
        let theirs = position.king(!side).map(seen);
        let target = cover.ring[(!side).index()];
        let mut covered = G::Bits::EMPTY;
        for kind in self.kinds() {
            for square in (position.of_kind(kind) & men).squares() {
                let at = seen(square);
                sink.sum(side, layout.placed(kind, at.index()));
                if kind == G::SPEC.king {
                    continue;
                }
                if let Some(king) = own {
                    sink.sum(side, layout.own_king(kind, self.relation(king, at)));
                }
                if let Some(king) = theirs {
                    sink.sum(side, layout.their_king(kind, self.relation(king, at)));
                }
                let attacks = Position::<G>::attacks(kind, side, square, occupied);
                covered |= attacks;
                if self.slides[kind.index()] {
                    let count = (attacks & !men).count() as usize;
                    sink.sum(side, layout.mobility(kind, count));
                }
                let hits = (attacks & target).count() as i32;
                if hits > 0 {
                    sink.danger(!side, layout.attack(kind), hits * PARTS);
                }
            }
        }
        cover.men[side.index()] = covered;
    }

    #[inline]
    fn walk_loose<S: Sink>(
        &self,
        position: &Position<G>,
        side: Side,
        cover: &Cover<G>,
        sink: &mut S,
    ) {
        let guarded = cover.men[side.index()] | cover.ring[side.index()];
        let attacked = cover.men[(!side).index()] | cover.ring[(!side).index()];
        let to_move = side == position.side_to_move();
        let loose = position.of_side(side) & attacked & !guarded;
        for square in loose.squares() {
            if let Some(man) = position.piece_at(square) {
                sink.sum(side, self.layout.loose(man.kind, to_move));
            }
        }
    }

    #[inline]
    fn walk_king<S: Sink>(
        &self,
        position: &Position<G>,
        side: Side,
        king: Square,
        cover: &Cover<G>,
        sink: &mut S,
    ) {
        let layout = &self.layout;
        let occupied = position.occupied();
        let ring = cover.ring[side.index()];
        let guarded = cover.men[side.index()];
        let attacked = cover.men[(!side).index()];
        let weak = (ring & attacked & !guarded).count() as i32;
        let holes = (ring & !occupied & !guarded).count() as i32;
        let escapes = (ring & !position.of_side(side) & !attacked).count() as i32;
        sink.danger(side, layout.always(), PARTS);
        if side != position.side_to_move() {
            sink.danger(side, layout.turn(), PARTS);
        }
        sink.danger(side, layout.weak(), weak * PARTS);
        sink.danger(side, layout.hole(), holes * PARTS);
        sink.danger(side, layout.escape(), escapes * PARTS);
        // Where a dropped man could not be taken: by men nowhere, by the king only where another
        // man stands behind it.
        let safe = !occupied & !guarded & (!ring | attacked);
        let open = 2 + holes + 2 * weak.min(3);
        for (kind, count) in position.hand(!side).iter() {
            sink.danger(side, layout.waiting(kind), i32::from(count.min(2)) * open);
            let from = self.checking(kind, side, king, occupied) & safe;
            let checks = from.count() as i32;
            if checks > 0 {
                sink.danger(side, layout.check(kind), checks.min(3) * PARTS);
            }
        }
    }

    /// Where a man of this kind would attack the king of `side` from.
    #[inline]
    fn checking(&self, kind: Kind, side: Side, king: Square, occupied: G::Bits) -> G::Bits {
        // The sides' movements are each other's half turn: a man attacks the king from where the
        // king's side would attack, were such a man in its place.
        Position::<G>::attacks(kind, side, king, occupied)
    }
}
