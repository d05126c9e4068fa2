//! Mates by trying every check and every evasion, through the rules alone.

use komadai_rules::{AnyPosition, Move};

/// Tries everything, up to a number of positions.
pub(crate) struct BruteForce {
    left: u64,
}

impl BruteForce {
    /// Gives up after so many positions.
    pub(crate) fn new(positions: u64) -> Self {
        BruteForce { left: positions }
    }

    /// Whether the side to move mates in at most `plies` plies by checks alone; `None` if it gave up.
    pub(crate) fn mates(&mut self, position: &AnyPosition, plies: u32) -> Option<bool> {
        for mv in checks(position) {
            if self.is_mated_by(position, mv, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The checks that begin a mate in at most `plies` plies, themselves included; `None` if it gave up.
    pub(crate) fn mating_moves(&mut self, position: &AnyPosition, plies: u32) -> Option<Vec<Move>> {
        let mut mating = Vec::new();
        for mv in checks(position) {
            if self.is_mated_by(position, mv, plies)? {
                mating.push(mv);
            }
        }
        Some(mating)
    }

    /// Whether some move that gives no check forces mate in at most three plies all the same; `None` if it
    /// gave up.
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

    /// Whether every move leads to a mate within `plies` plies, that move included.
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

/// The legal moves that give check.
pub(crate) fn checks(position: &AnyPosition) -> Vec<Move> {
    let moves = position.legal_moves().sorted().into_iter();
    moves.filter(|&mv| after(position, mv).in_check()).collect()
}

/// The position after a legal move.
pub(crate) fn after(position: &AnyPosition, mv: Move) -> AnyPosition {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}
