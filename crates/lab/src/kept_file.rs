//! Files that results are added to, and that a second start goes on with.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// Opens a file for reading and adding to it, making it where there is none. Nobody else can open it
/// so meanwhile.
pub(crate) fn open_alone(path: &Path) -> Result<File, TryLockError> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// What there is up to the last line break: a line that has none was being written. These are bytes
/// because a line may be cut off within a character.
pub(crate) fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    end.map_or(&[], |end| &bytes[..=end])
}
