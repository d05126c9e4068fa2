//! Staged move picker: generates the moves of a stage only after the earlier stages caused no
//! cutoff.

use komadai_rules::internal::CheckSquares;
use komadai_rules::{Bitboard, Move, MoveList, Position, Variant};

use super::{Histories, MoveIndex, PreviousMoves, is_noisy};
use crate::eval::Evaluator;
use crate::params::{
    CAPTURE_GAIN_WEIGHT, CAPTURE_HISTORY_DIVISOR, CHECK_BONUS, COUNTER_MOVE_BONUS,
    FIRST_KILLER_BONUS, SECOND_KILLER_BONUS,
};

/// A move and its ordering score in one integer: score, inverted bits of the move, and a bit for a
/// direct check, from high to low.
///
/// Greater values come first. Equal scores are ordered by the bits of the move, so that the search
/// does not depend on the order of the generator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ScoredMove(i64);

impl ScoredMove {
    #[inline(always)]
    fn new(mv: Move, gives_check: bool, score: i32) -> Self {
        ScoredMove(i64::from(score) << 17 | i64::from(!mv.raw()) << 1 | i64::from(gives_check))
    }

    #[inline(always)]
    pub(crate) fn mv(self) -> Move {
        Move::from_raw(!((self.0 >> 1) as u16))
    }

    /// `true` for a direct check; discovered checks are not detected.
    #[inline(always)]
    pub(crate) fn gives_direct_check(self) -> bool {
        self.0 & 1 == 1
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    TtMove,
    ScoreNoisy,
    GoodNoisy,
    ScoreQuiets,
    Quiets,
    BadNoisy,
    Done,
}

/// Moves of one node, on a stack shared by the nodes of a line; [`release`](Self::release) pops
/// them.
pub(crate) struct MovePicker<V: Variant> {
    stage: Stage,
    noisy_only: bool,
    tt_move: Move,
    ply: usize,
    previous: PreviousMoves,
    /// Index of this node's first move on the stack.
    base: usize,
    next: usize,
    end: usize,
    bad_noisy_end: usize,
    check_squares: CheckSquares<V>,
}

impl<V: Variant> MovePicker<V> {
    /// All moves, for a node of the main search or a position in check.
    pub(crate) fn new(
        tt_move: Move,
        ply: usize,
        previous: PreviousMoves,
        stack: &[ScoredMove],
    ) -> Self {
        let base = stack.len();
        MovePicker {
            stage: Stage::TtMove,
            noisy_only: false,
            tt_move,
            ply,
            previous,
            base,
            next: base,
            end: base,
            bad_noisy_end: base,
            check_squares: CheckSquares::empty(),
        }
    }

    /// Captures and promotions that do not lose material by SEE, for quiescence search and ProbCut.
    pub(crate) fn noisy(tt_move: Move, ply: usize, stack: &[ScoredMove]) -> Self {
        MovePicker {
            noisy_only: true,
            ..MovePicker::new(tt_move, ply, [None; 2], stack)
        }
    }

    /// Stage of the last move; [`Stage::ScoreNoisy`] after the TT move.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    pub(crate) fn release(&self, stack: &mut Vec<ScoredMove>) {
        stack.truncate(self.base);
    }

