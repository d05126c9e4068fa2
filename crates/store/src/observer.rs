//! Measurements and faults of the store, for metrics.

use std::collections::HashSet;
use std::ops::DerefMut;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::StoreError;
use crate::sql::{Connection, Value};

pub trait StoreObserver: Send + Sync {
    /// Duration of a query, including the wait for a connection.
    fn read(&self, query: &'static str, took: Duration);

    /// A row of this kind cannot be read and is left out of lists. Reported once per row.
    fn unreadable(&self, kind: &'static str);

    /// A projection has skipped an unreadable event.
    fn set_aside(&self, projection: &'static str);
}

const REPORTED: usize = 1024;

/// Observer of a store, if set, and the rows reported to it.
#[derive(Default)]
pub(crate) struct Observed {
    observer: OnceLock<Arc<dyn StoreObserver>>,
    reported: Mutex<HashSet<(&'static str, String)>>,
}

impl Observed {
    /// Only the first call has an effect.
    pub(crate) fn set(&self, observer: Arc<dyn StoreObserver>) {
        let _ = self.observer.set(observer);
    }

    pub(crate) fn set_aside(&self, projection: &'static str) {
        if let Some(observer) = self.observer.get() {
            observer.set_aside(projection);
        }
    }

    /// Logs and counts a damaged row once, since a list with it may be read every second.
    fn unreadable(&self, kind: &'static str, which: String, why: &StoreError) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() >= REPORTED || !reported.insert((kind, which.clone())) {
            return;
        }
        drop(reported);
        tracing::error!(row.kind = kind, row.id = which, error = %why, "store.row unreadable: lists leave it out");
        if let Some(observer) = self.observer.get() {
            observer.unreadable(kind);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "what is measured")]
pub(crate) fn begin() -> Instant {
    Instant::now()
}

/// Connection for one query, measured until it is dropped.
pub(crate) struct Reader<'w, V> {
    connection: V,
    query: &'static str,
    begun: Instant,
    observed: &'w Observed,
}

impl<'w, V> Reader<'w, V> {
    pub(crate) fn new(
        connection: V,
        query: &'static str,
        begun: Instant,
        observed: &'w Observed,
    ) -> Self {
        Self {
            connection,
            query,
            begun,
            observed,
        }
    }
}

impl<V> Drop for Reader<'_, V> {
    fn drop(&mut self) {
        if let Some(observer) = self.observed.observer.get() {
            observer.read(self.query, self.begun.elapsed());
        }
    }
}

impl<V> Connection for Reader<'_, V>
where
    V: DerefMut<Target: Connection> + Send,
{
    type Row = <V::Target as Connection>::Row;

    const END: &'static str = <V::Target as Connection>::END;
    const PLACE: &'static str = <V::Target as Connection>::PLACE;

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
        self.observed.unreadable(kind, which, why);
    }
}
