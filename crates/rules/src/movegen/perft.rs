//! Perft: counting the leaves of the tree of legal moves.

use crate::movegen::generator::Want;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::move_list::MoveList;

/// The deepest [`Position::perft`]. Each level keeps a position and a move list on the stack, so
/// the depth is limited; no count of this depth ends within a lifetime anyway.
pub const MAX_PERFT_DEPTH: u32 = 32;

/// A perft was asked for beyond [`MAX_PERFT_DEPTH`].
///
/// ```
/// use komadai_rules::{PerftTooDeep, Position, Shogi};
/// let error = Position::<Shogi>::start().perft(33).unwrap_err();
/// assert_eq!(error, PerftTooDeep { depth: 33 });
/// assert_eq!(error.to_string(), "perft goes to depth 32 at most, not 33");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("perft goes to depth {MAX_PERFT_DEPTH} at most, not {depth}")]
pub struct PerftTooDeep {
    /// The depth that was asked for.
    pub depth: u32,
}

impl<V: Variant> Position<V> {
    /// The number of leaves of the tree of legal moves at this depth, without hash table or
    /// threads. Moves before the leaves are counted in bulk, see
    /// [`count_legal_moves`](Position::count_legal_moves).
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

    /// As [`perft`](Position::perft), but the moves before the leaves are generated into a list.
    ///
    /// # Errors
    ///
    /// The depth exceeds [`MAX_PERFT_DEPTH`].
    ///
    /// ```
    /// use komadai_rules::{Position, Shogi};
    /// assert_eq!(Position::<Shogi>::start().perft_with_lists(3), Ok(25470));
    /// ```
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
                for &m in &moves {
                    let mut next = *self;
                    next.play_unchecked(m);
                    // Most nodes are just before the leaves: one call less for them.
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
        // What a level needs, doubled for whatever the compiler keeps beside it.
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