    pub(crate) fn next(
        &mut self,
        position: &Position<V>,
        eval: &Evaluator<V>,
        histories: &Histories<V>,
        stack: &mut Vec<ScoredMove>,
    ) -> Option<ScoredMove> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::ScoreNoisy;
                    if let Some(scored) = self.take_tt_move(position) {
                        return Some(scored);
                    }
                }
                Stage::ScoreNoisy => {
                    self.score_noisy(position, eval, histories, stack);
                    self.end = stack.len();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.select_best(stack) {
                    Some(scored) => {
                        if eval.see_ge(position, scored.mv(), 0) {
                            return Some(scored);
                        }
                        // Bad captures reuse the slots of moves already returned.
                        stack[self.bad_noisy_end] = scored;
                        self.bad_noisy_end += 1;
                    }
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => self.stage = Stage::ScoreQuiets,
                },
                Stage::ScoreQuiets => {
                    self.next = stack.len();
                    self.score_quiets(position, histories, stack);
                    self.end = stack.len();
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.select_best(stack) {
                    Some(scored) => return Some(scored),
                    None => self.begin_bad_noisy(),
                },
                Stage::BadNoisy => {
                    if self.next < self.end {
                        self.next += 1;
                        return Some(stack[self.next - 1]);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Skips the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        if self.stage == Stage::Quiets {
            self.begin_bad_noisy();
        }
    }

    fn begin_bad_noisy(&mut self) {
        (self.next, self.end) = (self.base, self.bad_noisy_end);
        self.stage = Stage::BadNoisy;
    }

    fn take_tt_move(&mut self, position: &Position<V>) -> Option<ScoredMove> {
        let mv = self.tt_move;
        let wanted = mv != Move::NONE
            && (!self.noisy_only || is_noisy(position, mv))
            && position.is_legal(mv);
        if !wanted {
            self.tt_move = Move::NONE;
            return None;
        }
        // The first move is never pruned, so its check bit is not read.
        Some(ScoredMove::new(mv, false, i32::MAX))
    }

    /// One step of a selection sort.
    fn select_best(&mut self, stack: &mut [ScoredMove]) -> Option<ScoredMove> {
        let rest = &mut stack[self.next..self.end];
        let (mut best, mut best_move) = (0, *rest.first()?);
        for (i, &scored) in rest.iter().enumerate().skip(1) {
            if scored > best_move {
                (best, best_move) = (i, scored);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(best_move)
    }

    #[inline(never)]
    fn score_quiets(
        &mut self,
        position: &Position<V>,
        histories: &Histories<V>,
        stack: &mut Vec<ScoredMove>,
    ) {
        let killers = histories.killers(self.ply);
        let counter_move = histories.counter_move(self.previous[0]);
        let history = histories.quiet_scores(position.side_to_move(), &self.previous);
        self.check_squares.init(position);
        let mut moves = MoveList::new();
        position.list_quiet_moves(&mut moves);
        for &mv in &moves {
            if mv == self.tt_move {
                continue;
            }
            // A quiet move does not promote: the kind stays the same.
            let index = MoveIndex::new(position, mv);
            let gives_check = self.check_squares.of(index.kind).contains(mv.to());
            let mut score = history.score(index);
            if mv == killers[0] {
                score += FIRST_KILLER_BONUS;
            } else if mv == killers[1] {
                score += SECOND_KILLER_BONUS;
            } else if mv == counter_move {
                score += COUNTER_MOVE_BONUS;
            } else if gives_check {
                score += CHECK_BONUS;
            }
            stack.push(ScoredMove::new(mv, gives_check, score));
        }
    }

    /// MVV/LVA with capture history.
    #[inline(never)]
    fn score_noisy(
        &mut self,
        position: &Position<V>,
        eval: &Evaluator<V>,
        histories: &Histories<V>,
        stack: &mut Vec<ScoredMove>,
    ) {
        self.check_squares.init(position);
        let mut moves = MoveList::new();
        position.list_captures_and_promotions(&mut moves);
        for &mv in &moves {
            if mv == self.tt_move {
                continue;
            }
            let kind = MoveIndex::new(position, mv).kind;
            let score = CAPTURE_GAIN_WEIGHT * eval.move_gain(position, mv)
                - eval.board_values[kind.index()]
                + histories.capture_score(position, mv) / CAPTURE_HISTORY_DIVISOR;
            let arriving = if mv.is_promotion() {
                Position::<V>::promoted(kind)
            } else {
                kind
            };
            let gives_check = self.check_squares.of(arriving).contains(mv.to());
            stack.push(ScoredMove::new(mv, gives_check, score));
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::Square;

    use super::*;

    #[test]
    fn higher_scores_go_first_and_equal_scores_by_the_bits_of_the_move() {
        let [low, high] =
            [3, 4].map(|to| Move::drop(komadai_rules::PieceKind::PAWN, Square::new(to)));
        assert!(low.raw() < high.raw());
        let order = [
            ScoredMove::new(high, false, i32::MAX),
            ScoredMove::new(high, true, 7),
            ScoredMove::new(low, false, -1),
            ScoredMove::new(high, true, -1),
            ScoredMove::new(low, true, i32::MIN),
        ];
        assert!(order.is_sorted_by(|a, b| a > b));
        assert_eq!(order.map(ScoredMove::mv), [high, high, low, high, low]);
        let checks = order.map(ScoredMove::gives_direct_check);
        assert_eq!(checks, [false, true, false, true, true]);
    }
}
