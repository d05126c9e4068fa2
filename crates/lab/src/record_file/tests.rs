//! Resuming and rejecting record files.

use super::*;
use serde::Deserialize;
use std::fs;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    test_file: u32,
    seed: u64,
}

#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Line(String);

impl JsonRecord for Line {
    type Header = Header;
    const KEY: &'static str = "test_file";
    const VERSION: u64 = 1;
    const FILE: &'static str = "a test file";

    fn check(&self) -> Result<(), String> {
        match self.0.as_str() {
            "bad" => Err("its text is bad".into()),
            _ => Ok(()),
        }
    }
}

const HEADER: Header = Header {
    test_file: 1,
    seed: 7,
};

fn open(path: &Path) -> Result<(RecordFile<Line>, Vec<String>), RecordFileError> {
    let mut found = Vec::new();
    let file = RecordFile::open(path, &HEADER, &mut |Line(text)| {
        let known = found.contains(&text);
        found.push(text);
        if known { Err("twice".into()) } else { Ok(()) }
    })?;
    Ok((file, found))
}

fn append(path: &Path, text: &str) {
    let (mut file, _) = open(path).unwrap();
    file.append(&Line(text.into())).unwrap();
}

fn two_records(folder: &tempfile::TempDir) -> (PathBuf, Vec<u8>) {
    let path = folder.path().join("file");
    append(&path, "one");
    append(&path, "two é");
    let bytes = fs::read(&path).unwrap();
    (path, bytes)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_file_is_resumed_where_it_ended() {
    let folder = folder();
    let (path, bytes) = two_records(&folder);
    let expected = "{\"test_file\":1,\"seed\":7}\n\"one\"\n\"two é\"\n";
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    assert_eq!(open(&path).unwrap().1, ["one", "two é"]);
    let reader = RecordReader::<Line>::open(&path).unwrap();
    assert_eq!(reader.header(), &HEADER);
    let read: Result<Vec<Line>, _> = reader.collect();
    assert_eq!(read.unwrap(), [Line("one".into()), Line("two é".into())]);
}

/// Cut at every byte, including within a character.
#[test]
fn a_file_that_was_cut_off_anywhere_is_resumed() {
    let folder = folder();
    let (path, whole) = two_records(&folder);
    let ends: Vec<usize> = (1..=whole.len())
        .filter(|&end| whole[end - 1] == b'\n')
        .collect();
    for cut in 0..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let kept = ends.iter().filter(|&&end| end <= cut).count();
        let (_, found) = open(&path).unwrap();
        assert_eq!(found.len(), kept.saturating_sub(1), "cut at {cut}");
        assert_eq!(fs::read(&path).unwrap(), whole[..ends[kept.max(1) - 1]]);
        let text = if found.is_empty() { "one" } else { "two é" };
        append(&path, text);
    }
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_reader_passes_over_a_torn_record_and_refuses_a_torn_header() {
    let folder = folder();
    let (path, whole) = two_records(&folder);
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(RecordReader::<Line>::open(&path).unwrap().count(), 1);
    fs::write(&path, &whole[..9]).unwrap();
    let error = RecordReader::<Line>::open(&path).unwrap_err().to_string();
    assert!(
        error.ends_with("is not a test file: its first line is missing"),
        "{error}"
    );
}

#[test]
fn other_settings_are_refused_and_named_if_there_are_records() {
    let folder = folder();
    let (path, whole) = two_records(&folder);
    let other = String::from_utf8(whole).unwrap().replace(":7", ":8");
    fs::write(&path, &other).unwrap();
    let error = open(&path).unwrap_err();
    let RecordFileError::OtherSettings { differences, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(differences, ["seed is 8 in the file and 7 now"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
    // A file without a record can't contradict the settings.
    fs::write(&path, &other[..other.find('\n').unwrap() + 1]).unwrap();
    assert_eq!(open(&path).unwrap().1.len(), 0);
    assert!(fs::read_to_string(&path).unwrap().contains(":7"));
}

#[test]
fn files_of_another_kind_are_left_alone() {
    let folder = folder();
    let path = folder.path().join("file");
    for (text, why) in [
        ("dear diary", "can't be read"),
        ("[1]\n[2]\n", "has no \"test_file\""),
        ("{\"other_file\":1}\n", "has no \"test_file\""),
        ("{\"test_file\":2}\n", "has format 2, not 1"),
        ("{\"test_file\":1}\n", "missing field `seed`"),
    ] {
        fs::write(&path, text).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(
            error.contains("is not a test file: its first line"),
            "{error}"
        );
        assert!(error.contains(why), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert!(matches!(
        open(folder.path()),
        Err(RecordFileError::Io { .. })
    ));
}

#[test]
fn bad_records_are_named() {
    let folder = folder();
    let (path, whole) = two_records(&folder);
    let text = String::from_utf8(whole).unwrap();
    for (bad, why) in [
        ("{}", "invalid type"),
        ("\"bad\"", "its text is bad"),
        ("\"one\"", "twice"),
    ] {
        fs::write(&path, text.replace("\"two é\"", bad)).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(
            error.contains(", line 3: ") && error.contains(why),
            "{error}"
        );
    }
    let mut reader = RecordReader::<Line>::open(&path).unwrap();
    assert!(reader.next().is_some_and(|record| record.is_ok()));
}

#[test]
fn a_file_is_open_once() {
    let folder = folder();
    let path = folder.path().join("file");
    let first = open(&path).unwrap();
    let error = open(&path).unwrap_err().to_string();
    assert!(error.ends_with("is in use by another process"), "{error}");
    drop(first);
    open(&path).unwrap();
}
