//! From what is said to the one legal move that is meant.

use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, RefusalCode, Square};

use super::TypedMoveError;
use super::wanted::{Promotion, Wanted};
use crate::display::Approach;

/// A move that is told completely, except that a forced promotion need not be said.
pub(super) fn exactly(position: &AnyPosition, mv: Move) -> Result<Move, TypedMoveError> {
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
        Some(from) => Move::board(from, mv.to(), true),
        None => mv,
    }
}

fn illegal(position: &AnyPosition, mut mv: Move) -> TypedMoveError {
    // "Must promote" is not the reason when promoting is refused as well.
    if refusal(position, mv) == Some(RefusalCode::MustPromote) {
        mv = promoted(mv);
    }
    TypedMoveError::Illegal {
        game: position.game(),
        mv,
    }
}

fn refusal(position: &AnyPosition, mv: Move) -> Option<RefusalCode> {
    Some(position.why_illegal(mv)?.code)
}

pub(super) fn resolve(position: &AnyPosition, wanted: &Wanted) -> Result<Move, TypedMoveError> {
    let mut moves = Vec::new();
    let mut on_board = false;
    let mut plain = false;
    let mut checks = false;
    for &mv in &position.legal_moves() {
        if wanted.allows(position, mv) {
            moves.push(mv);
            on_board |= !mv.is_drop();
            plain |= !mv.is_promotion();
            checks |= !mv.is_promotion() && gives_check(position, mv);
        }
    }
    // A man on the board goes before one in hand, unless the drop is said.
    if on_board {
        keep(&mut moves, &|mv| !mv.is_drop());
    }
    let declines = match wanted.promotion {
        Promotion::Unsaid => wanted.silence_declines && plain,
        // A plus is a check where the move gives one; else it may have been meant as in UCI.
        Promotion::OrCheck => checks,
        Promotion::Yes | Promotion::No => false,
    };
    if declines {
        keep(&mut moves, &|mv| !mv.is_promotion());
    }
    choose_origin(position, wanted, &mut moves);
    match moves.as_slice() {
        [] => Err(refuse(position, wanted)),
        [mv] => Ok(*mv),
        _ => Err(TypedMoveError::Ambiguous {
            game: position.game(),
            moves,
        }),
    }
}

fn gives_check(position: &AnyPosition, mv: Move) -> bool {
    let mut after = *position;
    after.play(mv);
    after.in_check()
}

fn keep(moves: &mut Vec<Move>, wanted: &dyn Fn(Move) -> bool) {
    moves.retain(|&mv| wanted(mv));
}

/// Keeps the moves that come from where the Japanese marks say: first how they go, then from which
/// side.
fn choose_origin(position: &AnyPosition, wanted: &Wanted, moves: &mut Vec<Move>) {
    let side = position.side_to_move();
    let approach = |mv: Move| {
        let from: Square = mv.from().unwrap_or(mv.to());
        Approach::new(position.game(), side, from, mv.to())
    };
    for &mark in &wanted.marks {
        if !matches!(mark, '右' | '左') {
            keep(moves, &|mv| {
                let approach = approach(mv);
                match mark {
                    '直' => approach.right == 0 && approach.forward == 1,
                    _ => approach.motion() == mark,
                }
            });
        }
    }
    for &mark in &wanted.marks {
        let sign = match mark {
            '右' => 1,
            '左' => -1,
            _ => continue,
        };
        let mut outmost = i16::MIN;
        for &mv in moves.iter() {
            outmost = outmost.max(sign * approach(mv).right);
        }
        keep(moves, &|mv| sign * approach(mv).right == outmost);
    }
}

/// Why no legal move is like that: the move that was meant and is forbidden, or that there is none.
fn refuse(position: &AnyPosition, wanted: &Wanted) -> TypedMoveError {
    let game = position.game();
    let side = position.side_to_move();
    let dropped = |kind| match game.spec().kind(kind).hand_kind {
        Some(base) if base != kind => Move::drop_promoted(base, wanted.to),
        _ => Move::drop(kind, wanted.to),
    };
    if let (true, Some(kind)) = (wanted.drop, wanted.kind) {
        let mv = dropped(kind);
        return TypedMoveError::Illegal { game, mv };
    }
    let named = wanted.from_file.is_some() && wanted.from_rank.is_some();
    let mut tried = None;
    if wanted.kind.is_some() || named {
        for index in 0..game.squares() {
            let from = Square::new(index as u8);
            let own = position.piece_at(from).is_some_and(|man| man.side == side);
            if !(own || named) || !wanted.allows_origin(position, from) {
                continue;
            }
            let mv = Move::board(from, wanted.to, wanted.promotion == Promotion::Yes);
            // One that could go there but for a rule says more than one that never could.
            let near = refusal(position, mv) != Some(RefusalCode::WrongMovement);
            if near || tried.is_none() {
                tried = Some(mv);
            }
            if near {
                break;
            }
        }
    }
    match (tried, wanted.kind) {
        (Some(mv), _) => illegal(position, mv),
        (None, Some(kind)) if position.hand(side).count(kind) > 0 => TypedMoveError::Illegal {
            game,
            mv: dropped(kind),
        },
        _ => TypedMoveError::Nobody(wanted.kind),
    }
}
