//! Any text is a record or an error within the text, and a record that was read round-trips through
//! every format that can hold it.

use komadai_notation::record::{
    Format, GameRecord, ReadOptions, decode, read_record, read_records, write_record,
};

use crate::input::Input;

/// The first byte chooses the format, or detection; the second the variant, or none.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte() as usize % (Format::ALL.len() + 1);
    let named = input.byte() % 2 == 0;
    let game = named.then(|| input.variant());
    let text = decode(input.bytes());
    let format = Format::ALL.get(choice).copied();
    let format = format
        .or_else(|| Format::detect(&text))
        .unwrap_or(Format::Kif);
    let options = ReadOptions {
        variant: game,
        ..ReadOptions::default()
    };
    let reading = read_record(&text, format, &options);
    let lines = text.split('\n').count() as u32;
    for error in reading.errors.iter().chain(&reading.warnings) {
        assert!((1..=lines).contains(&error.line), "{error}");
        assert!(error.column >= 1 && !error.to_string().is_empty());
    }
    let _ = read_records(&text, format, &options);
    for format in Format::ALL {
        comes_back(&reading.record, format);
    }
}

fn comes_back(record: &GameRecord, format: Format) {
    let Ok(text) = write_record(record, format) else {
        return;
    };
    let options = ReadOptions {
        variant: Some(record.variant()),
        ..ReadOptions::default()
    };
    let reading = read_record(&text, format, &options);
    assert_eq!(reading.errors, [], "{format:?}\n{text}");
    assert_eq!(
        reading.record.variant(),
        record.variant(),
        "{format:?}\n{text}"
    );
    assert_eq!(
        reading.record.main_line(),
        record.main_line(),
        "{format:?}\n{text}"
    );
}
