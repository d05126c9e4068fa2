//! Slow, obvious reference implementation of the evaluation for tests.

use komadai_rules::{
    Bitboard, PieceKind, Position, SetupRules, Side, Square, Variant, VariantId, match_variant,
};

use super::features::PARTS;
use super::weights::{self, DANGER_SHIFT, MAX_DANGER, SUM_PARTS};
use super::{Evaluator, Layout};
use crate::score::EVAL_LIMIT;

struct SideOf<'p, V: Variant> {
    position: &'p Position<V>,
    side: Side,
    layout: Layout,
    weights: &'p [i32],
}

impl<V: Variant> SideOf<'_, V> {
    fn other(&self) -> Self {
        SideOf {
            side: !self.side,
            ..*self
        }
    }

    fn pieces(&self) -> Vec<(PieceKind, Square)> {
        let squares = (0..V::ID.squares() as u8).map(Square::new);
        let pieces = squares.filter_map(|at| Some((self.position.piece_at(at)?, at)));
        pieces
            .filter(|(piece, _)| piece.side == self.side)
            .map(|(piece, at)| (piece.kind, at))
            .collect()
    }

    fn attacks(&self, (kind, at): (PieceKind, Square)) -> V::Bitboard {
        Position::<V>::attacks(kind, self.side, at, self.position.occupied())
    }

    /// Squares attacked by its pieces other than the king.
    fn attacked(&self) -> V::Bitboard {
        let pieces = self.pieces();
        let others = pieces.iter().filter(|piece| piece.0 != V::SPEC.king);
        others.fold(V::Bitboard::EMPTY, |sum, piece| sum | self.attacks(*piece))
    }

    fn ring(&self) -> V::Bitboard {
        let Some(king) = self.position.king(self.side) else {
            return V::Bitboard::EMPTY;
        };
        let far = |a: u8, b: u8| a.abs_diff(b) > 1;
        let squares = (0..V::ID.squares() as u8).map(Square::new);
        squares
            .filter(|at| !far(at.file(V::ID), king.file(V::ID)))
            .filter(|at| !far(at.rank(V::ID), king.rank(V::ID)))
            .fold(V::Bitboard::EMPTY, |sum, at| {
                sum | V::Bitboard::from_square(at)
            })
    }

    fn seen(&self, at: Square) -> Square {
        match self.side {
            Side::First => at,
            Side::Second => at.rotate_180(V::ID),
        }
    }

    fn relation(&self, king: Side, at: Square) -> Option<usize> {
        let king = self.seen(self.position.king(king)?);
        Some(self.layout.relation::<V>(king, self.seen(at)))
    }

    /// Sum in fractions of a centipawn.
    fn sum(&self) -> i32 {
        let (layout, mut indices) = (self.layout, Vec::new());
        let to_move = self.position.side_to_move() == self.side;
        if to_move {
            indices.push(layout.tempo());
        }
        for (kind, count) in self.position.hand(self.side).iter() {
            indices.extend((0..usize::from(count)).map(|nth| layout.in_hand(kind, nth)));
        }
        let attacked = self.other().attacked() | self.other().ring();
        let defended = self.attacked() | self.ring();
        for (kind, at) in self.pieces() {
            indices.push(layout.placed(kind, self.seen(at).index()));
            if attacked.contains(at) && !defended.contains(at) {
                indices.push(if to_move {
                    layout.hanging_to_move(kind)
                } else {
                    layout.hanging(kind)
                });
            }
            if kind == V::SPEC.king {
                continue;
            }
            let own = self.relation(self.side, at);
            let enemy = self.relation(!self.side, at);
            indices.extend(own.map(|relation| layout.own_king(kind, relation)));
            indices.extend(enemy.map(|relation| layout.enemy_king(kind, relation)));
            let moves = V::SPEC.kinds[kind.index()].moves;
            if moves.iter().any(|step| step.max > 1) {
                let free = self.attacks((kind, at)) & !self.position.by_side(self.side);
                indices.push(layout.mobility(kind, free.count() as usize));
            }
        }
        indices.iter().map(|&weight| self.weights[weight]).sum()
    }

    /// Danger to the king in [`PARTS`] of a unit.
    fn danger(&self) -> i32 {
        let Some(king) = self.position.king(self.side) else {
            return 0;
        };
        let (layout, enemy) = (self.layout, self.other());
        let mut sum = 0;
        let mut count = |unit: usize, parts: i32| {
            sum += self.weights[layout.sums() + unit] * parts;
        };
        let (ring, defended, attacked) = (self.ring(), self.attacked(), enemy.attacked());
        let attackers = enemy.pieces().into_iter();
        for piece in attackers.filter(|piece| piece.0 != V::SPEC.king) {
            let hits = (enemy.attacks(piece) & ring).count() as i32;
            count(layout.attack(piece.0), PARTS * hits);
        }
        let occupied = self.position.occupied();
        let weak = (ring & attacked & !defended).count() as i32;
        let holes = (ring & !occupied & !defended).count() as i32;
        let escapes = (ring & !self.position.by_side(self.side) & !attacked).count() as i32;
        count(layout.always(), PARTS);
        count(layout.weak(), PARTS * weak);
        count(layout.hole(), PARTS * holes);
        count(layout.escape(), PARTS * escapes);
        if self.position.side_to_move() != self.side {
            count(layout.turn(), PARTS);
        }
        for (kind, held) in self.position.hand(!self.side).iter() {
            let openness = 2 + holes + 2 * weak.min(3);
            count(layout.waiting(kind), i32::from(held.min(2)) * openness);
            let checks = (0..V::ID.squares() as u8).map(Square::new).filter(|&at| {
                let captured = defended.contains(at) || ring.contains(at) && !attacked.contains(at);
                let checks = enemy.attacks((kind, at)).contains(king);
                !occupied.contains(at) && !captured && checks
            });
            count(layout.check(kind), PARTS * checks.count().min(3) as i32);
        }
        sum
    }

    fn total(&self) -> i32 {
        let danger = self.danger().clamp(0, MAX_DANGER);
        self.sum() - ((danger * danger) >> DANGER_SHIFT)
    }
}

