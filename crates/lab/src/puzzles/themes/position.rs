use komadai_rules::{AnyPosition, Move, PieceKind, RefusalCode, Square};

use super::super::theme::Theme;

/// `true` if the side to move could mate by dropping a pawn or swallow if that were legal.
pub(super) fn pawn_drop_would_mate(position: &AnyPosition) -> bool {
    let variant = position.variant();
    if position
        .hand(position.side_to_move())
        .count(PieceKind::PAWN)
        == 0
    {
        return false;
    }
    let squares = (0..variant.squares() as u8).map(Square::new);
    squares.into_iter().any(|square| {
        let drop = Move::drop(PieceKind::PAWN, square);
        position.piece_at(square).is_none()
            && (position.why_illegal(drop))
                .is_some_and(|refusal| refusal.code == RefusalCode::PawnDropMate)
    })
}

/// `Corner` or `Edge`, if the mated king stands there.
pub(super) fn place_of_king(mated: &AnyPosition) -> Option<Theme> {
    let variant = mated.variant();
    let king = mated.king(mated.side_to_move())?;
    let is_last = |at: u8, count: u8| at == 0 || at + 1 == count;
    match (
        is_last(king.file(variant), variant.files()),
        is_last(king.rank(variant), variant.ranks()),
    ) {
        (true, true) => Some(Theme::Corner),
        (true, false) | (false, true) => Some(Theme::Edge),
        (false, false) => None,
    }
}
