//! Files of records that one run begins and later runs resume.
//!
//! The first line is a JSON object, the header: the version of the format and all settings that determine
//! the records. Records follow, as lines of JSON or as bytes. Opening a file drops a header or last
//! record that an interrupted run left incomplete.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{path} is in use by another process")]
    InUse { path: PathBuf },
    #[error("{path} is not {expected}: its first line {why}")]
    Header {
        path: PathBuf,
        /// Kind of file, with an article.
        expected: &'static str,
        why: String,
    },
    #[error("{path}, {place}: {why}")]
    Record {
        path: PathBuf,
        place: String,
        why: String,
    },
    #[error(
        "{path} was begun with other settings: {}; give another file, or the same settings to \
         resume this one",
        .differences.join("; ")
    )]
    OtherSettings {
        path: PathBuf,
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

/// A kind of record and the file that holds it.
pub(crate) trait Record: Sized {
    type Header: Serialize + DeserializeOwned;
    /// First key of the header; its value is the version of the format.
    const KEY: &'static str;
    const VERSION: u64;
    /// Name of the file in messages, with an article.
    const FILE: &'static str;

    /// Name of the record with this index, from 0, in messages.
    fn place(index: u64) -> String;

    /// Appends the bytes of the next record; `UnexpectedEof` where the file ends before or within it.
    fn read_bytes(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// Parses the record with this index; the error says what is wrong with the bytes.
    fn from_bytes(bytes: &[u8], index: u64) -> Result<Self, String>;

    fn to_bytes(&self) -> io::Result<Vec<u8>>;
}

/// A record that is a line of JSON.
pub(crate) trait JsonRecord: Serialize + DeserializeOwned {
    type Header: Serialize + DeserializeOwned;
    const KEY: &'static str;
    const VERSION: u64;
    const FILE: &'static str;

    /// The error says what is wrong with the record's values.
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

fn read_line(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    reader.read_until(b'\n', bytes)?;
    match bytes.ends_with(b"\n") {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn json_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads the header, then iterates over the complete records.
#[derive(Debug)]
pub(crate) struct RecordReader<R: Record> {
    path: PathBuf,
    header: R::Header,
    reader: BufReader<File>,
    count: u64,
    /// Length in bytes of the header and these records.
    whole_bytes: u64,
    /// Set at the end of the file, and after an error, behind which no record can be located.
    done: bool,
}

const MAX_HEADER_BYTES: u64 = 1 << 20;

impl<R: Record> RecordReader<R> {
    pub(crate) fn open(path: &Path) -> Result<Self, RecordFileError> {
        let file = File::open(path).map_err(|source| RecordFileError::io(path, source))?;
        RecordReader::new(path, file)?.ok_or_else(|| bad_header::<R>(path, "is missing"))
    }

    /// `None` if the file ends before or within its header.
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

/// A file that records are appended to, locked against other processes.
#[derive(Debug)]
pub(crate) struct RecordFile<R> {
    path: PathBuf,
    file: File,
    records: PhantomData<fn(&R)>,
}

impl<R: Record> RecordFile<R> {
    /// Opens or creates the file and passes its complete records to `accept`, which may reject one with a
    /// reason. A file without a record is begun anew with this header.
    ///
    /// # Errors
    /// If the file is of another kind, has records made with other settings, or cannot be read, locked or
    /// written; it is left unchanged.
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

    pub(crate) fn append(&mut self, record: &R) -> Result<(), RecordFileError> {
        self.write(record.to_bytes())
    }

    fn begin(mut self, header: &R::Header) -> Result<Self, RecordFileError> {
        self.truncate(0)?;
        self.write(json_line(header))?;
        Ok(self)
    }

    /// Cuts the file at `length` and continues writing there.
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
    /// Closing is not enough: a child process that is being started shares the open file for a moment and
    /// would keep the lock.
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

/// Settings that differ, each as `name is theirs in the file and ours now`.
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
mod tests;
