//! Game records.

mod bytes;
mod csa;
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

use komadai_notation::move_text;
use komadai_notation::record::{Format, GameRecord, ReadOptions, Reading, read_record};

/// Reads a record in which nothing may be wrong.
#[track_caller]
fn read(text: &str, format: Format) -> GameRecord {
    let reading = read_record(text, format, &ReadOptions::default());
    assert_eq!(reading.errors, [], "{text}");
    reading.record
}

/// Reads a record in which something is wrong; the messages.
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
        .map(|mv| move_text(record.game(), mv))
        .collect();
    texts.join(" ")
}
