//! Backup and restore. A backup is made while servers run and is always a SQLite file.

use std::path::{Path, PathBuf};

use crate::address::address;
use crate::{BackupError, Contents, postgres, sqlite};

/// Copies a database into a new file that only its owner may read. Servers may use the database meanwhile: the backup
/// holds what was committed when it began.
///
/// # Errors
/// The database cannot be opened, the file exists, or it cannot be written.
pub async fn back_up(database: &Path, into: &Path) -> Result<Contents, BackupError> {
    match address(database) {
        Some(url) => postgres::back_up(url, into).await,
        None => sqlite::copy(database, into).await,
    }
}

/// Copies a backup to a database file that does not exist yet, or into an empty PostgreSQL database. The file is given
/// to the owner of its folder.
///
/// # Errors
/// The backup is not a Komadai database, the target exists, or a server uses it.
pub async fn restore(backup: &Path, database: &Path) -> Result<Contents, BackupError> {
    if let Some(url) = address(database) {
        return postgres::restore(backup, url).await;
    }
    for ending in ["", "-wal", "-shm"] {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        // SQLite would read leftover files of an earlier database as part of this one.
        if path.exists() {
            return Err(BackupError::Exists { path });
        }
    }
    let contents = sqlite::copy(backup, database).await?;
    belongs_to_its_folder(database).map_err(|error| BackupError::Copy {
        path: database.to_owned(),
        why: error.to_string(),
    })?;
    Ok(contents)
}

/// Gives a file made by root to the owner of its folder, so that the service's user can open it.
#[cfg(unix)]
fn belongs_to_its_folder(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (folder, made) = (folder.metadata()?, file.metadata()?);
    if made.uid() != 0 || folder.uid() == 0 {
        return Ok(());
    }
    chown(file, Some(folder.uid()), Some(folder.gid()))
}

#[cfg(not(unix))]
fn belongs_to_its_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
