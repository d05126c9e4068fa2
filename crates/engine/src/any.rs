//! The engine for programs that learn the game at run time.

use komadai_rules::{AnyGame, AnyPosition, GameId, Minishogi, Shogi, Shogun, Torishogi};

use crate::engine::Engine;
use crate::habits::Habits;
use crate::level::Level;
use crate::limits::{Control, Limits};
use crate::no_memory::NoMemory;
use crate::report::SearchResult;
use crate::score::Score;
use crate::table::Table;
use std::sync::Arc;

enum Inner {
    Shogi(Engine<Shogi>),
    Minishogi(Engine<Minishogi>),
    Torishogi(Engine<Torishogi>),
    Shogun(Engine<Shogun>),
}

impl Inner {
    fn with(game: GameId, table: Arc<Table>) -> Self {
        match game {
            GameId::Shogi => Inner::Shogi(Engine::with(table)),
            GameId::Minishogi => Inner::Minishogi(Engine::with(table)),
            GameId::Torishogi => Inner::Torishogi(Engine::with(table)),
            GameId::Shogun => Inner::Shogun(Engine::with(table)),
        }
    }

    fn table(&self) -> &Arc<Table> {
        match self {
            Inner::Shogi(engine) => engine.table(),
            Inner::Minishogi(engine) => engine.table(),
            Inner::Torishogi(engine) => engine.table(),
            Inner::Shogun(engine) => engine.table(),
        }
    }
}

/// An engine for any of the four games. Shown another game than before, it becomes that game's
/// engine and forgets the other.
///
/// ```
/// use komadai_engine::{AnyEngine, Control, Limits};
/// use komadai_rules::{AnyGame, AnyPosition, GameId, RuleSet, Setup, SetupRules};
///
/// let start = AnyPosition::from_setup(&Setup::start(GameId::Torishogi), SetupRules::Play).unwrap();
/// let game = AnyGame::new(start, RuleSet::default_for(GameId::Torishogi));
/// let mut engine = AnyEngine::new(GameId::Torishogi, 4);
/// let found = engine.search(&game, &Limits::depth(2), &mut Control::default());
/// assert_eq!(found.depth, 2);
/// ```
pub struct AnyEngine {
    inner: Inner,
    threads: usize,
}

/// Runs an expression with the engine and the game of one type, changing the engine if need be.
macro_rules! with_game {
    ($any:ident, $self:ident, $game:ident, |$engine:ident, $history:ident| $body:expr) => {{
        $self.set_game($game.game());
        match (&mut $self.inner, $game) {
            (Inner::Shogi($engine), $any::Shogi($history)) => $body,
            (Inner::Minishogi($engine), $any::Minishogi($history)) => $body,
            (Inner::Torishogi($engine), $any::Torishogi($history)) => $body,
            (Inner::Shogun($engine), $any::Shogun($history)) => $body,
            _ => unreachable!("the engine was made for this game just above"),
        }
    }};
}

impl AnyEngine {
    /// An engine for `game` with a hash table of at most so many megabytes.
    ///
    /// # Panics
    /// Where there is no memory for it. [`AnyEngine::try_new`] is for sizes that somebody chooses.
    #[must_use]
    pub fn new(game: GameId, hash_megabytes: usize) -> Self {
        Self::try_new(game, hash_megabytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same where there may be too little memory.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn try_new(game: GameId, hash_megabytes: usize) -> Result<Self, NoMemory> {
        Ok(AnyEngine {
            inner: Inner::with(game, Arc::new(Table::new(hash_megabytes)?)),
            threads: 1,
        })
    }

    /// The game it is ready for.
    #[must_use]
    pub fn game(&self) -> GameId {
        match &self.inner {
            Inner::Shogi(_) => GameId::Shogi,
            Inner::Minishogi(_) => GameId::Minishogi,
            Inner::Torishogi(_) => GameId::Torishogi,
            Inner::Shogun(_) => GameId::Shogun,
        }
    }

    /// Makes it ready for a game. Where that is another one than before, all is forgotten, which takes
    /// time with a large table: done here, it does not count as time to think.
    pub fn set_game(&mut self, game: GameId) {
        if self.game() == game {
            return;
        }
        // The table stays: there may be no room for another beside it.
        let table = Arc::clone(self.inner.table());
        table.clear();
        self.inner = Inner::with(game, table);
        if self.set_threads(self.threads).is_err() {
            self.threads = 1;
        }
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        match &mut self.inner {
            Inner::Shogi(engine) => engine.clear(),
            Inner::Minishogi(engine) => engine.clear(),
            Inner::Torishogi(engine) => engine.clear(),
            Inner::Shogun(engine) => engine.clear(),
        }
    }

    /// Another size for the hash table, which is then empty; see [`Engine::set_hash`].
    ///
    /// # Errors
    /// There is no memory for it; the table stays as it was.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        match &mut self.inner {
            Inner::Shogi(engine) => engine.set_hash(megabytes),
            Inner::Minishogi(engine) => engine.set_hash(megabytes),
            Inner::Torishogi(engine) => engine.set_hash(megabytes),
            Inner::Shogun(engine) => engine.set_hash(megabytes),
        }
    }

    /// With how many threads it searches; see [`Engine::set_threads`].
    ///
    /// # Errors
    /// There is no memory for them; there are as many as before.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoMemory> {
        match &mut self.inner {
            Inner::Shogi(engine) => engine.set_threads(threads),
            Inner::Minishogi(engine) => engine.set_threads(threads),
            Inner::Torishogi(engine) => engine.set_threads(threads),
            Inner::Shogun(engine) => engine.set_threads(threads),
        }?;
        self.threads = threads;
        Ok(())
    }

    /// Searches the game's current position; see [`Engine::search`].
    pub fn search(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        with_game!(AnyGame, self, game, |engine, history| engine
            .search(history, limits, control))
    }

    /// Searches the game's current position for a mate; see [`Engine::search_for_mate`].
    pub fn search_for_mate(
        &mut self,
        game: &AnyGame,
        plies: u32,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        with_game!(AnyGame, self, game, |engine, history| engine
            .search_for_mate(history, plies, limits, control))
    }

    /// Chooses a move as an opponent of this level would; see [`Level::choose`].
    pub fn choose(
        &mut self,
        level: Level,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        with_game!(AnyGame, self, game, |engine, history| level
            .choose(engine, history, seed, limits, control))
    }

    /// Chooses a move as one with these habits would; see [`Habits::choose`].
    pub fn choose_as(
        &mut self,
        habits: &Habits,
        game: &AnyGame,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        with_game!(AnyGame, self, game, |engine, history| habits
            .choose(engine, history, seed, limits, control))
    }

    /// What a position looks like without any search; see [`Engine::evaluate`].
    pub fn evaluate(&mut self, position: &AnyPosition) -> Score {
        with_game!(AnyPosition, self, position, |engine, at| engine
            .evaluate(at))
    }

    /// The men alone; see [`Engine::material`].
    pub fn material(&mut self, position: &AnyPosition) -> i32 {
        with_game!(AnyPosition, self, position, |engine, at| engine
            .material(at))
    }
}
