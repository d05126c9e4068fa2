//! No text panics: every text is read, with errors where it is unreadable.

use komadai_notation::record::{
    Format, ReadOptions, decode, read_record, read_records, write_record,
};
use komadai_rules::VariantId;
use proptest::prelude::*;

use super::random::{Generator, Richness};

fn check(text: &str, variant: Option<VariantId>) {
    let lines = text.split('\n').count() as u32;
    for format in Format::ALL {
        let options = ReadOptions {
            variant,
            ..ReadOptions::default()
        };
        let reading = read_record(text, format, &options);
        for error in reading.errors.iter().chain(&reading.warnings) {
            assert!((1..=lines).contains(&error.line), "{format:?} {error}");
            assert!(error.column >= 1 && !error.expected.is_empty(), "{error}");
        }
        for format in Format::ALL {
            // Every result is a record that can be written.
            let _ = write_record(&reading.record, format);
        }
        let _ = read_records(text, format, &options);
    }
    let _ = Format::detect(text);
}

fn any_game() -> impl Strategy<Value = Option<VariantId>> {
    proptest::option::of(proptest::sample::select(&VariantId::ALL[..]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), variant in any_game()) {
        check(&decode(&bytes), variant);
    }

    #[test]
    fn no_text_like_a_record_panics(
        text in "([1-9][0-9]? )?([▲△同１-９一-九歩金成打不右()（）:/+*&'%$TPN{}\\[\\]\"0-9a-z.\\-]|変化：|手合割：|まで|\n| ){0,80}",
        variant in any_game(),
    ) {
        check(&text, variant);
    }

    #[test]
    fn no_mutated_record_panics(
        seed: u64,
        variant in proptest::sample::select(&VariantId::ALL[..]),
        format in proptest::sample::select(&Format::ALL[..]),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), 0..3u8, "."), 1..8),
    ) {
        let richness = Richness { plies: 20, nesting: 2, after_end: true };
        let record = Generator::new(seed, richness).record(variant);
        let Ok(text) = write_record(&record, format) else { return Ok(()) };
        let mut characters: Vec<char> = text.chars().collect();
        for (at, what, new) in &changes {
            let at = at.index(characters.len() + 1);
            let end = (at + 1).min(characters.len());
            match what {
                0 => { characters.splice(at..at, new.chars()); }
                1 => { characters.splice(at..end, new.chars()); }
                _ => { characters.splice(at..end, []); }
            }
        }
        check(&characters.into_iter().collect::<String>(), None);
    }
}

#[test]
fn too_deep_variations_are_an_error() {
    let mut pgn = String::from("[Variant \"Shogi\"]\n\n");
    for _ in 0..2_000 {
        pgn.push_str("1. P-76 (");
    }
    check(&pgn, None);
    let mut json = String::from("{\"header\":{},\"moves\":[{}");
    for _ in 0..500 {
        json.push_str(",{\"forks\":[[{}");
    }
    check(&json, None);
    json.push_str(&"]]}".repeat(500));
    json.push_str("]}");
    check(&json, None);
}
