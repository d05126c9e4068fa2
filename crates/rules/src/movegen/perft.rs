//! Counting move paths, the yardstick of generators.

use crate::spec::game::Game;
use crate::position::Position;

impl<G: Game> Position<G> {
    /// The number of move sequences of this length. No hash, no threads.
    ///
    /// With `lists`, the moves before the leaves are written into a list and the list is measured;
    /// without, they are counted where they are generated.
    ///
    /// ```
    /// use komadai_rules::{Position, Shogi};
    /// assert_eq!(Position::<Shogi>::start().perft(3, false), 25470);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32, lists: bool) -> u64 {
        match depth {
            0 => 1,
            1 => self.leaves(lists),
            _ => {
                let mut nodes = 0;
                for m in self.legal_moves() {
                    let mut next = *self;
                    next.play(m);
                    // Most nodes are just before the leaves: a call less for them.
                    nodes += if depth == 2 {
                        next.leaves(lists)
                    } else {
                        next.perft(depth - 1, lists)
                    };
                }
                nodes
            }
        }
    }

    #[inline]
    fn leaves(&self, lists: bool) -> u64 {
        if lists {
            self.legal_moves().len() as u64
        } else {
            self.count_legal_moves() as u64
        }
    }
}
