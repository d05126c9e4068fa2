//! Proof and disproof numbers.

/// A proof or disproof number. One leaf counts [`UNIT`], so that halves can be expressed.
pub(crate) type Number = u64;

/// What an ordinary leaf counts.
pub(crate) const UNIT: Number = 2;

/// The number of what can never be shown. Sums of numbers stay below twice this.
pub(crate) const INFINITE: Number = u64::MAX / 4;

/// Numbers from here on are no longer added up but replaced by their maximum, lest they overflow.
pub(crate) const TOO_LARGE_TO_ADD: Number = INFINITE / 1024;

/// The sum of two numbers, at most [`INFINITE`].
#[inline(always)]
pub(crate) fn add(one: Number, other: Number) -> Number {
    (one + other).min(INFINITE)
}
