//! Whether the move that the table knows is the only good one.

use komadai_rules::{Game, Move, Position};

use super::Search;
use super::node::Node;
use crate::score::EVAL_LIMIT;
use crate::table::{Bound, Found};

/// Shallowest node where it is asked.
const SHALLOWEST: i32 = 7;
/// The table may know the move from a search so much shallower.
const SHALLOWER: i32 = 3;
/// Centipawns for each ply of depth by which a rival may be worse.
const MARGIN: i32 = 2;

/// What the other moves of a node say about the table's.
pub(super) enum Rivals {
    /// One of them is good enough as well: this is the node's score.
    Settle(i32),
    /// It is to be searched so many plies deeper.
    Extend(i32),
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// Searches the moves other than the table's half as deep. Where all are clearly worse, everything
    /// hangs on that one move, and it deserves a closer look.
    pub(super) fn rivals(
        &mut self,
        position: &Position<G>,
        node: &Node,
        found: Option<Found>,
    ) -> Rivals {
        let Some(found) = found.filter(|found| self.may_be_singular(position, node, found)) else {
            return Rivals::Extend(0);
        };
        let aim = found.score - MARGIN * node.depth;
        let others = Node {
            depth: (node.depth - 1) / 2,
            alpha: aim - 1,
            beta: aim,
            open: false,
            rivals_only: true,
            ..*node
        };
        let tried = self.try_moves(position, &others);
        self.lines[node.ply].clear();
        if self.budget.stopped() {
            Rivals::Extend(0)
        } else if tried.count == 0 || tried.best < aim {
            Rivals::Extend(1)
        } else if aim >= node.beta && !node.open {
            // Two moves are too good for the window: one of them will stay so.
            Rivals::Settle(aim)
        } else if found.score >= node.beta {
            Rivals::Extend(-1)
        } else {
            Rivals::Extend(0)
        }
    }

    fn may_be_singular(&self, position: &Position<G>, node: &Node, found: &Found) -> bool {
        node.depth >= SHALLOWEST
            && found.depth >= node.depth - SHALLOWER
            && matches!(found.bound, Bound::Lower | Bound::Exact)
            && found.score.abs() < EVAL_LIMIT
            && self.may_extend(node.ply)
            && found.mv != Move::NONE
            && position.is_legal(found.mv)
    }
}
