//! What need not be searched, or not as deep.

use komadai_rules::{Game, Position};

use super::Search;
use super::node::{Node, Skip};
use crate::order::{Manner, Ranked};
use crate::score::{EVAL_LIMIT, UNKNOWN};

/// Margin a ply of depth is worth where the static evaluation is trusted.
const FUTILE_PER_PLY: i32 = 130;
/// Deepest node whose quiet moves are left out on static grounds.
const SHALLOW: i32 = 6;

impl<G: Game> Search<'_, '_, '_, G> {
    /// A score for the whole node without trying its moves.
    pub(super) fn prune(&mut self, position: &Position<G>, node: &Node) -> Option<i32> {
        if node.open || node.in_check || node.eval == UNKNOWN || node.beta.abs() >= EVAL_LIMIT {
            return None;
        }
        // So far above the window that one move will not bring it back.
        let margin = FUTILE_PER_PLY * (node.depth - i32::from(node.improving));
        if node.depth <= SHALLOW && node.eval - margin >= node.beta {
            return Some((node.eval + node.beta) / 2);
        }
        // So far below that only captures can help.
        if node.depth <= 2 && node.eval + 300 + 250 * node.depth < node.alpha {
            let score = self.quiesce(position, node.alpha, node.beta, node.ply, 0);
            if score <= node.alpha {
                return Some(score);
            }
        }
        self.null_move(position, node)
    }

    /// If even passing keeps the score above the window, a real move will.
    fn null_move(&mut self, position: &Position<G>, node: &Node) -> Option<i32> {
        let just_passed = self.last_arrival(node.ply).is_none();
        if node.depth < 3 || just_passed || node.eval < node.beta {
            return None;
        }
        let reduction = 3 + node.depth / 4 + ((node.eval - node.beta) / 200).min(3);
        let mut child = *position;
        child.play_null_move();
        self.memory.table.prefetch(child.key());
        self.plies[node.ply].arrived = None;
        self.path.push_null_move(&child);
        let depth = node.depth - reduction;
        let score = -self.node(&child, depth, -node.beta, -node.beta + 1, node.ply + 1);
        self.path.pop();
        if self.budget.stopped() || score < node.beta {
            return None;
        }
        // A game decided after passing proves nothing.
        Some(if score >= EVAL_LIMIT {
            node.beta
        } else {
            score
        })
    }

    /// Whether a move can be left out at a shallow node.
    pub(super) fn skip(
        &self,
        position: &Position<G>,
        node: &Node,
        ranked: &Ranked,
        quiet: bool,
        count: u32,
        alpha: i32,
    ) -> Skip {
        if node.depth > SHALLOW || ranked.check() || node.in_check {
            return Skip::No;
        }
        let eval = &self.memory.eval;
        if !quiet {
            let losing = -200 * node.depth;
            let keep = eval.wins_at_least(position, ranked.mv(), losing);
            return if keep { Skip::No } else { Skip::This };
        }
        let patience = 8 + 5 * node.depth * node.depth;
        let enough = if node.improving {
            patience
        } else {
            patience / 2
        } as u32;
        if count > enough {
            return Skip::Quiets;
        }
        if !node.open && node.eval + 150 + FUTILE_PER_PLY * node.depth <= alpha {
            return Skip::Quiets;
        }
        if eval.wins_at_least(position, ranked.mv(), -60 * node.depth) {
            Skip::No
        } else {
            Skip::This
        }
    }

    /// Plies a late move is searched less deep.
    pub(super) fn reduction(
        &self,
        position: &Position<G>,
        node: &Node,
        ranked: &Ranked,
        quiet: bool,
        count: u32,
        check: bool,
    ) -> i32 {
        if node.depth < 3 || count < 3 + 2 * u32::from(node.open) || check {
            return 0;
        }
        let mut reduction = sixteenths(node.depth as u32) * sixteenths(count) / 1_150;
        if !quiet {
            return reduction / 2;
        }
        if node.open {
            reduction -= 1;
        }
        if !node.improving {
            reduction += 1;
        }
        if node.in_check {
            reduction -= 1;
        }
        let before = self.before(node.ply);
        let merit = self
            .memory
            .histories
            .merits(position.side_to_move(), &before)
            .of(Manner::of(position, ranked.mv()));
        (reduction - merit / 5_000).max(0)
    }
}

/// The binary logarithm in sixteenths, in integers: the same on every machine.
fn sixteenths(n: u32) -> i32 {
    let whole = n.max(1).ilog2();
    (16 * whole + (n.max(1) << 4 >> whole) - 16) as i32
}

#[cfg(test)]
mod tests {
    use super::sixteenths;

    #[test]
    fn logarithms() {
        assert_eq!([1, 2, 3, 4, 64].map(sixteenths), [0, 16, 24, 32, 96]);
    }
}
