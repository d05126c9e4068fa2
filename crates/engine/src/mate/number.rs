//! Arithmetic of proof and disproof numbers.

/// A proof or disproof number. A leaf counts [`UNIT`], so that halves can be expressed.
pub(crate) type Number = u64;

pub(crate) const UNIT: Number = 2;

/// Proof or disproof number of an impossible goal. Sums stay below twice this.
pub(crate) const INFINITE: Number = u64::MAX / 4;

/// Larger numbers are combined by maximum instead of sum, to avoid overflow.
pub(crate) const TOO_LARGE_TO_ADD: Number = INFINITE / 1024;

/// Sum of two numbers, at most [`INFINITE`].
#[inline(always)]
pub(crate) fn add(one: Number, other: Number) -> Number {
    (one + other).min(INFINITE)
}
