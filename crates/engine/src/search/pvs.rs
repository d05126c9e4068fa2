//! Principal variation search (Marsland and Campbell, 1982), fail-soft.

use komadai_rules::{Move, Position, Variant};

use super::Search;
use super::extensions::SingularOutcome;
use super::pruning::MovePruning;
use crate::ordering::{MovePicker, ScoredMove, Stage, is_noisy};
use crate::score::{EVAL_LIMIT, INFINITE, MATE, MAX_PLY, SCORE_NONE, mated_in};
use crate::transposition_table::{Bound, TtHit, TtWrite};

/// State of a node, shared by the stages of its search.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) ply: usize,
    pub(super) in_check: bool,
    /// Uncorrected static evaluation, as stored in the table; [`SCORE_NONE`] in check.
    pub(super) raw_eval: i32,
    /// Corrected static evaluation, replaced by the TT score if that is a tighter bound;
    /// [`SCORE_NONE`] in check.
    pub(super) eval: i32,
    /// The static evaluation is higher than two plies ago.
    pub(super) improving: bool,
    /// Expected to fail high (Knuth and Moore, 1975): a null-window search of a later move, or the
    /// child of an expected all-node.
    pub(super) cut_node: bool,
    pub(super) tt_move: Move,
    /// Extension of the TT move by the singular search, in plies.
    pub(super) tt_move_extension: i32,
    /// Singular search: the TT move is excluded.
    pub(super) excludes_tt_move: bool,
}

/// Outcome of a node's move loop.
pub(super) struct MoveLoop {
    pub(super) best_score: i32,
    /// [`Move::NONE`] if no move raised alpha.
    best_move: Move,
    pub(super) move_count: u32,
}

pub(super) struct Candidate {
    pub(super) scored: ScoredMove,
    pub(super) is_quiet: bool,
    /// Position in the move order, from 1.
    pub(super) move_count: u32,
}

/// Parameters of a child's search.
pub(super) struct ChildSearch {
    pub(super) depth: i32,
    /// Depth of the null-window search; `depth` if the move is not reduced.
    pub(super) reduced_depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) ply: usize,
    /// First move of the node, searched with the full window.
    pub(super) is_first: bool,
    pub(super) parent_is_cut_node: bool,
}

