//! Quiescence: captures, promotions and escapes from check until nothing hangs.

use komadai_rules::{Game, Move, Position};

use super::Search;
use super::node::settles;
use crate::order::Picker;
use crate::score::{EVAL_LIMIT, INFINITE, MATE, MAX_PLY, UNKNOWN};
use crate::table::{Bound, Finding};

/// So deep into quiescence checks are no longer answered; half as deep only the man that has just
/// moved is taken.
const LONG: i32 = 12;
/// A capture must come this near to the window to be worth a look.
const MARGIN: i32 = 200;

impl<G: Game> Search<'_, '_, '_, G> {
    /// The score of `position` once it has come to rest. `depth` is 0 at the edge of the full
    /// search and falls.
    pub(super) fn quiesce(
        &mut self,
        position: &Position<G>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        depth: i32,
    ) -> i32 {
        self.lines[ply].clear();
        if !self.budget.spend(self.control) {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if depth == 0 {
            if let Some(score) = self.path.verdict(position, ply) {
                return score;
            }
        }
        if ply >= MAX_PLY {
            return self.memory.eval.evaluate(position);
        }
        let key = position.key();
        let found = self.memory.table.probe(key, ply);
        if let Some(found) = found {
            if beta - alpha == 1 && settles(&found, beta) {
                return found.score;
            }
        }
        // Men come back from the hand: without an end captures and checks could go on and on.
        let in_check = position.in_check() && depth > -LONG;
        let recapture = (depth <= -LONG / 2)
            .then(|| self.last_arrival(ply))
            .flatten();
        let old_alpha = alpha;
        let raw = if in_check {
            UNKNOWN
        } else {
            self.static_eval(position, found)
        };
        // Captures alone would not see a quiet mate at once.
        if depth == 0 && !in_check && found.is_none() {
            if let Some(mv) = position.mate_in_one() {
                self.lines[ply].push(mv);
                return MATE - ply as i32 - 1;
            }
        }
        let seen = self.adjusted(position, raw, ply);
        let mut best = if in_check { -INFINITE } else { seen };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let table_move = found.map_or(Move::NONE, |f| f.mv);
        let mut picker = if in_check {
            Picker::new(table_move, ply, self.before(ply), &self.moves)
        } else {
            Picker::noisy(table_move, ply, &self.moves)
        };
        let mut best_move = Move::NONE;
        let mut count = 0;
        loop {
            let memory = &*self.memory;
            let next = picker.next(position, &memory.eval, &memory.histories, &mut self.moves);
            let Some(ranked) = next else { break };
            count += 1;
            let elsewhere = recapture.is_some_and(|man| man.square() != ranked.mv().to());
            if !in_check && elsewhere {
                continue;
            }
            if !in_check && best > -EVAL_LIMIT && !ranked.check() {
                let reach = seen + MARGIN + memory.eval.gain(position, ranked.mv());
                if reach <= alpha {
                    best = best.max(reach);
                    continue;
                }
            }
            // Once one escape is known to hold, quiet ones are left to the full search.
            if in_check && count > 6 && best > -EVAL_LIMIT {
                picker.skip_quiets();
            }
            let mut child = *position;
            self.play(&mut child, ranked.mv(), ply);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, depth - 1);
            self.path.pop();
            if self.budget.stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = ranked.mv();
                    alpha = score;
                    self.record_line(ply, ranked.mv());
                }
                if score >= beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);
        if self.budget.stopped() {
            return 0;
        }
        if in_check && count == 0 {
            return self.path.no_move(position, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let finding = Finding {
            mv: best_move,
            score: best,
            eval: raw,
            depth: 0,
            bound,
        };
        self.memory.table.store(key, ply, &finding);
        best
    }
}
