//! Piece-square tables relative to both kings.
//!
//! A piece has three weights: for its square, its offset from its own king and its offset from the
//! enemy king. They are summed beforehand for every square of a king.

use std::collections::TryReserveError;

use komadai_rules::{PieceKind, Square, Variant};

use super::Layout;
use crate::memory::try_with_capacity;

/// No hand holds this many pieces of a kind.
const MAX_IN_HAND: usize = 128;

/// Sums of weights, in fractions of a centipawn.
pub(super) struct PieceSquareTables {
    /// Kinds × squares.
    row_len: usize,
    /// `[own king, or none][kind][square]`: weight of the square plus offset from the own king.
    own_king: Vec<i32>,
    /// `[enemy king, or none][kind][square]`: weight of the offset from the enemy king.
    enemy_king: Vec<i32>,
    /// `[kind][count]`
    hand: Vec<[i32; MAX_IN_HAND]>,
}

/// One side's tables for given king squares.
pub(super) struct PsqtRow<'s> {
    own_king: &'s [i32],
    enemy_king: &'s [i32],
}

impl PieceSquareTables {
    pub(super) fn new<V: Variant>(weights: &[i16]) -> Result<Self, TryReserveError> {
        let layout = Layout::of::<V>();
        let row_len = layout.kinds * layout.squares;
        let rows = layout.squares + 1;
        let mut tables = PieceSquareTables {
            row_len,
            own_king: try_with_capacity(rows * row_len)?,
            enemy_king: try_with_capacity(rows * row_len)?,
            hand: try_with_capacity(layout.kinds)?,
        };
        let sum = |indices: &mut dyn Iterator<Item = usize>| -> i32 {
            indices.map(|at| i32::from(weights[at])).sum()
        };
        let kinds = || (0..layout.kinds as u8).map(PieceKind::new);
        let squares = || (0..layout.squares as u8).map(Square::new);
        for king in squares().map(Some).chain([None]) {
            for kind in kinds() {
                for at in squares() {
                    let value =
                        |own, enemy| sum(&mut layout.piece_weights::<V>(kind, at, own, enemy));
                    tables.own_king.push(value(king, None));
                    (tables.enemy_king).push(value(None, king) - value(None, None));
                }
            }
        }
        for kind in kinds() {
            let value = |count| sum(&mut layout.hand_weights(kind, count as u8));
            tables.hand.push(std::array::from_fn(value));
        }
        Ok(tables)
    }

    /// Tables of a side; both kings are seen from that side.
    #[inline(always)]
    pub(super) fn row<V: Variant>(
        &self,
        own: Option<Square>,
        enemy: Option<Square>,
    ) -> PsqtRow<'_> {
        let start =
            |king: Option<Square>| king.map_or(V::ID.squares(), Square::index) * self.row_len;
        PsqtRow {
            own_king: &self.own_king[start(own)..][..self.row_len],
            enemy_king: &self.enemy_king[start(enemy)..][..self.row_len],
        }
    }

    #[inline(always)]
    pub(super) fn in_hand(&self, kind: PieceKind, count: u8) -> i32 {
        self.hand[kind.index()][usize::from(count) % MAX_IN_HAND]
    }
}

impl PsqtRow<'_> {
    /// Value of a piece on a square seen from its own side. `V` makes the size of the board a
    /// compile-time constant.
    #[inline(always)]
    pub(super) fn value<V: Variant>(&self, kind: PieceKind, at: Square) -> i32 {
        let index = kind.index() * V::ID.squares() + at.index();
        self.own_king[index] + self.enemy_king[index]
    }
}
