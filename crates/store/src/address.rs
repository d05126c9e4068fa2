//! Names of databases: paths of SQLite files and addresses of PostgreSQL.

use std::path::{Path, PathBuf};

/// Returns the address of a PostgreSQL database if `database` is one: it begins with `postgres://`.
pub(crate) fn address(database: &Path) -> Option<&str> {
    let text = database.to_str()?;
    let known = ["postgres://", "postgresql://"];
    known.iter().any(|it| text.starts_with(it)).then_some(text)
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
