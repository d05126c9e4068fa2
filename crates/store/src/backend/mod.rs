//! What a database has to offer, and what the server sees of it.

mod challenges;
mod fair_play;
mod identities;
mod leases;
mod log;
mod notifications;
mod ratings;
mod registry;

use std::ops::DerefMut;

use crate::queue::Queue;
use crate::sql::Connection;
use crate::watch::{self, Reader, Watched};
use crate::write::{Done, Write};
use crate::{AppendError, LeaseTime, StoreError};

/// A database behind [`EventLog`](crate::EventLog), [`Registry`](crate::Registry) and
/// [`Identities`](crate::Identities).
pub(crate) trait Backend: Send + Sync {
    /// A connection.
    type Connection: Connection;

    /// Reads how far games have come: $1 is the moment, $2 a JSON list of keys.
    const HEADS: &'static str;

    /// Reads rows of games: $1 is a JSON list of keys.
    const GAMES: &'static str;

    /// A connection to read with, given back when it is dropped.
    fn connection(
        &self,
    ) -> impl Future<Output = Result<impl DerefMut<Target = Self::Connection> + Send, StoreError>> + Send;

    /// Who monitors this database.
    fn watched(&self) -> &Watched;

    /// A connection to read a query with, measured until it is given back.
    fn reader(
        &self,
        query: &'static str,
    ) -> impl Future<
        Output = Result<Reader<'_, impl DerefMut<Target = Self::Connection> + Send>, StoreError>,
    > + Send {
        async move {
            let begun = watch::begin();
            let connection = self.connection().await?;
            Ok(Reader::new(connection, query, begun, self.watched()))
        }
    }

    /// Where writes go.
    fn queue(&self) -> &Queue;

    /// Brings the lists up to date with the next events.
    fn follow_next(&self) -> impl Future<Output = Result<Done, StoreError>> + Send {
        self.write_unconditionally(Write::FollowEvents)
    }

    /// The moment by the clock that leases are measured with, where the caller's says `given_ms`; milliseconds
    /// since 1970.
    fn now(&self, given_ms: i64) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// Renews the lease of a server, and notes late turns and failed referees, which are JSON. Returns the moment by that clock.
    fn renew(
        &self,
        server: &str,
        time: LeaseTime,
        late: String,
    ) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// Writes everything out and closes.
    fn shut(&self) -> impl Future<Output = ()> + Send;

    /// A write that depends on no number and no epoch: only the database can refuse it.
    fn write_unconditionally(
        &self,
        write: Write,
    ) -> impl Future<Output = Result<Done, StoreError>> + Send {
        async {
            self.queue()
                .write(write)
                .await
                .map_err(|error| match error {
                    AppendError::Store(error) => error,
                    other => StoreError::Database(other.to_string()),
                })
        }
    }

    /// Such a write. Returns how many rows it changed.
    fn change(&self, write: Write) -> impl Future<Output = Result<u64, StoreError>> + Send {
        async {
            match self.write_unconditionally(write).await? {
                Done::Rows(rows) => Ok(rows),
                _ => Ok(0),
            }
        }
    }
}
