//! Files of records that one run begins and later runs resume.
//!
//! The first line is a JSON object, the header: the version of the format and all settings that
//! decide what the records are. Records follow, as lines of JSON or as bytes. A header or a last
//! record that was being written when a run ended is dropped by the next one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another process is writing it.
    #[error("{path} is in use by another process")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is something else.
    #[error("{path} is not {expected}: its first line {why}")]
    Header {
        /// The file.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
        /// What is wrong with the first line.
        why: String,
    },
    /// A record cannot be read.
    #[error("{path}, {place}: {why}")]
    Record {
        /// The file.
        path: PathBuf,
        /// Which record: a line or a game.
        place: String,
        /// What is wrong with it.
        why: String,
    },
    /// It was begun with other settings.
    #[error(
        "{path} was begun with other settings: {}; give another file, or the same settings to \
         resume this one",
        .differences.join("; ")
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The settings that differ.
        differences: Vec<String>,
    },
}

impl RecordFileError {
    fn io(path: &Path, source: io::Error) -> Self {
        RecordFileError::Io {
            path: path.into(),
            source,
        }
    }
}

/// A kind of record, and of the file that holds it.
pub(crate) trait Record: Sized {
    /// The first line.
    type Header: Serialize + DeserializeOwned;
    /// The first key of the header; its value is the version of the format.
    const KEY: &'static str;
    /// The version that is written and read.
    const VERSION: u64;
    /// What messages call the file, with an article.
    const FILE: &'static str;

    /// What messages call the record with this index, from 0.
    fn place(index: u64) -> String;

    /// Appends the bytes of the next record; `UnexpectedEof` where the file ends before or within it.
    fn read_bytes(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// The record with this index, or what is wrong with its bytes.
    fn from_bytes(bytes: &[u8], index: u64) -> Result<Self, String>;

    /// The inverse of [`Record::from_bytes`].
    fn to_bytes(&self) -> io::Result<Vec<u8>>;
}

/// A record that is a line of JSON.
pub(crate) trait JsonRecord: Serialize + DeserializeOwned {
    /// See [`Record::Header`].
    type Header: Serialize + DeserializeOwned;
    /// See [`Record::KEY`].
    const KEY: &'static str;
    /// See [`Record::VERSION`].
    const VERSION: u64;
    /// See [`Record::FILE`].
    const FILE: &'static str;

    /// What is wrong with the values of a record.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

impl<R: JsonRecord> Record for R {
    type Header = <R as JsonRecord>::Header;
    const KEY: &'static str = <R as JsonRecord>::KEY;
    const VERSION: u64 = <R as JsonRecord>::VERSION;
    const FILE: &'static str = <R as JsonRecord>::FILE;

    fn place(index: u64) -> String {
        // The header is line 1.
        format!("line {}", index + 2)
    }

    fn read_bytes(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
        read_line(reader, bytes)
    }

