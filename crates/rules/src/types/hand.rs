//! Pieces in hand.

use crate::types::piece_kind::PieceKind;

/// The pieces one side holds, one byte a kind.
///
/// ```
/// use komadai_rules::{Hand, PieceKind};
/// let pawn = PieceKind::PAWN;
/// let hand = Hand::EMPTY.with(pawn, 3);
/// assert_eq!(hand.count(pawn), 3);
/// assert!(hand.dominates(Hand::EMPTY.with(pawn, 2)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);

    /// At most this many kinds can be in hand.
    pub const KINDS: usize = 8;

    /// More of every kind than any side ever holds.
    pub const UNBOUNDED: Hand = Hand(0x7f7f_7f7f_7f7f_7f7f);

    /// How many pieces of this kind are held.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let hand = Hand::EMPTY.with(PieceKind::PAWN, 18);
    /// assert_eq!((hand.count(PieceKind::PAWN), hand.count(PieceKind::new(1))), (18, 0));
    /// ```
    #[must_use]
    pub const fn count(self, kind: PieceKind) -> u8 {
        if kind.index() < Hand::KINDS {
            (self.0 >> (kind.index() * 8)) as u8
        } else {
            0
        }
    }

    /// The same hand with `count` pieces (at most 127) of this kind.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let hand = Hand::EMPTY.with(PieceKind::PAWN, 3).with(PieceKind::PAWN, 1);
    /// assert_eq!(hand.count(PieceKind::PAWN), 1);
    /// assert_eq!(Hand::EMPTY.with(PieceKind::PAWN, 200).count(PieceKind::PAWN), 127);
    /// ```
    #[must_use]
    pub const fn with(self, kind: PieceKind, count: u8) -> Hand {
        if kind.index() >= Hand::KINDS {
            return self;
        }
        let shift = kind.index() * 8;
        let count = if count > 127 { 127 } else { count };
        Hand(self.0 & !(0xff << shift) | (count as u64) << shift)
    }

    /// One piece of this kind more. The kind must be one that can be held, and no set has 127.
    pub(crate) const fn added(self, kind: PieceKind) -> Hand {
        Hand(self.0 + (1 << (kind.index() * 8)))
    }

    /// One piece of this kind fewer; there must be one.
    pub(crate) const fn removed(self, kind: PieceKind) -> Hand {
        Hand(self.0 - (1 << (kind.index() * 8)))
    }

    /// The kinds that are held, as one high bit a byte.
    #[inline(always)]
    pub(crate) const fn held(self) -> Held {
        // No byte exceeds 127, so nothing carries into its neighbour.
        Held((self.0 + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080)
    }

    /// The hand as an integer, one byte a kind, the weakest in the lowest.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let hand = Hand::EMPTY.with(PieceKind::PAWN, 3);
    /// assert_eq!(Hand::from_bits(hand.bits()), hand);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The hand that [`bits`](Hand::bits) describes; a byte's highest bit is left out.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let hand = Hand::from_bits(0x02_00_01);
    /// assert_eq!((hand.count(PieceKind::PAWN), hand.count(PieceKind::new(2))), (1, 2));
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u64) -> Hand {
        Hand(bits & Hand::UNBOUNDED.0)
    }

    /// Whether nothing is held.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// assert!(Hand::EMPTY.is_empty());
    /// assert!(!Hand::EMPTY.with(PieceKind::PAWN, 1).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces are held in all.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let hand = Hand::EMPTY.with(PieceKind::PAWN, 3).with(PieceKind::new(4), 2);
    /// assert_eq!(hand.total(), 5);
    /// ```
    #[must_use]
    pub fn total(self) -> u32 {
        self.0.to_le_bytes().iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether this hand holds at least as many pieces of every kind as `other`.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let [pawn, gold] = [PieceKind::PAWN, PieceKind::new(4)];
    /// let hand = Hand::EMPTY.with(pawn, 2);
    /// assert!(hand.dominates(Hand::EMPTY.with(pawn, 2)));
    /// // A gold is not worth some pawns here: neither dominates the other.
    /// assert!(!hand.dominates(Hand::EMPTY.with(gold, 1)));
    /// ```
    #[must_use]
    pub const fn dominates(self, other: Hand) -> bool {
        // No byte exceeds 127, so with every high bit set nothing borrows from its neighbour, and
        // a high bit survives exactly where this hand has enough.
        const HIGH: u64 = 0x8080_8080_8080_8080;
        ((self.0 | HIGH) - other.0) & HIGH == HIGH
    }

    /// The smallest hand that [dominates](Hand::dominates) both.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let [pawn, gold] = [PieceKind::PAWN, PieceKind::new(4)];
    /// let one = Hand::EMPTY.with(pawn, 2);
    /// assert_eq!(one.union(Hand::EMPTY.with(gold, 1)), one.with(gold, 1));
    /// ```
    #[must_use]
    pub fn union(self, other: Hand) -> Hand {
        self.each(other, u8::max)
    }

    /// The largest hand that both [dominate](Hand::dominates).
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let one = Hand::EMPTY.with(PieceKind::PAWN, 2);
    /// assert_eq!(one.intersection(Hand::EMPTY), Hand::EMPTY);
    /// ```
    #[must_use]
    pub fn intersection(self, other: Hand) -> Hand {
        self.each(other, u8::min)
    }

    fn each(self, other: Hand, of: impl Fn(u8, u8) -> u8) -> Hand {
        let (one, other) = (self.0.to_le_bytes(), other.0.to_le_bytes());
        Hand(u64::from_le_bytes(core::array::from_fn(|i| {
            of(one[i], other[i])
        })))
    }

    /// The kinds that are held, with their counts, weakest first.
    ///
    /// ```
    /// use komadai_rules::{Hand, PieceKind};
    /// let [pawn, gold] = [PieceKind::PAWN, PieceKind::new(4)];
    /// let hand = Hand::EMPTY.with(gold, 1).with(pawn, 3);
    /// assert!(hand.iter().eq([(pawn, 3), (gold, 1)]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> {
        (0..Hand::KINDS as u8)
            .map(PieceKind::new)
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

/// Some kinds of pieces in hand, whatever their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held(u64);

impl Held {
    /// Those of them that are in `kinds`, given as bits by index.
    #[inline(always)]
    pub(crate) const fn among(self, kinds: u8) -> Held {
        let mut bytes = 0;
        let mut kind = 0;
        while kind < Hand::KINDS {
            if kinds >> kind & 1 == 1 {
                bytes |= 0x80 << (kind * 8);
            }
            kind += 1;
        }
        Held(self.0 & bytes)
    }

    /// This kind, if it is among them.
    #[inline(always)]
    pub(crate) const fn only(self, kind: PieceKind) -> Held {
        Held(self.0 & 0x80 << (8 * kind.index()))
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds.
    #[inline(always)]
    pub(crate) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The kinds, weakest first.
    #[inline(always)]
    pub(crate) fn kinds(self) -> impl Iterator<Item = PieceKind> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let kind = (left != 0).then(|| PieceKind::new((left.trailing_zeros() / 8) as u8));
            left &= left.wrapping_sub(1);
            kind
        })
    }
}
