//! Any typed text is a legal move or an error, and completions are legal moves.

use komadai_notation::{DisplayStyle, TypedMoveError, complete_typed_move, read_typed_move};
use komadai_rules::{AnyPosition, Square};

use crate::input::Input;

/// Plays a few moves from the start; the rest of the input is the typed text.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.variant();
    let mut position = AnyPosition::start(game);
    let mut previous: Option<Square> = None;
    for _ in 0..input.byte() % 64 {
        let moves = position.legal_moves().sorted();
        let choice = input.byte() as usize;
        let Some(&m) = moves.get(choice % moves.len().max(1)) else {
            break;
        };
        position.play_unchecked(m);
        previous = Some(m.to());
    }
    let style = DisplayStyle::ALL[usize::from(input.byte()) % DisplayStyle::ALL.len()].1;
    let text = input.text();
    match read_typed_move(&position, &text, previous, style) {
        Ok(m) => assert!(position.is_legal(m), "{text}"),
        Err(TypedMoveError::Ambiguous { moves, .. }) => {
            assert!(moves.len() > 1, "{text}");
            assert!(moves.iter().all(|m| position.is_legal(*m)), "{text}");
        }
        Err(TypedMoveError::Illegal { mv, .. }) => assert!(!position.is_legal(mv), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for m in complete_typed_move(&position, &text, previous, style) {
        assert!(position.is_legal(m), "{text}");
    }
}
