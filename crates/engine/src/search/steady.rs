//! How clear the best move is, by which its share of the clock is measured.

use komadai_rules::Move;

use super::root::RootMove;

/// For how many iterations the same move has been the best.
#[derive(Default)]
pub(super) struct Steady {
    best: Option<Move>,
    iterations: u64,
}

/// After so many iterations a move can't become any clearer.
const LONG: u64 = 6;

impl Steady {
    /// An iteration has ended with this move as the best.
    pub(super) fn hear(&mut self, best: Move) {
        self.iterations = if self.best == Some(best) {
            self.iterations + 1
        } else {
            0
        };
        self.best = Some(best);
    }

    /// What the move deserves, in thousandths of an ordinary move's share: from 578 to 2,000. The
    /// best move stands first; the more of the last iteration's work went to the others, the less
    /// clear it is.
    pub(super) fn permille(&self, moves: &[RootMove]) -> u64 {
        let all: u64 = moves.iter().map(|one| one.nodes).sum();
        let best = moves.first().map_or(0, |one| one.nodes);
        let part = best.saturating_mul(1_000) / all.max(1);
        let work = 1_650 - part;
        let age = 1_250 - 60 * self.iterations.min(LONG);
        (work * age / 1_000).min(2_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share where the best move took so many nodes, another the rest of a thousand, and the
    /// first had been the best for so many iterations.
    fn share(nodes: u64, iterations: u64) -> u64 {
        let moves = [nodes, 1_000 - nodes].map(RootMove::with_nodes);
        let mut steady = Steady::default();
        for _ in 0..=iterations {
            steady.hear(Move::NONE);
        }
        steady.permille(&moves)
    }

    #[test]
    fn a_clear_move_gets_less_and_a_doubtful_one_more() {
        assert!(share(950, 6) < share(500, 6));
        assert!(share(500, 6) < share(500, 0));
        assert!(share(700, 6) < 1_000 && share(500, 0) > 1_000);
        assert_eq!([share(1_000, 9), share(0, 0)], [578, 2_000]);
    }

    #[test]
    fn another_best_move_begins_anew() {
        let mut steady = Steady::default();
        steady.hear(Move::from_raw(1));
        steady.hear(Move::from_raw(1));
        steady.hear(Move::from_raw(2));
        assert_eq!(steady.iterations, 0);
        assert_eq!(steady.permille(&[]), 2_000);
    }
}
