//! FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).

/// Hash of no bytes.
pub const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a byte, or a longer word at once, to a hash.
#[must_use]
pub const fn add(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x0100_0000_01b3)
}

/// Hash of bytes.
#[must_use]
pub fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(OFFSET, |hash, &byte| add(hash, byte.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_agree_with_published_values() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
