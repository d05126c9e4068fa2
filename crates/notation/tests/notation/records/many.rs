use komadai_notation::record::{Format, ReadOptions, Splitter, read_records, write_record};
use komadai_rules::VariantId;

use super::held::{first_difference, held, lines};
use super::random::{Generator, Richness};

#[test]
fn the_games_of_a_file_are_separated() {
    let richness = Richness {
        plies: 20,
        nesting: 2,
        after_end: false,
    };
    for format in Format::ALL {
        for variant in VariantId::ALL
            .into_iter()
            .filter(|&variant| format.fits(variant))
        {
            let games = (0..30).map(|seed| Generator::new(seed, richness).record(variant));
            // Headers begin a game in a file, and a game without moves has no end.
            let games: Vec<_> = games
                .filter(|record| record.main_line().len() > 1)
                .collect();
            let mut text = String::new();
            for (index, record) in games.iter().enumerate() {
                text.push_str(if index > 0 { format.separator() } else { "" });
                text.push_str(&write_record(record, format).expect("it fits"));
            }
            let options = ReadOptions {
                variant: Some(variant),
                ..ReadOptions::default()
            };
            let readings = read_records(&text, format, &options);
            assert_eq!(readings.len(), games.len(), "{format:?} {variant}\n{text}");
            for (reading, record) in readings.iter().zip(&games) {
                assert_eq!(reading.errors, []);
                let read = lines(&reading.record, format);
                let expected = lines(&held(record, format), format);
                assert_eq!(first_difference(&read, &expected), None, "{text}");
            }
        }
    }
}

#[test]
fn block_boundaries_do_not_matter() {
    let text = "[Event \"a\"]\n[Variant \"Shogi\"]\n\n1. P-76 {x\n[no tag] } *\n\n[Event \"b\"]\n\n1. P-26 *\n";
    let mut whole = Splitter::new(Format::Pgn);
    whole.push(text);
    whole.finish();
    let mut parts = Splitter::new(Format::Pgn);
    for character in text.chars() {
        parts.push(&character.to_string());
    }
    parts.finish();
    let all =
        |splitter: &mut Splitter| std::iter::from_fn(|| splitter.next_game()).collect::<Vec<_>>();
    let games = all(&mut whole);
    assert_eq!(games, all(&mut parts));
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].first_line, 7);
}

#[test]
fn an_error_names_the_line_of_the_file() {
    let text = "PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7775FU\n";
    let readings = read_records(text, Format::Csa, &ReadOptions::default());
    assert_eq!(readings.len(), 2);
    assert!(readings[0].errors.is_empty());
    assert!(
        readings[1].errors[0]
            .to_string()
            .starts_with("8:1: illegal move")
    );
    let text = "[{\"header\":{},\"moves\":[]}, {\"header\":1}]";
    let readings = read_records(text, Format::Jkf, &ReadOptions::default());
    assert_eq!(readings.len(), 2);
    assert_eq!(
        (readings[1].errors[0].line, readings[1].errors[0].column),
        (1, 38)
    );
}

#[test]
fn an_unclosed_comment_spoils_only_its_game() {
    let text = "[Event \"a\"]\n[Variant \"Shogi\"]\n\n1. P-76 {x *\n\n[Event \"b\"]\n[Variant \"Shogi\"]\n\n1. P-26 *\n";
    let readings = read_records(text, Format::Pgn, &ReadOptions::default());
    assert_eq!(readings.len(), 2);
    assert!(readings[1].errors.is_empty());
}
