//! A move is legal exactly if it is listed, and playing it leaves a consistent position.

use std::collections::HashSet;

use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules};

use crate::input::Input;

/// Plays a game whose moves the bytes choose: a listed move, or any sixteen bits.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let id = input.variant();
    let mut game = AnyGame::new(AnyPosition::start(id), RuleSet::default_for(id));
    while !input.is_empty() {
        let choice = input.byte();
        if choice == 0xff {
            let m = Move::from_raw(input.u16());
            let legal = game.legal_moves().iter().any(|listed| *listed == m);
            assert_eq!(game.why_illegal(m).is_none(), legal, "{m:?}");
            let ply = game.ply();
            assert_eq!(game.play(m).is_ok(), legal, "{m:?}");
            assert_eq!(game.ply(), ply + u32::from(legal));
        } else if choice == 0xfe {
            let before = game.position();
            if let Some(m) = game.undo() {
                game.play(m).expect("a move that was played is legal");
                assert_eq!(game.position().key(), before.key());
            }
        } else {
            let moves = game.legal_moves().sorted();
            let Some(m) = pick(moves.as_ref(), choice) else {
                break;
            };
            let text = m.display(id).to_string();
            assert_eq!(Move::parse(id, &text), Ok(m), "{text}");
            game.play(m).expect("a listed move is legal");
        }
    }
    check_position(&game.position());
}

fn pick(moves: &[Move], choice: u8) -> Option<Move> {
    moves.get(choice as usize % moves.len().max(1)).copied()
}

/// Checks that lists, counts and texts of a position agree.
pub(crate) fn check_position(position: &AnyPosition) {
    let moves = position.legal_moves();
    let listed: HashSet<u16> = moves.iter().map(|m| m.raw()).collect();
    assert_eq!(listed.len(), moves.len(), "no move twice");
    assert_eq!(position.count_legal_moves(), moves.len());
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    assert_eq!(position.in_check(), !position.checkers().is_empty());
    for &m in &moves {
        assert!(position.is_legal(m), "{m:?}");
        let mut next = *position;
        next.play_unchecked(m);
        assert_eq!(next.in_check(), position.gives_check(m), "{m:?}");
    }
    let text = position.to_string();
    let again = AnyPosition::parse(position.variant(), &text, SetupRules::Mate)
        .expect("our own text is read");
    assert_eq!(again.key(), position.key(), "{text}");
    assert_eq!(again.to_string(), text);
}
