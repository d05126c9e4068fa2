//! The engine for programs that learn the game at run time.

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
    /// The engine of one game.
    enum Inner = Engine;
}

impl Inner {
    /// An engine that must be given a table before it searches.
    fn without_table(variant: VariantId, evaluation: &Evaluation) -> Result<Self, OutOfMemory> {
        match_variant!(variant, V => Ok(Engine::<V>::without_table(evaluation)?.into()))
    }

    fn table_mut(&mut self) -> &mut TranspositionTable {
        match_any!(Inner, self, engine => engine.table_mut())
    }
}

/// An engine for any game. Given another game than before, it becomes that game's engine and forgets
/// the other.
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

/// Evaluates an expression with the engine and the game or position of one type, after changing the
/// engine if need be.
macro_rules! with_game {
    ($any:ident, $self:ident, $game:ident, |$engine:ident, $typed:ident| $body:expr) => {{
        $self.set_game($game.variant())?;
        match_pair!(
            (Inner, &mut $self.inner, $engine), ($any, $game, $typed) => $body,
            else unreachable!("the engine was made for this game just above")
        )
    }};
}

impl AnyEngine {
    /// An engine for `game` with one thread and a hash table of at most `hash_megabytes` (64 KiB for
    /// 0).
    ///
    /// # Errors
    /// There is no memory for it.
    ///
    /// ```
    /// use komadai_engine::AnyEngine;
    /// use komadai_rules::VariantId;
    /// let engine = AnyEngine::new(VariantId::Shogun, 1).unwrap();
    /// assert_eq!(engine.variant(), VariantId::Shogun);
    /// ```
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

