use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{PostgresStore, SqliteStore, Store};

/// The address of a PostgreSQL database, if that is what `database` is: it begins with `postgres://`.
pub(crate) fn address(database: &Path) -> Option<&str> {
    let text = database.to_str()?;
    let known = ["postgres://", "postgresql://"];
    known.iter().any(|it| text.starts_with(it)).then_some(text)
}

/// Opens a database: a file of SQLite, or what an address such as `postgres://user@host/name` leads to.
///
/// # Errors
/// What speaks against it, with the database untouched.
pub async fn open(database: &Path) -> Result<Arc<dyn Store>, OpenError> {
    Ok(match address(database) {
        Some(url) => Arc::new(PostgresStore::open(url).await?),
        None => Arc::new(SqliteStore::open(database).await?),
    })
}

/// Whether several servers may use this database at once.
pub fn is_shared(database: &Path) -> bool {
    address(database).is_some()
}

/// A database as it may be logged and shown: an address without its password.
pub fn shown(database: &Path) -> PathBuf {
    address(database).map_or_else(|| database.to_owned(), |url| without_password(url).into())
}

pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (rest, query) = rest
        .split_once('?')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    // The last one: a password may have any character unescaped, however wrong that is.
    let host = rest.rfind('@').map_or(0, |at| at + 1);
    let user = rest[..host].split([':', '@']).next().unwrap_or("");
    let at = if user.is_empty() { "" } else { "@" };
    let query = query.filter(|it| !it.contains("password"));
    let query = query.map(|it| format!("?{it}")).unwrap_or_default();
    format!("{scheme}://{user}{at}{}{query}", &rest[host..])
}

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
    /// The database server does not let us in.
    #[error(
        "the database {path} cannot be reached ({why}): check the address after --database, that \
         PostgreSQL runs there, and that its user may use the database", path = .path.display())]
    Unreachable {
        /// Its address, without a password.
        path: PathBuf,
        /// What PostgreSQL or the network said.
        why: String,
    },
    /// Servers of an earlier version use the database, whose tables this one would change.
    #[error(
        "servers of an earlier komadai use the database {path}, and this one would change its tables: \
         stop all of them, then start this one", path = .path.display())]
    OlderServers {
        /// Its address, without a password.
        path: PathBuf,
    },
    /// Bringing the database up to date failed; it has been undone.
    #[error("the database {path} could not be brought up to date: {why}", path = .path.display())]
    Migration {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        why: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        for (url, expected) in [
            ("postgres://u:secret@h:1/db", "postgres://u@h:1/db"),
            ("postgres://u:se@cret@h/db", "postgres://u@h/db"),
            (
                "postgres://h/db?sslmode=disable",
                "postgres://h/db?sslmode=disable",
            ),
            (
                "postgresql:///db?user=u&password=secret",
                "postgresql:///db",
            ),
        ] {
            assert_eq!(shown(Path::new(url)), Path::new(expected), "{url}");
        }
        assert_eq!(shown(Path::new("a:b@c/d")), Path::new("a:b@c/d"));
    }
}
