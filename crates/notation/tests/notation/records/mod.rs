mod bytes;
mod csa;
mod dialects;
mod dropped;
mod held;
mod hint;
mod jkf;
mod kif;
mod lines;
mod many;
mod pgn;
mod random;
mod round_trip;
mod shapes;
mod world;

use komadai_notation::record::{
    Format, GameRecord, ReadOptions, Reading, decode, read_record, read_records,
};
use komadai_rules::{Side, VariantId};

/// Reads a record that must have no errors or warnings.
#[track_caller]
fn read(text: &str, format: Format) -> GameRecord {
    let reading = read_record(text, format, &ReadOptions::default());
    assert_eq!(reading.errors, [], "{text}");
    reading.record
}

/// Reads a record that must have errors; returns the messages.
#[track_caller]
fn errors(text: &str, format: Format) -> (Reading, Vec<String>) {
    let reading = read_record(text, format, &ReadOptions::default());
    let messages: Vec<String> = reading.errors.iter().map(ToString::to_string).collect();
    assert!(!messages.is_empty(), "{text}");
    (reading, messages)
}

/// The main line in USI or UCI.
fn moves(record: &GameRecord) -> String {
    let texts: Vec<String> = record
        .main_line()
        .into_iter()
        .map(|mv| mv.display(record.variant()).to_string())
        .collect();
    texts.join(" ")
}

/// The only game of a file; format and encoding are detected.
fn read_file(folder: &str, name: &str, variant: Option<VariantId>) -> Reading {
    let path = format!("{}/tests/{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = decode(&std::fs::read(&path).expect("a file of the tests"));
    let format = Format::detect(&text).unwrap_or_else(|| panic!("{name} is no record"));
    let options = ReadOptions {
        variant,
        ..ReadOptions::default()
    };
    let mut readings = read_records(&text, format, &options);
    assert_eq!(readings.len(), 1, "{name}");
    readings.remove(0)
}

/// Reason of the end, and winner.
fn ending(reading: &Reading) -> Option<(String, Option<Side>)> {
    let ending = reading.record.ending()?;
    Some((ending.reason.name().into(), ending.winner))
}
