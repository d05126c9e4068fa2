//! One game's engine and its memory.

use komadai_rules::{Game, History, Move, Position};

use crate::eval::Evaluator;
use crate::limits::{Control, Limits};
use crate::order::{Corrections, Histories};
use crate::report::SearchResult;
use crate::score::Score;
use crate::search::{self, Memory};
use crate::table::Table;

/// Searches positions of one game. It remembers what it learned from one search to the next.
pub struct Engine<G: Game> {
    memory: Memory<G>,
}

impl<G: Game> Engine<G> {
    /// An engine with a hash table of at most so many megabytes (64 KiB for 0).
    #[must_use]
    pub fn new(hash_megabytes: usize) -> Self {
        Engine {
            memory: Memory {
                eval: Evaluator::new(),
                table: Table::new(hash_megabytes),
                histories: Histories::new::<G>(),
                corrections: Corrections::new::<G>(),
            },
        }
    }

    /// Forgets everything, as before a new game: the next search is that of a new engine.
    pub fn clear(&mut self) {
        self.memory.table.clear();
        self.memory.histories.clear();
        self.memory.corrections.clear();
    }

    /// Another size for the hash table, which is then empty.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.memory.table = Table::new(megabytes);
    }

    /// Searches the game's current position by the game's own rules.
    ///
    /// The same engine state, game and node or depth limit give the same result. `best` is always
    /// legal, a mate in one is always played, and the node limit is never exceeded.
    pub fn search(
        &mut self,
        game: &History<G>,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        search::search(&mut self.memory, game, limits, control)
    }

    /// What the position looks like without any search, for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position<G>) -> Score {
        Score::from_centipawns(self.memory.eval.evaluate(position))
    }

    /// The men alone, on board and in hand, in centipawns for the side to move.
    #[must_use]
    pub fn material(&self, position: &Position<G>) -> i32 {
        self.memory.eval.material(position)
    }

    /// What `mv` wins once all exchanges on its square are over, as far as the answer is yes or no.
    pub(crate) fn wins_at_least(&self, position: &Position<G>, mv: Move, threshold: i32) -> bool {
        self.memory.eval.wins_at_least(position, mv, threshold)
    }
}
