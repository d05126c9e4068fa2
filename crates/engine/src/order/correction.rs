//! By how much the evaluation was wrong in positions like this one.

use std::marker::PhantomData;

use komadai_rules::{Game, PieceKind, Position};

use super::{Arrived, Before};

/// Hands are told apart by so many slots.
const SLOTS: usize = 1 << 14;
/// Counters are kept in so many parts of a centipawn.
const PARTS: i32 = 64;
/// No counter says more than this.
const MOST: i32 = 300 * PARTS;

/// Errors of the evaluation, by what is in the hands and by what the last moves were.
pub(crate) struct Corrections<G: Game> {
    /// `[side][hands]`
    hands: Vec<i16>,
    /// `[last or the one before][side][kind][to]`
    arrivals: Vec<i16>,
    game: PhantomData<G>,
}

impl<G: Game> Corrections<G> {
    pub(crate) fn new() -> Self {
        let squares = G::ID.squares();
        Corrections {
            hands: vec![0; 2 * SLOTS],
            arrivals: vec![0; 4 * PieceKind::MAX * squares],
            game: PhantomData,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.hands.fill(0);
        self.arrivals.fill(0);
    }

    fn hand_slot(position: &Position<G>) -> usize {
        let hands = position.key() ^ position.board_key();
        let mixed = hands.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        position.side_to_move().index() * SLOTS + mixed as usize % SLOTS
    }

    fn arrival_slot(back: usize, arrived: Arrived) -> usize {
        let side = 2 * back + arrived.side();
        (side * PieceKind::MAX + arrived.kind().index()) * G::ID.squares()
            + arrived.square().index()
    }

    /// Centipawns to add to the evaluation of `position`.
    pub(crate) fn of(&self, position: &Position<G>, before: &Before) -> i32 {
        let mut sum = 2 * i32::from(self.hands[Self::hand_slot(position)]);
        for (back, arrival) in before.iter().enumerate() {
            if let Some(arrival) = *arrival {
                sum += i32::from(self.arrivals[Self::arrival_slot(back, arrival)]);
            }
        }
        sum / (3 * PARTS)
    }

    /// A search to `depth` found the position `error` centipawns better than it looked.
    pub(crate) fn learn(
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
                let slot = Self::arrival_slot(back, arrival);
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
