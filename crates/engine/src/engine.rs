use std::sync::Arc;

use komadai_rules::{Bitboard, Game, Position, Side, Square, Variant};

use crate::control::Control;
use crate::eval::Evaluator;
use crate::evaluation::{Evaluation, LineEvaluation};
use crate::limits::Limits;
use crate::memory::try_with_capacity;
use crate::nnue::{self, Net, NetError};
use crate::out_of_memory::OutOfMemory;
use crate::score::Score;
use crate::search::{Task, ThreadData, search_single, search_with_helpers};
use crate::search_result::SearchResult;
use crate::transposition_table::TranspositionTable;
use crate::wdl::WdlModel;

/// Searches positions of one variant and keeps the search state for later searches.
///
/// Memory is allocated when an engine is made or changed; failure returns [`OutOfMemory`]. A search
/// itself allocates a few hundred kilobytes, and a stack for each helper thread; it uses fewer
/// threads if the system refuses to start them.
///
/// ```
/// use komadai_engine::{Control, Engine, Limits};
/// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi};
///
/// let game = Game::new(
///     Position::<Shogi>::start(),
///     RuleSet::default_for(VariantId::Shogi),
/// );
/// let mut engine = Engine::new(16)?;
/// let result = engine.search(&game, &Limits::depth(4), &mut Control::default());
/// assert_eq!(result.depth, 4);
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub struct Engine<V: Variant> {
    eval: Evaluator<V>,
    /// Net in use; `None` for the classical evaluation.
    net: Option<Arc<Net>>,
    tt: TranspositionTable,
    main: ThreadData<V>,
    helpers: Vec<ThreadData<V>>,
    /// Transposition table of [`Self::search_from_scratch`].
    scratch_tt: Option<TranspositionTable>,
}

/// More megabytes than a level's search fills; cleared in about a millisecond.
const SCRATCH_MEGABYTES: usize = 4;

/// Maximum number of search threads.
pub const MAX_THREADS: usize = 256;

impl<V: Variant> Engine<V> {
    /// An engine with one thread and a transposition table of at most `hash_megabytes` (64 KiB for
    /// 0).
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(hash_megabytes: usize) -> Result<Self, OutOfMemory> {
        let mut engine = Self::without_table(&Evaluation::Default)?;
        engine.tt = TranspositionTable::new(hash_megabytes)?;
        Ok(engine)
    }

    /// Leaves the transposition table unallocated: the caller must install one before a search. A
    /// net of another variant is replaced by the default evaluation.
    pub(crate) fn without_table(evaluation: &Evaluation) -> Result<Self, OutOfMemory> {
        let net = match evaluation.net(V::ID) {
            Err(NetError::OtherVariant { .. }) => Evaluation::Default.net(V::ID),
            net => net,
        };
        let net = net.map_err(|_| OutOfMemory::Evaluation)?;
        Ok(Engine {
            eval: Evaluator::new().map_err(OutOfMemory::evaluation)?,
            tt: TranspositionTable::unallocated(),
            main: ThreadData::new(net.as_ref()).map_err(|_| OutOfMemory::Threads { threads: 1 })?,
            net,
            helpers: Vec::new(),
            scratch_tt: None,
        })
    }

    pub(crate) fn table_mut(&mut self) -> &mut TranspositionTable {
        &mut self.tt
    }

