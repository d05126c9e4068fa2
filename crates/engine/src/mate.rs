//! Mate in one, among the moves that are wanted.

use komadai_rules::{Game, Move, Position};

/// A move that mates at once, if one of those `wanted` does.
pub(crate) fn in_one<G: Game>(
    position: &Position<G>,
    wanted: impl Fn(Move) -> bool,
) -> Option<Move> {
    let mut moves = position.checking_moves().into_iter();
    moves.find(|&mv| wanted(mv) && mates(position, mv))
}

/// Whether a checking move leaves no reply.
fn mates<G: Game>(position: &Position<G>, mv: Move) -> bool {
    let mut after = *position;
    after.play(mv);
    !after.has_legal_move()
}
