//! The crate `shogi_legality_lite`: full sets of moves and check, over random playouts.

use std::collections::BTreeSet;

use shogi_core::{Color, Hand, Move as TheirMove, PartialPosition, Piece, PieceKind, Square};

use crate::reference::position::At;
use crate::reference::{Law, RefMove, RefPiece, RefPosition};
use crate::support::bridge;
use crate::support::playouts;
use crate::support::tally::Tally;

fn color(side: usize) -> Color {
    [Color::Black, Color::White][side]
}

fn square((x, y): At) -> Square {
    let [file, rank] = [9 - x, 9 - y].map(|n| u8::try_from(n).expect("on the board"));
    Square::new(file, rank).expect("on the board")
}

fn kind(letter: char) -> PieceKind {
    match letter {
        'P' => PieceKind::Pawn,
        'L' => PieceKind::Lance,
        'N' => PieceKind::Knight,
        'S' => PieceKind::Silver,
        'G' => PieceKind::Gold,
        'B' => PieceKind::Bishop,
        'R' => PieceKind::Rook,
        'K' => PieceKind::King,
        other => panic!("{other}"),
    }
}

fn piece(of: RefPiece) -> Piece {
    let unpromoted = Piece::new(kind(of.letter), color(of.side));
    if of.promoted {
        unpromoted.promote().expect("it promotes")
    } else {
        unpromoted
    }
}

fn position(p: &RefPosition) -> PartialPosition {
    let mut theirs = PartialPosition::empty();
    for at in p.squares() {
        theirs.piece_set(square(at), p.at(at).map(piece));
    }
    for side in 0..2 {
        let mut hand = Hand::new();
        for &(letter, n) in &p.hands[side] {
            for _ in 0..n {
                hand = hand.added(kind(letter)).expect("it can be held");
            }
        }
        *theirs.hand_of_a_player_mut(color(side)) = hand;
    }
    theirs.side_to_move_set(color(p.turn));
    theirs
}

fn name(square: Square) -> String {
    format!("{}{}", square.file(), char::from(b'a' + square.rank() - 1))
}

fn text(mv: TheirMove) -> String {
    match mv {
        TheirMove::Normal { from, to, promote } => {
            format!(
                "{}{}{}",
                name(from),
                name(to),
                if promote { "+" } else { "" }
            )
        }
        TheirMove::Drop { piece, to } => {
            let letter = match piece.piece_kind() {
                PieceKind::Pawn => 'P',
                PieceKind::Lance => 'L',
                PieceKind::Knight => 'N',
                PieceKind::Silver => 'S',
                PieceKind::Gold => 'G',
                PieceKind::Bishop => 'B',
                PieceKind::Rook => 'R',
                other => panic!("{other:?} cannot be dropped"),
            };
            format!("{letter}*{}", name(to))
        }
    }
}

#[test]
fn shogi_legality_lite_lists_the_same_moves() {
    let variant = bridge::game(Law::Shogi);
    let mut tally = Tally::default();
    let mut stalemates = 0;
    playouts::run(Law::Shogi, playouts::scaled(2_000), 9, |list| {
        for ply in list {
            let p = &ply.position;
            let theirs = position(p);
            let expected: BTreeSet<String> = shogi_legality_lite::all_legal_moves_partial(&theirs)
                .into_iter()
                .map(text)
                .collect();
            let real = bridge::position(p);
            let mut found: BTreeSet<String> = real
                .legal_moves()
                .into_iter()
                .map(|mv| mv.display(variant).to_string())
                .collect();
            // Its one difference: it also forbids pawn drops that leave no move without giving
            // check. The rules page forbids only mate, so these drops are removed.
            for &mv in &ply.legal {
                let next = p.after(mv);
                let pawn = matches!(mv, RefMove::Drop { letter: 'P', .. });
                if pawn && !next.in_check() && next.safe().is_empty() {
                    assert!(found.remove(&mv.text(p)), "{} in {}", mv.text(p), p.text());
                    stalemates += 1;
                }
            }
            assert!(
                found == expected,
                "{}\n  in the crate only: {:?}\n  in the oracle only: {:?}",
                p.text(),
                found.difference(&expected).collect::<Vec<_>>(),
                expected.difference(&found).collect::<Vec<_>>()
            );
            // The oracle has no check query: ask if the king would be captured after a pass.
            let mut passed = theirs.clone();
            passed.side_to_move_set(color(1 - p.turn));
            let check = shogi_legality_lite::prelegality::will_king_be_captured(&passed);
            assert_eq!(Some(real.in_check()), check, "check in {}", p.text());
        }
        tally.note_game(list);
    });
    tally.print();
    println!("pawns dropped that stalemate: {stalemates}");
    assert!(stalemates > 0, "the exception is never needed");
    tally.assert_enough(Law::Shogi);
}
