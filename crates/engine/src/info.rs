//! Progress reports of a search.

use komadai_rules::Move;

use crate::score::Score;

/// Bound of a reported score; only a stopped search reports inexact scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The exact score.
    #[default]
    Exact,
    /// A lower bound: the search failed high.
    Lower,
    /// An upper bound: the search failed low.
    Upper,
}

/// One principal variation of one iteration.
///
/// ```
/// use komadai_engine::{Control, Engine, Info, Limits};
/// use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
/// # let rules = RuleSet::default_for(VariantId::Minishogi);
/// # let game = Game::new(Position::<Minishogi>::start(), rules);
/// let mut infos: Vec<Info> = Vec::new();
/// let mut on_info = |info: &Info| infos.push(info.clone());
/// let mut control = Control { on_info: Some(&mut on_info), ..Control::default() };
/// let mut engine = Engine::new(1).unwrap();
/// let result = engine.search(&game, &Limits::depth(2), &mut control);
/// let last = infos.last().unwrap();
/// assert_eq!((last.depth, &last.pv), (2, &result.pv));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Rank of the principal variation, from 1.
    pub pv_index: u32,
    /// Selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Bound of the score.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Milliseconds since the search began; 0 without a clock.
    pub time_ms: u64,
    /// Share of the transposition table written by this search, per mille.
    pub hashfull: u32,
    /// Moves of the principal variation; never empty.
    pub pv: Vec<Move>,
}