    /// The game it is ready for.
    ///
    /// ```
    /// use komadai_engine::AnyEngine;
    /// use komadai_rules::VariantId;
    /// let mut engine = AnyEngine::new(VariantId::Shogun, 1).unwrap();
    /// engine.set_game(VariantId::Minishogi).unwrap();
    /// assert_eq!(engine.variant(), VariantId::Minishogi);
    /// ```
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.inner.variant()
    }

    /// Makes it ready for a game. If that is another one than before, everything is forgotten, which
    /// takes time with a large table: done here, it does not count as thinking time. With too little
    /// memory for as many threads as before it goes on with one.
    ///
    /// # Errors
    /// There is no memory for the other game's engine; it stays the engine of the game before.
    ///
    /// ```
    /// use komadai_engine::AnyEngine;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let mut engine = AnyEngine::new(VariantId::Torishogi, 1).unwrap();
    /// engine.set_game(VariantId::Minishogi).unwrap();
    /// let start = AnyPosition::start(VariantId::Minishogi);
    /// assert_eq!(engine.material(&start), Ok(0));
    /// ```
    pub fn set_game(&mut self, game: VariantId) -> Result<(), OutOfMemory> {
        if self.variant() == game {
            return Ok(());
        }
        let mut inner = Inner::without_table(game, &self.evaluation)?;
        // The table moves over: there may be no room for another one beside it.
        let old_table = self.inner.table_mut();
        old_table.clear();
        *inner.table_mut() = mem::replace(old_table, TranspositionTable::unallocated());
        self.inner = inner;
        if self.set_threads(self.threads).is_err() {
            self.threads = 1;
        }
        Ok(())
    }

    /// Forgets what was learned, as before a new game.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Limits};
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = AnyGame::new(AnyPosition::start(VariantId::Minishogi), rules);
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let limits = Limits::nodes(500);
    /// let first = engine.search(&game, &limits, &mut Control::default()).unwrap();
    /// engine.clear();
    /// let again = engine.search(&game, &limits, &mut Control::default()).unwrap();
    /// assert_eq!(again, first);
    /// ```
    pub fn clear(&mut self) {
        match_any!(Inner, &mut self.inner, engine => engine.clear());
    }

    /// Chooses what evaluates positions, here and in the games to come; see
    /// [`Engine::set_evaluation`]. A net evaluates its own game, and other games are evaluated as by
    /// default; one of another game than this one is used once the engine is that game's.
    ///
    /// # Errors
    /// There is no memory; the evaluation stays what it was.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Evaluation, Score};
    /// use komadai_rules::{AnyPosition, VariantId};
    /// use komadai_engine::nnue::Net;
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let net = Net::zero(VariantId::Minishogi, 32).unwrap();
    /// engine.set_evaluation(&Evaluation::from(net)).unwrap();
    /// let start = AnyPosition::start(VariantId::Minishogi);
    /// assert_eq!(engine.evaluate(&start), Ok(Score::from_centipawns(0)));
    /// ```
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), NetError> {
        let here = match evaluation {
            Evaluation::Net(net) if net.variant() != self.variant() => &Evaluation::Default,
            other => other,
        };
        match_any!(Inner, &mut self.inner, engine => engine.set_evaluation(here))?;
        self.evaluation = evaluation.clone();
        Ok(())
    }

    /// The net that evaluates positions; `None` if that is the classical evaluation.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Evaluation};
    /// use komadai_rules::VariantId;
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// engine.set_evaluation(&Evaluation::Classical).unwrap();
    /// assert_eq!(engine.net(), None);
    /// ```
    #[must_use]
    pub fn net(&self) -> Option<&Net> {
        match_any!(Inner, &self.inner, engine => engine.net())
    }

    /// What the scores of a search in the game it is ready for are worth; see [`Engine::wdl_model`].
    ///
    /// ```
    /// use komadai_engine::nnue::Net;
    /// use komadai_engine::{AnyEngine, Evaluation, WdlModel};
    /// use komadai_rules::VariantId;
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// engine.set_evaluation(&Evaluation::from(Net::zero(VariantId::Minishogi, 32).unwrap())).unwrap();
    /// assert_eq!(engine.wdl_model(), WdlModel::nnue(VariantId::Minishogi));
    /// ```
    #[must_use]
    pub fn wdl_model(&self) -> WdlModel {
        match_any!(Inner, &self.inner, engine => engine.wdl_model())
    }

    /// Sets the size of the hash table, which is then empty; see [`Engine::set_hash`].
    ///
    /// # Errors
    /// There is no memory for it; the table is kept as it was.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Limits};
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = AnyGame::new(AnyPosition::start(VariantId::Minishogi), rules);
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// engine.set_hash(2).unwrap();
    /// let result = engine.search(&game, &Limits::depth(1), &mut Control::default()).unwrap();
    /// assert_eq!(result.depth, 1);
    /// ```
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        match_any!(Inner, &mut self.inner, engine => engine.set_hash(megabytes))
    }

    /// Sets the number of threads; see [`Engine::set_threads`].
    ///
    /// # Errors
    /// There is no memory for them; the threads are as many as before.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Limits};
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = AnyGame::new(AnyPosition::start(VariantId::Minishogi), rules);
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// engine.set_threads(2).unwrap();
    /// let result = engine.search(&game, &Limits::depth(3), &mut Control::default()).unwrap();
    /// assert!(game.legal_moves().contains(&result.best.unwrap()));
    /// ```
    pub fn set_threads(&mut self, threads: usize) -> Result<(), OutOfMemory> {
        match_any!(Inner, &mut self.inner, engine => engine.set_threads(threads))?;
        self.threads = threads;
        Ok(())
    }

    /// Searches the game's current position; see [`Engine::search`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its engine.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Limits};
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = AnyGame::new(AnyPosition::start(VariantId::Minishogi), rules);
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let result = engine.search(&game, &Limits::nodes(500), &mut Control::default()).unwrap();
    /// assert!(result.nodes <= 500 && result.best == Some(result.pv[0]));
    /// ```
    pub fn search(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        Ok(with_game!(AnyGame, self, game, |engine, history| engine
            .search(history, limits, control)))
    }

    /// Searches for a mate in at most `plies` plies; see [`Engine::search_for_mate`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its engine.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Limits, Score};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{AnyGame, VariantId, RuleSet, SetupRules};
    /// # let text = "4k/5/4G/5/K4 b G 1";
    /// # let position = parse_position(VariantId::Minishogi, text, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let game = AnyGame::new(position, RuleSet::default_for(VariantId::Minishogi));
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let limits = Limits::default();
    /// let result = engine.search_for_mate(&game, 1, &limits, &mut Control::default()).unwrap();
    /// assert_eq!(result.score, Score::mate_in(1));
    /// ```
    pub fn search_for_mate(
        &mut self,
        game: &AnyGame,
        plies: u32,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        Ok(with_game!(AnyGame, self, game, |engine, history| engine
            .search_for_mate(history, plies, limits, control)))
    }

    /// Chooses a move as an opponent of this level; see [`Level::choose`].
    ///
    /// # Errors
    /// There is no memory for the engine of another game, or for the first search of a numbered level.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Level, Limits};
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = AnyGame::new(AnyPosition::start(VariantId::Minishogi), rules);
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let mut choose = |seed| {
    ///     let (limits, mut control) = (Limits::default(), Control::default());
    ///     engine.choose(Level::EASY, &game, seed, &limits, &mut control).unwrap()
    /// };
    /// assert_eq!(choose(1), choose(1));
    /// ```
    pub fn choose(
        &mut self,
        level: Level,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        with_game!(AnyGame, self, game, |engine, history| level
            .choose(engine, history, seed, limits, control))
    }

    /// Chooses a move as an opponent of this skill; see [`Skill::choose`].
    ///
    /// # Errors
    /// There is no memory for the engine of another game, or for the first search of a skill.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Control, Limits, Skill};
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = AnyGame::new(AnyPosition::start(VariantId::Minishogi), rules);
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let skill: Skill = "1:100:0:0:0:0".parse().unwrap();
    /// let (limits, mut control) = (Limits::default(), Control::default());
    /// let result = engine.choose_with_skill(&skill, &game, 7, &limits, &mut control).unwrap();
    /// assert!(game.legal_moves().contains(&result.best.unwrap()));
    /// ```
    pub fn choose_with_skill(
        &mut self,
        skill: &Skill,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        with_game!(AnyGame, self, game, |engine, history| skill
            .choose(engine, history, seed, limits, control))
    }

    /// Static evaluation for the side to move; see [`Engine::evaluate`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its engine.
    ///
    /// ```
    /// use komadai_engine::{AnyEngine, Evaluation, Score};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{VariantId, SetupRules};
    /// let text = "4k/5/5/5/K4 b R 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// engine.set_evaluation(&Evaluation::Classical).unwrap();
    /// // A rook ahead.
    /// assert!(engine.evaluate(&position).unwrap() > Score::from_centipawns(100));
    /// ```
    pub fn evaluate(&mut self, position: &AnyPosition) -> Result<Score, OutOfMemory> {
        Ok(with_game!(AnyPosition, self, position, |engine, typed| {
            engine.evaluate(typed)
        }))
    }

    /// The pieces of a side that its opponent would win by exchanges; see [`Engine::hanging`].
    ///
    /// # Errors
    /// It is another game than before, and there is no memory for its engine.
    ///
    /// ```
    /// use komadai_engine::AnyEngine;
    /// use komadai_notation::{parse_position, parse_square};
    /// use komadai_rules::{VariantId, SetupRules, Side};
    /// // The rook attacks a silver that nothing defends.
    /// let text = "4k/s4/5/R4/4K w - 1";
    /// let position = parse_position(VariantId::Minishogi, text, SetupRules::Play).unwrap();
    /// let mut engine = AnyEngine::new(VariantId::Minishogi, 1).unwrap();
    /// let silver = parse_square(VariantId::Minishogi, "5b").unwrap();
    /// assert_eq!(engine.hanging(&position, Side::Second), Ok(vec![silver]));
    /// ```
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
    /// It is another game than before, and there is no memory for its engine.
    ///
    /// ```
    /// use komadai_engine::AnyEngine;
    /// use komadai_rules::{AnyPosition, VariantId};
    /// let mut engine = AnyEngine::new(VariantId::Shogi, 1).unwrap();
    /// assert_eq!(engine.material(&AnyPosition::start(VariantId::Shogi)), Ok(0));
    /// ```
    pub fn material(&mut self, position: &AnyPosition) -> Result<i32, OutOfMemory> {
        Ok(with_game!(AnyPosition, self, position, |engine, typed| {
            engine.material(typed)
        }))
    }
}
