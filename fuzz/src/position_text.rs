//! Any text is a position or an error with its place; a written position is read back the same.

use komadai_rules::{AnyPosition, Move, PositionTextError, Setup, SetupRules};

use crate::input::Input;
use crate::moves::check_position;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.variant();
    let text = input.text();
    if let Err(error) = Move::parse(game, &text) {
        assert!(error.offset <= text.len(), "{error:?}");
    }
    match Setup::parse(game, &text) {
        Ok(setup) => {
            let canonical = setup.to_string();
            let again = Setup::parse(game, &canonical).expect("our own text is read");
            assert_eq!(again.to_string(), canonical);
        }
        Err(error) => assert!(error.offset <= text.len(), "{error:?}"),
    }
    for rules in [SetupRules::Play, SetupRules::Mate] {
        match AnyPosition::parse(game, &text, rules) {
            Ok(position) => {
                check_position(&position);
                let fen = position.fairy_fen();
                let again = AnyPosition::parse(game, &fen, rules).expect("our own FEN is read");
                assert_eq!(again.key(), position.key(), "{fen}");
            }
            Err(PositionTextError::Text(error)) => assert!(error.offset <= text.len(), "{error:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
