//! Tables of the evaluation of one variant.

use std::collections::TryReserveError;

use komadai_rules::{Bitboard, PieceKind, SeeValues, Square, Variant};

use super::psqt::PieceSquareTables;
use super::{Layout, weights};
use crate::memory::try_with_capacity;
use crate::variants::piece_value;

/// No variant has more danger units.
const MAX_UNITS: usize = 64;

/// Immutable piece values, weights and geometry of one variant.
pub(crate) struct Evaluator<V: Variant> {
    /// `[kind]`: centipawns on the board.
    pub(crate) board_values: [i32; PieceKind::MAX],
    /// `[kind]`: centipawns in hand.
    pub(crate) hand_values: [i32; PieceKind::MAX],
    pub(crate) see_values: SeeValues,
    /// Sums in the order of the layout.
    pub(super) weights: Vec<i16>,
    /// Precomputed sums of those that always count together.
    pub(super) psqt: PieceSquareTables,
    /// Danger units in the order of the layout.
    pub(super) units: [i32; MAX_UNITS],
    /// `[square]`: the square and its neighbours.
    king_ring: Vec<V::Bitboard>,
}

impl<V: Variant> Evaluator<V> {
    pub(super) const LAYOUT: Layout = Layout::of::<V>();

    pub(crate) fn new() -> Result<Self, TryReserveError> {
        Self::with_weights(weights::of_game::<V>()?)
    }

    /// `weights`: sums, then danger units.
    pub(super) fn with_weights(mut weights: Vec<i16>) -> Result<Self, TryReserveError> {
        const { assert!(Self::LAYOUT.units() <= MAX_UNITS) };
        let layout = Self::LAYOUT;
        let mut units = [0; MAX_UNITS];
        for (to, from) in units.iter_mut().zip(weights.drain(layout.sums()..)) {
            *to = i32::from(from);
        }
        let mut board_values = [0; PieceKind::MAX];
        let mut hand_values = [0; PieceKind::MAX];
        for kind in kinds::<V>() {
            let value = piece_value(V::ID, kind);
            board_values[kind.index()] = value.board;
            hand_values[kind.index()] = value.hand;
        }
        let mut king_ring = try_with_capacity(layout.squares)?;
        king_ring.extend(squares::<V>().map(ring_around::<V>));
        Ok(Evaluator {
            board_values,
            hand_values,
            see_values: SeeValues::new::<V>(&board_values, &hand_values),
            psqt: PieceSquareTables::new::<V>(&weights)?,
            weights,
            units,
            king_ring,
        })
    }

    #[inline]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<V> {
        kinds::<V>()
    }

    /// The king's square and the adjacent squares.
    #[inline]
    pub(super) fn king_ring(&self, king: Square) -> V::Bitboard {
        self.king_ring[king.index()]
    }
}

fn kinds<V: Variant>() -> impl Iterator<Item = PieceKind> {
    (0..V::SPEC.kinds.len() as u8).map(PieceKind::new)
}

fn squares<V: Variant>() -> impl Iterator<Item = Square> {
    (0..V::ID.squares() as u8).map(Square::new)
}

fn ring_around<V: Variant>(king: Square) -> V::Bitboard {
    squares::<V>()
        .filter(|&square| king.distance(square, V::ID) <= 1)
        .map(V::Bitboard::from_square)
        .fold(V::Bitboard::EMPTY, |ring, square| ring | square)
}
