use crate::macros::unrolled;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Squares from which a piece of each kind of the side to move would attack the enemy king.
///
/// ```
/// use komadai_rules::internal::CheckSquares;
/// use komadai_rules::{Bitboard, PieceKind, Position, Shogi};
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
    /// Without squares until [`init`](CheckSquares::init).
    #[inline(always)]
    #[must_use]
    pub fn empty() -> Self {
        CheckSquares {
            initialised: false,
            from: [V::Bitboard::EMPTY; PieceKind::MAX],
        }
    }

    /// Fills in the squares of a position at the first call; further calls do nothing. Without an
    /// enemy king all sets stay empty.
    ///
    /// Filled in place because a copy would stall on the stores.
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

    /// Fills in the squares around the king of the side with index `SIDE`.
    #[inline(never)]
    fn fill<const SIDE: usize>(&mut self, king: Square, occupied: V::Bitboard) {
        // A piece attacks the king from where an enemy piece of its kind on the king's square would
        // attack it.
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

    /// Squares of a kind; empty for the king, which never gives check.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, kind: PieceKind) -> V::Bitboard {
        self.from[kind.index()]
    }
}
