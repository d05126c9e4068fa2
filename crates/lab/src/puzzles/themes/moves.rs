use komadai_engine::board_value;
use komadai_rules::{AnyPosition, Move, Piece, PieceKind, Square};

use super::super::puzzle::PuzzleKind;
use super::super::theme::Theme;
use super::Played;

/// Least loss of a sacrifice in centipawns: about two pawns.
const SACRIFICED: i32 = 150;

pub(super) fn of_solver(it: &Played, kind: PuzzleKind, is_first: bool) -> Vec<Theme> {
    let mate = kind == PuzzleKind::Mate;
    let rules = [
        (Theme::Drop, is_first && it.mv.is_drop()),
        (Theme::Promotion, is_first && it.mv.is_promotion()),
        (Theme::Sacrifice, gives_up(it)),
        (Theme::DiscoveredCheck, discovers_check(it)),
        (Theme::DoubleCheck, it.after.checkers().len() > 1),
        (Theme::QuietMove, !mate && is_quiet(it)),
        (Theme::Fork, !mate && forks(it)),
        (Theme::Pin, uses_pin(it)),
        (Theme::Interposition, puts_between(it)),
        (
            Theme::CrossCheck,
            it.before.in_check() && it.after.in_check(),
        ),
        (
            Theme::HangingPiece,
            !mate && is_first && takes_unguarded(it),
        ),
        (Theme::Exchange, !mate && is_first && exchanges(it)),
        (Theme::PromotedMajor, mate && checks_with_major(it)),
        (Theme::Castling, castles(it)),
        (Theme::EnPassant, is_en_passant(it)),
    ];
    rules
        .into_iter()
        .filter(|rule| rule.1)
        .map(|rule| rule.0)
        .collect()
}

pub(super) fn of_defender(it: &Played) -> Vec<Theme> {
    let rules = [
        (Theme::Interposition, puts_between(it)),
        (
            Theme::CrossCheck,
            it.before.in_check() && it.after.in_check(),
        ),
    ];
    rules
        .into_iter()
        .filter(|rule| rule.1)
        .map(|rule| rule.0)
        .collect()
}

/// `true` if a board move could promote and does not.
pub(super) fn refuses_promotion(it: &Played) -> bool {
    let promotion = it.mv.from().map(|from| Move::promotion(from, it.mv.to()));
    !it.mv.is_promotion() && promotion.is_some_and(|mv| it.before.is_legal(mv))
}

fn mover(it: &Played) -> Option<Piece> {
    it.after.piece_at(it.mv.to())
}

fn taken(it: &Played) -> Option<Piece> {
    let own = it.before.side_to_move();
    (it.before.piece_at(it.mv.to())).filter(|piece| piece.side != own)
}

fn worth(position: &AnyPosition, kind: PieceKind) -> i32 {
    board_value(position.variant(), kind)
}

fn gives_up(it: &Played) -> bool {
    let is_taken = it.reply.is_some_and(|reply| reply.to() == it.mv.to());
    let gained = taken(it).map_or(0, |piece| worth(&it.before, piece.kind));
    is_taken && mover(it).is_some_and(|piece| worth(&it.after, piece.kind) - gained >= SACRIFICED)
}

/// `true` if a piece other than the moved one gives check.
fn discovers_check(it: &Played) -> bool {
    !castles(it)
        && it
            .after
            .checkers()
            .iter()
            .any(|&square| square != it.mv.to())
}

fn is_quiet(it: &Played) -> bool {
    taken(it).is_none() && !it.mv.is_promotion() && !it.after.in_check() && !it.before.in_check()
}

/// `true` if the moved piece attacks two pieces that are the king, more valuable than itself, or
/// unguarded.
fn forks(it: &Played) -> bool {
    let Some(piece) = mover(it) else { return false };
    let variant = it.after.variant();
    let targets = it
        .after
        .attacks_from(it.mv.to())
        .into_iter()
        .filter(|&square| {
            it.after.piece_at(square).is_some_and(|target| {
                target.side != piece.side
                    && (target.kind == variant.spec().king
                        || worth(&it.after, target.kind)
                            > worth(&it.after, piece.kind) + SACRIFICED
                        || worth(&it.after, target.kind) >= SACRIFICED
                            && !is_guarded(&it.after, square))
            })
        });
    targets.count() > 1
}

/// `true` if a piece of the same side attacks the square.
fn is_guarded(position: &AnyPosition, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else {
        return false;
    };
    let squares = (0..position.variant().squares() as u8).map(Square::new);
    squares.into_iter().any(|from| {
        position
            .piece_at(from)
            .is_some_and(|it| it.side == piece.side)
            && position.attacks_from(from).contains(&square)
    })
}

/// `true` if a piece attacks the square of the moved piece and may not capture it because it is pinned to
/// its king.
fn uses_pin(it: &Played) -> bool {
    let to = it.mv.to();
    let after = &it.after;
    // Other checks forbid the capture as well.
    if after.checkers().iter().any(|&square| square != to) {
        return false;
    }
    let king = after.variant().spec().king;
    let squares = (0..after.variant().squares() as u8).map(Square::new);
    squares.into_iter().any(|from| {
        let may_take = |piece: Piece| piece.side == after.side_to_move() && piece.kind != king;
        after.piece_at(from).is_some_and(may_take)
            && after.attacks_from(from).contains(&to)
            && !after.is_legal(Move::normal(from, to))
            && !after.is_legal(Move::promotion(from, to))
    })
}

/// `true` if a check is answered by an interposition, on the board or dropped.
fn puts_between(it: &Played) -> bool {
    let king = it.before.variant().spec().king;
    it.before.in_check()
        && taken(it).is_none()
        && !is_en_passant(it)
        && mover(it).is_some_and(|piece| piece.kind != king)
}

fn takes_unguarded(it: &Played) -> bool {
    taken(it).is_some_and(|piece| worth(&it.before, piece.kind) >= SACRIFICED)
        && !it
            .after
            .legal_moves()
            .into_iter()
            .any(|mv| mv.to() == it.mv.to())
}

fn exchanges(it: &Played) -> bool {
    taken(it).is_some() && it.reply.is_some_and(|reply| reply.to() == it.mv.to())
}

/// `true` if a piece of a kind limited to one per side gives check.
fn checks_with_major(it: &Played) -> bool {
    let spec = it.after.variant().spec();
    let checkers = it.after.checkers().into_iter();
    let mut kinds = checkers.filter_map(|square| it.after.piece_at(square));
    kinds.any(|piece| spec.kind(piece.kind).board_limit.is_some())
}

fn castles(it: &Played) -> bool {
    let variant = it.before.variant();
    it.mv.from().is_some_and(|from| {
        it.before
            .piece_at(from)
            .is_some_and(|piece| piece.kind == variant.spec().king)
            && from.file(variant).abs_diff(it.mv.to().file(variant)) > 1
    })
}

fn is_en_passant(it: &Played) -> bool {
    let variant = it.before.variant();
    it.before.en_passant() == Some(it.mv.to())
        && it.mv.from().is_some_and(|from| {
            it.before
                .piece_at(from)
                .is_some_and(|piece| piece.kind == PieceKind::PAWN)
                && from.file(variant) != it.mv.to().file(variant)
        })
}