    fn from_bytes(bytes: &[u8], _: u64) -> Result<Self, String> {
        let record: R = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        record.check()?;
        Ok(record)
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        json_line(self)
    }
}

/// Appends the bytes up to the next line break.
fn read_line(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    reader.read_until(b'\n', bytes)?;
    match bytes.ends_with(b"\n") {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A value as a line.
fn json_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The header of a file and then, as an iterator, its whole records.
#[derive(Debug)]
pub(crate) struct RecordReader<R: Record> {
    path: PathBuf,
    header: R::Header,
    reader: BufReader<File>,
    /// Records read.
    count: u64,
    /// Bytes of the header and of these records.
    whole_bytes: u64,
    /// At the end, or at an error, behind which no record can be found.
    done: bool,
}

/// More than any header has.
const MAX_HEADER_BYTES: u64 = 1 << 20;

impl<R: Record> RecordReader<R> {
    pub(crate) fn open(path: &Path) -> Result<Self, RecordFileError> {
        let file = File::open(path).map_err(|source| RecordFileError::io(path, source))?;
        RecordReader::new(path, file)?.ok_or_else(|| bad_header::<R>(path, "is missing"))
    }

    /// `None` where the file ends within its header or has none.
    fn new(path: &Path, file: File) -> Result<Option<Self>, RecordFileError> {
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        match read_line(&mut (&mut reader).take(MAX_HEADER_BYTES), &mut line) {
            Ok(()) => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                return Err(RecordFileError::io(path, error));
            }
            Err(_) => {
                let start = format!("{{\"{}\":", R::KEY).into_bytes();
                let torn = start.starts_with(&line) || line.starts_with(&start);
                if torn && (line.len() as u64) < MAX_HEADER_BYTES {
                    return Ok(None);
                }
            }
        }
        let header = parse_header::<R>(&line).map_err(|why| bad_header::<R>(path, why))?;
        Ok(Some(RecordReader {
            path: path.into(),
            header,
            reader,
            count: 0,
            whole_bytes: line.len() as u64,
            done: false,
        }))
    }

    pub(crate) fn header(&self) -> &R::Header {
        &self.header
    }

    pub(crate) fn into_header(self) -> R::Header {
        self.header
    }

    /// The error for the record that was read last.
    pub(crate) fn bad_record(&self, why: String) -> RecordFileError {
        RecordFileError::Record {
            path: self.path.clone(),
            place: R::place(self.count.saturating_sub(1)),
            why,
        }
    }
}

impl<R: Record> Iterator for RecordReader<R> {
    type Item = Result<R, RecordFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let mut bytes = Vec::new();
        let read = R::read_bytes(&mut self.reader, &mut bytes);
        let record = match read {
            Ok(()) => {
                let index = self.count;
                self.count += 1;
                R::from_bytes(&bytes, index).map_err(|why| self.bad_record(why))
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.done = true;
                return None;
            }
            Err(source) => Err(RecordFileError::io(&self.path, source)),
        };
        match record {
            Ok(_) => self.whole_bytes += bytes.len() as u64,
            Err(_) => self.done = true,
        }
        Some(record)
    }
}

fn parse_header<R: Record>(line: &[u8]) -> Result<R::Header, String> {
    let unreadable = |error: serde_json::Error| format!("can't be read: {error}");
    let value: Value = serde_json::from_slice(line).map_err(unreadable)?;
    match value.get(R::KEY) {
        None => return Err(format!("has no \"{}\"", R::KEY)),
        Some(version) if version.as_u64() != Some(R::VERSION) => {
            return Err(format!("has format {version}, not {}", R::VERSION));
        }
        Some(_) => {}
    }
    serde_json::from_value(value).map_err(unreadable)
}

fn bad_header<R: Record>(path: &Path, why: impl Into<String>) -> RecordFileError {
    RecordFileError::Header {
        path: path.into(),
        expected: R::FILE,
        why: why.into(),
    }
}

/// A file that records are appended to. It is locked: no other process can open it meanwhile.
#[derive(Debug)]
pub(crate) struct RecordFile<R> {
    path: PathBuf,
    file: File,
    records: PhantomData<fn(&R)>,
}

impl<R: Record> RecordFile<R> {
    /// Opens the file, creating it if there is none, and hands its whole records to `accept`, which
    /// may say what is wrong with one. A file without a record is begun anew with this header,
    /// whatever its own is.
    ///
    /// # Errors
    /// When the file is of another kind, has records made with other settings, or cannot be read,
    /// locked or written. It is then left as it is.
    pub(crate) fn open(
        path: &Path,
        header: &R::Header,
        accept: &mut dyn FnMut(R) -> Result<(), String>,
    ) -> Result<Self, RecordFileError> {
        let mut this = RecordFile {
            path: path.into(),
            file: lock(path)?,
            records: PhantomData,
        };
        let clone = this.file.try_clone().map_err(|source| this.io(source))?;
        let Some(mut reader) = RecordReader::<R>::new(path, clone)? else {
            return this.begin(header);
        };
        let Some(mut record) = reader.next() else {
            return this.begin(header);
        };
        let differences = differences(header, reader.header());
        if !differences.is_empty() {
            return Err(RecordFileError::OtherSettings {
                path: path.into(),
                differences,
            });
        }
        loop {
            accept(record?).map_err(|why| reader.bad_record(why))?;
            match reader.next() {
                Some(next) => record = next,
                None => break,
            }
        }
        this.truncate(reader.whole_bytes)?;
        Ok(this)
    }

    /// Appends a record.
    pub(crate) fn append(&mut self, record: &R) -> Result<(), RecordFileError> {
        self.write(record.to_bytes())
    }

    fn begin(mut self, header: &R::Header) -> Result<Self, RecordFileError> {
        self.truncate(0)?;
        self.write(json_line(header))?;
        Ok(self)
    }

    /// Drops what follows, and writes on from there.
    fn truncate(&mut self, length: u64) -> Result<(), RecordFileError> {
        let truncated = self.file.set_len(length);
        let truncated = truncated.and_then(|()| self.file.seek(SeekFrom::Start(length)));
        truncated.map(|_| ()).map_err(|source| self.io(source))
    }

    fn write(&mut self, bytes: io::Result<Vec<u8>>) -> Result<(), RecordFileError> {
        let written = bytes.and_then(|bytes| self.file.write_all(&bytes));
        written.map_err(|source| self.io(source))
    }

    fn io(&self, source: io::Error) -> RecordFileError {
        RecordFileError::io(&self.path, source)
    }
}

impl<R> Drop for RecordFile<R> {
    /// Closing the file is not enough: a child process that is just being started shares its open
    /// files for a moment, and would keep the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn lock(path: &Path) -> Result<File, RecordFileError> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|source| RecordFileError::io(path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RecordFileError::InUse { path: path.into() }),
        Err(TryLockError::Error(source)) => Err(RecordFileError::io(path, source)),
    }
}

/// The settings that differ, each as `name is theirs in the file and ours now`.
fn differences<H: Serialize>(ours: &H, theirs: &H) -> Vec<String> {
    let (Value::Object(ours), theirs) = (json!(ours), json!(theirs)) else {
        return Vec::new();
    };
    ours.iter()
        .filter(|(key, value)| theirs.get(key) != Some(value))
        .map(|(key, value)| {
            let other = theirs.get(key).unwrap_or(&Value::Null);
            format!("{key} is {other} in the file and {value} now")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::fs;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Header {
        test_file: u32,
        seed: u64,
    }

    /// A record that is a line.
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

    /// A file with two records, and its bytes.
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

    /// At every byte, also within a character.
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
        // Without a record there is nothing to contradict.
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
}
