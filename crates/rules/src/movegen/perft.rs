//! Perft: number of leaves of the tree of legal moves.

use crate::movegen::generator::Want;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::move_list::MoveList;

/// Maximum depth of [`Position::perft`]: each level keeps a position and a move list on the stack.
pub const MAX_PERFT_DEPTH: u32 = 32;

/// Depth beyond [`MAX_PERFT_DEPTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("perft goes to depth {MAX_PERFT_DEPTH} at most, not {depth}")]
pub struct PerftTooDeep {
    /// Requested depth, in plies.
    pub depth: u32,
}

impl<V: Variant> Position<V> {
    /// Number of leaves of the tree of legal moves at this depth, without hash table or threads.
    /// The last ply is counted in bulk by [`count_legal_moves`](Position::count_legal_moves).
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`].
    ///
    /// ```
    /// use komadai_rules::{PerftTooDeep, Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// assert_eq!(start.perft(3), Ok(25470));
    /// assert_eq!(start.perft(100_000), Err(PerftTooDeep { depth: 100_000 }));
    /// ```
    pub fn perft(&self, depth: u32) -> Result<u64, PerftTooDeep> {
        check_depth(depth)?;
        Ok(self.count_leaves(depth, Self::count_legal_moves))
    }

    /// [`perft`](Position::perft) with the last ply generated into a list.
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`].
    pub fn perft_with_lists(&self, depth: u32) -> Result<u64, PerftTooDeep> {
        check_depth(depth)?;
        Ok(self.count_leaves(depth, |position| {
            let mut list = MoveList::new();
            position.list(Want::All, &mut list);
            list.len()
        }))
    }

    fn count_leaves(&self, depth: u32, count_moves: impl Fn(&Self) -> usize + Copy) -> u64 {
        match depth {
            0 => 1,
            1 => count_moves(self) as u64,
            _ => {
                let mut leaves = 0;
                let mut moves = MoveList::new();
                self.list(Want::All, &mut moves);
                for &mv in &moves {
                    let mut next = *self;
                    next.play_unchecked(mv);
                    // Saves a call at most nodes, which are just above the leaves.
                    leaves += if depth == 2 {
                        count_moves(&next) as u64
                    } else {
                        next.count_leaves(depth - 1, count_moves)
                    };
                }
                leaves
            }
        }
    }
}

fn check_depth(depth: u32) -> Result<(), PerftTooDeep> {
    if depth > MAX_PERFT_DEPTH {
        return Err(PerftTooDeep { depth });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntoMoves, Shogi};

    #[test]
    fn the_deepest_perft_fits_on_a_quarter_of_a_browser_stack() {
        // Memory of a level, doubled for other data of the compiler.
        let level = 2 * (size_of::<IntoMoves>() + size_of::<Position<Shogi>>());
        assert!(MAX_PERFT_DEPTH as usize * level < 256 << 10);
    }

    #[test]
    fn a_perft_beyond_the_limit_is_an_error() {
        let start = Position::<Shogi>::start();
        let depth = MAX_PERFT_DEPTH + 1;
        assert_eq!(start.perft(depth), Err(PerftTooDeep { depth }));
        assert_eq!(start.perft_with_lists(depth), Err(PerftTooDeep { depth }));
    }
}
