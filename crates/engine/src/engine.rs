//! One game's engine and its memory.

use komadai_rules::{Game, History, Move, Position};

use crate::eval::Evaluator;
use crate::limits::{Control, Limits};
use crate::no_memory::NoMemory;
use crate::report::SearchResult;
use crate::score::Score;
use crate::search::{Memory, search_alone, search_together};
use crate::table::Table;
use std::sync::Arc;

/// Searches positions of one game. It remembers what it learned from one search to the next.
pub struct Engine<G: Game> {
    memory: Memory<G>,
    /// The table whose size is chosen.
    table: Arc<Table>,
    /// Of the threads beside the first.
    helpers: Vec<Memory<G>>,
    /// For searches that begin with nothing known.
    blank: Option<Arc<Table>>,
}

/// Hash table of a search that begins with nothing known: room for more positions than any level
/// visits, and cleared, with the histories, in about a millisecond.
const BLANK_MEGABYTES: usize = 4;

/// What a thread learns needs less, in every game.
const HELPER_BYTES: usize = 12 << 20;

/// Threads an engine searches with at most.
pub const MAX_THREADS: usize = 256;

impl<G: Game> Engine<G> {
    /// An engine with a hash table of at most so many megabytes (64 KiB for 0).
    ///
    /// # Panics
    /// Where there is no memory for it. [`Engine::try_new`] is for sizes that somebody chooses.
    #[must_use]
    pub fn new(hash_megabytes: usize) -> Self {
        Self::try_new(hash_megabytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same where there may be too little memory.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn try_new(hash_megabytes: usize) -> Result<Self, NoMemory> {
        Ok(Self::with(Arc::new(Table::new(hash_megabytes)?)))
    }

    /// An engine with a table that is there already, and is empty.
    pub(crate) fn with(table: Arc<Table>) -> Self {
        Engine {
            memory: Memory::new(&Arc::new(Evaluator::new()), &table),
            table,
            helpers: Vec::new(),
            blank: None,
        }
    }

    /// Its table.
    pub(crate) fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Forgets everything, as before a new game: the next search is that of a new engine.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in self.memories() {
            memory.histories.clear();
            memory.corrections.clear();
        }
    }

    /// Another size for the hash table, which is then empty.
    ///
    /// # Errors
    /// There is no memory for it beside the table that there is, which is kept as it was.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        if self.table.is_of(megabytes) {
            self.table.clear();
            return Ok(());
        }
        let table = Arc::new(Table::new(megabytes)?);
        for memory in self.memories() {
            memory.table = Arc::clone(&table);
        }
        self.table = table;
        Ok(())
    }

    /// With how many threads it searches, from 1 to [`MAX_THREADS`]. In the browser there is one,
    /// whatever is asked for.
    ///
    /// # Errors
    /// There is no memory for what they learn, 12 MB each at most; there are as many as before.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoMemory> {
        let helpers = threads.clamp(1, MAX_THREADS) - 1;
        let more = helpers.saturating_sub(self.helpers.len());
        // Asked for in one piece and given back: what is asked for piece by piece can't be refused.
        let mut room: Vec<u8> = Vec::new();
        room.try_reserve_exact(more * HELPER_BYTES)
            .map_err(|_| NoMemory::Threads(threads))?;
        drop(room);
        let (eval, table) = (&self.memory.eval, &self.table);
        self.helpers
            .resize_with(helpers, || Memory::new(eval, table));
        Ok(())
    }

    fn memories(&mut self) -> impl Iterator<Item = &mut Memory<G>> {
        std::iter::once(&mut self.memory).chain(&mut self.helpers)
    }

    /// Searches the game's current position by the game's own rules.
    ///
    /// With one thread the same engine state, game and node or depth limit give the same result.
    /// `best` is always legal, and a mate in one is always played.
    pub fn search(
        &mut self,
        game: &History<G>,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        self.look(game, limits, control, None)
    }

    /// Searches for a mate in at most so many plies. Only such a mate, or being mated, ends the search
    /// before its limits do; a longer one does not.
    pub fn search_for_mate(
        &mut self,
        game: &History<G>,
        plies: u32,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        self.look(game, limits, control, Some(plies))
    }

    fn look(
        &mut self,
        game: &History<G>,
        limits: &Limits,
        control: &mut Control<'_>,
        mate_within: Option<u32>,
    ) -> SearchResult {
        self.memory.table = Arc::clone(&self.table);
        let helpers = &mut self.helpers;
        search_together(
            &mut self.memory,
            helpers,
            game,
            limits,
            control,
            mate_within,
        )
    }

    /// The same with one thread, however many there are, with nothing known from earlier searches and
    /// a table whose size nobody chooses: as it must be where a seed decides.
    pub(crate) fn search_afresh(
        &mut self,
        game: &History<G>,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        let blank = (self.blank).get_or_insert_with(|| {
            let table = Table::new(BLANK_MEGABYTES);
            Arc::new(table.unwrap_or_else(|error| panic!("{error}")))
        });
        blank.clear();
        self.memory.table = Arc::clone(blank);
        self.memory.histories.clear();
        self.memory.corrections.clear();
        search_alone(&mut self.memory, game, limits, control, None)
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
