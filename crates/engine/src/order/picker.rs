//! Hands out a position's moves one by one, the most promising first, making lists only when the
//! earlier moves did not settle the matter.

use komadai_rules::{Bits, Game, Kind, Move, Position};

use super::{Before, Histories, is_noisy};
use crate::eval::{Evaluator, MAX_KINDS};

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    /// It attacks the enemy king directly (a discovered check is not noticed here).
    pub(crate) check: bool,
    pub(crate) rank: i32,
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
pub(crate) struct Picker {
    stage: Stage,
    noisy_only: bool,
    table_move: Move,
    ply: usize,
    before: Before,
    base: usize,
    next: usize,
    end: usize,
    bad_end: usize,
}

/// Killers and refutations come before all other quiet moves.
const KILLER: i32 = 20_000;
const REPLY: i32 = 18_000;
const CHECK: i32 = 5_000;

impl Picker {
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

    pub(crate) fn next<G: Game>(
        &mut self,
        position: &Position<G>,
        eval: &Evaluator<G>,
        histories: &Histories,
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
                    rank_noisy(position, eval, histories, self.table_move, stack);
                    self.end = stack.len();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best_of_rest(stack) {
                    Some(ranked) => {
                        if eval.wins_at_least(position, ranked.mv, 0) {
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
                    self.rank_quiet(position, eval, histories, stack);
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

    fn take_table_move<G: Game>(&mut self, position: &Position<G>) -> Option<Ranked> {
        let mv = self.table_move;
        let wanted = mv != Move::NONE
            && (!self.noisy_only || is_noisy(position, mv))
            && position.is_legal(mv);
        if !wanted {
            self.table_move = Move::NONE;
            return None;
        }
        // Nobody asks whether the first move of a node gives check: it is never left out.
        Some(Ranked {
            mv,
            check: false,
            rank: i32::MAX,
        })
    }

    fn best_of_rest(&mut self, stack: &mut [Ranked]) -> Option<Ranked> {
        let rest = &mut stack[self.next..self.end];
        // Among equals the one with the smallest bits: the search is the same whatever order the
        // generator lists moves in.
        let key = |ranked: &Ranked| i64::from(ranked.rank) << 16 | i64::from(!ranked.mv.raw());
        let (mut best, mut most) = (0, key(rest.first()?));
        for (i, ranked) in rest.iter().enumerate().skip(1) {
            let key = key(ranked);
            if key > most {
                (best, most) = (i, key);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    #[inline(never)]
    fn rank_quiet<G: Game>(
        &self,
        position: &Position<G>,
        eval: &Evaluator<G>,
        histories: &Histories,
        stack: &mut Vec<Ranked>,
    ) {
        let killers = histories.killers(self.ply);
        let reply = histories.reply(self.before[0]);
        let checks = CheckSquares::new(position, eval);
        for mv in position.quiet_moves() {
            if mv == self.table_move {
                continue;
            }
            let check = checks.gives(position, mv);
            let mut rank = histories.merit(position, mv, &self.before);
            if mv == killers[0] {
                rank += KILLER + 1_000;
            } else if mv == killers[1] {
                rank += KILLER;
            } else if mv == reply {
                rank += REPLY;
            } else if check {
                rank += CHECK;
            }
            stack.push(Ranked { mv, check, rank });
        }
    }
}

#[inline(never)]
fn rank_noisy<G: Game>(
    position: &Position<G>,
    eval: &Evaluator<G>,
    histories: &Histories,
    table_move: Move,
    stack: &mut Vec<Ranked>,
) {
    let checks = CheckSquares::new(position, eval);
    for mv in position.captures_and_promotions() {
        if mv == table_move {
            continue;
        }
        let attacker = mv.from().and_then(|from| position.piece_at(from));
        let cost = attacker.map_or(0, |man| eval.board[man.kind.index()]);
        let rank = 16 * eval.gain(position, mv) - cost + histories.capture(position, mv) / 2;
        stack.push(Ranked {
            mv,
            check: checks.gives(position, mv),
            rank,
        });
    }
}

/// For each kind the squares from which it would attack the enemy king.
struct CheckSquares<G: Game> {
    from: [G::Bits; MAX_KINDS],
    any: bool,
}

impl<G: Game> CheckSquares<G> {
    fn new(position: &Position<G>, eval: &Evaluator<G>) -> Self {
        let side = position.side_to_move();
        let occupied = position.occupied();
        let mut from = [G::Bits::EMPTY; MAX_KINDS];
        let Some(king) = position.king(!side) else {
            return CheckSquares { from, any: false };
        };
        for kind in eval.kinds() {
            if kind != G::SPEC.king {
                // The squares a man attacks the king from are those the enemy's man of that kind
                // would attack from the king's square: the sides' movements are each other's
                // half turn.
                from[kind.index()] = Position::<G>::attacks(kind, !side, king, occupied);
            }
        }
        CheckSquares { from, any: true }
    }

    #[inline]
    fn gives(&self, position: &Position<G>, mv: Move) -> bool {
        if !self.any {
            return false;
        }
        let kind = match mv.from() {
            None => mv.dropped(),
            Some(from) => position
                .piece_at(from)
                .map(|man| arriving::<G>(man.kind, mv)),
        };
        kind.is_some_and(|kind| self.from[kind.index()].contains(mv.to()))
    }
}

/// The kind a moving man is when it arrives.
pub(crate) fn arriving<G: Game>(kind: Kind, mv: Move) -> Kind {
    if !mv.is_promotion() {
        return kind;
    }
    G::SPEC.kinds[kind.index()].promotes_to.unwrap_or(kind)
}
