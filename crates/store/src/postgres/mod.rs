//! The log in a PostgreSQL database that several servers use at once.

mod backup;
mod batch;
mod line;
mod open;
mod store;

pub(crate) use backup::{back_up, restore};
pub use store::PostgresStore;

/// What brings a database up to date.
pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    crate::migrations::migrator(&[(
        "games",
        include_str!("../../migrations/postgres/0001_games.sql"),
    )])
}

/// The clock of the database, milliseconds since 1970.
pub(crate) const NOW: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now";