fn evaluate<V: Variant>(position: &Position<V>, weights: &[i32]) -> i32 {
    let us = SideOf {
        position,
        side: position.side_to_move(),
        layout: Layout::of::<V>(),
        weights,
    };
    ((us.total() - us.other().total()) / SUM_PARTS).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The position without one of the kings, as in mate problems, where that is legal.
fn without_a_king<V: Variant>(position: &Position<V>) -> impl Iterator<Item = Position<V>> {
    let kings = Side::BOTH.map(|side| position.king(side));
    let setup = position.to_setup();
    kings.into_iter().flatten().filter_map(move |king| {
        let mut setup = setup.clone();
        setup.board[king.index()] = None;
        Position::from_setup(&setup, SetupRules::Mate).ok()
    })
}

fn agree<V: Variant>() {
    for weights in [weights::of_game::<V>(), weights::derived::<V>()] {
        agree_with::<V>(&weights.expect("memory"));
    }
}

fn agree_with<V: Variant>(weights: &[i16]) {
    let evaluator = Evaluator::<V>::with_weights(weights.to_vec()).expect("memory");
    let weights: Vec<i32> = weights.iter().copied().map(i32::from).collect();
    let mut kingless = 0;
    let mut seed = 7_u64;
    for _ in 0..20 {
        let mut position = Position::<V>::start();
        for _ in 0..150 {
            let score = evaluator.evaluate(&position);
            assert_eq!(score, evaluate(&position, &weights), "{position:?}");
            for mate in without_a_king(&position) {
                let score = evaluator.evaluate(&mate);
                assert_eq!(score, evaluate(&mate, &weights), "{mate:?}");
                kingless += 1;
            }
            let moves = position.legal_moves().sorted();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
        }
    }
    assert!(kingless > 1_000, "{}: {kingless}", V::ID);
}

#[test]
fn the_evaluation_equals_the_reference() {
    for &variant in VariantId::REGISTERED {
        match_variant!(variant, V => agree::<V>());
    }
}
