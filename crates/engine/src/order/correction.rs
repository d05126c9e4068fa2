//! By how much the evaluation was wrong in positions like this one.

use komadai_rules::{Game, Piece, Position, Side};

use super::Before;
use crate::eval::MAX_KINDS;

/// Hands are told apart by so many slots.
const SLOTS: usize = 1 << 14;
/// Counters are kept in so many parts of a centipawn.
const PARTS: i32 = 64;
/// No counter says more than this.
const MOST: i32 = 300 * PARTS;

/// Errors of the evaluation, by what is in the hands and by what the last moves were.
pub(crate) struct Corrections {
    squares: usize,
    /// `[side][hands]`
    hands: Vec<i16>,
    /// `[last or the one before][side][kind][to]`
    arrivals: Vec<i16>,
}

impl Corrections {
    pub(crate) fn new<G: Game>() -> Self {
        let squares = G::ID.squares();
        Corrections {
            squares,
            hands: vec![0; 2 * SLOTS],
            arrivals: vec![0; 4 * MAX_KINDS * squares],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.hands.fill(0);
        self.arrivals.fill(0);
    }

    fn hand_slot<G: Game>(position: &Position<G>) -> usize {
        let hands = position.key() ^ position.board_key();
        let mixed = hands.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        position.side_to_move().index() * SLOTS + mixed as usize % SLOTS
    }

    fn arrival_slot(&self, back: usize, (piece, to): (Piece, usize)) -> usize {
        let side = 2 * back + usize::from(piece.side == Side::Second);
        (side * MAX_KINDS + piece.kind.index()) * self.squares + to
    }

    /// Centipawns to add to the evaluation of `position`.
    pub(crate) fn of<G: Game>(&self, position: &Position<G>, before: &Before) -> i32 {
        let mut sum = 2 * i32::from(self.hands[Self::hand_slot(position)]);
        for (back, arrival) in before.iter().enumerate() {
            if let Some(arrival) = *arrival {
                sum += i32::from(self.arrivals[self.arrival_slot(back, arrival)]);
            }
        }
        sum / (3 * PARTS)
    }

    /// A search to `depth` found the position `error` centipawns better than it looked.
    pub(crate) fn learn<G: Game>(
        &mut self,
        position: &Position<G>,
        before: &Before,
        error: i32,
        depth: i32,
    ) {
        let weight = (depth + 1).min(16);
        let error = error.clamp(-400, 400) * PARTS;
        let slot = Self::hand_slot(position);
        nudge(&mut self.hands[slot], error, weight);
        for (back, arrival) in before.iter().enumerate() {
            if let Some(arrival) = *arrival {
                let slot = self.arrival_slot(back, arrival);
                nudge(&mut self.arrivals[slot], error, weight);
            }
        }
    }
}

/// A moving mean: the deeper the search, the more it counts.
fn nudge(counter: &mut i16, error: i32, weight: i32) {
    let old = i32::from(*counter);
    let new = (old * (256 - weight) + error * weight) / 256;
    *counter = new.clamp(-MOST, MOST) as i16;
}
