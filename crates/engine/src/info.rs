//! What a search reports while it runs.

use komadai_rules::Move;

use crate::score::Score;

/// How a reported score relates to the true one. Only a search that was stopped reports bounds.
///
/// ```
/// use komadai_engine::{Bound, Control, Engine, Limits};
/// use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
/// # let rules = RuleSet::default_for(VariantId::Minishogi);
/// # let game = Game::new(Position::<Minishogi>::start(), rules);
/// let mut engine = Engine::new(1).unwrap();
/// let result = engine.search(&game, &Limits::depth(2), &mut Control::default());
/// // It was not stopped.
/// assert_eq!(result.bound, Bound::Exact);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is at least this: the search failed high.
    Lower,
    /// The score is at most this: the search failed low.
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
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Which principal variation this is, from 1, the best.
    pub pv_index: u32,
    /// Selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// For the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Milliseconds since the search began; 0 without a clock.
    pub time_ms: u64,
    /// Share of the hash table that this search has written, per mille.
    pub hashfull: u32,
    /// The principal variation; never empty.
    pub pv: Vec<Move>,
}
