//! The one walk over a position that says which weights count in it, how often and for whom.
//!
//! The evaluation sums them up, the tuner writes them down: both see the same.

use komadai_rules::{Bitboard, Game, PieceKind, Position, Side, Square};

use super::Evaluator;

/// Danger is counted in parts of this size, so that a share of a unit is a whole number.
pub(crate) const PARTS: i32 = 12;

/// What is told which weights count.
pub(crate) trait Sink {
    /// A weight counts for a side.
    fn sum(&mut self, side: Side, weight: usize);
    /// A man of a side stands on a square, as its own side sees it.
    fn man(&mut self, side: Side, kind: PieceKind, at: Square);
    /// A side holds so many of a kind, perhaps none.
    fn held(&mut self, side: Side, kind: PieceKind, count: u8);
    /// So many [`PARTS`] of a danger unit count against a side's king.
    fn danger(&mut self, king: Side, unit: usize, parts: i32);
}

/// What the walk over the men leaves for the kings.
struct Cover<G: Game> {
    /// `[side]`: what its men attack, the king left out.
    men: [G::Bitboard; 2],
    /// `[side]`: its king's square and those beside it.
    ring: [G::Bitboard; 2],
}

/// Calls a macro for every kind of the game, which the compiler then knows with its movement.
macro_rules! for_each_kind {
    ($method:ident) => {
        for_each_kind!($method: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($method:ident: $($index:literal)*) => {
        $(
            if const { $index < G::SPEC.kinds.len() } {
                $method!(const { PieceKind::new($index) });
            }
        )*
    };
}

impl<G: Game> Evaluator<G> {
    /// Walks over a position in which both sides have a king or not.
    #[inline(always)]
    pub(super) fn walk<S: Sink>(&self, position: &Position<G>, sink: &mut S) {
        sink.sum(position.side_to_move(), Self::LAYOUT.tempo());
        let ring = |side| {
            position
                .king(side)
                .map_or(G::Bitboard::EMPTY, |king| self.ring(king))
        };
        let mut cover = Cover {
            men: [G::Bitboard::EMPTY; 2],
            ring: [ring(Side::First), ring(Side::Second)],
        };
        self.walk_side::<S, 0>(position, &mut cover, sink);
        self.walk_side::<S, 1>(position, &mut cover, sink);
        self.walk_loose(position, Side::First, &cover, sink);
        self.walk_loose(position, Side::Second, &cover, sink);
        self.walk_king::<S, 0>(position, &cover, sink);
        self.walk_king::<S, 1>(position, &cover, sink);
    }

    /// The men of the side with index `SIDE`, in hand and on board.
    #[inline(always)]
    fn walk_side<S: Sink, const SIDE: usize>(
        &self,
        position: &Position<G>,
        cover: &mut Cover<G>,
        sink: &mut S,
    ) {
        let side = Side::BOTH[SIDE];
        let hand = position.hand(side);
        macro_rules! held {
            ($kind:expr) => {
                if const { $kind.index() < G::SPEC.hand_kinds as usize } {
                    sink.held(side, $kind, hand.count($kind));
                }
            };
        }
        for_each_kind!(held);
        if let Some(king) = position.king(side) {
            sink.man(side, G::SPEC.king, seen::<G>(side, king));
        }
        let men = position.by_side(side);
        let target = cover.ring[1 - SIDE];
        let mut covered = G::Bitboard::EMPTY;
        // One man of whatever kind, and what it attacks.
        let mut count = |sink: &mut S, kind: PieceKind, square: Square, attacks: G::Bitboard| {
            covered |= attacks;
            sink.man(side, kind, seen::<G>(side, square));
            let hits = (attacks & target).count() as i32;
            sink.danger(!side, Self::LAYOUT.attack(kind), hits * PARTS);
        };
        let others = G::SLIDERS | 1 << G::SPEC.king.index();
        for square in (men & !position.by_kinds(others)).squares() {
            let Some(man) = position.piece_at(square) else {
                continue;
            };
            count(sink, man.kind, square, G::steps(man.kind, side, square));
        }
        let occupied = position.occupied();
        macro_rules! alike {
            ($group:literal) => {
                if const { G::SLIDE_GROUPS[$group] != 0 } {
                    let first =
                        const { PieceKind::new(G::SLIDE_GROUPS[$group].trailing_zeros() as u8) };
                    let those = men & position.by_kinds(const { G::SLIDE_GROUPS[$group] });
                    for square in those.squares() {
                        let Some(man) = position.piece_at(square) else {
                            continue;
                        };
                        let attacks = G::steps(man.kind, side, square)
                            | Position::<G>::slides(first, side, square, occupied);
                        count(sink, man.kind, square, attacks);
                        let free = (attacks & !men).count() as usize;
                        sink.sum(side, Self::LAYOUT.mobility(man.kind, free));
                    }
                }
            };
        }
        const { assert!(G::SLIDE_GROUPS.len() == 4) };
        alike!(0);
        alike!(1);
        alike!(2);
        alike!(3);
        cover.men[SIDE] = covered;
    }

    #[inline(always)]
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
        let loose = position.by_side(side) & attacked & !guarded;
        for square in loose.squares() {
            if let Some(man) = position.piece_at(square) {
                sink.sum(side, Self::LAYOUT.loose(man.kind, to_move));
            }
        }
    }

    /// The king of the side with index `SIDE`, if it has one.
    #[inline(always)]
    fn walk_king<S: Sink, const SIDE: usize>(
        &self,
        position: &Position<G>,
        cover: &Cover<G>,
        sink: &mut S,
    ) {
        let side = Side::BOTH[SIDE];
        let Some(king) = position.king(side) else {
            return;
        };
        let occupied = position.occupied();
        let ring = cover.ring[SIDE];
        let guarded = cover.men[SIDE];
        let attacked = cover.men[1 - SIDE];
        let weak = (ring & attacked & !guarded).count() as i32;
        let holes = (ring & !occupied & !guarded).count() as i32;
        let escapes = (ring & !position.by_side(side) & !attacked).count() as i32;
        sink.danger(side, Self::LAYOUT.always(), PARTS);
        if side != position.side_to_move() {
            sink.danger(side, Self::LAYOUT.turn(), PARTS);
        }
        sink.danger(side, Self::LAYOUT.weak(), weak * PARTS);
        sink.danger(side, Self::LAYOUT.hole(), holes * PARTS);
        sink.danger(side, Self::LAYOUT.escape(), escapes * PARTS);
        // Where a dropped man could not be taken: by men nowhere, by the king only where another
        // man stands behind it.
        let safe = !occupied & !guarded & (!ring | attacked);
        let open = 2 + holes + 2 * weak.min(3);
        let hand = position.hand(!side);
        macro_rules! waiting {
            ($kind:expr) => {
                if const { $kind.index() < G::SPEC.hand_kinds as usize } {
                    let count = i32::from(hand.count($kind));
                    if count > 0 {
                        sink.danger(side, Self::LAYOUT.waiting($kind), count.min(2) * open);
                        // The sides' movements are each other's half turn: a man attacks the king
                        // from where the king's side would attack, were such a man in its place.
                        let from = Position::<G>::attacks($kind, side, king, occupied) & safe;
                        let checks = from.count() as i32;
                        sink.danger(side, Self::LAYOUT.check($kind), checks.min(3) * PARTS);
                    }
                }
            };
        }
        for_each_kind!(waiting);
    }
}

/// A square as a side sees it.
#[inline(always)]
fn seen<G: Game>(side: Side, square: Square) -> Square {
    match side {
        Side::First => square,
        Side::Second => square.rotate_180(G::ID),
    }
}
