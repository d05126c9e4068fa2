//! Sets of squares as integers.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::types::square::Square;

mod sealed {
    /// Only the sets here are sets of squares.
    pub trait Sealed {}
}

/// A set of squares, one bit a square, bit number = [`Square::index`].
///
/// `!set` also sets bits beyond the board; intersect with something that lies on it. Sealed: move
/// lists rely on [`count`](Bits::count) and [`squares`](Bits::squares) agreeing.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + Eq
    + core::hash::Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    /// Iterates over the squares, lowest index first.
    type Squares: Iterator<Item = Square>;

    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;
    /// How many squares it has.
    fn count(self) -> u32;
    /// Whether it has none.
    fn is_empty(self) -> bool;
    /// The square with the lowest index; only of a set that is not empty.
    fn first(self) -> Square;
    /// The set without the square of lowest index.
    fn without_first(self) -> Self;
    /// The sum of both as integers, modulo the size of the integer.
    fn plus(self, other: Self) -> Self;
    /// The difference of both as integers, modulo the size of the integer.
    fn minus(self, other: Self) -> Self;
    /// All bits up to and including the lowest set bit; all bits if none is set.
    fn through_first(self) -> Self;
    /// All bits from the highest set bit on; all bits if none is set.
    fn beyond_last(self) -> Self;

    /// Every square moved by `delta` indices, fewer than the integer has bits; what leaves the
    /// integer is lost.
    fn shifted(self, delta: i8) -> Self;

    /// Whether the square is in the set.
    fn contains(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// Whether it has more than one square.
    fn has_many(self) -> bool {
        !self.is_empty() && !self.without_first().is_empty()
    }

    /// The only or lowest square, if there is one.
    fn any(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(self.first())
        }
    }

    /// The squares, lowest index first.
    fn squares(self) -> Self::Squares;
}

/// Iterates over the squares of a set of up to 64.
#[derive(Clone, Copy, Debug)]
pub struct NarrowSquares(u64);

impl Iterator for NarrowSquares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::new(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// Iterates over the squares of a set of up to 128, a word at a time: steps within a word cost a
/// third of steps within 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct WideSquares {
    word: u64,
    next_word: u64,
    base: u8,
}

impl Iterator for WideSquares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.word == 0 {
            if self.next_word == 0 {
                return None;
            }
            self.word = self.next_word;
            self.next_word = 0;
            self.base = 64;
        }
        let square = Square::new(self.base + self.word.trailing_zeros() as u8);
        self.word &= self.word - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.word.count_ones() + self.next_word.count_ones()) as usize;
        (count, Some(count))
    }
}

macro_rules! bits {
    ($name:ident, $int:ty, $squares:ident, $doc:literal, |$set:ident| $iterate:expr) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub $int);

        impl sealed::Sealed for $name {}

        impl Bits for $name {
            type Squares = $squares;

            const EMPTY: Self = $name(0);

            #[inline(always)]
            fn squares(self) -> $squares {
                let $set = self.0;
                $iterate
            }

            #[inline(always)]
            fn of(square: Square) -> Self {
                $name((1 as $int).wrapping_shl(square.index() as u32))
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.0.count_ones()
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[inline(always)]
            fn first(self) -> Square {
                Square::new(self.0.trailing_zeros() as u8)
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                $name(self.0 & self.0.wrapping_sub(1))
            }
            #[inline(always)]
            fn shifted(self, delta: i8) -> Self {
                if delta >= 0 {
                    $name(self.0.wrapping_shl(delta as u32))
                } else {
                    $name(self.0.wrapping_shr(-(delta as i32) as u32))
                }
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $name(self.0.wrapping_add(other.0))
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                $name(self.0.wrapping_sub(other.0))
            }
            #[inline(always)]
            fn through_first(self) -> Self {
                $name(self.0 ^ self.0.wrapping_sub(1))
            }
            #[inline(always)]
            fn beyond_last(self) -> Self {
                $name(<$int>::MAX.wrapping_shl(<$int>::BITS - 1 - (self.0 | 1).leading_zeros()))
            }
        }

        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                $name(self.0 & other.0)
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                $name(self.0 | other.0)
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                $name(self.0 ^ other.0)
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                $name(!self.0)
            }
        }
        impl BitAndAssign for $name {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl BitOrAssign for $name {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl BitXorAssign for $name {
            #[inline(always)]
            fn bitxor_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }
    };
}

bits!(
    Bits32,
    u32,
    NarrowSquares,
    "Sets of up to 32 squares (Minishogi).",
    |set| NarrowSquares(u64::from(set))
);
bits!(
    Bits64,
    u64,
    NarrowSquares,
    "Sets of up to 64 squares (Tori Shogi, Shogun Chess).",
    |set| NarrowSquares(set)
);
bits!(
    Bits128,
    u128,
    WideSquares,
    "Sets of up to 128 squares (Shogi).",
    |set| WideSquares {
        word: set as u64,
        next_word: (set >> 64) as u64,
        base: 0,
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_an_empty_set_are_everything() {
        assert_eq!(Bits32(0).through_first(), Bits32(u32::MAX));
        assert_eq!(Bits128(0).beyond_last(), Bits128(u128::MAX));
    }

    #[test]
    fn bounds_stop_at_the_nearest_bit() {
        assert_eq!(Bits32(0b1010_0000).through_first(), Bits32(0b0011_1111));
        assert_eq!(Bits32(0b1010_0000).beyond_last(), Bits32(!0b0111_1111));
    }
}
