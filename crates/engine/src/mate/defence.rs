//! Best defence against a mate.

use komadai_rules::{Move, Position, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::line_check::check_mate_line;
use crate::mate::optimal_line::left_in_hand;
use crate::mate::solver::{MateOutcome, MateSolver};

/// Best defence and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateDefence {
    /// The defender's move; `None` only if it has no legal move.
    pub reply: Option<Move>,
    /// Outcome after the reply. Plies of a mate include the reply; with 0 the defender is mated
    /// already.
    pub outcome: MateOutcome,
    /// `true` if the length is that of the shortest mate against the longest defence.
    pub exact: bool,
    /// The reply and the mate after it, which [`check_mate_line`](crate::check_mate_line) confirms;
    /// the reply alone if there is no mate or it is undecided.
    pub line: Vec<Move>,
    /// Pieces in the attacker's hand at the end of the line; `None` without a mate.
    pub left_in_hand: Option<u32>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<V: Variant> MateSolver<V> {
    /// Chooses the best reply of the side to move, in check or not: a reply after which the other
    /// side has no mate by checks; else the reply with the longest shortest mate; among equals, as
    /// far as limits allow, the one that leaves the attacker the fewest pieces in hand.
    ///
    /// A limit of plies counts from this position, the reply included. [`MateLimits::exact`] is
    /// ignored: the longest defence is always searched for.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateOutcome, MateSolver};
    /// use komadai_rules::{Position, Shogi};
    ///
    /// let mut solver = MateSolver::<Shogi>::new(1)?;
    /// let start = Position::start();
    /// let found = solver.defend(&start, &MateLimits::default(), &mut MateControl::default());
    /// assert_eq!(found.outcome, MateOutcome::NoMate);
    /// assert!(start.is_legal(found.reply.unwrap()));
    /// # Ok::<(), komadai_engine::OutOfMemory>(())
    /// ```
    pub fn defend(
        &mut self,
        position: &Position<V>,
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> MateDefence {
        let mut found = MateDefence {
            reply: None,
            outcome: MateOutcome::NoMate,
            exact: false,
            line: Vec::new(),
            left_in_hand: None,
            nodes: 0,
        };
        if !position.has_legal_move() {
            if position.in_check() {
                found.outcome = MateOutcome::Mate { plies: 0 };
                found.exact = true;
                found.left_in_hand = Some(left_in_hand(position, false, &[]));
            }
            return found;
        }
        self.search.begin(position, false);
        let solve_limits = SolveLimits::begin(limits, control);
        let value = (self.search).run(position, false, limits.plies(), &solve_limits, control);
        found.line = vec![self.search.best_at_root()];
        if value.pn == 0 {
            let mut plies = value.plies;
            let mut line = (self.search).line(position, false, plies, &solve_limits, control);
            if self.shorten(position, false, &mut plies, &solve_limits, control) {
                let best =
                    (self.search).optimal_line(position, false, plies, &solve_limits, control);
                if is_mate(position, &best) {
                    line = best;
                    found.exact = true;
                }
            }
            found.outcome = MateOutcome::Unknown;
            if is_mate(position, &line) {
                found.outcome = MateOutcome::Mate {
                    plies: plies as u32,
                };
                found.left_in_hand = Some(left_in_hand(position, false, &line));
                found.line = line;
            }
        } else if !self.search.disproves(&value) {
            found.outcome = MateOutcome::Unknown;
        }
        found.reply = found.line.first().copied();
        found.nodes = self.search.nodes;
        found
    }
}

fn is_mate<V: Variant>(position: &Position<V>, line: &[Move]) -> bool {
    let Some((&reply, rest)) = line.split_first() else {
        return false;
    };
    let mut next = *position;
    next.play(reply).is_ok() && check_mate_line(&next, rest).is_ok()
}
