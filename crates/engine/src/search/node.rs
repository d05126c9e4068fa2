//! One node of the tree, in stages: settle, look up, prune, try the moves, record.

use komadai_rules::{Game, Move, Position};

use super::Search;
use super::singular::Rivals;
use crate::order::{Picker, Ranked, Stage, is_noisy};
use crate::score::{EVAL_LIMIT, INFINITE, MATE, MAX_PLY, UNKNOWN, mated_in};
use crate::table::{Bound, Finding, Found};

/// What the stages of a node hand to each other.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) ply: usize,
    pub(super) in_check: bool,
    /// The window is open: the exact score matters.
    pub(super) open: bool,
    /// Static evaluation, as it is kept in the table; [`UNKNOWN`] in check.
    pub(super) raw: i32,
    /// Static evaluation, corrected by the table's bound; [`UNKNOWN`] in check.
    pub(super) eval: i32,
    /// The evaluation has risen since this side's last turn.
    pub(super) improving: bool,
    pub(super) table_move: Move,
    /// Plies by which the table's move is searched deeper than others.
    pub(super) extension: i32,
    /// Only the moves other than the table's are tried.
    pub(super) rivals_only: bool,
}

/// What trying the moves came to.
pub(super) struct Tried {
    pub(super) best: i32,
    best_move: Move,
    pub(super) count: u32,
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// The score of `position` for its side to move, within `alpha` and `beta` if it lies there.
    pub(super) fn node(
        &mut self,
        position: &Position<G>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply, 0);
        }
        self.lines[ply].clear();
        if !self.budget.spend(self.control) {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        // Stage: is it over?
        if let Some(score) = self.path.verdict(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.memory.eval.evaluate(position);
        }
        // A mate already found nearer to the root makes longer ones irrelevant.
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        // Stage: look it up.
        let found = self.memory.table.probe(position.key(), ply);
        let open = beta - alpha > 1;
        if let Some(found) = found {
            if !open && found.depth >= depth && settles(&found, beta) {
                return found.score;
            }
        }
        let mut node = self.assess(position, depth, alpha, beta, ply, found);
        // Stage: prune it.
        if let Some(score) = self.prune(position, &node) {
            return score;
        }
        // Stage: has the table's move any rivals?
        match self.rivals(position, &node, found) {
            Rivals::Settle(score) => return score,
            Rivals::Extend(plies) => node.extension = plies,
        }
        if node.table_move == Move::NONE && node.depth >= 4 {
            // Without a move to try first a search this deep would be a poor one.
            node.depth -= 1;
        }
        // Stage: try the moves.
        let tried = self.try_moves(position, &node);
        if self.budget.stopped() {
            return 0;
        }
        if tried.count == 0 {
            return self.path.no_move(position, ply);
        }
        // Stage: record.
        self.learn_error(position, &node, &tried);
        self.store(position, &node, &tried);
        tried.best
    }

    fn assess(
        &mut self,
        position: &Position<G>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        found: Option<Found>,
    ) -> Node {
        let in_check = position.in_check();
        let raw = if in_check {
            UNKNOWN
        } else {
            self.static_eval(position, found)
        };
        let seen = self.adjusted(position, raw, ply);
        self.plies[ply].eval = seen;
        let before = if ply >= 2 {
            self.plies[ply - 2].eval
        } else {
            UNKNOWN
        };
        Node {
            depth,
            alpha,
            beta,
            ply,
            in_check,
            open: beta - alpha > 1,
            raw,
            eval: corrected(seen, found),
            improving: seen != UNKNOWN && before != UNKNOWN && seen > before,
            table_move: found.map_or(Move::NONE, |f| f.mv),
            extension: 0,
            rivals_only: false,
        }
    }

    /// The evaluation with what was learned of its errors.
    pub(super) fn adjusted(&self, position: &Position<G>, raw: i32, ply: usize) -> i32 {
        if raw == UNKNOWN {
            return raw;
        }
        let before = self.before(ply);
        let sum = raw + self.memory.corrections.of(position, &before);
        sum.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns by how much the evaluation was wrong, where the search says so.
    fn learn_error(&mut self, position: &Position<G>, node: &Node, tried: &Tried) {
        let seen = self.plies[node.ply].eval;
        let quiet = tried.best_move == Move::NONE || !is_noisy(position, tried.best_move);
        let bound = if tried.best >= node.beta {
            tried.best > seen
        } else if tried.best_move == Move::NONE {
            tried.best < seen
        } else {
            true
        };
        if seen != UNKNOWN && quiet && bound && tried.best.abs() < EVAL_LIMIT {
            let before = self.before(node.ply);
            let error = tried.best - node.raw;
            let corrections = &mut self.memory.corrections;
            corrections.learn(position, &before, error, node.depth);
        }
    }

    pub(super) fn static_eval(&self, position: &Position<G>, found: Option<Found>) -> i32 {
        match found {
            Some(found) if found.eval != UNKNOWN => found.eval,
            _ => self.memory.eval.evaluate(position),
        }
    }

    pub(super) fn try_moves(&mut self, position: &Position<G>, node: &Node) -> Tried {
        let before = self.before(node.ply);
        let mut picker = Picker::new(node.table_move, node.ply, before, &self.moves);
        let tried_from = self.tried.len();
        let mut alpha = node.alpha;
        let mut it = Tried {
            best: -INFINITE,
            best_move: Move::NONE,
            count: 0,
        };
        loop {
            let memory = &*self.memory;
            let next = picker.next(position, &memory.eval, &memory.histories, &mut self.moves);
            let Some(ranked) = next else { break };
            if node.rivals_only && ranked.mv() == node.table_move {
                continue;
            }
            let quiet = picker.stage() == Stage::Quiet
                || (picker.stage() == Stage::RankNoisy && !is_noisy(position, ranked.mv()));
            it.count += 1;
            if it.best > -EVAL_LIMIT {
                match self.skip(position, node, &ranked, quiet, it.count, alpha) {
                    Skip::No => {}
                    Skip::This => continue,
                    Skip::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let score = self.try_move(position, node, &ranked, quiet, it.count, alpha);
            if self.budget.stopped() {
                break;
            }
            if score > it.best {
                it.best = score;
                if score > alpha {
                    it.best_move = ranked.mv();
                    alpha = score;
                    self.record_line(node.ply, ranked.mv());
                }
            }
            if alpha >= node.beta {
                self.reward(position, node, ranked.mv(), tried_from);
                break;
            }
            self.tried.push(ranked.mv());
        }
        picker.finish(&mut self.moves);
        self.tried.truncate(tried_from);
        it
    }

    /// Plays one move and searches it as deep as it deserves.
    fn try_move(
        &mut self,
        position: &Position<G>,
        node: &Node,
        ranked: &Ranked,
        quiet: bool,
        count: u32,
        alpha: i32,
    ) -> i32 {
        let mut child = *position;
        self.play(&mut child, ranked.mv(), node.ply);
        let check = child.in_check();
        let checks = check && self.deserves_extension(position, node, ranked.mv());
        let mut extension = i32::from(checks);
        if ranked.mv() == node.table_move {
            extension = (extension + node.extension).min(1);
        }
        let depth = node.depth - 1 + extension;
        let ply = node.ply + 1;
        let score = if count == 1 {
            -self.node(&child, depth, -node.beta, -alpha, ply)
        } else {
            let reduction = self.reduction(position, node, ranked, quiet, count, check);
            let reduced = (depth - reduction).clamp(depth.min(1), depth);
            let mut score = -self.node(&child, reduced, -alpha - 1, -alpha, ply);
            if score > alpha && reduced < depth {
                score = -self.node(&child, depth, -alpha - 1, -alpha, ply);
            }
            if score > alpha && node.open && score < node.beta {
                score = -self.node(&child, depth, -node.beta, -alpha, ply);
            }
            score
        };
        self.path.pop();
        score
    }

    /// Checks are followed deeper, unless they throw the checking man away or the line has already
    /// grown to twice the iteration.
    fn deserves_extension(&self, position: &Position<G>, node: &Node, mv: Move) -> bool {
        self.may_extend(node.ply) && self.memory.eval.wins_at_least(position, mv, 0)
    }

    /// Lines that have grown to twice the iteration grow no more than others.
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < 2 * self.root_depth
    }

    fn reward(&mut self, position: &Position<G>, node: &Node, best: Move, tried_from: usize) {
        let before = self.before(node.ply);
        let tried = &self.tried[tried_from..];
        let histories = &mut self.memory.histories;
        if is_noisy(position, best) {
            histories.reward_capture(position, node.depth, Some(best), tried);
        } else {
            histories.reward(position, node.ply, node.depth, best, tried, &before);
            histories.reward_capture(position, node.depth, None, tried);
        }
    }

    fn store(&mut self, position: &Position<G>, node: &Node, tried: &Tried) {
        let bound = if tried.best >= node.beta {
            Bound::Lower
        } else if tried.best_move != Move::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let finding = Finding {
            mv: tried.best_move,
            score: tried.best,
            eval: node.raw,
            depth: node.depth,
            bound,
        };
        self.memory.table.store(position.key(), node.ply, &finding);
    }
}

/// Whether to leave a move out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    No,
    This,
    /// This and all quiet moves after it.
    Quiets,
}

/// Whether a stored score answers a closed window.
pub(super) fn settles(found: &Found, beta: i32) -> bool {
    match found.bound {
        Bound::Exact => true,
        Bound::Lower => found.score >= beta,
        Bound::Upper => found.score < beta,
        Bound::None => false,
    }
}

/// The evaluation, or what an earlier search knows better.
fn corrected(raw: i32, found: Option<Found>) -> i32 {
    let Some(found) = found else { return raw };
    if raw == UNKNOWN || found.score.abs() >= EVAL_LIMIT {
        return raw;
    }
    match found.bound {
        Bound::Exact => found.score,
        Bound::Lower => raw.max(found.score),
        Bound::Upper => raw.min(found.score),
        Bound::None => raw,
    }
}
