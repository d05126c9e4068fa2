//! Nothing in a record is dropped silently: every line of the dialects counts, and lines without
//! meaning are reported.

use komadai_notation::record::{
    Format, GameRecord, HeaderName, ReadOptions, Reading, decode, read_record, write_record,
};
use komadai_rules::VariantId;

use super::held::{first_difference, held, lines};

/// The dialects, each as text in its format.
fn dialects() -> Vec<(String, String, Format)> {
    let folder = format!("{}/tests/dialects", env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of dialects")
        .map(|entry| {
            let path = entry.expect("a folder entry").path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = decode(&std::fs::read(&path).expect("a dialect"));
            let format = Format::detect(&text).unwrap_or_else(|| panic!("{name}"));
            (name, text.replace("\r\n", "\n"), format)
        })
        .collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    assert!(found.len() >= 29, "{}", found.len());
    found
}

fn read(text: &str, format: Format) -> Reading {
    let options = ReadOptions {
        variant: Some(VariantId::Shogi),
        ..ReadOptions::default()
    };
    read_record(text, format, &options)
}

/// Content of a reading, without the places of its errors.
fn said(reading: &Reading) -> String {
    let faults = reading.errors.iter().chain(&reading.warnings);
    let faults: Vec<String> = faults
        .map(|fault| format!("{:?} {}", fault.kind, fault.found))
        .collect();
    format!(
        "{}\n{}",
        lines(&reading.record, Format::Jkf),
        faults.join("\n")
    )
}

/// Lines without meaning in the format, and lines that restate others.
fn restates(line: &str, text: &str) -> bool {
    let line = line.trim_start();
    let frame = |c: char| c.is_whitespace() || "+-９８７６５４３２１".contains(c);
    let ends = ["投了", "中断", "入玉宣言"];
    let twice = text.contains("まで") && ends.iter().any(|word| text.contains(&format!(" {word}")));
    let is_end = line.starts_with("まで") || ends.iter().any(|word| line.contains(word));
    line.starts_with('#')
        || line.starts_with("手数-")
        || (line.len() > 1 && line.chars().all(frame))
        || (is_end && twice)
        // The standard start, empty hands, version and side to move.
        || ["手合割：平手", "後手の持駒：なし", "先手の持駒：なし", "PI", "+", "To_Move:+"].contains(&line.trim_end())
        || line.starts_with('V')
        // Redundant with the numbers of the moves.
        || (line.starts_with("変化") && text.contains("手数-"))
        // An empty rank.
        || (line.starts_with('P') && line[2..].chars().all(|c| " *".contains(c)))
        || line.starts_with("'P")
        || line == "'-"
        || line.starts_with("[Result")
        || line.starts_with("[Variant")
        // A placeholder.
        || line.ends_with('：')
}

#[test]
fn every_line_counts() {
    let mut counted = 0;
    for (name, text, format) in dialects() {
        if format == Format::Jkf {
            continue;
        }
        let whole = said(&read(&text, format));
        let all: Vec<&str> = text.lines().collect();
        for (index, line) in all.iter().enumerate() {
            if line.trim().is_empty() || restates(line, &text) {
                continue;
            }
            let mut rest = all.clone();
            rest.remove(index);
            let without = said(&read(&format!("{}\n", rest.join("\n")), format));
            assert_ne!(without, whole, "{name}: nothing is left of {line}");
            counted += 1;
        }
    }
    assert!(counted > 220, "{counted}");
}

#[test]
fn a_line_without_meaning_is_reported() {
    const JUNK: &str = "nothing of the kind";
    for (name, text, format) in dialects() {
        // Each line of USI is a game of its own.
        if matches!(format, Format::Jkf | Format::Usi) {
            continue;
        }
        let all: Vec<&str> = text.lines().collect();
        for index in 0..=all.len() {
            let mut more = all.clone();
            more.insert(index, JUNK);
            let said = said(&read(&format!("{}\n", more.join("\n")), format));
            assert!(
                said.contains("nothing"),
                "{name}, line {}: it vanished\n{said}",
                index + 1
            );
        }
    }
}

#[test]
fn words_behind_a_move_are_a_comment() {
    let text = "手合割：平手\n1 ７六歩(77)   ( 0:05/00:00:05) よい手\n2 ３四歩(33) (好手) # for programs\n";
    let reading = read(text, Format::Kif);
    assert_eq!((reading.errors.len(), reading.warnings.len()), (0, 0));
    let tree = &reading.record.tree;
    let comments: Vec<&str> = tree
        .main_line()
        .map(|id| tree.node(id).notes.comment.as_str())
        .collect();
    assert_eq!(comments, ["よい手", "好手"]);
}

#[test]
fn lost_parts_are_warnings() {
    for (text, format, message) in [
        (
            "先手：A\n先手：B\n手合割：平手\n",
            Format::Kif,
            "2:4: bad header \"B\", expected each header once",
        ),
        (
            "手合割：平手\n変化：3手\n1 ７六歩(77)\n",
            Format::Kif,
            "2:1: unexpected text \"変化：3手\"",
        ),
        (
            "手合割：平手\n買い物\n1 ７六歩(77)\n",
            Format::Kif,
            "2:1: unexpected text \"買い物\"",
        ),
        (
            "手合割：平手\n1 ７六歩(77)\nまで\n",
            Format::Kif,
            "3:1: unexpected text \"まで\"",
        ),
        (
            "手合割：平手\n1 ７六歩(77)\n2 投了\nまで1手で後手の勝ち\n",
            Format::Kif,
            "4:1: another end of the game",
        ),
        (
            "PI\n+\nT5\n+7776FU\n",
            Format::Csa,
            "3:1: bad time \"T5\", expected a move before",
        ),
        (
            "[Variant \"Shogi\"]\n\n1. P-76 $300 *\n",
            Format::Pgn,
            "3:9: unexpected text \"300\"",
        ),
        (
            "[Variant \"Shogi\"]\n\n1. P-76 * P-34\n",
            Format::Pgn,
            "3:11: unexpected text \"P-34\"",
        ),
        (
            "startpos moves 7g7f\n3c3d\n",
            Format::Usi,
            "2:1: unexpected text \"3c3d\"",
        ),
        (
            "{\"header\":{},\"moves\":[{}],\"level\":3}",
            Format::Jkf,
            "1:35: unexpected text \"level\"",
        ),
        (
            "先手：\u{fffd}\n手合割：平手\n",
            Format::Kif,
            "1:4: damaged characters",
        ),
    ] {
        let reading = read(text, format);
        let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(
            (reading.errors.len(), warnings.len()),
            (0, 1),
            "{text} {warnings:?}"
        );
        assert!(warnings[0].starts_with(message), "{warnings:?}");
    }
}

/// Unknown headers included.
#[test]
fn every_dialect_round_trips() {
    for (name, text, format) in dialects() {
        let mut record = read(&text, format).record;
        let format = match format {
            // USI has no place for comments and ends.
            Format::Usi => continue,
            format => format,
        };
        let written = write_record(&record, format).expect("it fits");
        let again = read(&written, format);
        assert_eq!(
            (again.errors.len(), again.warnings.len()),
            (0, 0),
            "{name}\n{written}"
        );
        // Time controls are written in the format's spelling.
        if let Some(control) = again.record.headers.get(&HeaderName::TimeControl) {
            record.headers.set(HeaderName::TimeControl, control);
        }
        let expected = held(&record, format);
        assert_eq!(
            first_difference(&lines(&again.record, format), &lines(&expected, format)),
            None,
            "{name}\n{written}"
        );
        assert_same_headers(&again.record, &record, &name);
    }
}

fn assert_same_headers(again: &GameRecord, record: &GameRecord, name: &str) {
    for header in record.headers.iter() {
        assert!(
            again.headers.iter().any(|other| other == header),
            "{name} {header:?}"
        );
    }
}
