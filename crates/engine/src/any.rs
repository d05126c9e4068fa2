//! Engine whose variant is chosen at run time.

use std::mem;

use komadai_rules::{
    AnyGame, AnyPosition, Side, Square, VariantId, any_enum, match_any, match_pair, match_variant,
};

use crate::control::Control;
use crate::engine::Engine;
use crate::evaluation::Evaluation;
use crate::level::Level;
use crate::limits::Limits;
use crate::nnue::{Net, NetError};
use crate::out_of_memory::OutOfMemory;
use crate::score::Score;
use crate::search_result::SearchResult;
use crate::skill::Skill;
use crate::transposition_table::TranspositionTable;
use crate::wdl::WdlModel;

any_enum! {
    enum Inner = Engine;
}

impl Inner {
    /// Leaves the transposition table unallocated: the caller must install one before a search.
    fn without_table(variant: VariantId, evaluation: &Evaluation) -> Result<Self, OutOfMemory> {
        match_variant!(variant, V => Ok(Engine::<V>::without_table(evaluation)?.into()))
    }

    fn table_mut(&mut self) -> &mut TranspositionTable {
        match_any!(Inner, self, engine => engine.table_mut())
    }
}

/// An engine for any variant. Given a game of another variant it becomes that variant's engine and
/// clears all search state.
///
/// ```
/// use komadai_engine::{AnyEngine, Control, Limits};
/// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
///
/// let id = VariantId::Torishogi;
/// let game = AnyGame::new(AnyPosition::start(id), RuleSet::default_for(id));
/// let mut engine = AnyEngine::new(id, 4)?;
/// let result = engine.search(&game, &Limits::depth(2), &mut Control::default())?;
/// assert_eq!(result.depth, 2);
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub struct AnyEngine {
    inner: Inner,
    evaluation: Evaluation,
    threads: usize,
}

/// Evaluates an expression with the typed engine and game or position, after a change of variant if
/// needed.
macro_rules! with_game {
    ($any:ident, $self:ident, $game:ident, |$engine:ident, $typed:ident| $body:expr) => {{
        $self.set_variant($game.variant())?;
        match_pair!(
            (Inner, &mut $self.inner, $engine), ($any, $game, $typed) => $body,
            else unreachable!("the engine was made for this game just above")
        )
    }};
}

impl AnyEngine {
    /// An engine with one thread and a transposition table of at most `hash_megabytes` (64 KiB for
    /// 0).
    ///
    /// # Errors
    /// Out of memory.
    pub fn new(variant: VariantId, hash_megabytes: usize) -> Result<Self, OutOfMemory> {
        let evaluation = Evaluation::Default;
        let mut inner = Inner::without_table(variant, &evaluation)?;
        *inner.table_mut() = TranspositionTable::new(hash_megabytes)?;
        Ok(AnyEngine {
            inner,
            evaluation,
            threads: 1,
        })
    }

    /// Current variant.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.inner.variant()
    }

    /// Changes the variant. A change clears all search state, which is slow with a large table:
    /// done here, it does not count as thinking time. With too little memory for as many threads as
    /// before, the engine goes on with one.
    ///
    /// # Errors
    /// Out of memory; the variant stays as it was.
    pub fn set_variant(&mut self, variant: VariantId) -> Result<(), OutOfMemory> {
        if self.variant() == variant {
            return Ok(());
        }
        let mut inner = Inner::without_table(variant, &self.evaluation)?;
        // The table moves over: there may be no memory for a second one.
        let old_table = self.inner.table_mut();
        old_table.clear();
        *inner.table_mut() = mem::replace(old_table, TranspositionTable::unallocated());
        self.inner = inner;
        if self.set_threads(self.threads).is_err() {
            self.threads = 1;
        }
        Ok(())
    }

    /// Clears all search state, as before a new game.
    pub fn clear(&mut self) {
        match_any!(Inner, &mut self.inner, engine => engine.clear());
    }

    /// Sets the evaluation for this variant and later ones; see [`Engine::set_evaluation`]. A net
    /// evaluates positions of its own variant only; the others use the default.
    ///
    /// # Errors
    /// Out of memory; the evaluation stays as it was.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), NetError> {
        let here = match evaluation {
            Evaluation::Net(net) if net.variant() != self.variant() => &Evaluation::Default,
            other => other,
        };
        match_any!(Inner, &mut self.inner, engine => engine.set_evaluation(here))?;
        self.evaluation = evaluation.clone();
        Ok(())
    }

    /// Net in use; `None` for the classical evaluation.
    #[must_use]
    pub fn net(&self) -> Option<&Net> {
        match_any!(Inner, &self.inner, engine => engine.net())
    }

    /// Win, draw and loss model of the evaluation in use; see [`Engine::wdl_model`].
    #[must_use]
    pub fn wdl_model(&self) -> WdlModel {
        match_any!(Inner, &self.inner, engine => engine.wdl_model())
    }

    /// Resizes and clears the transposition table; see [`Engine::set_hash`].
    ///
    /// # Errors
    /// Out of memory; the table stays as it was.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        match_any!(Inner, &mut self.inner, engine => engine.set_hash(megabytes))
    }

    /// Sets the number of threads; see [`Engine::set_threads`].
    ///
    /// # Errors
    /// Out of memory; the number of threads stays as it was.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), OutOfMemory> {
        match_any!(Inner, &mut self.inner, engine => engine.set_threads(threads))?;
        self.threads = threads;
        Ok(())
    }

    /// Searches the game's current position; see [`Engine::search`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn search(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        Ok(with_game!(AnyGame, self, game, |engine, game| engine
            .search(game, limits, control)))
    }

    /// Searches for a mate in at most `plies` plies; see [`Engine::search_for_mate`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn search_for_mate(
        &mut self,
        game: &AnyGame,
        plies: u32,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        Ok(with_game!(AnyGame, self, game, |engine, game| engine
            .search_for_mate(game, plies, limits, control)))
    }

    /// Chooses a move at a playing level; see [`Level::choose`].
    ///
    /// # Errors
    /// Out of memory on a change of variant or in the first search of a numbered level.
    pub fn choose(
        &mut self,
        level: Level,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        with_game!(AnyGame, self, game, |engine, game| level
            .choose(engine, game, seed, limits, control))
    }

    /// Chooses a move at a skill; see [`Skill::choose`].
    ///
    /// # Errors
    /// Out of memory on a change of variant or in the first search of a skill.
    pub fn choose_with_skill(
        &mut self,
        skill: &Skill,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        with_game!(AnyGame, self, game, |engine, game| skill
            .choose(engine, game, seed, limits, control))
    }

    /// Static evaluation for the side to move; see [`Engine::evaluate`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn evaluate(&mut self, position: &AnyPosition) -> Result<Score, OutOfMemory> {
        Ok(with_game!(AnyPosition, self, position, |engine, typed| {
            engine.evaluate(typed)
        }))
    }

    /// Hanging pieces of `side`; see [`Engine::hanging`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn hanging(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Vec<Square>, OutOfMemory> {
        Ok(with_game!(AnyPosition, self, position, |engine, typed| {
            engine.hanging(typed, side)
        }))
    }

    /// Material in centipawns for the side to move; see [`Engine::material`].
    ///
    /// # Errors
    /// Out of memory on a change of variant.
    pub fn material(&mut self, position: &AnyPosition) -> Result<i32, OutOfMemory> {
        Ok(with_game!(AnyPosition, self, position, |engine, typed| {
            engine.material(typed)
        }))
    }
}
