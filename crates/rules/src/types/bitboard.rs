//! Sets of squares as integers.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::types::square::Square;

mod sealed {
    pub trait Sealed {}
}

/// A set of squares, one bit per square; the bit number is [`Square::index`].
///
/// `!set` also sets bits beyond the board; intersect it with a set that lies on the board. Sealed:
/// the unsafe code of move lists relies on [`count`](Bitboard::count) and
/// [`squares`](Bitboard::squares) agreeing.
///
/// ```
/// use komadai_rules::{Bitboard, Bitboard32, Square};
/// let files = [Square::new(3), Square::new(8)].map(Bitboard32::from_square);
/// let both = files[0] | files[1];
/// assert_eq!(both.count(), 2);
/// assert_eq!(both & !files[0], files[1]);
/// ```
pub trait Bitboard:
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
    /// Iterator over the squares, lowest index first.
    type Squares: Iterator<Item = Square>;

    /// The empty set.
    const EMPTY: Self;

    /// The set with these bits, truncated to the integer.
    #[doc(hidden)]
    fn narrow(bits: u128) -> Self;
    /// The set of one square.
    fn from_square(square: Square) -> Self;
    /// Number of squares.
    fn count(self) -> u32;
    /// Returns `true` if the set is empty.
    fn is_empty(self) -> bool;
    /// The square with the lowest index. Meaningless if the set is empty.
    fn lsb(self) -> Square;
    /// The set without its square of lowest index.
    fn without_first(self) -> Self;
    /// Sum of both as integers, modulo the size of the integer.
    fn wrapping_add(self, other: Self) -> Self;
    /// Difference of both as integers, modulo the size of the integer.
    fn wrapping_sub(self, other: Self) -> Self;
    /// All bits up to and including the lowest set bit; all bits if none is set.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert_eq!(Bitboard32(0b1010_0100).up_to_lsb(), Bitboard32(0b111));
    /// assert_eq!(Bitboard32::EMPTY.up_to_lsb(), Bitboard32(u32::MAX));
    /// ```
    fn up_to_lsb(self) -> Self;
    /// All bits from the highest set bit on; all bits if none is set.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert_eq!(Bitboard32(1 << 30 | 1).above_msb(), Bitboard32(0b11 << 30));
    /// ```
    fn above_msb(self) -> Self;

    /// Shifts every square by `delta` indices, fewer than the integer has bits; bits shifted out of
    /// the integer are lost.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// // A step forward of the first side is +1, one file to its right +5 in Minishogi.
    /// let square = Bitboard32::from_square(Square::new(7));
    /// assert_eq!(square.shift(1).first(), Some(Square::new(8)));
    /// assert_eq!(square.shift(-5).first(), Some(Square::new(2)));
    /// ```
    fn shift(self, delta: i8) -> Self;

    /// Returns `true` if the set contains the square.
    fn contains(self, square: Square) -> bool {
        !(self & Self::from_square(square)).is_empty()
    }

    /// Returns `true` if the set has two squares or more.
    fn more_than_one(self) -> bool {
        !self.is_empty() && !self.without_first().is_empty()
    }

    /// The square with the lowest index; `None` for the empty set.
    fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(self.lsb())
        }
    }

    /// The squares, lowest index first.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// let indices: Vec<usize> = Bitboard32(0b1011).squares().map(Square::index).collect();
    /// assert_eq!(indices, [0, 1, 3]);
    /// ```
    fn squares(self) -> Self::Squares;
}

/// Iterator over the squares of a set of up to 64.
#[derive(Clone, Copy, Debug)]
pub struct Squares64(u64);

impl Iterator for Squares64 {
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

/// Iterator over the squares of a set of up to 128, one 64-bit word at a time: a step within a word
/// costs a third of a step within 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Squares128 {
    word: u64,
    next_word: u64,
    base: u8,
}

impl Iterator for Squares128 {
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

macro_rules! bitboard {
    ($(#[$doc:meta])* $name:ident, $int:ty, $squares:ident, |$set:ident| $iterate:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub $int);

        impl sealed::Sealed for $name {}

        impl Bitboard for $name {
            type Squares = $squares;

            const EMPTY: Self = $name(0);

            #[inline(always)]
            fn squares(self) -> $squares {
                let $set = self.0;
                $iterate
            }

            #[inline(always)]
            fn narrow(bits: u128) -> Self {
                $name(bits as $int)
            }
            #[inline(always)]
            fn from_square(square: Square) -> Self {
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
            fn lsb(self) -> Square {
                Square::new(self.0.trailing_zeros() as u8)
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                $name(self.0 & self.0.wrapping_sub(1))
            }
            #[inline(always)]
            fn shift(self, delta: i8) -> Self {
                if delta >= 0 {
                    $name(self.0.wrapping_shl(delta as u32))
                } else {
                    $name(self.0.wrapping_shr(-(delta as i32) as u32))
                }
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                $name(self.0.wrapping_add(other.0))
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                $name(self.0.wrapping_sub(other.0))
            }
            #[inline(always)]
            fn up_to_lsb(self) -> Self {
                $name(self.0 ^ self.0.wrapping_sub(1))
            }
            #[inline(always)]
            fn above_msb(self) -> Self {
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

bitboard!(
    /// Sets of up to 32 squares (Minishogi).
    Bitboard32,
    u32,
    Squares64,
    |set| Squares64(u64::from(set))
);
bitboard!(
    /// Sets of up to 64 squares (Tori Shogi, Shogun Chess).
    Bitboard64,
    u64,
    Squares64,
    |set| Squares64(set)
);
bitboard!(
    /// Sets of up to 128 squares (Shogi).
    Bitboard128,
    u128,
    Squares128,
    |set| Squares128 {
        word: set as u64,
        next_word: (set >> 64) as u64,
        base: 0,
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_an_empty_set_cover_all_bits() {
        assert_eq!(Bitboard32(0).up_to_lsb(), Bitboard32(u32::MAX));
        assert_eq!(Bitboard128(0).above_msb(), Bitboard128(u128::MAX));
    }

    #[test]
    fn bounds_stop_at_the_nearest_bit() {
        assert_eq!(Bitboard32(0b1010_0000).up_to_lsb(), Bitboard32(0b0011_1111));
        assert_eq!(
            Bitboard32(0b1010_0000).above_msb(),
            Bitboard32(!0b0111_1111)
        );
    }
}
