//! Counting move paths, the yardstick of generators.

use core::ops::ControlFlow;

use super::game::Game;
use super::position::Position;

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
            1 if lists => self.legal_moves().len() as u64,
            1 => self.count_legal_moves() as u64,
            _ => {
                let mut nodes = 0;
                let _ = self.for_each_move_set(|set| {
                    set.for_each(|m| {
                        let mut next = *self;
                        next.play(m);
                        nodes += next.perft(depth - 1, lists);
                    });
                    ControlFlow::Continue(())
                });
                nodes
            }
        }
    }
}
