//! Features of a position: the weights that count, how often and for which side.

use komadai_rules::{Bitboard, PieceKind, Position, Side, Square, Variant};

use super::{Evaluator, Sum};

/// Fractions of a danger unit are integers: a unit has this many parts.
pub(crate) const PARTS: i32 = 12;

/// Attack maps for hanging pieces and king danger.
struct Attacks<V: Variant> {
    /// `[side]`: squares attacked by its pieces other than the king.
    pieces: [V::Bitboard; 2],
    /// `[side]`: its king's square and the adjacent squares.
    ring: [V::Bitboard; 2],
}

/// Expands a macro for every kind of the variant as a constant, so that its movement is known at
/// compile time.
macro_rules! for_each_kind {
    ($method:ident) => {
        for_each_kind!($method: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($method:ident: $($index:literal)*) => {
        $(
            if const { $index < V::SPEC.kinds.len() } {
                $method!(const { PieceKind::new($index) });
            }
        )*
    };
}

impl<V: Variant> Evaluator<V> {
    #[inline(always)]
    pub(super) fn features(&self, position: &Position<V>, sum: &mut Sum<'_, V>) {
        sum.weight(position.side_to_move(), Self::LAYOUT.tempo());
        let ring = |side| {
            position
                .king(side)
                .map_or(V::Bitboard::EMPTY, |king| self.king_ring(king))
        };
        let mut attacks = Attacks {
            pieces: [V::Bitboard::EMPTY; 2],
            ring: [ring(Side::First), ring(Side::Second)],
        };
        self.side_features::<0>(position, &mut attacks, sum);
        self.side_features::<1>(position, &mut attacks, sum);
        self.hanging_pieces(position, Side::First, &attacks, sum);
        self.hanging_pieces(position, Side::Second, &attacks, sum);
        self.king_danger::<0>(position, &attacks, sum);
        self.king_danger::<1>(position, &attacks, sum);
    }

    /// Features of a side's pieces, in hand and on the board.
    #[inline(always)]
    fn side_features<const SIDE: usize>(
        &self,
        position: &Position<V>,
        attacks: &mut Attacks<V>,
        sum: &mut Sum<'_, V>,
    ) {
        let side = Side::BOTH[SIDE];
        let hand = position.hand(side);
        macro_rules! count_in_hand {
            ($kind:expr) => {
                if const { $kind.index() < V::SPEC.hand_kinds as usize } {
                    sum.in_hand(side, $kind, hand.count($kind));
                }
            };
        }
        for_each_kind!(count_in_hand);
        if let Some(king) = position.king(side) {
            sum.piece(side, V::SPEC.king, seen::<V>(side, king));
        }
        let pieces = position.by_side(side);
        let target = attacks.ring[1 - SIDE];
        let mut attacked = V::Bitboard::EMPTY;
        let mut count =
            |sum: &mut Sum<'_, V>, kind: PieceKind, square: Square, attacks: V::Bitboard| {
                attacked |= attacks;
                sum.piece(side, kind, seen::<V>(side, square));
                let hits = (attacks & target).count() as i32;
                sum.danger(!side, Self::LAYOUT.attack(kind), hits * PARTS);
            };
        let others = Position::<V>::SLIDERS | 1 << V::SPEC.king.index();
        for square in (pieces & !position.by_kinds(others)).squares() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            count(
                sum,
                piece.kind,
                square,
                Position::<V>::steps(piece.kind, side, square),
            );
        }
        let occupied = position.occupied();
        macro_rules! sliders {
            ($group:literal) => {
                if const { Position::<V>::SLIDE_GROUPS[$group] != 0 } {
                    let first = const {
                        PieceKind::new(Position::<V>::SLIDE_GROUPS[$group].trailing_zeros() as u8)
                    };
                    let those =
                        pieces & position.by_kinds(const { Position::<V>::SLIDE_GROUPS[$group] });
                    for square in those.squares() {
                        let Some(piece) = position.piece_at(square) else {
                            continue;
                        };
                        let attacks = Position::<V>::steps(piece.kind, side, square)
                            | Position::<V>::slides(first, side, square, occupied);
                        count(sum, piece.kind, square, attacks);
                        let free = (attacks & !pieces).count() as usize;
                        sum.weight(side, Self::LAYOUT.mobility(piece.kind, free));
                    }
                }
            };
        }
        const { assert!(Position::<V>::SLIDE_GROUPS.len() == 4) };
        sliders!(0);
        sliders!(1);
        sliders!(2);
        sliders!(3);
        attacks.pieces[SIDE] = attacked;
    }

    #[inline(always)]
    fn hanging_pieces(
        &self,
        position: &Position<V>,
        side: Side,
        attacks: &Attacks<V>,
        sum: &mut Sum<'_, V>,
    ) {
        let defended = attacks.pieces[side.index()] | attacks.ring[side.index()];
        let attacked = attacks.pieces[(!side).index()] | attacks.ring[(!side).index()];
        let to_move = side == position.side_to_move();
        let hanging = position.by_side(side) & attacked & !defended;
        for square in hanging.squares() {
            if let Some(piece) = position.piece_at(square) {
                let index = if to_move {
                    Self::LAYOUT.hanging_to_move(piece.kind)
                } else {
                    Self::LAYOUT.hanging(piece.kind)
                };
                sum.weight(side, index);
            }
        }
    }

    /// Features of a side's king danger; none without a king.
    #[inline(always)]
    fn king_danger<const SIDE: usize>(
        &self,
        position: &Position<V>,
        attacks: &Attacks<V>,
        sum: &mut Sum<'_, V>,
    ) {
        let side = Side::BOTH[SIDE];
        let Some(king) = position.king(side) else {
            return;
        };
        let occupied = position.occupied();
        let ring = attacks.ring[SIDE];
        let defended = attacks.pieces[SIDE];
        let attacked = attacks.pieces[1 - SIDE];
        let weak = (ring & attacked & !defended).count() as i32;
        let holes = (ring & !occupied & !defended).count() as i32;
        let escapes = (ring & !position.by_side(side) & !attacked).count() as i32;
        sum.danger(side, Self::LAYOUT.always(), PARTS);
        if side != position.side_to_move() {
            sum.danger(side, Self::LAYOUT.turn(), PARTS);
        }
        sum.danger(side, Self::LAYOUT.weak(), weak * PARTS);
        sum.danger(side, Self::LAYOUT.hole(), holes * PARTS);
        sum.danger(side, Self::LAYOUT.escape(), escapes * PARTS);
        // Squares where a dropped piece is safe: the king captures it only if it is not defended.
        let safe = !occupied & !defended & (!ring | attacked);
        let openness = 2 + holes + 2 * weak.min(3);
        let hand = position.hand(!side);
        macro_rules! danger_from_hand {
            ($kind:expr) => {
                if const { $kind.index() < V::SPEC.hand_kinds as usize } {
                    let count = i32::from(hand.count($kind));
                    if count > 0 {
                        sum.danger(side, Self::LAYOUT.waiting($kind), count.min(2) * openness);
                        // A kind's movement for one side is the other's rotated by 180°: it attacks
                        // the king from the squares that it would attack from the king's square as
                        // a piece of the king's side.
                        let from = Position::<V>::attacks($kind, side, king, occupied) & safe;
                        let checks = from.count() as i32;
                        sum.danger(side, Self::LAYOUT.check($kind), checks.min(3) * PARTS);
                    }
                }
            };
        }
        for_each_kind!(danger_from_hand);
    }
}

/// Rotates the square for the second side.
#[inline(always)]
fn seen<V: Variant>(side: Side, square: Square) -> Square {
    match side {
        Side::First => square,
        Side::Second => square.rotate_180(V::ID),
    }
}
