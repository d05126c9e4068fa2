use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{PostgresStore, SqliteStore, Store};

/// Returns the address of a PostgreSQL database if `database` is one: it begins with `postgres://`.
pub(crate) fn address(database: &Path) -> Option<&str> {
    let text = database.to_str()?;
    let known = ["postgres://", "postgresql://"];
    known.iter().any(|it| text.starts_with(it)).then_some(text)
}

/// Opens a database: a SQLite file, or an address such as `postgres://user@host/name`.
///
/// # Errors
/// The reason not to open it. The database is unchanged.
pub async fn open(database: &Path) -> Result<Arc<dyn Store>, OpenError> {
    Ok(match address(database) {
        Some(url) => Arc::new(PostgresStore::open(url).await?),
        None => Arc::new(SqliteStore::open(database).await?),
    })
}

/// `true` if several servers may share this database.
pub fn is_shared(database: &Path) -> bool {
    address(database).is_some()
}

/// Database name for logs and messages: an address without its password.
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
    // The last `@`, since a password may contain any character unescaped.
    let host = rest.rfind('@').map_or(0, |at| at + 1);
    let user = rest[..host].split([':', '@']).next().unwrap_or("");
    let at = if user.is_empty() { "" } else { "@" };
    let query = query.filter(|it| !it.contains("password"));
    let query = query.map(|it| format!("?{it}")).unwrap_or_default();
    format!("{scheme}://{user}{at}{}{query}", &rest[host..])
}

/// Reason not to open a database, with advice for the host. The database is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(
        "the database {path} is in use by another komadai server: stop that one first, \
         or name another file with --database", path = .path.display())]
    InUse { path: PathBuf },
    /// The folder or file cannot be read, written or created.
    #[error(
        "the database {path} cannot be opened ({why}): check that the folder exists and may be \
         written, or name another file with --database", path = .path.display())]
    Unusable { path: PathBuf, why: String },
    #[error(
        "{path} is not a komadai database ({why}): it has been left as it is; \
         name another file with --database", path = .path.display())]
    Foreign { path: PathBuf, why: String },
    #[error(
        "the database {path} is damaged ({why}): it has been left as it is; restore a backup, \
         try to rescue it with `sqlite3 {path} .recover`, or start anew with --database and \
         another file", path = .path.display())]
    Damaged { path: PathBuf, why: String },
    #[error(
        "the database {path} was written by a newer komadai (its format is {found}, this program \
         knows up to {known}): it has been left as it is; install the newer program, or name \
         another file with --database", path = .path.display())]
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    /// The PostgreSQL server cannot be reached or denies access.
    #[error(
        "the database {path} cannot be reached ({why}): check the address after --database, that \
         PostgreSQL runs there, and that its user may use the database", path = .path.display())]
    Unreachable { path: PathBuf, why: String },
    /// Servers of an earlier version use the database, and migrations would change its tables under them.
    #[error(
        "servers of an earlier komadai use the database {path}, and this one would change its tables: \
         stop all of them, then start this one", path = .path.display())]
    OlderServers { path: PathBuf },
    #[error("the database {path} could not be brought up to date: {why}", path = .path.display())]
    Migration { path: PathBuf, why: String },
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
