//! Root search: iterative deepening, aspiration windows, MultiPV.

use std::cmp::Reverse;

use komadai_rules::{Game, Move, Position, Variant};

use super::Search;
use super::pvs::ChildSearch;
use super::root_move::RootMove;
use super::stability::BestMoveStability;
use crate::info::{Bound, Info};
use crate::limits::Limits;
use crate::params::{
    ASPIRATION_DELTA, ASPIRATION_GROWTH, ASPIRATION_MAX_DELTA, ASPIRATION_MIN_DEPTH, MAX_DEPTH,
};
use crate::score::{EVAL_LIMIT, INFINITE, MATE, Score};
use crate::search_result::SearchResult;

impl<V: Variant> Search<'_, '_, '_, V> {
    pub(super) fn run(&mut self, game: &Game<V>, limits: &Limits) -> SearchResult {
        let mut moves = self.root_moves(game, limits);
        let Some(first) = moves.first() else {
            return SearchResult::game_over();
        };
        let fallback = first.mv;
        if limits.multi_pv <= 1 {
            let wanted = |mv: Move| limits.allows_root_move(mv);
            if let Some(mv) = game.position().mate_in_one_among(wanted) {
                return self.mate_in_one(mv);
            }
        }
        let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_DEPTH) as i32;
        let multi_pv = limits.multi_pv.clamp(1, moves.len());
        let mut finished = 0;
        let mut stability = BestMoveStability::default();
        for depth in 1..=max_depth {
            self.root_depth = depth;
            self.seldepth = 0;
            self.multi_pv_iteration(game, depth, &mut moves, multi_pv);
            if self.time.stopped() {
                break;
            }
            finished = depth as u32;
            if self.is_settled(&moves, depth, multi_pv) {
                break;
            }
            stability.update(moves[0].mv);
            let permille = if multi_pv == 1 {
                stability.optimum_permille(&moves)
            } else {
                1_000
            };
            if !self.time.may_begin_iteration(self.control, permille) {
                break;
            }
        }
        let best = &mut moves[0];
        if best.pv.is_empty() {
            best.pv.push(fallback);
            self.append_ponder_move(game, &mut best.pv);
        }
        self.result(best, finished)
    }

    fn result(&self, best: &RootMove, finished: u32) -> SearchResult {
        let score = if best.score == -INFINITE {
            0
        } else {
            best.score
        };
        SearchResult {
            best: best.pv.first().copied(),
            ponder: best.pv.get(1).copied(),
            score: Score(score),
            bound: best.bound,
            depth: finished,
            nodes: self.time.total_nodes(),
            pv: best.pv.clone(),
        }
    }

    /// Root moves to search, the most valuable captures first.
    fn root_moves(&self, game: &Game<V>, limits: &Limits) -> Vec<RootMove> {
        let mut moves: Vec<Move> = (game.legal_moves().sorted().into_iter())
            .filter(|&mv| limits.allows_root_move(mv))
            .collect();
        // Stable sort: equal moves stay in the order of their bits.
        moves.sort_by_cached_key(|&mv| Reverse(self.eval.move_gain(game.position(), mv)));
        moves.into_iter().map(RootMove::new).collect()
    }

    fn mate_in_one(&mut self, mv: Move) -> SearchResult {
        let score = Score(MATE - 1);
        let best = RootMove {
            score: score.0,
            previous_score: score.0,
            pv: vec![mv],
            ..RootMove::new(mv)
        };
        self.seldepth = 1;
        self.report(&best, 1, 1);
        SearchResult {
            depth: 1,
            ..SearchResult::without_search(mv, score, self.time.nodes())
        }
    }

    /// One iteration: one search per principal variation, each without the first moves of the
    /// previous ones.
    fn multi_pv_iteration(
        &mut self,
        game: &Game<V>,
        depth: i32,
        moves: &mut [RootMove],
        multi_pv: usize,
    ) {
        for mv in moves.iter_mut() {
            mv.previous_score = mv.score;
        }
        for index in 0..multi_pv {
            let rest = &mut moves[index..];
            if index > 0 {
                rest.sort_by_key(|it| Reverse(it.previous_score));
            }
            self.aspiration_search(game.position(), depth, rest);
            self.append_ponder_move(game, &mut rest[0].pv);
            // A variation that was stopped before its first move has no score.
            let is_scored = !self.time.stopped() || rest[0].score != -INFINITE;
            if is_scored {
                self.report(&rest[0], depth as u32, index as u32 + 1);
            }
            if self.time.stopped() {
                let reported = index + usize::from(is_scored);
                self.report_earlier_variations(depth, &mut moves[..], reported, multi_pv);
                return;
            }
        }
        let in_order = moves[..multi_pv].is_sorted_by_key(|it| Reverse(it.score));
        moves[..multi_pv].sort_by_key(|it| Reverse(it.score));
        if !in_order {
            // A later variation turned out better: report all again in order.
            for (index, mv) in moves[..multi_pv].iter().enumerate() {
                self.report(mv, depth as u32, index as u32 + 1);
            }
        }
        // The other scores come from searches without some of the moves.
        for mv in &mut moves[multi_pv..] {
            mv.score = -INFINITE;
        }
    }

    /// Reports the variations that an aborted iteration did not reach, with their results of the
    /// previous iteration and without the moves now ranked above them.
    fn report_earlier_variations(
        &mut self,
        depth: i32,
        moves: &mut [RootMove],
        reported: usize,
        multi_pv: usize,
    ) {
        if reported == 0 {
            return;
        }
        let rest = &mut moves[reported..];
        rest.sort_by_key(|it| Reverse(it.previous_score));
        let known = rest.iter_mut().zip(reported..multi_pv);
        for (mv, index) in known.take_while(|(mv, _)| mv.previous_score != -INFINITE) {
            mv.score = mv.previous_score;
            mv.bound = Bound::Exact;
            self.report(mv, depth as u32 - 1, index as u32 + 1);
        }
    }

    /// Aspiration search: widens a window around the last score until the score lies inside.
    fn aspiration_search(&mut self, position: &Position<V>, depth: i32, moves: &mut [RootMove]) {
        let previous = moves[0].previous_score;
        let mut delta = ASPIRATION_DELTA;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_MIN_DEPTH && previous.abs() < EVAL_LIMIT {
            (alpha, beta) = (previous - delta, previous + delta);
        }
        loop {
            let score = self.search_root(position, depth, alpha, beta, moves);
            if self.time.stopped() {
                return;
            }
            delta *= ASPIRATION_GROWTH;
            let is_wide = delta > ASPIRATION_MAX_DELTA;
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = if is_wide { -INFINITE } else { score - delta };
            } else if score >= beta && beta < INFINITE {
                beta = if is_wide { INFINITE } else { score + delta };
            } else {
                return;
            }
        }
    }

    /// Searches all root moves in one window and sorts them, the best first.
    fn search_root(
        &mut self,
        position: &Position<V>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        moves: &mut [RootMove],
    ) -> i32 {
        let mut best = -INFINITE;
        for index in 0..moves.len() {
            let mv = moves[index].mv;
            let nodes_before = self.time.nodes();
            let mut child = *position;
            self.make_move(position, &mut child, mv, 0);
            let reduction = Self::root_reduction(depth, index, child.in_check());
            let score = self.search_child::<true>(
                &child,
                &ChildSearch {
                    depth: depth - 1,
                    reduced_depth: depth - 1 - reduction,
                    alpha,
                    beta,
                    ply: 1,
                    is_first: index == 0,
                    parent_is_cut_node: false,
                },
            );
            self.path.pop();
            if self.time.stopped() {
                break;
            }
            moves[index].nodes = self.time.nodes() - nodes_before;
            best = best.max(score);
            if index == 0 || score > alpha {
                self.update_pv(0, mv);
                let root_move = &mut moves[index];
                root_move.score = score;
                root_move.bound = bound_of(score, alpha, beta);
                root_move.pv.clone_from(&self.thread.pv_table[0]);
                // Keep the best move so far first in case the search is stopped.
                moves[..=index].rotate_right(1);
                alpha = alpha.max(score);
            } else {
                // A fail-low is a bound, not a score.
                moves[index].score = -INFINITE;
            }
            if alpha >= beta {
                break;
            }
        }
        // The best move is first already; moves with large subtrees follow.
        if moves.len() > 1 {
            moves[1..].sort_by_key(|it| Reverse((it.score, it.nodes)));
        }
        best
    }

    /// `true` if a deeper search cannot change the result.
    fn is_settled(&self, moves: &[RootMove], depth: i32, multi_pv: usize) -> bool {
        let mate = |it: &RootMove| Score(it.score).mate_plies();
        if let Some(max_plies) = self.mate_plies {
            return match mate(&moves[0]) {
                Some(plies) if plies > 0 => plies.unsigned_abs() <= max_plies,
                Some(plies) => -plies <= depth,
                None => false,
            };
        }
        let is_proven = |it: &RootMove| mate(it).is_some_and(|plies| plies.abs() <= depth);
        let only_move = moves.len() == 1 && self.time.is_timed();
        moves[..multi_pv].iter().all(is_proven) || only_move
    }

    /// Extends a one-move variation, from a stopped search or a fail-high, by the TT move, to have
    /// a move to ponder on.
    fn append_ponder_move(&self, game: &Game<V>, pv: &mut Vec<Move>) {
        let &[mv] = pv.as_slice() else { return };
        let mut after = game.clone();
        if after.play(mv).is_err() || after.outcome().is_some() {
            return;
        }
        let hit = self.tt.probe(after.position().key(), 1);
        if let Some(hit) = hit.filter(|hit| after.legal_moves().contains(&hit.mv)) {
            pv.push(hit.mv);
        }
    }

    fn report(&mut self, best: &RootMove, depth: u32, pv_index: u32) {
        if best.pv.is_empty() {
            return;
        }
        let info = Info {
            depth,
            pv_index,
            seldepth: self.seldepth as u32,
            score: Score(best.score),
            bound: best.bound,
            nodes: self.time.total_nodes(),
            time_ms: self.time.elapsed_ms(self.control),
            hashfull: self.tt.hashfull(),
            pv: best.pv.clone(),
        };
        self.control.report(&info);
    }
}

fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}
