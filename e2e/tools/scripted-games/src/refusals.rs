//! Illegal attempts that the page must refuse.

use komadai_notation::usi_square;
use komadai_rules::{AnyPosition, Kind, Move, RefusalCode, Square};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Attempt {
    /// Moves played before the attempt.
    pub(crate) ply: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// Letter of a piece in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) drop: Option<char>,
    pub(crate) to: String,
    pub(crate) code: &'static str,
}

/// Attempts that are illegal with and without promotion.
pub(crate) fn attempts(position: &AnyPosition, ply: u32) -> Vec<Attempt> {
    let game = position.variant();
    let side = position.side_to_move();
    let own = |square: Square| {
        position
            .piece_at(square)
            .is_some_and(|piece| piece.side == side)
    };
    let squares = || (0..game.squares()).map(|index| Square::new(index as u8));
    let hand: Vec<Kind> = position.hand(side).iter().map(|(kind, _)| kind).collect();
    let mut all = Vec::new();
    for to in squares().filter(|&to| !own(to)) {
        for from in squares().filter(|&from| own(from)) {
            if let Some(code) = refusal(position, from, to) {
                let from = Some(usi_square(game, from));
                all.push(Attempt {
                    ply,
                    from,
                    drop: None,
                    to: usi_square(game, to),
                    code: code.name(),
                });
            }
        }
        for &kind in &hand {
            let letter = game.spec().kind(kind).letter;
            if let Some(refusal) = position.why_illegal(Move::drop(kind, to)) {
                let to = usi_square(game, to);
                all.push(Attempt {
                    ply,
                    from: None,
                    drop: Some(letter),
                    to,
                    code: refusal.code.name(),
                });
            }
        }
    }
    all
}

/// `None` if the move is legal with or without promotion.
fn refusal(position: &AnyPosition, from: Square, to: Square) -> Option<RefusalCode> {
    let declining = position.why_illegal(Move::board(from, to, false))?.code;
    let promoting = position.why_illegal(Move::board(from, to, true))?.code;
    // Report `MustPromote` only when promoting is legal.
    Some(if declining == RefusalCode::MustPromote {
        promoting
    } else {
        declining
    })
}
