//! Counting move paths, the yardstick of generators.

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
                for m in self.legal_moves() {
                    let mut next = *self;
                    next.play(m);
                    nodes += next.perft(depth - 1, lists);
                }
                nodes
            }
        }
    }
}
