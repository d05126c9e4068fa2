//! Checksum of a whole tree, equal only if the same moves lead to the same subtrees, in any order
//! of moves.

use komadai_rules::Move;

/// Finaliser of SplitMix64.
fn spread(mv: Move) -> u64 {
    let mut x = u64::from(mv.raw()).wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

pub fn add(sum: u64, mv: Move, below: u64) -> u64 {
    sum.wrapping_add(spread(mv).wrapping_mul(below.rotate_left(17) | 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::{PieceKind, Square};

    fn sum(moves: &[(Move, u64)]) -> u64 {
        moves
            .iter()
            .fold(0, |sum, &(mv, below)| add(sum, mv, below))
    }

    #[test]
    fn order_does_not_matter_but_moves_and_trees_do() {
        let a = Move::drop(PieceKind::new(0), Square::new(3));
        let b = Move::drop(PieceKind::new(1), Square::new(3));
        assert_eq!(sum(&[(a, 5), (b, 6)]), sum(&[(b, 6), (a, 5)]));
        assert_ne!(sum(&[(a, 5), (b, 6)]), sum(&[(a, 6), (b, 5)]));
        assert_ne!(sum(&[(a, 5)]), sum(&[(b, 5)]));
    }
}
