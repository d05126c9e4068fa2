//! The root: one iteration after another, each in a window around the last score.

use komadai_rules::{Game, History, Move, Position};

use super::Search;
use super::steady::Steady;
use crate::limits::Limits;
use crate::report::{Bound, Info, SearchResult};
use crate::score::{EVAL_LIMIT, INFINITE, MATE, MAX_PLY, Score};

/// A move at the root and what is known about it.
pub(super) struct RootMove {
    pub(super) mv: Move,
    score: i32,
    bound: Bound,
    /// From the last iteration in which it was among the best moves asked for.
    previous: i32,
    line: Vec<Move>,
    /// Positions below it in the last iteration: what took long is worth trying early.
    pub(super) nodes: u64,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        RootMove {
            mv,
            score: -INFINITE,
            bound: Bound::Exact,
            previous: -INFINITE,
            line: Vec::new(),
            nodes: 0,
        }
    }

    #[cfg(test)]
    pub(super) fn with_nodes(nodes: u64) -> Self {
        RootMove {
            nodes,
            ..RootMove::new(Move::NONE)
        }
    }
}

/// Half the first window around the last score.
const WINDOW: i32 = 30;

impl<G: Game> Search<'_, '_, '_, G> {
    pub(super) fn run(&mut self, game: &History<G>, limits: &Limits) -> SearchResult {
        let position = *game.position();
        let mut moves = self.root_moves(game, &position, limits);
        let Some(first) = moves.first() else {
            return SearchResult::game_over();
        };
        let fallback = first.mv;
        let wanted = |mv: Move| limits.root_moves.is_empty() || limits.root_moves.contains(&mv);
        if limits.lines <= 1 {
            if let Some(mv) = position.mate_in_one_among(wanted) {
                return self.mate_found(mv);
            }
        }
        let deepest = limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 / 2 + 20) as i32;
        let lines = limits.lines.clamp(1, moves.len());
        let mut finished = 0;
        let mut steady = Steady::default();
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.deepest = 0;
            self.iterate_lines(game, depth, &mut moves, lines);
            if !self.budget.stopped() {
                finished = depth as u32;
            }
            if self.budget.stopped() || self.is_settled(&moves, depth, lines) {
                break;
            }
            steady.hear(moves[0].mv);
            let permille = if lines == 1 {
                steady.permille(&moves)
            } else {
                1_000
            };
            if !self.budget.allows_another_iteration(self.control, permille) {
                break;
            }
        }
        let best = &mut moves[0];
        if best.line.is_empty() {
            best.line.push(fallback);
            self.expect_reply(game, &mut best.line);
        }
        let line = best.line.clone();
        SearchResult {
            best: Some(line[0]),
            ponder: line.get(1).copied(),
            score: Score(if best.score == -INFINITE {
                0
            } else {
                best.score
            }),
            bound: best.bound,
            depth: finished,
            nodes: self.budget.nodes_of_all(),
            pv: line,
        }
    }

    fn root_moves(
        &self,
        game: &History<G>,
        position: &Position<G>,
        limits: &Limits,
    ) -> Vec<RootMove> {
        let mut moves: Vec<Move> = game
            .legal_moves()
            .sorted()
            .into_iter()
            .filter(|mv| limits.root_moves.is_empty() || limits.root_moves.contains(mv))
            .collect();
        // A stable sort keeps equals in order, the same with every generator.
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(self.memory.eval.gain(position, mv)));
        moves.into_iter().map(RootMove::new).collect()
    }

    fn mate_found(&mut self, mv: Move) -> SearchResult {
        let score = Score(MATE - 1);
        let best = RootMove {
            score: score.0,
            previous: score.0,
            line: vec![mv],
            ..RootMove::new(mv)
        };
        self.deepest = 1;
        self.report(&best, 1, 1);
        SearchResult {
            depth: 1,
            ..SearchResult::of_move(mv, score, self.budget.nodes())
        }
    }

    /// One iteration for each of the best moves asked for, without those already found to be better.
    fn iterate_lines(
        &mut self,
        game: &History<G>,
        depth: i32,
        moves: &mut [RootMove],
        lines: usize,
    ) {
        for mv in moves.iter_mut() {
            mv.previous = mv.score;
        }
        for rank in 0..lines {
            let rest = &mut moves[rank..];
            if rank > 0 {
                rest.sort_by_key(|m| std::cmp::Reverse(m.previous));
            }
            self.iterate(game.position(), depth, rest);
            self.expect_reply(game, &mut rest[0].line);
            // Broken off before its first move a line has nothing to tell.
            let told = !self.budget.stopped() || rest[0].score != -INFINITE;
            if told {
                self.report(&rest[0], depth as u32, rank as u32 + 1);
            }
            if self.budget.stopped() {
                return;
            }
        }
        let in_order = moves[..lines].is_sorted_by_key(|m| std::cmp::Reverse(m.score));
        moves[..lines].sort_by_key(|m| std::cmp::Reverse(m.score));
        // A later line turned out better: what was told is told again in the right order.
        for rank in (0..lines).filter(|_| !in_order) {
            self.report(&moves[rank], depth as u32, rank as u32 + 1);
        }
        for (rank, mv) in moves.iter_mut().enumerate() {
            // Only these scores are of the whole iteration.
            if rank >= lines {
                mv.score = -INFINITE;
            }
        }
    }

    /// One iteration; the window opens until the score lies inside it.
    fn iterate(&mut self, position: &Position<G>, depth: i32, moves: &mut [RootMove]) {
        let guess = moves[0].previous;
        let mut half = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && guess.abs() < EVAL_LIMIT {
            (alpha, beta) = (guess - half, guess + half);
        }
        loop {
            let best = self.search_root(position, depth, alpha, beta, moves);
            if self.budget.stopped() {
                return;
            }
            half *= 4;
            if best <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = if half > 1_000 { -INFINITE } else { best - half };
            } else if best >= beta && beta < INFINITE {
                beta = if half > 1_000 { INFINITE } else { best + half };
            } else {
                return;
            }
        }
    }

    /// All root moves in one window. Leaves them sorted, the best first.
    fn search_root(
        &mut self,
        position: &Position<G>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        moves: &mut [RootMove],
    ) -> i32 {
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let mv = moves[i].mv;
            let before = self.budget.nodes();
            let mut child = *position;
            self.play(&mut child, mv, 0);
            let score = self.search_child(&child, depth, alpha, beta, i);
            self.path.pop();
            if self.budget.stopped() {
                break;
            }
            moves[i].nodes = self.budget.nodes() - before;
            if score > best {
                best = score;
            }
            // A move that failed low has a bound, not a score: it goes behind those that have one.
            if i == 0 || score > alpha {
                self.record_line(0, mv);
                moves[i].score = score;
                moves[i].bound = if score >= beta {
                    Bound::Lower
                } else if score <= alpha {
                    Bound::Upper
                } else {
                    Bound::Exact
                };
                moves[i].line.clone_from(&self.lines[0]);
                // Whatever happens next, the best move so far stands first.
                moves[..=i].rotate_right(1);
                alpha = alpha.max(score);
            } else {
                moves[i].score = -INFINITE;
            }
            if alpha >= beta {
                break;
            }
        }
        // The new best stands first already; the rest keep their order but for the work they made.
        if moves.len() > 1 {
            moves[1..].sort_by_key(|m| std::cmp::Reverse((m.score, m.nodes)));
        }
        best
    }

    fn search_child(
        &mut self,
        child: &Position<G>,
        depth: i32,
        alpha: i32,
        beta: i32,
        index: usize,
    ) -> i32 {
        let reduced = depth
            - 1
            - if index > 4 && depth >= 4 && !child.in_check() {
                1
            } else {
                0
            };
        if index == 0 {
            return -self.node(child, depth - 1, -beta, -alpha, 1);
        }
        let mut score = -self.node(child, reduced, -alpha - 1, -alpha, 1);
        if score > alpha && reduced < depth - 1 {
            score = -self.node(child, depth - 1, -alpha - 1, -alpha, 1);
        }
        if score > alpha && score < beta {
            score = -self.node(child, depth - 1, -beta, -alpha, 1);
        }
        score
    }

    /// Whether looking deeper cannot change the move.
    fn is_settled(&self, moves: &[RootMove], depth: i32, lines: usize) -> bool {
        if let Some(most) = self.mate_within {
            return match Score(moves[0].score).mate_plies() {
                Some(plies) if plies > 0 => plies.unsigned_abs() <= most,
                Some(plies) => -plies <= depth,
                None => false,
            };
        }
        let proven = |m: &RootMove| {
            let mate = Score(m.score).mate_plies();
            mate.is_some_and(|plies| plies.abs() <= depth)
        };
        moves[..lines].iter().all(proven) || (moves.len() == 1 && self.budget.is_timed())
    }

    /// A line that ended with its first move, because the search was broken off or the move was too good
    /// for the window, goes on with the reply that the table knows: there is something to ponder on then.
    fn expect_reply(&self, game: &History<G>, line: &mut Vec<Move>) {
        let &[mv] = line.as_slice() else { return };
        let mut after = game.clone();
        if after.play(mv).is_err() || after.outcome().is_some() {
            return;
        }
        let found = self.memory.table.probe(after.position().key(), 1);
        if let Some(found) = found.filter(|found| after.legal_moves().contains(&found.mv)) {
            line.push(found.mv);
        }
    }

    fn report(&mut self, best: &RootMove, depth: u32, rank: u32) {
        let info = Info {
            depth,
            rank,
            seldepth: self.deepest as u32,
            score: Score(best.score),
            bound: best.bound,
            nodes: self.budget.nodes_of_all(),
            time_ms: self.budget.elapsed(self.control),
            hashfull: self.memory.table.fullness(),
            pv: best.line.clone(),
        };
        if best.line.is_empty() {
            return;
        }
        if let Some(tell) = self.control.on_info.as_mut() {
            tell(&info);
        }
    }
}
