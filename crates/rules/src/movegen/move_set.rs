//! Legal moves as sets of squares.

use core::ops::ControlFlow;

use crate::movegen::generator::Want;
use crate::movegen::sink::{Sink, step};
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::hand::Held;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::square::Square;

/// Legal moves that the generator finds together. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet<B: Bitboard> {
    /// Several pieces, each moving by the same step without promotion.
    Steps {
        /// Index of the target minus index of the origin.
        delta: i8,
        /// The targets; each has an origin of its own.
        to: B,
    },
    /// One piece.
    Piece {
        /// Its square.
        from: Square,
        /// Targets without promotion.
        normal: B,
        /// Targets with promotion.
        promote: B,
    },
    /// Drops of one kind.
    Drops {
        /// The kind in hand.
        kind: PieceKind,
        /// The targets.
        to: B,
    },
}

impl<B: Bitboard> MoveSet<B> {
    /// Squares that the moves go to.
    #[must_use]
    pub fn targets(self) -> B {
        match self {
            MoveSet::Steps { to, .. } | MoveSet::Drops { to, .. } => to,
            MoveSet::Piece {
                normal, promote, ..
            } => normal | promote,
        }
    }

    /// Number of moves.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(self) -> usize {
        let count = match self {
            MoveSet::Steps { to, .. } | MoveSet::Drops { to, .. } => to.count(),
            MoveSet::Piece {
                normal, promote, ..
            } => normal.count() + promote.count(),
        };
        count as usize
    }

    /// The moves, one by one.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let promoting = match self {
            MoveSet::Piece { promote, .. } => promote,
            _ => B::EMPTY,
        };
        let others = match self {
            MoveSet::Steps { to, .. } | MoveSet::Drops { to, .. } => to,
            MoveSet::Piece { normal, .. } => normal,
        };
        let promotions = promoting
            .squares()
            .filter_map(move |to| Some(Move::promotion(self.origin()?, to)));
        let others = others.squares().map(move |to| match self {
            MoveSet::Steps { delta, .. } => step(delta, to),
            MoveSet::Piece { from, .. } => Move::normal(from, to),
            MoveSet::Drops { kind, .. } => Move::drop(kind, to),
        });
        promotions.chain(others)
    }

    fn origin(self) -> Option<Square> {
        match self {
            MoveSet::Piece { from, .. } => Some(from),
            _ => None,
        }
    }
}

impl<V: Variant> Position<V> {
    /// Calls `visit` with all legal moves, set by set, in no fixed order, until it breaks. Saves the
    /// list where sets are enough: counting, targets, a search for one move.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use komadai_rules::{Bitboard, Bitboard128, Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// let (mut moves, mut targets) = (0, Bitboard128::EMPTY);
    /// let _ = start.for_each_move_set(|set| {
    ///     moves += set.len();
    ///     targets |= set.targets();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((moves, targets.count()), (30, 16));
    /// ```
    pub fn for_each_move_set(
        &self,
        visit: impl FnMut(MoveSet<V::Bitboard>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate(Want::All, &mut Visitor(visit))
    }
}

struct Visitor<F>(F);

impl<V: Variant, F: FnMut(MoveSet<V::Bitboard>) -> ControlFlow<()>> Sink<V> for Visitor<F> {
    #[inline(always)]
    fn steps(&mut self, delta: i8, to: V::Bitboard) -> ControlFlow<()> {
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.0)(MoveSet::Steps { delta, to })
    }

    #[inline(always)]
    fn piece(
        &mut self,
        from: Square,
        normal: V::Bitboard,
        promote: V::Bitboard,
    ) -> ControlFlow<()> {
        if (normal | promote).is_empty() {
            return ControlFlow::Continue(());
        }
        (self.0)(MoveSet::Piece {
            from,
            normal,
            promote,
        })
    }

    #[inline(always)]
    fn drops(&mut self, kinds: Held, to: V::Bitboard) -> ControlFlow<()> {
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        for kind in kinds.kinds() {
            (self.0)(MoveSet::Drops { kind, to })?;
        }
        ControlFlow::Continue(())
    }
}
