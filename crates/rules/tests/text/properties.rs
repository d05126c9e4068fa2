//! Properties of all texts and positions.

use komadai_rules::{AnyPosition, Move, Setup, SetupRules, VariantId};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// Positions of a random game of at most `plies` moves.
fn playout(variant: VariantId, seed: u64, plies: usize) -> Vec<AnyPosition> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut current = AnyPosition::start(variant);
    let mut line = Vec::new();
    for _ in 0..plies {
        let moves = current.legal_moves();
        if moves.is_empty() {
            break;
        }
        line.push(current);
        current.play_unchecked(moves[random.random_range(0..moves.len())]);
    }
    line
}

fn any_game() -> impl Strategy<Value = VariantId> {
    proptest::sample::select(&VariantId::ALL[..])
}

/// Any text is either a setup that round-trips, or an error that quotes the text at its place.
fn check_text(variant: VariantId, text: &str) -> Result<(), TestCaseError> {
    match Setup::parse(variant, text) {
        Ok(setup) => {
            let written = setup.to_string();
            prop_assert_eq!(Setup::parse(variant, &written), Ok(setup), "{}", written);
            // Must not panic, whatever is on the board.
            let _ = AnyPosition::parse(variant, text, SetupRules::Play);
            let _ = AnyPosition::parse(variant, text, SetupRules::Mate);
        }
        Err(error) => {
            let place = text.get(error.offset..);
            prop_assert!(place.is_some_and(|rest| rest.starts_with(&error.text)));
            prop_assert!(!error.expected.is_empty());
        }
    }
    let _ = Move::parse(variant, text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn positions_of_random_games_round_trip(variant in any_game(), seed: u64) {
        for position in playout(variant, seed, 120) {
            let text = position.to_string();
            let read = AnyPosition::parse(variant, &text, SetupRules::Play);
            prop_assert_eq!(read.as_ref().map(ToString::to_string).ok(), Some(text));
            prop_assert_eq!(read.ok().map(|read| read.to_setup()), Some(position.to_setup()));
            let fairy = AnyPosition::parse(variant, &position.fairy_fen(), SetupRules::Play);
            prop_assert_eq!(fairy.ok().map(|read| read.to_setup()), Some(position.to_setup()));
        }
    }

    #[test]
    fn no_truncated_text_panics(variant in any_game(), seed: u64) {
        for position in playout(variant, seed, 60).into_iter().step_by(20) {
            for text in [position.to_string(), position.fairy_fen()] {
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
        let Some(position) = line.last() else { return Ok(()) };
        for text in [position.to_string(), position.fairy_fen()] {
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
        if let Err(error) = Move::parse(variant, &text) {
            let place = text.get(error.offset..);
            prop_assert!(place.is_some_and(|rest| rest.starts_with(&error.text)), "{:?}", error);
        }
    }
}
