use crate::types::piece_kind::PieceKind;

/// Pieces in hand of one side, one byte per kind.
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
    /// The empty hand.
    pub const EMPTY: Hand = Hand(0);

    /// Maximum number of kinds in hand.
    pub const KINDS: usize = 8;

    /// 127 pieces of every kind, more than any set contains.
    pub const UNBOUNDED: Hand = Hand(0x7f7f_7f7f_7f7f_7f7f);

    /// Number of pieces of this kind.
    #[must_use]
    pub const fn count(self, kind: PieceKind) -> u8 {
        if kind.index() < Hand::KINDS {
            (self.0 >> (kind.index() * 8)) as u8
        } else {
            0
        }
    }

    /// The same hand with `count` pieces of this kind; 127 at most.
    #[must_use]
    pub const fn with(self, kind: PieceKind, count: u8) -> Hand {
        if kind.index() >= Hand::KINDS {
            return self;
        }
        let shift = kind.index() * 8;
        let count = if count > 127 { 127 } else { count };
        Hand(self.0 & !(0xff << shift) | (count as u64) << shift)
    }

    /// Adds one piece of a kind that can be held. No set has 127, so the byte does not overflow.
    pub(crate) const fn added(self, kind: PieceKind) -> Hand {
        Hand(self.0 + (1 << (kind.index() * 8)))
    }

    /// Removes one piece of this kind, which must be in hand.
    pub(crate) const fn removed(self, kind: PieceKind) -> Hand {
        Hand(self.0 - (1 << (kind.index() * 8)))
    }

    #[inline(always)]
    pub(crate) const fn held(self) -> Held {
        // Every byte is at most 127, so no addition carries into the next byte.
        Held((self.0 + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080)
    }

    /// The hand as an integer, one byte per kind, the weakest kind lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Inverse of [`bits`](Hand::bits); the highest bit of every byte is ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Hand {
        Hand(bits & Hand::UNBOUNDED.0)
    }

    /// Returns `true` if no piece is in hand.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of pieces of all kinds.
    #[must_use]
    pub fn total(self) -> u32 {
        self.0.to_le_bytes().iter().map(|&n| u32::from(n)).sum()
    }

    /// Returns `true` if this hand has at least as many pieces of every kind as `other`.
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
        // Every byte is at most 127: with all high bits set no byte borrows from the next, and a
        // high bit survives where this hand has enough pieces.
        const HIGH: u64 = 0x8080_8080_8080_8080;
        ((self.0 | HIGH) - other.0) & HIGH == HIGH
    }

    /// The smallest hand that [dominates](Hand::dominates) both.
    #[must_use]
    pub fn union(self, other: Hand) -> Hand {
        self.each(other, u8::max)
    }

    /// The largest hand that both [dominate](Hand::dominates).
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

    /// The kinds in hand with their counts, weakest first.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> {
        (0..Hand::KINDS as u8)
            .map(PieceKind::new)
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

/// A set of kinds in hand: bit 7 of byte `n` stands for kind `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held(u64);

impl Held {
    /// Intersection with `kinds`, one bit per kind.
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

    #[inline(always)]
    pub(crate) const fn only(self, kind: PieceKind) -> Held {
        Held(self.0 & 0x80 << (8 * kind.index()))
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

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
