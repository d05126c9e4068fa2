//! Properties of typed moves: written moves are read back, and their prefixes complete to them.

use crate::common::{playout, position};
use komadai_notation::{
    DisplayStyle, TypedMoveError, complete_typed_move, display_line, display_move, read_typed_move,
};
use komadai_rules::{AnyPosition, Move, Square, VariantId};
use proptest::prelude::*;

use DisplayStyle::{Western, WesternTopLeft};
use VariantId::{Minishogi, Shogi, Torishogi};

/// All texts of all legal moves, and the target of the preceding move.
fn texts(before: &AnyPosition, mv: Move, style: DisplayStyle) -> Vec<String> {
    let variant = before.variant();
    let mut texts = vec![
        mv.usi(variant).to_string(),
        mv.uci(variant).to_string(),
        mv.display(variant).to_string(),
    ];
    texts.push(display_move(before, mv, style));
    if style != WesternTopLeft {
        texts.push(display_move(before, mv, DisplayStyle::Japanese));
    }
    texts
}

fn any_style() -> impl Strategy<Value = DisplayStyle> {
    proptest::sample::select(DisplayStyle::ALL.map(|(_, style)| style).to_vec())
}

fn check_position(
    before: &AnyPosition,
    previous: Option<(AnyPosition, Move)>,
    style: DisplayStyle,
) -> Result<(), TestCaseError> {
    let square: Option<Square> = previous.map(|(_, mv)| mv.to());
    let mut said: Vec<(Move, String)> = Vec::new();
    for mv in before.legal_moves() {
        said.extend(texts(before, mv, style).into_iter().map(|text| (mv, text)));
        if let (Some((earlier, last)), true) = (previous, style != WesternTopLeft) {
            for style in [DisplayStyle::Japanese, style] {
                let line = display_line(&earlier, &[last, mv], style);
                said.push((mv, line.last().cloned().unwrap_or_default()));
            }
        }
    }
    for (mv, text) in &said {
        let read = read_typed_move(before, text, square, style);
        let at = before.to_string();
        match &read {
            Ok(read) => prop_assert_eq!(read, mv, "{} in {}", text, at),
            // Three golds on a rank are ambiguous even in the notation itself.
            Err(TypedMoveError::Ambiguous { moves, .. }) => {
                prop_assert!(moves.contains(mv), "{} in {}", text, at);
                let twins = said
                    .iter()
                    .filter(|(other, same)| other != mv && same == text);
                prop_assert!(twins.count() > 0, "{} is not ambiguous in {}", text, at);
            }
            Err(error) => prop_assert!(false, "{} in {}: {}", text, at, error),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_spelling_of_every_legal_move_is_read_back(
        variant in proptest::sample::select(&VariantId::ALL[..]),
        seed: u64,
        plies in 1..140usize,
        style in any_style(),
    ) {
        let line = playout(variant, seed, plies);
        if let [.., earlier, (before, _)] = line.as_slice() {
            check_position(before, Some(*earlier), style)?;
        }
    }

    #[test]
    fn every_beginning_of_a_spelling_completes_to_its_move(
        variant in proptest::sample::select(&VariantId::ALL[..]),
        seed: u64,
    ) {
        for (before, mv) in playout(variant, seed, 60).into_iter().step_by(12) {
            for text in [mv.usi(variant).to_string(), mv.uci(variant).to_string()] {
                for end in 0..=text.len() {
                    let found = complete_typed_move(&before, &text[..end], None, Western);
                    prop_assert!(found.contains(&mv), "{}", &text[..end]);
                }
            }
        }
    }

    #[test]
    fn every_beginning_of_a_text_of_kif_completes_to_its_move(
        variant in proptest::sample::select(&[Shogi, Minishogi, Torishogi][..]),
        seed: u64,
    ) {
        let line = playout(variant, seed, 60);
        for pair in line.windows(2).step_by(5) {
            let [(start, last), (before, mv)] = pair else { unreachable!() };
            let text = display_line(start, &[*last, *mv], DisplayStyle::Kif).pop().unwrap_or_default();
            for (end, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let found = complete_typed_move(before, &text[..end], Some(last.to()), DisplayStyle::Kif);
                prop_assert!(found.contains(mv), "{}", &text[..end]);
            }
        }
    }

    #[test]
    fn no_typed_text_panics(variant in proptest::sample::select(&VariantId::ALL[..]), style in any_style(), text in ".{0,12}|[+]?[A-Za-z]?[1-9a-i一二三１２３-]{1,4}[歩金銀成不打右左+=@*x]{0,3}") {
        let start = position(variant, "startpos");
        if let Ok(mv) = read_typed_move(&start, &text, Some(Square::new(7)), style) {
            prop_assert!(start.is_legal(mv));
        }
        let _ = complete_typed_move(&start, &text, None, style);
    }
}
