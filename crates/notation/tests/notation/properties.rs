//! Properties of all texts and positions.

use crate::common::playout;
use komadai_notation::{
    DisplayStyle, display_move, fairy_fen, parse_move, parse_position, parse_setup, position_text,
    setup_text,
};
use komadai_rules::{SetupRules, VariantId};
use proptest::prelude::*;

fn any_game() -> impl Strategy<Value = VariantId> {
    proptest::sample::select(&VariantId::ALL[..])
}

/// Any text is either a setup that round-trips, or an error that quotes the text at its place.
fn check_text(variant: VariantId, text: &str) -> Result<(), TestCaseError> {
    match parse_setup(variant, text) {
        Ok(setup) => {
            let written = setup_text(&setup);
            prop_assert_eq!(parse_setup(variant, &written), Ok(setup), "{}", written);
            // Must not panic, whatever is on the board.
            let _ = parse_position(variant, text, SetupRules::Play);
            let _ = parse_position(variant, text, SetupRules::Mate);
        }
        Err(error) => {
            let place = text.get(error.offset..);
            prop_assert!(place.is_some_and(|rest| rest.starts_with(&error.text)));
            prop_assert!(!error.expected.is_empty());
        }
    }
    let _ = parse_move(variant, text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn positions_of_random_games_round_trip(variant in any_game(), seed: u64) {
        for (position, mv) in playout(variant, seed, 120) {
            let text = position_text(&position);
            let read = parse_position(variant, &text, SetupRules::Play);
            prop_assert_eq!(read.as_ref().map(position_text).ok(), Some(text));
            prop_assert_eq!(read.ok().map(|read| read.to_setup()), Some(position.to_setup()));
            let fairy = parse_position(variant, &fairy_fen(&position), SetupRules::Play);
            prop_assert_eq!(fairy.ok().map(|read| read.to_setup()), Some(position.to_setup()));
            for (_, style) in DisplayStyle::ALL {
                prop_assert!(!display_move(&position, mv, style).is_empty());
            }
        }
    }

    #[test]
    fn different_moves_of_a_position_have_different_texts(variant in any_game(), seed: u64) {
        let line = playout(variant, seed, 80);
        let Some((position, _)) = line.last() else { return Ok(()) };
        use DisplayStyle::{Canonical, Kif, Western};
        for style in [Western, Kif, Canonical] {
            let mut texts: Vec<_> = position
                .legal_moves()
                .into_iter()
                .map(|mv| display_move(position, mv, style))
                .collect();
            texts.sort();
            let count = texts.len();
            texts.dedup();
            prop_assert_eq!(texts.len(), count, "{}", position_text(position));
        }
    }

    #[test]
    fn no_truncated_text_panics(variant in any_game(), seed: u64) {
        for (position, _) in playout(variant, seed, 60).into_iter().step_by(20) {
            for text in [position_text(&position), fairy_fen(&position)] {
                for end in 0..text.len() {
                    check_text(variant, &text[..end])?;
                }
            }
        }
    }

    #[test]
    fn no_mutated_text_panics(
        variant in any_game(),
        seed: u64,
        changes in proptest::collection::vec(
            (
                any::<proptest::sample::Index>(),
                0..3u8,
                "[ -~]|[/+\\[\\]\\-0-9 KQkqRBGSNLPFCrbgsnlpfc]|.",
            ),
            1..6,
        ),
    ) {
        let line = playout(variant, seed, 40);
        let Some((position, _)) = line.last() else { return Ok(()) };
        for text in [position_text(position), fairy_fen(position)] {
            let mut characters: Vec<char> = text.chars().collect();
            for (at, what, new) in &changes {
                let at = at.index(characters.len() + 1);
                match what {
                    0 => { characters.splice(at..at, new.chars()); }
                    1 => { characters.splice(at..(at + 1).min(characters.len()), new.chars()); }
                    _ => { characters.splice(at..(at + 1).min(characters.len()), []); }
                }
            }
            check_text(variant, &characters.into_iter().collect::<String>())?;
        }
    }

    #[test]
    fn no_text_panics(variant in any_game(), text in ".*") {
        check_text(variant, &text)?;
    }

    #[test]
    fn no_text_like_a_move_panics(variant in any_game(), text in "[+]?[0-9a-iA-Z][*@]?[0-9a-i]{1,4}[+=]?.?") {
        if let Err(error) = parse_move(variant, &text) {
            let place = text.get(error.offset..);
            prop_assert!(place.is_some_and(|rest| rest.starts_with(&error.text)), "{:?}", error);
        }
    }
}
