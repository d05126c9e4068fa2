//! Sinks for generated moves: list, count, existence.

use core::ops::ControlFlow;

use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::hand::Held;
use crate::types::move_list::{MoveList, MoveWriter};
use crate::types::moves::Move;
use crate::types::square::Square;

/// Receives moves set-wise from the generator. [`ControlFlow::Break`] ends the generation.
pub(crate) trait Sink<V: Variant> {
    /// Pieces that step by `delta` indices onto these squares, without promotion.
    fn steps(&mut self, delta: i8, to: V::Bitboard) -> ControlFlow<()>;
    fn piece(&mut self, from: Square, normal: V::Bitboard, promote: V::Bitboard)
    -> ControlFlow<()>;
    /// Drops of each of these kinds on each of these squares.
    fn drops(&mut self, kinds: Held, to: V::Bitboard) -> ControlFlow<()>;
}

#[inline(always)]
pub(crate) fn step(delta: i8, to: Square) -> Move {
    let from = Square::new((to.index() as u8).wrapping_sub(delta as u8));
    Move::normal(from, to)
}

impl<V: Variant> Sink<V> for MoveWriter<'_> {
    #[inline(always)]
    fn steps(&mut self, delta: i8, to: V::Bitboard) -> ControlFlow<()> {
        self.extend(to, |to| step(delta, to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        from: Square,
        normal: V::Bitboard,
        promote: V::Bitboard,
    ) -> ControlFlow<()> {
        self.extend(promote, |to| Move::promotion(from, to));
        self.extend(normal, |to| Move::normal(from, to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kinds: Held, to: V::Bitboard) -> ControlFlow<()> {
        self.extend_drops(kinds, to);
        ControlFlow::Continue(())
    }
}

/// Appends moves to a list one by one, in the order of [`MoveWriter`]: slower, less code.
pub(crate) struct OneByOne<'a>(pub(crate) &'a mut MoveList);

impl<V: Variant> Sink<V> for OneByOne<'_> {
    fn steps(&mut self, delta: i8, to: V::Bitboard) -> ControlFlow<()> {
        for to in to.squares() {
            self.0.push(step(delta, to));
        }
        ControlFlow::Continue(())
    }

    fn piece(
        &mut self,
        from: Square,
        normal: V::Bitboard,
        promote: V::Bitboard,
    ) -> ControlFlow<()> {
        for to in promote.squares() {
            self.0.push(Move::promotion(from, to));
        }
        for to in normal.squares() {
            self.0.push(Move::normal(from, to));
        }
        ControlFlow::Continue(())
    }

    fn drops(&mut self, kinds: Held, to: V::Bitboard) -> ControlFlow<()> {
        for kind in kinds.kinds() {
            for to in to.squares() {
                self.0.push(Move::drop(kind, to));
            }
        }
        ControlFlow::Continue(())
    }
}

#[derive(Default)]
pub(crate) struct Count(pub(crate) u32);

impl<V: Variant> Sink<V> for Count {
    #[inline(always)]
    fn steps(&mut self, _: i8, to: V::Bitboard) -> ControlFlow<()> {
        self.0 += to.count();
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn piece(&mut self, _: Square, normal: V::Bitboard, promote: V::Bitboard) -> ControlFlow<()> {
        self.0 += normal.count() + promote.count();
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn drops(&mut self, kinds: Held, to: V::Bitboard) -> ControlFlow<()> {
        self.0 += kinds.count() * to.count();
        ControlFlow::Continue(())
    }
}

/// Breaks at the first move.
pub(crate) struct Any;

fn break_unless(empty: bool) -> ControlFlow<()> {
    if empty {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

impl<V: Variant> Sink<V> for Any {
    #[inline(always)]
    fn steps(&mut self, _: i8, to: V::Bitboard) -> ControlFlow<()> {
        break_unless(to.is_empty())
    }
    #[inline(always)]
    fn piece(&mut self, _: Square, normal: V::Bitboard, promote: V::Bitboard) -> ControlFlow<()> {
        break_unless((normal | promote).is_empty())
    }
    #[inline(always)]
    fn drops(&mut self, kinds: Held, to: V::Bitboard) -> ControlFlow<()> {
        break_unless(kinds.is_empty() || to.is_empty())
    }
}
