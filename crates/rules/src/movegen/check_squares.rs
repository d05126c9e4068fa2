//! The squares from which each kind would give check.

use crate::movegen::generator::unrolled;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// For each kind the squares from which a piece of the side to move would attack the enemy king.
///
/// ```
/// use komadai_rules::{Bitboard, CheckSquares, PieceKind, Position, Shogi};
/// let mut checks = CheckSquares::empty();
/// checks.init(&Position::<Shogi>::start());
/// // A pawn would have to stand right in front of the king.
/// assert_eq!(checks.of(PieceKind::PAWN).count(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares<V: Variant> {
    initialised: bool,
    from: [V::Bitboard; PieceKind::MAX],
}

impl<V: Variant> CheckSquares<V> {
    /// Nothing is known yet: no kind gives check from anywhere.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, CheckSquares, PieceKind, Shogi};
    /// let checks = CheckSquares::<Shogi>::empty();
    /// assert!(checks.of(PieceKind::PAWN).is_empty());
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn empty() -> Self {
        CheckSquares {
            initialised: false,
            from: [V::Bitboard::EMPTY; PieceKind::MAX],
        }
    }

    /// Looks at a position, the first time it is called. Without an enemy king nothing gives check.
    ///
    /// The squares are filled in where they lie, for a copy would have to wait for them.
    ///
    /// ```
    /// use komadai_rules::{
    ///     Bitboard, CheckSquares, Minishogi, PieceKind, Position, Side, Square,
    /// };
    /// let mut checks = CheckSquares::empty();
    /// checks.init(&Position::<Minishogi>::start());
    /// let king = Position::<Minishogi>::start().king(Side::Second).unwrap();
    /// // Forward of the first side is up: its pawn would stand one below the king.
    /// assert_eq!(checks.of(PieceKind::PAWN).first(), Some(Square::new(king.index() as u8 - 1)));
    /// ```
    #[inline(always)]
    pub fn init(&mut self, position: &Position<V>) {
        if self.initialised {
            return;
        }
        self.initialised = true;
        let side = position.side;
        let Some(king) = position.king(!side) else {
            return;
        };
        match side {
            Side::First => self.fill::<1>(king, position.occupied()),
            Side::Second => self.fill::<0>(king, position.occupied()),
        }
    }

    /// For the king of the side with index `SIDE`.
    #[inline(never)]
    fn fill<const SIDE: usize>(&mut self, king: Square, occupied: V::Bitboard) {
        // The squares a piece attacks the king from are those the enemy's piece of that kind would
        // attack from the king's square: the sides' movements are each other's half turn.
        if V::Tables::COMPACT {
            for index in (0..V::SPEC.kinds.len()).filter(|&it| it != V::SPEC.king.index()) {
                let kind = PieceKind::new(index as u8);
                self.from[index] = Position::<V>::attacks(kind, Side::BOTH[SIDE], king, occupied);
            }
            return;
        }
        macro_rules! kind {
            ($index:literal) => {
                if const { $index < V::SPEC.kinds.len() && $index != V::SPEC.king.index() } {
                    let kind = const { PieceKind::new($index) };
                    self.from[$index] =
                        Position::<V>::attacks(kind, Side::BOTH[SIDE], king, occupied);
                }
            };
        }
        unrolled!(kind: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }

    /// The squares of a kind. None of a king's: it never gives check itself.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, CheckSquares, VariantId, Position, Shogi};
    /// let mut checks = CheckSquares::empty();
    /// checks.init(&Position::<Shogi>::start());
    /// assert_eq!(checks.of(VariantId::Shogi.spec().kind_by_letter('N').unwrap()).count(), 2);
    /// assert!(checks.of(VariantId::Shogi.spec().king).is_empty());
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn of(&self, kind: PieceKind) -> V::Bitboard {
        self.from[kind.index()]
    }
}
