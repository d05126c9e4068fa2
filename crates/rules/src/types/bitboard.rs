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
/// lists rely on [`count`](Bitboard::count) and [`squares`](Bitboard::squares) agreeing.
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
    /// Iterates over the squares, lowest index first.
    type Squares: Iterator<Item = Square>;

    /// No square.
    const EMPTY: Self;

    /// The set with these bits; the integer must have room for them.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard64, Square};
    /// assert_eq!(Bitboard64::narrow(0b110).first(), Some(Square::new(1)));
    /// ```
    fn narrow(bits: u128) -> Self;
    /// The set of one square.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard128, Square};
    /// assert_eq!(Bitboard128::from_square(Square::new(80)), Bitboard128(1 << 80));
    /// ```
    fn from_square(square: Square) -> Self;
    /// How many squares it has.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert_eq!(Bitboard32(0b1011).count(), 3);
    /// ```
    fn count(self) -> u32;
    /// Whether it has none.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert!(Bitboard32::EMPTY.is_empty());
    /// assert!(!Bitboard32(1).is_empty());
    /// ```
    fn is_empty(self) -> bool;
    /// The square with the lowest index. Meaningless if the set is empty.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// assert_eq!(Bitboard32(0b1100).lsb(), Square::new(2));
    /// ```
    fn lsb(self) -> Square;
    /// The set without the square of lowest index.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert_eq!(Bitboard32(0b1100).without_first(), Bitboard32(0b1000));
    /// ```
    fn without_first(self) -> Self;
    /// The sum of both as integers, modulo the size of the integer.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert_eq!(Bitboard32(0b0111).wrapping_add(Bitboard32(1)), Bitboard32(0b1000));
    /// assert_eq!(Bitboard32(u32::MAX).wrapping_add(Bitboard32(1)), Bitboard32::EMPTY);
    /// ```
    fn wrapping_add(self, other: Self) -> Self;
    /// The difference of both as integers, modulo the size of the integer.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// // Taking 1 away turns over everything up to the lowest square.
    /// assert_eq!(Bitboard32(0b1000).wrapping_sub(Bitboard32(1)), Bitboard32(0b0111));
    /// ```
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

    /// Every square moved by `delta` indices, fewer than the integer has bits; what leaves the
    /// integer is lost.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// // A step forward of the first side is +1, one file to its right +5 in Minishogi.
    /// let square = Bitboard32::from_square(Square::new(7));
    /// assert_eq!(square.shift(1).first(), Some(Square::new(8)));
    /// assert_eq!(square.shift(-5).first(), Some(Square::new(2)));
    /// ```
    fn shift(self, delta: i8) -> Self;

    /// Whether the square is in the set.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// assert!(Bitboard32(0b100).contains(Square::new(2)));
    /// assert!(!Bitboard32(0b100).contains(Square::new(1)));
    /// ```
    fn contains(self, square: Square) -> bool {
        !(self & Self::from_square(square)).is_empty()
    }

    /// Whether it has more than one square.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32};
    /// assert!(Bitboard32(0b101).more_than_one());
    /// assert!(!Bitboard32(0b100).more_than_one());
    /// ```
    fn more_than_one(self) -> bool {
        !self.is_empty() && !self.without_first().is_empty()
    }

    /// The square with the lowest index, if there is one.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// assert_eq!(Bitboard32(0b1100).first(), Some(Square::new(2)));
    /// assert_eq!(Bitboard32::EMPTY.first(), None);
    /// ```
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

/// Iterates over the squares of a set of up to 64.
///
/// ```
/// use komadai_rules::{Bitboard, Bitboard64, Square, Squares64};
/// let mut squares: Squares64 = Bitboard64(1 << 63 | 1).squares();
/// assert_eq!(squares.size_hint(), (2, Some(2)));
/// assert_eq!(squares.next(), Some(Square::new(0)));
/// assert_eq!(squares.next(), Some(Square::new(63)));
/// ```
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

/// Iterates over the squares of a set of up to 128, a word at a time: steps within a word cost a
/// third of steps within 128 bits.
///
/// ```
/// use komadai_rules::{Bitboard, Bitboard128, Square, Squares128};
/// let squares: Squares128 = Bitboard128(1 << 80 | 1).squares();
/// assert_eq!(squares.size_hint(), (2, Some(2)));
/// assert_eq!(squares.last(), Some(Square::new(80)));
/// ```
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
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard32, Square};
    /// let set = Bitboard32::from_square(Square::new(24)) | Bitboard32(1);
    /// assert_eq!((set.lsb(), set.count()), (Square::new(0), 2));
    /// ```
    Bitboard32,
    u32,
    Squares64,
    |set| Squares64(u64::from(set))
);
bitboard!(
    /// Sets of up to 64 squares (Tori Shogi, Shogun Chess).
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard64, Square};
    /// let set = Bitboard64::from_square(Square::new(63)) | Bitboard64(1);
    /// assert_eq!((set.lsb(), set.count()), (Square::new(0), 2));
    /// ```
    Bitboard64,
    u64,
    Squares64,
    |set| Squares64(set)
);
bitboard!(
    /// Sets of up to 128 squares (Shogi).
    ///
    /// ```
    /// use komadai_rules::{Bitboard, Bitboard128, Square};
    /// let set = Bitboard128::from_square(Square::new(80)) | Bitboard128(1);
    /// assert_eq!((set.lsb(), set.count()), (Square::new(0), 2));
    /// ```
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
    fn bounds_of_an_empty_set_are_everything() {
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