impl<V: Variant> Search<'_, '_, '_, V> {
    /// Score of `position` for its side to move: exact between `alpha` and `beta`, a bound
    /// otherwise. `PV`: the window may be wider than a null window. `cut_node`: the node is
    /// expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &Position<V>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0);
        }
        self.thread.pv_table[ply].clear();
        if !self.time.count_node(self.control) {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.path.verdict(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        // Mate distance pruning: a mate found nearer to the root makes longer ones irrelevant.
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        // Mate distance pruning may leave a null window at a PV node.
        if PV && beta - alpha > 1 {
            self.search_node::<true>(position, depth, alpha, beta, ply, cut_node)
        } else {
            self.search_node::<false>(position, depth, alpha, beta, ply, cut_node)
        }
    }

    /// Stages of a node at which the game is not over.
    fn search_node<const PV: bool>(
        &mut self,
        position: &Position<V>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        let hit = self.tt.probe(position.key(), ply);
        if let Some(hit) = hit {
            let holds = hit.depth >= depth && hit.cuts_off(beta);
            if !PV && holds && !self.path.nears_n_move_draw(position) {
                return hit.score;
            }
        }
        let mut node = self.static_evaluation(position, depth, alpha, beta, ply, hit);
        node.cut_node = cut_node;
        if !PV {
            if let Some(score) = self.prune_node(position, &node) {
                return score;
            }
            if let Some(score) = self.probcut(position, &node, hit) {
                return score;
            }
        }
        match self.singular_extension::<PV>(position, &node, hit) {
            SingularOutcome::MultiCut(score) => return score,
            SingularOutcome::Extend(plies) => node.tt_move_extension = plies,
        }
        node.depth -= Self::internal_iterative_reduction(&node);
        let result = self.search_moves::<PV>(position, &node);
        if self.time.stopped() {
            return 0;
        }
        if result.move_count == 0 {
            return self.path.no_move(position, ply);
        }
        self.update_correction_history(position, &node, &result);
        self.store(position, &node, &result);
        result.best_score
    }

    /// Sets up the node with its static evaluation.
    fn static_evaluation(
        &mut self,
        position: &Position<V>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        hit: Option<TtHit>,
    ) -> Node {
        let in_check = position.in_check();
        let raw_eval = if in_check {
            SCORE_NONE
        } else {
            self.raw_eval(position, hit, ply)
        };
        let static_eval = self.corrected_eval(position, raw_eval, ply);
        self.thread.stack[ply].static_eval = static_eval;
        let two_plies_ago = if ply >= 2 {
            self.thread.stack[ply - 2].static_eval
        } else {
            SCORE_NONE
        };
        Node {
            depth,
            alpha,
            beta,
            ply,
            in_check,
            raw_eval,
            eval: bounded_by_table(static_eval, hit),
            improving: static_eval != SCORE_NONE
                && two_plies_ago != SCORE_NONE
                && static_eval > two_plies_ago,
            cut_node: false,
            tt_move: hit.map_or(Move::NONE, |hit| hit.mv),
            tt_move_extension: 0,
            excludes_tt_move: false,
        }
    }

    /// Static evaluation, from the table if stored there.
    pub(super) fn raw_eval(
        &mut self,
        position: &Position<V>,
        hit: Option<TtHit>,
        ply: usize,
    ) -> i32 {
        match hit {
            Some(hit) if hit.eval != SCORE_NONE => hit.eval,
            _ => self.evaluate(position, ply),
        }
    }

    pub(super) fn corrected_eval(&self, position: &Position<V>, raw: i32, ply: usize) -> i32 {
        if raw == SCORE_NONE {
            return raw;
        }
        let previous = self.previous_moves(ply);
        let corrected = raw + self.thread.corrections.correction(position, &previous);
        corrected.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        position: &Position<V>,
        node: &Node,
    ) -> MoveLoop {
        let previous = self.previous_moves(node.ply);
        let mut picker = MovePicker::new(node.tt_move, node.ply, previous, &self.thread.moves);
        let tried_base = self.thread.tried.len();
        let mut alpha = node.alpha;
        let mut result = MoveLoop {
            best_score: -INFINITE,
            best_move: Move::NONE,
            move_count: 0,
        };
        loop {
            let thread = &mut *self.thread;
            let next = picker.next(position, self.eval, &thread.histories, &mut thread.moves);
            let Some(scored) = next else { break };
            let mv = scored.mv();
            if node.excludes_tt_move && mv == node.tt_move {
                continue;
            }
            result.move_count += 1;
            let candidate = Candidate {
                scored,
                // After the TT move the picker is at the stage before the noisy moves.
                is_quiet: picker.stage() == Stage::Quiets
                    || (picker.stage() == Stage::ScoreNoisy && !is_noisy(position, mv)),
                move_count: result.move_count,
            };
            let mut known_reduction = None;
            if result.best_score > -EVAL_LIMIT {
                match self.prune_move::<PV>(position, node, &candidate, alpha) {
                    MovePruning::Keep(reduction) => known_reduction = reduction,
                    MovePruning::Skip => continue,
                    MovePruning::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let score = self.search_move::<PV>(position, node, &candidate, known_reduction, alpha);
            if self.time.stopped() {
                break;
            }
            if score > result.best_score {
                result.best_score = score;
                if score > alpha {
                    result.best_move = mv;
                    alpha = score;
                    self.update_pv(node.ply, mv);
                }
            }
            if alpha >= node.beta {
                self.update_histories(position, node, mv, tried_base);
                break;
            }
            self.thread.tried.push(mv);
        }
        picker.release(&mut self.thread.moves);
        self.thread.tried.truncate(tried_base);
        result
    }

    /// Makes one move and searches it with its extension and reduction.
    fn search_move<const PV: bool>(
        &mut self,
        position: &Position<V>,
        node: &Node,
        candidate: &Candidate,
        known_reduction: Option<i32>,
        alpha: i32,
    ) -> i32 {
        let mut child = *position;
        self.make_move(position, &mut child, candidate.scored.mv(), node.ply);
        let gives_check = child.in_check();
        let extension = self.extension(position, node, candidate, gives_check);
        let depth = node.depth - 1 + extension;
        let is_first = candidate.move_count == 1;
        let reduction = match known_reduction {
            // Discovered checks are detected only after the move.
            _ if is_first || gives_check => 0,
            Some(reduction) => reduction,
            None => self.late_move_reduction::<PV>(position, node, candidate, gives_check),
        };
        let score = self.search_child::<PV>(
            &child,
            &ChildSearch {
                depth,
                reduced_depth: (depth - reduction).clamp(depth.min(1), depth),
                alpha,
                beta: node.beta,
                ply: node.ply + 1,
                is_first,
                parent_is_cut_node: node.cut_node,
            },
        );
        self.path.pop();
        score
    }

    /// Principal variation search of one child: the first move with the full window, others with a
    /// null window and reduced depth, then re-searched as far as they exceed alpha.
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position<V>,
        how: &ChildSearch,
    ) -> i32 {
        let &ChildSearch {
            depth,
            reduced_depth,
            alpha,
            beta,
            ply,
            is_first,
            parent_is_cut_node: cut,
        } = how;
        if is_first {
            return -self.search::<PV>(child, depth, -beta, -alpha, ply, !PV && !cut);
        }
        let mut score = -self.search::<false>(child, reduced_depth, -alpha - 1, -alpha, ply, true);
        if score > alpha && reduced_depth < depth {
            score = -self.search::<false>(child, depth, -alpha - 1, -alpha, ply, !cut);
        }
        if PV && score > alpha && score < beta {
            score = -self.search::<true>(child, depth, -beta, -alpha, ply, false);
        }
        score
    }

    /// Updates the histories after a beta cutoff by `best`.
    fn update_histories(
        &mut self,
        position: &Position<V>,
        node: &Node,
        best: Move,
        tried_base: usize,
    ) {
        let previous = self.previous_moves(node.ply);
        let thread = &mut *self.thread;
        let (histories, tried) = (&mut thread.histories, &thread.tried[tried_base..]);
        if is_noisy(position, best) {
            histories.update_captures(position, node.depth, Some(best), tried);
        } else {
            histories.update_quiets(position, node.ply, node.depth, best, tried, &previous);
            histories.update_captures(position, node.depth, None, tried);
        }
    }

    /// Learns the error of the static evaluation if the score contradicts it: the best move is
    /// quiet, and a bound lies on the far side of the evaluation.
    fn update_correction_history(
        &mut self,
        position: &Position<V>,
        node: &Node,
        result: &MoveLoop,
    ) {
        let static_eval = self.thread.stack[node.ply].static_eval;
        let score = result.best_score;
        let is_quiet = result.best_move == Move::NONE || !is_noisy(position, result.best_move);
        let contradicts = if score >= node.beta {
            score > static_eval
        } else if result.best_move == Move::NONE {
            score < static_eval
        } else {
            true
        };
        if static_eval != SCORE_NONE && is_quiet && contradicts && score.abs() < EVAL_LIMIT {
            let previous = self.previous_moves(node.ply);
            let error = score - node.raw_eval;
            let corrections = &mut self.thread.corrections;
            corrections.update(position, &previous, error, node.depth);
        }
    }

    fn store(&mut self, position: &Position<V>, node: &Node, result: &MoveLoop) {
        let bound = if result.best_score >= node.beta {
            Bound::Lower
        } else if result.best_move != Move::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let write = TtWrite {
            mv: result.best_move,
            score: result.best_score,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
        };
        self.tt.store(position.key(), node.ply, &write);
    }
}

/// The static evaluation, or the TT score if that is a tighter bound.
fn bounded_by_table(static_eval: i32, hit: Option<TtHit>) -> i32 {
    let Some(hit) = hit else { return static_eval };
    if static_eval == SCORE_NONE || hit.score.abs() >= EVAL_LIMIT {
        return static_eval;
    }
    match hit.bound {
        Bound::Exact => hit.score,
        Bound::Lower => static_eval.max(hit.score),
        Bound::Upper => static_eval.min(hit.score),
        Bound::None => static_eval,
    }
}
