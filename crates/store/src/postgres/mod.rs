//! Store in a PostgreSQL database shared by several servers.

mod backup;
mod batch;
mod dedicated;
mod open;
mod store;

pub(crate) use backup::{back_up, restore};
pub use store::PostgresStore;

pub(crate) fn migrator() -> sqlx::migrate::Migrator {
    let games = include_str!("../../migrations/postgres/0001_games.sql");
    crate::migrations::migrator(&[("games", games)], |it| it.postgres)
}

pub(crate) const NOW: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now";
