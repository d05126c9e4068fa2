//! Measurements and faults of the store, for whoever monitors it.

use std::collections::HashSet;
use std::ops::DerefMut;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::StoreError;
use crate::sql::{Connection, Value};

/// Receives measurements and faults of a store.
pub trait Watch: Send + Sync {
    /// A query has been read, its wait for a connection included.
    fn read(&self, query: &'static str, took: Duration);

    /// A row of that kind cannot be read and is left out of lists. Reported once a row.
    fn unreadable(&self, kind: &'static str);

    /// A projection has set an event aside that it cannot read.
    fn set_aside(&self, projection: &'static str);
}

/// Most rows remembered as reported.
const REPORTED: usize = 1024;

/// The watch of a store, if there is one, and the faults that have been reported.
#[derive(Default)]
pub(crate) struct Watched {
    watch: OnceLock<Arc<dyn Watch>>,
    reported: Mutex<HashSet<(&'static str, String)>>,
}

impl Watched {
    /// The first one stays.
    pub(crate) fn set(&self, watch: Arc<dyn Watch>) {
        let _ = self.watch.set(watch);
    }

    pub(crate) fn set_aside(&self, projection: &'static str) {
        if let Some(watch) = self.watch.get() {
            watch.set_aside(projection);
        }
    }

    /// Logs and counts a row, once: a list that contains it may be read every second.
    fn unreadable(&self, kind: &'static str, which: String, why: &StoreError) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() >= REPORTED || !reported.insert((kind, which.clone())) {
            return;
        }
        drop(reported);
        tracing::error!(row.kind = kind, row.id = which, error = %why, "store.row unreadable: lists leave it out");
        if let Some(watch) = self.watch.get() {
            watch.unreadable(kind);
        }
    }
}

/// The moment from which a read is measured.
#[expect(clippy::disallowed_methods, reason = "what is measured")]
pub(crate) fn begin() -> Instant {
    Instant::now()
}

/// A connection that reads one query, and is measured until it is given back.
pub(crate) struct Reader<'w, V> {
    connection: V,
    query: &'static str,
    begun: Instant,
    watched: &'w Watched,
}

impl<'w, V> Reader<'w, V> {
    pub(crate) fn new(
        connection: V,
        query: &'static str,
        begun: Instant,
        watched: &'w Watched,
    ) -> Self {
        Self {
            connection,
            query,
            begun,
            watched,
        }
    }
}

impl<V> Drop for Reader<'_, V> {
    fn drop(&mut self) {
        if let Some(watch) = self.watched.watch.get() {
            watch.read(self.query, self.begun.elapsed());
        }
    }
}

impl<V> Connection for Reader<'_, V>
where
    V: DerefMut<Target: Connection> + Send,
{
    type Row = <V::Target as Connection>::Row;

    fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<u64, sqlx::Error>> + Send {
        self.connection.execute(sql, values)
    }

    fn fetch(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, sqlx::Error>> + Send {
        self.connection.fetch(sql, values)
    }

    fn unreadable(&mut self, kind: &'static str, which: String, why: &StoreError) {
        self.watched.unreadable(kind, which, why);
    }
}
