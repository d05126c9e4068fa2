//! Brute-force mate search: every check and every evasion, by the rules alone.

use komadai_rules::{AnyPosition, Move};

/// Brute-force search with a budget of positions.
pub(crate) struct BruteForce {
    left: u64,
}

impl BruteForce {
    pub(crate) fn new(positions: u64) -> Self {
        BruteForce { left: positions }
    }

    /// `true` if the side to move mates in at most `plies` by checks alone; `None` if the budget is
    /// exhausted.
    pub(crate) fn mates(&mut self, position: &AnyPosition, plies: u32) -> Option<bool> {
        for mv in checks(position) {
            if self.is_mated_by(position, mv, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// First moves of mates in at most `plies`; `None` if the budget is exhausted.
    pub(crate) fn mating_moves(&mut self, position: &AnyPosition, plies: u32) -> Option<Vec<Move>> {
        let mut mating = Vec::new();
        for mv in checks(position) {
            if self.is_mated_by(position, mv, plies)? {
                mating.push(mv);
            }
        }
        Some(mating)
    }

    /// `true` if a move without check forces mate in at most three plies; `None` if the budget is
    /// exhausted.
    pub(crate) fn quiet_move_mates_in_three(&mut self, position: &AnyPosition) -> Option<bool> {
        let checks = checks(position);
        for mv in position.legal_moves() {
            if checks.contains(&mv) {
                continue;
            }
            let after = after(position, mv);
            // Without a legal move it is stalemate.
            if after.has_legal_move() && self.is_lost(&after, 2)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_mated_by(&mut self, position: &AnyPosition, mv: Move, plies: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let after = after(position, mv);
        if !after.has_legal_move() {
            return Some(plies >= 1);
        }
        if plies < 3 {
            Some(false)
        } else {
            self.is_lost(&after, plies - 1)
        }
    }

    /// `true` if every move leads to a mate within `plies`, that move included.
    fn is_lost(&mut self, position: &AnyPosition, plies: u32) -> Option<bool> {
        for mv in position.legal_moves().sorted() {
            self.left = self.left.checked_sub(1)?;
            if !self.mates(&after(position, mv), plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

pub(crate) fn checks(position: &AnyPosition) -> Vec<Move> {
    let moves = position.legal_moves().sorted().into_iter();
    moves.filter(|&mv| after(position, mv).in_check()).collect()
}

pub(crate) fn after(position: &AnyPosition, mv: Move) -> AnyPosition {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}