    /// Clears all search state, as before a new game: the next search equals a new engine's.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.main.clear();
        self.helpers.iter_mut().for_each(ThreadData::clear);
    }

    /// Sets the evaluation. A change clears all search state.
    ///
    /// # Errors
    /// The net belongs to another variant, or memory ran out; the evaluation stays as it was.
    ///
    /// ```
    /// use komadai_engine::{Engine, Evaluation};
    /// use komadai_rules::{VariantId, Minishogi};
    /// use komadai_engine::nnue::{Net, NetError};
    /// let mut engine = Engine::<Minishogi>::new(1).unwrap();
    /// let net = Net::zero(VariantId::Minishogi, 32).unwrap();
    /// assert_eq!(engine.set_evaluation(&Evaluation::from(net.clone())), Ok(()));
    /// assert_eq!(engine.net(), Some(&net));
    /// ```
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), NetError> {
        let net = evaluation.net(V::ID)?;
        if net == self.net {
            return Ok(());
        }
        let mut lines = try_with_capacity(1 + self.helpers.len())?;
        for _ in 0..=self.helpers.len() {
            lines.push(LineEvaluation::new(net.as_ref())?);
        }
        let threads = [&mut self.main].into_iter().chain(&mut self.helpers);
        for (thread, line) in threads.zip(lines) {
            thread.evaluation = line;
        }
        self.net = net;
        self.clear();
        Ok(())
    }

    /// Net in use; `None` for the classical evaluation.
    #[must_use]
    pub fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }

    /// Win, draw and loss model of the evaluation in use.
    #[must_use]
    pub fn wdl_model(&self) -> WdlModel {
        match self.net {
            Some(_) => WdlModel::nnue(V::ID),
            None => WdlModel::classical(V::ID),
        }
    }

    /// Resizes and clears the transposition table.
    ///
    /// # Errors
    /// Out of memory for a new table beside the old one, which stays as it was.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        if self.tt.has_size_of(megabytes) {
            self.tt.clear();
        } else {
            self.tt = TranspositionTable::new(megabytes)?;
        }
        Ok(())
    }

    /// Sets the number of threads, clamped to 1..=[`MAX_THREADS`]. WebAssembly always searches with
    /// one thread.
    ///
    /// # Errors
    /// Out of memory for the threads' history tables, up to 12 MB each; the number of threads stays
    /// as it was.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), OutOfMemory> {
        let before = self.helpers.len();
        let resized = self.resize_helpers(threads.clamp(1, MAX_THREADS) - 1);
        if resized.is_err() {
            self.helpers.truncate(before);
        }
        resized
    }

    fn resize_helpers(&mut self, helpers: usize) -> Result<(), OutOfMemory> {
        let out_of_memory = |_| OutOfMemory::Threads {
            threads: helpers + 1,
        };
        self.helpers.truncate(helpers);
        let missing = helpers - self.helpers.len();
        (self.helpers.try_reserve_exact(missing)).map_err(out_of_memory)?;
        while self.helpers.len() < helpers {
            let thread = ThreadData::new(self.net.as_ref()).map_err(out_of_memory)?;
            self.helpers.push(thread);
        }
        Ok(())
    }

    /// Searches the current position of a game under the game's rule set.
    ///
    /// Deterministic with one thread: equal engine state, game and node or depth limit give equal
    /// results. `best` is always legal, and a mate in one is always played.
    ///
    /// ```
    /// use komadai_engine::{Control, Engine, Info, Limits};
    /// use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = Game::new(Position::<Minishogi>::start(), rules);
    /// let mut engine = Engine::new(1).unwrap();
    /// let limits = Limits { multi_pv: 2, ..Limits::depth(2) };
    /// let mut lines = Vec::new();
    /// let mut on_info = |info: &Info| lines.push(info.pv_index);
    /// let mut control = Control { on_info: Some(&mut on_info), ..Control::default() };
    /// assert_eq!(engine.search(&game, &limits, &mut control).depth, 2);
    /// assert_eq!(lines, [1, 2, 1, 2]);
    /// ```
    pub fn search(
        &mut self,
        game: &Game<V>,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        self.search_or_mate(game, limits, control, None)
    }

    /// Searches for a mate in at most `plies` plies. Such a mate, or being mated, ends the search
    /// before its limits do; a longer mate does not.
    ///
    /// ```
    /// use komadai_engine::{Control, Engine, Limits};
    /// use komadai_rules::{Game, Minishogi, Position, RuleSet, Setup, SetupRules, VariantId};
    /// # let setup = Setup::parse(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
    /// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let game = Game::new(position, RuleSet::default_for(VariantId::Minishogi));
    /// let mut engine = Engine::new(1).unwrap();
    /// let result = engine.search_for_mate(&game, 1, &Limits::default(), &mut Control::default());
    /// assert_eq!(result.score.mate_plies(), Some(1));
    /// ```
    pub fn search_for_mate(
        &mut self,
        game: &Game<V>,
        plies: u32,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        self.search_or_mate(game, limits, control, Some(plies))
    }

    fn search_or_mate(
        &mut self,
        game: &Game<V>,
        limits: &Limits,
        control: &mut Control<'_>,
        mate_plies: Option<u32>,
    ) -> SearchResult {
        let task = Task {
            eval: &self.eval,
            tt: &self.tt,
            game,
            limits,
            mate_plies,
        };
        search_with_helpers(task, &mut self.main, &mut self.helpers, control)
    }

    /// Searches with one thread, cleared state and a table of fixed size, so that the result
    /// depends on the arguments alone.
    pub(crate) fn search_from_scratch(
        &mut self,
        game: &Game<V>,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        let tt = match self.scratch_tt.take() {
            Some(tt) => {
                tt.clear();
                tt
            }
            None => TranspositionTable::new(SCRATCH_MEGABYTES)?,
        };
        let tt = self.scratch_tt.insert(tt);
        self.main.clear();
        let task = Task {
            eval: &self.eval,
            tt,
            game,
            limits,
            mate_plies: None,
        };
        Ok(search_single(task, &mut self.main, control))
    }

    /// Static evaluation for the side to move.
    ///
    /// ```
    /// use komadai_engine::{Engine, Evaluation, Score};
    /// use komadai_rules::{Minishogi, Position, Setup, SetupRules, VariantId};
    /// # let setup = Setup::parse(VariantId::Minishogi, "4k/5/5/5/K4 b R 1").unwrap();
    /// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// let mut engine = Engine::new(1).unwrap();
    /// engine.set_evaluation(&Evaluation::Classical).unwrap();
    /// // A rook ahead.
    /// assert!(engine.evaluate(&position) > Score::from_centipawns(100));
    /// ```
    #[must_use]
    pub fn evaluate(&self, position: &Position<V>) -> Score {
        Score::from_centipawns(match &self.net {
            None => self.eval.evaluate(position),
            Some(net) => nnue::evaluate(net, position),
        })
    }

    /// Material on board and in hand, in centipawns for the side to move.
    #[must_use]
    pub fn material(&self, position: &Position<V>) -> i32 {
        self.eval.material(position)
    }

    /// Hanging pieces of `side`: those that its opponent, if it were to move, would win by static
    /// exchange evaluation; see [`Position::hanging`].
    #[must_use]
    pub fn hanging(&self, position: &Position<V>, side: Side) -> Vec<Square> {
        let hanging = position.hanging(side, &self.eval.see_values);
        hanging.squares().collect()
    }

    /// Material that changes hands when the piece on a square is captured, in centipawns.
    pub(crate) fn value_taken(&self, position: &Position<V>, at: Square) -> i32 {
        let piece = position.piece_at(at);
        piece.map_or(0, |piece| self.eval.see_values.taken[piece.kind.index()])
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::{AnyPosition, RuleSet, SetupRules, VariantId, match_any};

    use super::*;

    fn search_both_ways<V: Variant>(position: Position<V>) {
        let net = Arc::new(Net::random(V::ID, 32, 4).expect("memory"));
        let game = Game::new(position, RuleSet::default_for(V::ID));
        let [fast, slow] = [false, true].map(|from_scratch| {
            let mut engine = Engine::<V>::new(1).expect("memory");
            let evaluation = Evaluation::Net(Arc::clone(&net));
            engine.set_evaluation(&evaluation).expect("memory");
            if from_scratch {
                engine.main.evaluation = LineEvaluation::Reference(Arc::clone(&net));
            }
            engine.search(&game, &Limits::nodes(4_000), &mut Control::default())
        });
        assert_eq!(fast, slow, "{game:?}");
    }

    #[test]
    fn a_search_with_accumulators_is_the_same_as_one_with_evaluations_from_scratch() {
        for &(variant, text) in crate::bench_positions() {
            let position = AnyPosition::parse(variant, text, SetupRules::Play).expect("legal");
            match_any!(AnyPosition, position, position => search_both_ways(position));
        }
    }

    #[test]
    fn the_search_depends_on_the_net_and_is_deterministic() {
        let game = Game::new(
            Position::<komadai_rules::Minishogi>::start(),
            RuleSet::default_for(VariantId::Minishogi),
        );
        let mut engine = Engine::new(1).expect("memory");
        let mut search = |evaluation: Evaluation| {
            engine.set_evaluation(&evaluation).expect("memory");
            engine.clear();
            let result = engine.search(&game, &Limits::depth(5), &mut Control::default());
            (result.score, result.nodes)
        };
        let net = |seed| Net::random(VariantId::Minishogi, 32, seed).expect("memory");
        let first = search(net(1).into());
        assert_ne!(first, search(net(2).into()));
        let classical = search(Evaluation::Classical);
        assert_ne!(first, classical);
        assert_eq!(first, search(net(1).into()));
        assert_eq!(classical, search(Evaluation::Classical));
    }
}
