//! Zobrist keys: pseudo-random numbers from SplitMix64, computed at compile time.

use crate::spec::variant_spec::VariantSpec;

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): a bijection of 64-bit integers.
///
/// ```
/// use komadai_rules::internal::split_mix;
/// assert_eq!(split_mix(u64::MAX), 0);
/// assert_ne!(split_mix(1) & 0xff, split_mix(2) & 0xff);
/// ```
#[must_use]
#[inline]
pub const fn split_mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline(always)]
pub(crate) const fn piece_key(spec: &VariantSpec, side: usize, kind: usize, square: usize) -> u64 {
    let row = side * spec.kinds.len() + kind;
    split_mix(((spec.id as u64) << 32) + (row * spec.id.squares() + square) as u64)
}

/// Keys by side and kind in hand, added once per piece held.
pub(crate) const fn hand_keys(seed: u64) -> [[u64; 8]; 2] {
    let mut table = [[0; 8]; 2];
    let mut counter = 0;
    while counter < 16 {
        table[counter / 8][counter % 8] = split_mix(seed << 32 | 1 << 24 | counter as u64) | 1;
        counter += 1;
    }
    table
}

/// Side to move: added when it is the second.
pub(crate) const SECOND_TO_MOVE: u64 = split_mix(1 << 48);

/// Keys of the sixteen sets of castling rights; 0 for none.
pub(crate) const fn castling_key(rights: u8) -> u64 {
    if rights == 0 {
        0
    } else {
        split_mix(1 << 48 | 1 << 8 | rights as u64)
    }
}

pub(crate) const fn en_passant_key(square: u8) -> u64 {
    split_mix(1 << 48 | 2 << 8 | square as u64)
}
