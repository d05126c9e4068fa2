//! The evaluation's tables of one game.

use std::collections::TryReserveError;

use komadai_rules::{Bitboard, PieceKind, SeeValues, Square, Variant};

use super::psqt::PieceSquareTables;
use super::{Layout, weights};
use crate::games::piece_value;
use crate::memory::try_with_capacity;

/// More units of danger than any game has.
const MAX_UNITS: usize = 64;

/// Piece values, weights and geometry of one game; never changes.
pub(crate) struct Evaluator<V: Variant> {
    /// `[kind]`: centipawns on the board.
    pub(crate) board_values: [i32; PieceKind::MAX],
    /// `[kind]`: centipawns in hand.
    pub(crate) hand_values: [i32; PieceKind::MAX],
    /// The same as static exchange evaluation needs them.
    pub(crate) see_values: SeeValues,
    /// Weights that add up, in the order of the layout.
    pub(super) weights: Vec<i16>,
    /// Those of them that always count together.
    pub(super) psqt: PieceSquareTables,
    /// Units of danger, in the order of the layout.
    pub(super) units: [i32; MAX_UNITS],
    /// `[square]`: the square and its neighbours.
    king_ring: Vec<V::Bitboard>,
}

impl<V: Variant> Evaluator<V> {
    /// Where the weights of this game lie.
    pub(super) const LAYOUT: Layout = Layout::of::<V>();

    pub(crate) fn new() -> Result<Self, TryReserveError> {
        Self::with_weights(weights::of_game::<V>()?)
    }

    /// With these weights, sums first and then units of danger.
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

    /// All kinds of the game.
    #[inline]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<V> {
        kinds::<V>()
    }

    /// A king's square and those beside it.
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
        .filter(|&square| distance::<V>(king, square) <= 1)
        .map(V::Bitboard::from_square)
        .fold(V::Bitboard::EMPTY, |ring, square| ring | square)
}

/// King moves from one square to the other on an empty board (Chebyshev distance).
fn distance<V: Variant>(a: Square, b: Square) -> u8 {
    let files = a.file(V::ID).abs_diff(b.file(V::ID));
    files.max(a.rank(V::ID).abs_diff(b.rank(V::ID)))
}
