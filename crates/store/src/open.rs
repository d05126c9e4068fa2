use std::path::PathBuf;

/// Why a database is not opened. Each says what to do. The file has not been touched.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server uses the file.
    #[error(
        "the database {path} is in use by another komadai server: stop that one first, \
         or name another file with --database", path = .path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The folder or file cannot be used at all.
    #[error(
        "the database {path} cannot be opened ({why}): check that the folder exists and may be \
         written, or name another file with --database", path = .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file is something else.
    #[error(
        "{path} is not a komadai database ({why}): it has been left as it is; \
         name another file with --database", path = .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it looks like.
        why: String,
    },
    /// The file is damaged.
    #[error(
        "the database {path} is damaged ({why}): it has been left as it is; restore a backup, \
         try to rescue it with `sqlite3 {path} .recover`, or start anew with --database and \
         another file", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite found.
        why: String,
    },
    /// The file was written by a newer version.
    #[error(
        "the database {path} was written by a newer komadai (its format is {found}, this program \
         knows up to {known}): it has been left as it is; install the newer program, or name \
         another file with --database", path = .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: i64,
        /// The newest format of this program.
        known: i64,
    },
    /// Bringing the file up to date failed; SQLite has undone it.
    #[error("the database {path} could not be brought up to date: {why}", path = .path.display())]
    Migration {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        why: String,
    },
}
