//! Search for the two best moves.

use komadai_engine::{AnyEngine, Bound, Control, Info, Limits, Score};
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet};

/// A move and its score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    pub(crate) score: Score,
}

/// The two best moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) best: Choice,
    /// `None` if only one move is legal.
    pub(crate) second: Option<Choice>,
    /// Expected reply to the best move.
    pub(crate) reply: Option<Move>,
    /// Nodes after which the best move no longer changed.
    pub(crate) nodes: u64,
}

/// Hard limit of a search as a multiple of its nodes, even within an iteration.
const MAX_NODES_FACTOR: u64 = 6;

/// Searches complete iterations with a soft limit of nodes. `None` if the game is over or no iteration
/// was completed.
pub(crate) fn look(engine: &mut AnyEngine, game: &AnyGame, nodes: u64) -> Option<Look> {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(MAX_NODES_FACTOR)),
        multi_pv: 2,
        ..Limits::default()
    };
    let lines = game.legal_moves().len().min(2);
    let mut gathered = Gathered::default();
    let mut on_info = |info: &Info| gathered.take(info, lines);
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    engine.search(game, &limits, &mut control).ok()?;
    gathered.finished
}

/// A [`look`] at a position without game history, with a cleared engine.
pub(crate) fn fresh_look(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    nodes: u64,
) -> Option<Look> {
    engine.clear();
    let rules = RuleSet::default_for(position.variant());
    look(engine, &AnyGame::new(*position, rules), nodes)
}

/// Accumulated search reports.
#[derive(Default)]
struct Gathered {
    depth: u32,
    /// Principal variations of this depth.
    lines: [Option<(Choice, Option<Move>)>; 2],
    /// The best move so far and the nodes at its last change.
    best: Option<(Move, u64)>,
    finished: Option<Look>,
}

impl Gathered {
    fn take(&mut self, info: &Info, lines: usize) {
        if info.depth != self.depth {
            self.depth = info.depth;
            self.lines = [None, None];
        }
        let (Some(slot), Some(&mv)) = (
            self.lines.get_mut(info.pv_index as usize - 1),
            info.pv.first(),
        ) else {
            return;
        };
        if info.bound != Bound::Exact {
            return;
        }
        let choice = Choice {
            mv,
            score: info.score,
        };
        *slot = Some((choice, info.pv.get(1).copied()));
        let [Some((best, reply)), second] = self.lines else {
            return;
        };
        if lines > 1 && second.is_none() {
            return;
        }
        if self.best.is_none_or(|(mv, _)| mv != best.mv) {
            self.best = Some((best.mv, info.nodes));
        }
        self.finished = Some(Look {
            best,
            second: second.map(|(choice, _)| choice),
            reply,
            nodes: self.best.map_or(0, |(_, nodes)| nodes),
        });
    }
}
