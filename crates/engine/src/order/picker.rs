//! Hands out a position's moves one by one, the most promising first, making lists only when the
//! earlier moves did not settle the matter.

use komadai_rules::{Bitboard, CheckSquares, Game, Move, MoveList, PieceKind, Position};

use super::{Before, Histories, Manner, is_noisy};
use crate::eval::Evaluator;

/// A move and how promising it looks, in one number: the rank above the bits of the move above
/// whether it checks.
///
/// The greater number goes first. Among equally promising moves that is the one with the smallest
/// bits: the search is the same whatever order the generator lists moves in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Ranked(i64);

impl Ranked {
    #[inline(always)]
    fn new(mv: Move, check: bool, rank: i32) -> Self {
        Ranked(i64::from(rank) << 17 | i64::from(!mv.raw()) << 1 | i64::from(check))
    }

    #[inline(always)]
    pub(crate) fn mv(self) -> Move {
        Move::from_raw(!((self.0 >> 1) as u16))
    }

    /// Whether it attacks the enemy king directly (a discovered check is not noticed here).
    #[inline(always)]
    pub(crate) fn check(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Where in the order the picker stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    Table,
    RankNoisy,
    GoodNoisy,
    RankQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The moves of one node. They lie on a stack shared by all nodes of a line; `finish` gives the
/// place back.
pub(crate) struct Picker<G: Game> {
    stage: Stage,
    noisy_only: bool,
    table_move: Move,
    ply: usize,
    before: Before,
    base: usize,
    next: usize,
    end: usize,
    bad_end: usize,
    checks: CheckSquares<G>,
}

/// Killers and refutations come before all other quiet moves.
const KILLER: i32 = 20_000;
const REPLY: i32 = 18_000;
const CHECK: i32 = 5_000;

impl<G: Game> Picker<G> {
    /// For a full node: `before` are the men that arrived by the last moves.
    pub(crate) fn new(table_move: Move, ply: usize, before: Before, stack: &[Ranked]) -> Self {
        let base = stack.len();
        Picker {
            stage: Stage::Table,
            noisy_only: false,
            table_move,
            ply,
            before,
            base,
            next: base,
            end: base,
            bad_end: base,
            checks: CheckSquares::empty(),
        }
    }

    /// For quiescence: captures and promotions only.
    pub(crate) fn noisy(table_move: Move, ply: usize, stack: &[Ranked]) -> Self {
        Picker {
            noisy_only: true,
            ..Picker::new(table_move, ply, [None; 2], stack)
        }
    }

    /// The stage the last move came from.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    pub(crate) fn finish(&self, stack: &mut Vec<Ranked>) {
        stack.truncate(self.base);
    }

    pub(crate) fn next(
        &mut self,
        position: &Position<G>,
        eval: &Evaluator<G>,
        histories: &Histories<G>,
        stack: &mut Vec<Ranked>,
    ) -> Option<Ranked> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::RankNoisy;
                    if let Some(ranked) = self.take_table_move(position) {
                        return Some(ranked);
                    }
                }
                Stage::RankNoisy => {
                    self.rank_noisy(position, eval, histories, stack);
                    self.end = stack.len();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best_of_rest(stack) {
                    Some(ranked) => {
                        if eval.wins_at_least(position, ranked.mv(), 0) {
                            return Some(ranked);
                        }
                        // The bad ones gather at the front, where moves already played lay.
                        stack[self.bad_end] = ranked;
                        self.bad_end += 1;
                    }
                    None => {
                        self.stage = if self.noisy_only {
                            Stage::Done
                        } else {
                            Stage::RankQuiet
                        };
                    }
                },
                Stage::RankQuiet => {
                    self.next = stack.len();
                    self.rank_quiet(position, histories, stack);
                    self.end = stack.len();
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best_of_rest(stack) {
                    Some(ranked) => return Some(ranked),
                    None => self.begin_bad(),
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

    /// Leaves out the quiet moves not yet handed out.
    pub(crate) fn skip_quiets(&mut self) {
        if self.stage == Stage::Quiet {
            self.begin_bad();
        }
    }

    fn begin_bad(&mut self) {
        (self.next, self.end) = (self.base, self.bad_end);
        self.stage = Stage::BadNoisy;
    }

    fn take_table_move(&mut self, position: &Position<G>) -> Option<Ranked> {
        let mv = self.table_move;
        let wanted = mv != Move::NONE
            && (!self.noisy_only || is_noisy(position, mv))
            && position.is_legal(mv);
        if !wanted {
            self.table_move = Move::NONE;
            return None;
        }
        // Nobody asks whether the first move of a node gives check: it is never left out.
        Some(Ranked::new(mv, false, i32::MAX))
    }

    fn best_of_rest(&mut self, stack: &mut [Ranked]) -> Option<Ranked> {
        let rest = &mut stack[self.next..self.end];
        let (mut best, mut most) = (0, *rest.first()?);
        for (i, &ranked) in rest.iter().enumerate().skip(1) {
            if ranked > most {
                (best, most) = (i, ranked);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(most)
    }

    #[inline(never)]
    fn rank_quiet(
        &mut self,
        position: &Position<G>,
        histories: &Histories<G>,
        stack: &mut Vec<Ranked>,
    ) {
        let killers = histories.killers(self.ply);
        let reply = histories.reply(self.before[0]);
        let merits = histories.merits(position.side_to_move(), &self.before);
        self.checks.init(position);
        let mut moves = MoveList::new();
        position.list_quiet_moves(&mut moves);
        for &mv in &moves {
            if mv == self.table_move {
                continue;
            }
            // A quiet move promotes nobody: who arrives is who left or was dropped.
            let manner = Manner::of(position, mv);
            let check = self.checks.of(manner.kind).contains(mv.to());
            let mut rank = merits.of(manner);
            if mv == killers[0] {
                rank += KILLER + 1_000;
            } else if mv == killers[1] {
                rank += KILLER;
            } else if mv == reply {
                rank += REPLY;
            } else if check {
                rank += CHECK;
            }
            stack.push(Ranked::new(mv, check, rank));
        }
    }

    #[inline(never)]
    fn rank_noisy(
        &mut self,
        position: &Position<G>,
        eval: &Evaluator<G>,
        histories: &Histories<G>,
        stack: &mut Vec<Ranked>,
    ) {
        self.checks.init(position);
        let mut moves = MoveList::new();
        position.list_captures_and_promotions(&mut moves);
        for &mv in &moves {
            if mv == self.table_move {
                continue;
            }
            let kind = Manner::of(position, mv).kind;
            let cost = eval.board[kind.index()];
            let rank = 16 * eval.gain(position, mv) - cost + histories.capture(position, mv) / 2;
            let arriving = if mv.is_promotion() {
                PieceKind::new(G::PROMOTES_TO[kind.index()])
            } else {
                kind
            };
            let check = self.checks.of(arriving).contains(mv.to());
            stack.push(Ranked::new(mv, check, rank));
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::Square;

    use super::*;

    #[test]
    fn the_more_promising_goes_first_and_of_equals_the_one_with_smaller_bits() {
        let [low, high] = [3, 4].map(|to| Move::drop(PieceKind::new(0), Square::new(to)));
        assert!(low.raw() < high.raw());
        let order = [
            Ranked::new(high, false, i32::MAX),
            Ranked::new(high, true, 7),
            Ranked::new(low, false, -1),
            Ranked::new(high, true, -1),
            Ranked::new(low, true, i32::MIN),
        ];
        assert!(order.is_sorted_by(|a, b| a > b));
        assert_eq!(order.map(Ranked::mv), [high, high, low, high, low]);
        assert_eq!(order.map(Ranked::check), [false, true, false, true, true]);
    }
}
