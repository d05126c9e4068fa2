//! Random games round-trip through every format that can hold them.

use komadai_notation::record::{
    Decoder, Format, GameRecord, ReadOptions, TextEncoding, read_record, write_record,
};
use komadai_rules::VariantId;

use super::held::{first_difference, held, lines};
use super::random::{Generator, Richness};

/// Games per variant and format in the ordinary run.
const GAMES: u64 = 60;
/// In the long run, unless the variable `RECORD_GAMES` is set.
const MANY_GAMES: u64 = 20_000;

fn many_games() -> u64 {
    let asked = std::env::var("RECORD_GAMES").ok();
    asked.map_or(MANY_GAMES, |games| {
        games.parse().expect("a number of games")
    })
}

fn richness(format: Format, plies: usize) -> Richness {
    Richness {
        plies,
        nesting: 3,
        // PGN turns them into comments.
        after_end: format != Format::Pgn,
    }
}

#[track_caller]
fn check(record: &GameRecord, format: Format, seed: u64) {
    let variant = record.variant();
    let text = write_record(record, format).expect("the format fits");
    let detected = Format::detect(&text);
    let same = |format: Format| {
        if format == Format::Ki2 {
            Format::Kif
        } else {
            format
        }
    };
    let moveless = record.tree.is_empty();
    assert!(
        moveless || detected.map(same) == Some(same(format)),
        "{detected:?}\n{text}"
    );
    let options = ReadOptions {
        variant: moveless.then_some(variant),
        ..ReadOptions::default()
    };
    let reading = read_record(&text, format, &options);
    assert_eq!(reading.errors, [], "{variant} {seed}\n{text}");
    let expected = lines(&held(record, format), format);
    let read = lines(&reading.record, format);
    let difference = first_difference(&read, &expected);
    assert_eq!(difference, None, "{variant} {seed}\n{text}");
    // A record that was read is written the same, except for its losses.
    let again = write_record(&reading.record, format).expect("the format fits");
    let reread = read_record(&again, format, &options).record;
    assert!(
        reread.tree == reading.record.tree && lines(&reread, format) == read,
        "{again}"
    );
}

fn check_games(format: Format, games: u64, plies: usize) {
    for variant in VariantId::ALL
        .into_iter()
        .filter(|&variant| format.fits(variant))
    {
        for seed in 0..games {
            let mut generator = Generator::new(seed, richness(format, plies));
            check(&generator.record(variant), format, seed);
        }
    }
}

macro_rules! round_trips {
    ($($name:ident $long:ident $format:ident;)*) => {
        $(
            #[test]
            fn $name() {
                check_games(Format::$format, GAMES, 60);
            }

            #[test]
            #[ignore = "20,000 games a game: minutes"]
            fn $long() {
                check_games(Format::$format, many_games(), 120);
            }
        )*
    };
}

round_trips! {
    kif_comes_back kif_comes_back_20000_times Kif;
    ki2_comes_back ki2_comes_back_20000_times Ki2;
    csa_comes_back csa_comes_back_20000_times Csa;
    pgn_comes_back pgn_comes_back_20000_times Pgn;
    usi_comes_back usi_comes_back_20000_times Usi;
    jkf_comes_back jkf_comes_back_20000_times Jkf;
}

#[test]
fn shift_jis_round_trips() {
    for variant in VariantId::ALL
        .into_iter()
        .filter(|&variant| Format::Kif.fits(variant))
    {
        for seed in 0..GAMES {
            let record = Generator::new(seed, richness(Format::Kif, 60)).record(variant);
            let text = write_record(&record, Format::Kif).expect("it fits");
            let encoded = TextEncoding::ShiftJis.encode(&text);
            assert_eq!(encoded.missing, [], "{text}");
            let mut decoder = Decoder::new();
            let mut decoded = String::new();
            // In blocks that cut characters.
            for block in encoded.bytes.chunks(7) {
                decoder.decode(block, &mut decoded);
            }
            decoder.finish(&mut decoded);
            assert_eq!(decoded.replace("\r\n", "\n"), text);
        }
    }
}
