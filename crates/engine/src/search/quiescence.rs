//! Quiescence search: captures, promotions and, for some plies, check evasions.

use komadai_rules::{Move, Position, Variant};

use super::Search;
use crate::ordering::{MovePicker, ScoredMove};
use crate::params::{QS_DELTA_MARGIN, QS_MAX_CHECK_PLIES, QS_MAX_EVASIONS, QS_RECAPTURE_PLIES};
use crate::score::{EVAL_LIMIT, INFINITE, MATE, MAX_PLY, SCORE_NONE};
use crate::transposition_table::{Bound, TtWrite};

struct QuiescenceNode {
    beta: i32,
    ply: usize,
    /// 0 at the horizon of the main search, then decreasing.
    depth: i32,
    /// In check, and near enough to the horizon to search evasions.
    evades: bool,
    /// Corrected static evaluation, the stand-pat score; [`SCORE_NONE`] if evasions are searched.
    static_eval: i32,
}

/// Best score and move so far.
struct Best {
    score: i32,
    mv: Move,
    alpha: i32,
    move_count: u32,
}

impl Best {
    fn write(&self, raw_eval: i32, bound: Bound) -> TtWrite {
        TtWrite {
            mv: self.mv,
            score: self.score,
            eval: raw_eval,
            depth: 0,
            bound,
        }
    }
}

impl<V: Variant> Search<'_, '_, '_, V> {
    /// Quiescence score of `position`. `depth` is 0 at the horizon of the main search and
    /// decreases.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<V>,
        alpha: i32,
        beta: i32,
        ply: usize,
        depth: i32,
    ) -> i32 {
        self.thread.pv_table[ply].clear();
        if !self.time.count_node(self.control) {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        // Repetitions are rare below the horizon, among captures, promotions and a few evasions.
        if depth == 0 {
            if let Some(score) = self.path.verdict(position, ply) {
                return score;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        let key = position.key();
        let hit = self.tt.probe(key, ply);
        if let Some(hit) = hit {
            if beta - alpha == 1 && hit.cuts_off(beta) {
                return hit.score;
            }
        }
        // Captured pieces return as drops: without a limit, checks and captures might never end.
        let evades = position.in_check() && depth > -QS_MAX_CHECK_PLIES;
        let raw_eval = if evades {
            SCORE_NONE
        } else {
            self.raw_eval(position, hit, ply)
        };
        // Captures alone would miss a mate in one by a quiet move.
        if depth == 0 && !evades && hit.is_none() {
            if let Some(mv) = position.mate_in_one() {
                self.thread.pv_table[ply].push(mv);
                return MATE - ply as i32 - 1;
            }
        }
        let static_eval = self.corrected_eval(position, raw_eval, ply);
        let stand_pat = if evades { -INFINITE } else { static_eval };
        if stand_pat >= beta {
            return stand_pat;
        }
        let node = QuiescenceNode {
            beta,
            ply,
            depth,
            evades,
            static_eval,
        };
        let mut best = Best {
            score: stand_pat,
            mv: Move::NONE,
            alpha: alpha.max(stand_pat),
            move_count: 0,
        };
        let tt_move = hit.map_or(Move::NONE, |hit| hit.mv);
        self.quiescence_moves(position, &node, tt_move, &mut best);
        if self.time.stopped() {
            return 0;
        }
        if evades && best.move_count == 0 {
            return self.path.no_move(position, ply);
        }
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.tt.store(key, ply, &best.write(raw_eval, bound));
        best.score
    }

    fn quiescence_moves(
        &mut self,
        position: &Position<V>,
        node: &QuiescenceNode,
        tt_move: Move,
        best: &mut Best,
    ) {
        let ply = node.ply;
        let mut picker = if node.evades {
            MovePicker::new(tt_move, ply, self.previous_moves(ply), &self.thread.moves)
        } else {
            MovePicker::noisy(tt_move, ply, &self.thread.moves)
        };
        loop {
            let thread = &mut *self.thread;
            let next = picker.next(position, self.eval, &thread.histories, &mut thread.moves);
            let Some(scored) = next else { break };
            best.move_count += 1;
            if !node.evades && self.skips_capture(position, node, scored, best) {
                continue;
            }
            // At this depth one evasion that holds is enough.
            let has_evasion = best.move_count > QS_MAX_EVASIONS && best.score > -EVAL_LIMIT;
            if node.evades && has_evasion {
                picker.skip_quiets();
            }
            let mut child = *position;
            self.make_move(position, &mut child, scored.mv(), ply);
            let score = -self.quiescence(&child, -node.beta, -best.alpha, ply + 1, node.depth - 1);
            self.path.pop();
            if self.time.stopped() {
                break;
            }
            if score > best.score {
                best.score = score;
                if score > best.alpha {
                    best.mv = scored.mv();
                    best.alpha = score;
                    self.update_pv(ply, scored.mv());
                }
                if score >= node.beta {
                    break;
                }
            }
        }
        picker.release(&mut self.thread.moves);
    }

    /// Skips non-recaptures far from the horizon, and captures that cannot reach alpha (delta
    /// pruning). The latter raise the best score to their optimistic bound.
    fn skips_capture(
        &self,
        position: &Position<V>,
        node: &QuiescenceNode,
        scored: ScoredMove,
        best: &mut Best,
    ) -> bool {
        if node.depth <= -QS_RECAPTURE_PLIES {
            let last = self.last_move(node.ply);
            if last.is_some_and(|last| last.square() != scored.mv().to()) {
                return true;
            }
        }
        if best.score > -EVAL_LIMIT && !scored.gives_direct_check() {
            let gain = self.eval.move_gain(position, scored.mv());
            let reachable = node.static_eval + QS_DELTA_MARGIN + gain;
            if reachable <= best.alpha {
                best.score = best.score.max(reachable);
                return true;
            }
        }
        false
    }
}
