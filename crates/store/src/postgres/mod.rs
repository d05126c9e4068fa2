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

/// Most events of a transaction, the distance between the positions of two transactions.
const MOST_EVENTS: usize = 4096;

/// Position before the first event of a transaction, in a query of `log_base`. It depends on nothing that another
/// transaction writes.
macro_rules! start_of {
    ($transaction:literal) => {
        concat!(
            "base + 4096 * CAST(CAST(",
            $transaction,
            " AS TEXT) AS BIGINT)"
        )
    };
}
use start_of;

/// See [`Connection::END`](crate::sql::Connection::END). All transactions before the oldest running one have committed
/// or failed; a transaction that starts later has a higher number.
pub(crate) const END: &str = concat!(
    "SELECT ",
    start_of!("pg_snapshot_xmin(pg_current_snapshot())"),
    " AS position FROM log_base"
);

/// See [`Connection::PLACE`](crate::sql::Connection::PLACE).
pub(crate) const PLACE: &str =
    "SELECT position FROM projections WHERE name = 'views' FOR UPDATE SKIP LOCKED";

pub(crate) const NOW: &str =
    "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now";
