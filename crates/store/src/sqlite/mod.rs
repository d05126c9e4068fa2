//! Store in one SQLite file: WAL, `synchronous=FULL`, a single writer.

mod backup;
mod check;
mod store;
mod writer;

pub(crate) use backup::{blank, copy, write};
pub use store::SqliteStore;
pub use writer::WriterInfo;

/// `PRAGMA application_id`: "KOMA".
pub(crate) const APPLICATION_ID: i64 = 0x4B4F_4D41;

/// `PRAGMA user_version` while a server uses the file.
const OPEN: i64 = 1;
/// `PRAGMA user_version` after a clean close.
const CLOSED: i64 = 0;

pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    let own = [
        ("games", include_str!("../../migrations/0001_games.sql")),
        ("guests", include_str!("../../migrations/0002_guests.sql")),
        ("servers", include_str!("../../migrations/0003_servers.sql")),
        (
            "identities",
            include_str!("../../migrations/0004_identities.sql"),
        ),
    ];
    crate::migrations::migrator(&own, |it| it.sqlite)
}

/// See [`Connection::END`](crate::sql::Connection::END): a single writer commits in order.
pub(crate) const END: &str = "SELECT COALESCE(MAX(position), 0) AS position FROM events";

/// See [`Connection::PLACE`](crate::sql::Connection::PLACE).
pub(crate) const PLACE: &str = "SELECT position FROM projections WHERE name = 'views'";
