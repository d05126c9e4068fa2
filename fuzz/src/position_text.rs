//! Any text is a position or an error with its place; a written position is read back the same.

use komadai_notation::{
    PositionTextError, fairy_fen, parse_move, parse_position, parse_setup, setup_text,
};
use komadai_rules::SetupRules;

use crate::input::Input;
use crate::moves::check_position;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.variant();
    let text = input.text();
    if let Err(error) = parse_move(game, &text) {
        assert!(error.offset <= text.len(), "{error:?}");
    }
    match parse_setup(game, &text) {
        Ok(setup) => {
            let canonical = setup_text(&setup);
            let again = parse_setup(game, &canonical).expect("our own text is read");
            assert_eq!(setup_text(&again), canonical);
        }
        Err(error) => assert!(error.offset <= text.len(), "{error:?}"),
    }
    for rules in [SetupRules::Play, SetupRules::Mate] {
        match parse_position(game, &text, rules) {
            Ok(position) => {
                check_position(&position);
                let fen = fairy_fen(&position);
                let again = parse_position(game, &fen, rules).expect("our own FEN is read");
                assert_eq!(again.key(), position.key(), "{fen}");
            }
            Err(PositionTextError::Text(error)) => assert!(error.offset <= text.len(), "{error:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
