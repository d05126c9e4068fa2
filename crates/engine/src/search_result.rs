//! What a search comes to.

use komadai_rules::Move;

use crate::info::Bound;
use crate::score::Score;

/// What a search found.
///
/// ```
/// use komadai_engine::{Control, Engine, Limits, SearchResult};
/// use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
/// # let rules = RuleSet::default_for(VariantId::Minishogi);
/// # let game = Game::new(Position::<Minishogi>::start(), rules);
/// let mut engine = Engine::new(1).unwrap();
/// let result: SearchResult = engine.search(&game, &Limits::depth(3), &mut Control::default());
/// assert_eq!((result.depth, result.best), (3, result.pv.first().copied()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only when the game is over.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// For the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Depth of the last finished iteration, in plies; 0 where a level chose without a search.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<Move>,
}

impl SearchResult {
    /// The result where there is no move.
    pub(crate) fn game_over() -> Self {
        SearchResult {
            best: None,
            ponder: None,
            score: Score(0),
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            pv: Vec::new(),
        }
    }

    /// A move that was chosen without a search.
    pub(crate) fn without_search(best: Move, score: Score, nodes: u64) -> Self {
        SearchResult {
            best: Some(best),
            score,
            nodes,
            pv: vec![best],
            ..SearchResult::game_over()
        }
    }
}
