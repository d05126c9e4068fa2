//! Interface of a database, and the public traits implemented on top of it.

mod challenges;
mod fair_play;
mod fold;
mod identities;
mod lists;
mod log;
mod notifications;
mod ratings;
mod registry;
mod slots;

use std::ops::DerefMut;

use crate::observer::{self, Observed, Reader};
use crate::queue::Queue;
use crate::sql::{Connection, Statement, Value};
use crate::write::{Done, Write};
use crate::{AppendError, Pulse, StoreError};

/// Database behind all public traits of the store, such as [`EventLog`](crate::EventLog).
pub(crate) trait Backend: Send + Sync {
    type Connection: Connection;

    /// `true` if several copies of the server may have the database open.
    const IS_SHARED: bool;

    /// SQL that gives slots to the copy $1 if no living one holds them: $2 is a JSON list of their numbers.
    const TAKE_SLOTS: &'static str;

    /// SQL that gives slots of the copy $1 to others: $2 is a JSON list of objects with `slot` and `heir`.
    const HAND_OVER: &'static str;

    /// SQL that reads the keys of games with pending deadlines: $1 is a JSON list of slots' numbers.
    const LIVE_GAMES: &'static str;

    /// SQL that reads rows of players: $1 is a JSON list of ids.
    const PLAYERS: &'static str;

    fn connection(
        &self,
    ) -> impl Future<Output = Result<impl DerefMut<Target = Self::Connection> + Send, StoreError>> + Send;

    fn observed(&self) -> &Observed;

    /// Read connection for one query, measured until it is dropped.
    fn reader(
        &self,
        query: &'static str,
    ) -> impl Future<
        Output = Result<Reader<'_, impl DerefMut<Target = Self::Connection> + Send>, StoreError>,
    > + Send {
        async move {
            let begun = observer::begin();
            let connection = self.connection().await?;
            Ok(Reader::new(connection, query, begun, self.observed()))
        }
    }

    fn queue(&self) -> &Queue;

    fn follow_next(&self) -> impl Future<Output = Result<Done, StoreError>> + Send {
        self.write_unconditionally(Write::FollowEvents)
    }

    /// The moment by the clock that leases are measured with, where the caller's says `given_ms`; milliseconds since
    /// 1970.
    fn now(&self, given_ms: i64) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// Renews the lease of a copy.
    fn heartbeat(
        &self,
        copy: &str,
        lease_ms: i64,
    ) -> impl Future<Output = Result<Pulse, StoreError>> + Send;

    /// Changes owners of slots, a JSON list of numbers, once appends to them have ended. Not queued behind others.
    fn change_slots(
        &self,
        slots: &str,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Commits all queued writes and closes.
    fn drain(&self) -> impl Future<Output = ()> + Send;

    /// Write without conditions on number or epoch: only the database can refuse it.
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

    /// Queues one statement. Returns the number of changed rows.
    fn run(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<u64, StoreError>> + Send {
        self.change(Write::Statement(Statement::new(sql, values)))
    }

    fn change(&self, write: Write) -> impl Future<Output = Result<u64, StoreError>> + Send {
        async {
            match self.write_unconditionally(write).await? {
                Done::Rows(rows) => Ok(rows),
                _ => Ok(0),
            }
        }
    }
}
