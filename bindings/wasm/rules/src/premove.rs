//! Where a piece might go once the opponent has moved: by its movement alone, whatever stands
//! there or between now. Whether it may is asked again when its turn has come.

use komadai_rules::{AnyPosition, CastlingSide, GameId, PieceKind, Side, Square, StepUse};

/// Squares that far forward of the side's own back rank.
fn depth(id: GameId, side: Side, square: Square) -> u8 {
    match side {
        Side::First => square.rank(id),
        Side::Second => square.rotate_180(id).rank(id),
    }
}

/// Every square this kind reaches from here on an empty board, captures included.
fn reach(id: GameId, side: Side, kind: PieceKind, from: Square) -> Vec<Square> {
    let sign = if side == Side::First { 1 } else { -1 };
    let mut found = Vec::new();
    for step in id.spec().kind(kind).moves {
        let (mut file, mut rank) = (from.file(id) as i8, from.rank(id) as i8);
        for _ in 0..step.max {
            (file, rank) = (file + sign * step.dx, rank + sign * step.dy);
            let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(rank)) else {
                break;
            };
            let Some(to) = Square::from_coords(id, file, rank) else {
                break;
            };
            found.push(to);
        }
    }
    found
}

/// Where the piece on this square might go.
pub(crate) fn moves(
    position: &AnyPosition,
    side: Side,
    from: Square,
    kind: PieceKind,
) -> Vec<Square> {
    let id = position.game();
    let mut found = reach(id, side, kind, from);
    let spec = id.spec();
    if !spec.chess_rules {
        return found;
    }
    // A pawn's double step, and castling: a king on its home file with a right to it.
    let quiet = |step: &&komadai_rules::Step| step.only == StepUse::Quiet;
    if spec.kind(kind).moves.iter().any(|step| quiet(&step)) && depth(id, side, from) == 1 {
        let ahead = if side == Side::First { 2 } else { -2 };
        found.extend(Square::from_coords(
            id,
            from.file(id),
            (from.rank(id) as i8 + ahead) as u8,
        ));
    }
    if kind == spec.king {
        for (wing, file) in [
            (CastlingSide::Kingside, from.file(id) + 2),
            (CastlingSide::Queenside, from.file(id).wrapping_sub(2)),
        ] {
            if position.castling().has(side, wing) {
                found.extend(Square::from_coords(id, file, from.rank(id)));
            }
        }
    }
    found
}

/// Where a piece of this kind might be dropped.
pub(crate) fn drops(id: GameId, side: Side, kind: PieceKind) -> impl Iterator<Item = Square> {
    (0..id.squares() as u8).map(Square::new).filter(move |to| {
        depth(id, side, *to) < id.spec().drop_ranks && !reach(id, side, kind, *to).is_empty()
    })
}

/// As [`Game::promotion`](crate::Game::promotion), for a move that waits.
pub(crate) fn promotion(
    id: GameId,
    side: Side,
    kind: PieceKind,
    from: Square,
    to: Square,
) -> &'static str {
    let spec = id.spec();
    let zone = |square| depth(id, side, square) >= spec.ranks - spec.zone_ranks;
    if spec.kind(kind).promotes_to.is_none() || !(zone(from) || zone(to)) {
        "none"
    } else if spec.promotion_compulsory || reach(id, side, kind, to).is_empty() {
        "forced"
    } else {
        "optional"
    }
}
