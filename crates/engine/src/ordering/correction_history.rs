//! Correction history: how far the static evaluation was off in similar positions.
//!
//! See "Static Evaluation Correction History" on the chess programming wiki. Positions are similar
//! if they have the same hands, or the same last move, or the same move before that, each as the side
//! to move sees it. With entries for the first side and others for the second a correction confirms
//! itself where few hands change: it is part of the scores that it is learned from, and nothing says
//! that one side's is too high and the other's too low. Here both sides share it, and what it adds to
//! one side's positions counts against it one ply later.

use std::collections::TryReserveError;
use std::marker::PhantomData;

use komadai_rules::{Game, PieceKind, Position, Side};

use super::{PieceTo, PreviousMoves};
use crate::memory::try_vec;
use crate::search::params::{
    CORRECTION_DIVISOR, CORRECTION_HAND_WEIGHT, CORRECTION_MAX_ERROR, CORRECTION_MAX_WEIGHT,
    CORRECTION_SCALE, CORRECTION_WEIGHT_SCALE, MAX_CORRECTION,
};

const HAND_INDEX_BITS: u32 = 15;
/// Odd numbers that spread the hands of the side to move and of the other over the index.
const OWN_HAND_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const OTHER_HAND_FACTOR: u64 = 0xc2b2_ae3d_27d4_eb4f;

/// Moving means of evaluation errors, in [`CORRECTION_SCALE`] parts of a centipawn.
pub(crate) struct CorrectionHistory<G: Game> {
    /// `[hash of both hands]`
    hands: Vec<i16>,
    /// `[last move, move before][kind][to, as the side that moved sees it]`
    continuation: Vec<i16>,
    game: PhantomData<G>,
}

impl<G: Game> CorrectionHistory<G> {
    pub(crate) fn new() -> Result<Self, TryReserveError> {
        Ok(CorrectionHistory {
            hands: try_vec(0, 1 << HAND_INDEX_BITS)?,
            continuation: try_vec(0, 2 * PieceKind::MAX * G::ID.squares())?,
            game: PhantomData,
        })
    }

    pub(crate) fn clear(&mut self) {
        self.hands.fill(0);
        self.continuation.fill(0);
    }

    fn hand_index(position: &Position<G>) -> usize {
        let side = position.side_to_move();
        let hand = |side, factor| position.hand(side).bits().wrapping_mul(factor);
        let hands = hand(side, OWN_HAND_FACTOR) ^ hand(!side, OTHER_HAND_FACTOR).rotate_left(29);
        (hands.wrapping_mul(OWN_HAND_FACTOR) >> (u64::BITS - HAND_INDEX_BITS)) as usize
    }

    fn continuation_index(plies_back: usize, piece_to: PieceTo) -> usize {
        let to = if piece_to.side() == Side::First.index() {
            piece_to.square()
        } else {
            piece_to.square().rotate_180(G::ID)
        };
        (plies_back * PieceKind::MAX + piece_to.kind().index()) * G::ID.squares() + to.index()
    }

    /// Centipawns to add to the static evaluation of `position`.
    pub(crate) fn correction(&self, position: &Position<G>, previous: &PreviousMoves) -> i32 {
        let mut sum = CORRECTION_HAND_WEIGHT * i32::from(self.hands[Self::hand_index(position)]);
        for (plies_back, piece_to) in previous.iter().enumerate() {
            if let Some(piece_to) = *piece_to {
                let index = Self::continuation_index(plies_back, piece_to);
                sum += i32::from(self.continuation[index]);
            }
        }
        sum / CORRECTION_DIVISOR
    }

    /// A search to `depth` found the position `error` centipawns better than its static evaluation.
    pub(crate) fn update(
        &mut self,
        position: &Position<G>,
        previous: &PreviousMoves,
        error: i32,
        depth: i32,
    ) {
        let weight = (depth + 1).min(CORRECTION_MAX_WEIGHT);
        let error = error.clamp(-CORRECTION_MAX_ERROR, CORRECTION_MAX_ERROR) * CORRECTION_SCALE;
        update_entry(&mut self.hands[Self::hand_index(position)], error, weight);
        for (plies_back, piece_to) in previous.iter().enumerate() {
            if let Some(piece_to) = *piece_to {
                let index = Self::continuation_index(plies_back, piece_to);
                update_entry(&mut self.continuation[index], error, weight);
            }
        }
    }
}

/// Moves an exponential moving mean towards `error`; deeper searches weigh more.
fn update_entry(entry: &mut i16, error: i32, weight: i32) {
    let old = i32::from(*entry);
    let mean =
        (old * (CORRECTION_WEIGHT_SCALE - weight) + error * weight) / CORRECTION_WEIGHT_SCALE;
    *entry = mean.clamp(-MAX_CORRECTION, MAX_CORRECTION) as i16;
}

#[cfg(test)]
mod tests {
    use komadai_notation::parse_position;
    use komadai_rules::{AnyPosition, GameId, Minishogi, Piece, SetupRules, Square};

    use super::*;

    fn position(text: &str) -> Position<Minishogi> {
        let parsed = parse_position(GameId::Minishogi, text, SetupRules::Play);
        let Ok(AnyPosition::Minishogi(position)) = parsed else {
            panic!("no position of Minishogi: {parsed:?}")
        };
        position
    }

    /// The last move was a gold to the square of that file and rank.
    fn gold_to(side: Side, file: u8, rank: u8) -> PreviousMoves {
        let kind = GameId::Minishogi
            .spec()
            .kind_by_letter('G')
            .expect("a gold");
        let to = Square::from_coords(GameId::Minishogi, file, rank).expect("on the board");
        [Some(PieceTo::new(Piece { side, kind }, to)), None]
    }

    #[test]
    fn what_is_learned_for_one_side_holds_for_the_other_with_the_board_turned() {
        let (first, second) = ("4k/5/5/5/K4 b Rb 1", "4k/5/5/5/K4 w Br 1");
        let mut corrections = CorrectionHistory::<Minishogi>::new().expect("memory");
        let after_second = gold_to(Side::Second, 1, 3);
        corrections.update(&position(first), &after_second, 400, 15);
        let learned = corrections.correction(&position(first), &after_second);
        assert!(learned > 0);
        let turned = gold_to(Side::First, 3, 1);
        assert_eq!(corrections.correction(&position(second), &turned), learned);
        // The other side's hands, and other squares, are others.
        let other_hands = "4k/5/5/5/K4 w Rb 1";
        let elsewhere = gold_to(Side::First, 1, 3);
        assert_eq!(
            corrections.correction(&position(other_hands), &elsewhere),
            0
        );
    }
}
