//! Properties of displayed moves.

use crate::common::playout;
use komadai_notation::{DisplayStyle, display_move};
use komadai_rules::VariantId;
use proptest::prelude::*;

fn any_game() -> impl Strategy<Value = VariantId> {
    proptest::sample::select(&VariantId::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_style_has_a_text_for_every_move(variant in any_game(), seed: u64) {
        for (position, mv) in playout(variant, seed, 120) {
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
            prop_assert_eq!(texts.len(), count, "{}", position);
        }
    }
}
