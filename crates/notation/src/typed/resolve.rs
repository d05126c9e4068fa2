//! Resolution of a pattern to a legal move.

use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, RefusalCode, Square};

use super::TypedMoveError;
use super::pattern::{MovePattern, Promotion};
use crate::display::Approach;

/// Resolves a completely specified move; a forced promotion may be left out.
pub(super) fn resolve_complete(position: &AnyPosition, mv: Move) -> Result<Move, TypedMoveError> {
    let promoted = promoted(mv);
    if position.is_legal(mv) {
        Ok(mv)
    } else if position.is_legal(promoted) {
        Ok(promoted)
    } else {
        Err(illegal(position, mv))
    }
}

fn promoted(mv: Move) -> Move {
    match mv.from() {
        Some(from) => Move::promotion(from, mv.to()),
        None => mv,
    }
}

fn illegal(position: &AnyPosition, mut mv: Move) -> TypedMoveError {
    // "Must promote" is not the reason if promoting is refused as well.
    if refusal_code(position, mv) == Some(RefusalCode::MustPromote) {
        mv = promoted(mv);
    }
    TypedMoveError::Illegal {
        variant: position.variant(),
        mv,
    }
}

fn refusal_code(position: &AnyPosition, mv: Move) -> Option<RefusalCode> {
    Some(position.why_illegal(mv)?.code)
}

/// The only legal move that matches.
pub(super) fn resolve(
    position: &AnyPosition,
    pattern: &MovePattern,
) -> Result<Move, TypedMoveError> {
    let mut moves: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| pattern.matches(position, mv))
        .collect();
    // A piece on the board goes before one in hand, unless the text marks a drop.
    if moves.iter().any(|mv| !mv.is_drop()) {
        keep(&mut moves, &|mv| !mv.is_drop());
    }
    let without_promotion = |mv: &Move| !mv.is_promotion();
    let declines = match pattern.promotion {
        Promotion::Unspecified => {
            pattern.promotes_only_if_written && moves.iter().any(without_promotion)
        }
        // A plus is a check if the move gives check, else a promotion as in UCI.
        Promotion::YesOrCheck => moves
            .iter()
            .any(|mv| without_promotion(mv) && position.gives_check(*mv)),
        Promotion::Yes | Promotion::No => false,
    };
    if declines {
        keep(&mut moves, &|mv| !mv.is_promotion());
    }
    if let Some(pinned) = pinned_piece(position, pattern, &moves) {
        return Err(illegal(position, pinned));
    }
    apply_marks(position, pattern, &mut moves);
    match moves.as_slice() {
        [] => Err(refuse(position, pattern)),
        [mv] => Ok(*mv),
        _ => Err(TypedMoveError::Ambiguous {
            variant: position.variant(),
            moves,
        }),
    }
}

fn keep(moves: &mut Vec<Move>, wanted: &dyn Fn(Move) -> bool) {
    moves.retain(|&mv| wanted(mv));
}

/// The move of a pinned piece, if the marks mean that piece: the only piece that can legally reach
/// the square needs no marks.
fn pinned_piece(position: &AnyPosition, pattern: &MovePattern, legal: &[Move]) -> Option<Move> {
    let from = legal.first()?.from()?;
    if pattern.marks.is_empty() || legal.iter().any(|mv| mv.from() != Some(from)) {
        return None;
    }
    let squares = (0..position.variant().squares()).map(|index| Square::new(index as u8));
    let mut moves: Vec<Move> = squares
        .filter(|&square| pattern.matches_origin(position, square))
        .map(|square| Move::normal(square, pattern.to))
        .filter(|&mv| {
            let code = refusal_code(position, mv);
            mv.from() == Some(from) || code == Some(RefusalCode::KingInCheck)
        })
        .collect();
    apply_marks(position, pattern, &mut moves);
    match moves.as_slice() {
        [mv] if mv.from() != Some(from) => Some(*mv),
        _ => None,
    }
}

/// Keeps the moves that the Japanese marks allow: first the motion, then the side of origin.
fn apply_marks(position: &AnyPosition, pattern: &MovePattern, moves: &mut Vec<Move>) {
    let side = position.side_to_move();
    let approach = |mv: Move| {
        let from: Square = mv.from().unwrap_or(mv.to());
        Approach::new(position.variant(), side, from, mv.to())
    };
    for &mark in &pattern.marks {
        if !matches!(mark, '右' | '左') {
            keep(moves, &|mv| {
                let approach = approach(mv);
                match mark {
                    '直' => approach.is_straight_step(),
                    _ => approach.motion() == mark,
                }
            });
        }
    }
    for &mark in &pattern.marks {
        let sign = match mark {
            '右' => 1,
            '左' => -1,
            _ => continue,
        };
        let mut outermost = i16::MIN;
        for &mv in moves.iter() {
            outermost = outermost.max(sign * approach(mv).right);
        }
        keep(moves, &|mv| sign * approach(mv).right == outermost);
    }
}

/// Error for a pattern without legal move: the illegal move that it means, or that there is no such
/// piece.
fn refuse(position: &AnyPosition, pattern: &MovePattern) -> TypedMoveError {
    match closest_refusal(position, pattern) {
        // A legal move that the marks or the origin exclude is not meant.
        TypedMoveError::Illegal { mv, .. } if position.is_legal(mv) => {
            TypedMoveError::NoPiece(pattern.kind)
        }
        error => error,
    }
}

fn closest_refusal(position: &AnyPosition, pattern: &MovePattern) -> TypedMoveError {
    let variant = position.variant();
    let side = position.side_to_move();
    let drop = |kind| TypedMoveError::Illegal {
        variant,
        mv: match variant.spec().kind(kind).hand_kind {
            Some(base) if base != kind => Move::drop_promoted(base, pattern.to),
            _ => Move::drop(kind, pattern.to),
        },
    };
    if let (true, Some(kind)) = (pattern.drop, pattern.kind) {
        return drop(kind);
    }
    match (closest_board_move(position, pattern), pattern.kind) {
        (Some(mv), _) => illegal(position, mv),
        (None, Some(kind)) if position.hand(side).count(kind) > 0 => drop(kind),
        _ => TypedMoveError::NoPiece(pattern.kind),
    }
}

/// The illegal board move that the text most likely means, if it names a piece or a square of
/// origin. Moves that only a rule forbids come before moves that the piece cannot make.
fn closest_board_move(position: &AnyPosition, pattern: &MovePattern) -> Option<Move> {
    let square_given = pattern.from_file.is_some() && pattern.from_rank.is_some();
    if pattern.kind.is_none() && !square_given {
        return None;
    }
    let mut closest = None;
    for from in (0..position.variant().squares()).map(|index| Square::new(index as u8)) {
        let own = position
            .piece_at(from)
            .is_some_and(|piece| piece.side == position.side_to_move());
        if !(own || square_given) || !pattern.matches_origin(position, from) {
            continue;
        }
        let mv = if pattern.promotion == Promotion::Yes {
            Move::promotion(from, pattern.to)
        } else {
            Move::normal(from, pattern.to)
        };
        if refusal_code(position, mv) != Some(RefusalCode::WrongMovement) {
            return Some(mv);
        }
        closest = closest.or(Some(mv));
    }
    closest
}
