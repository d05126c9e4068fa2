use std::ops::DerefMut;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use tokio::sync::{mpsc, oneshot};

use super::open::Address;
use super::{NOW, writer};
use crate::backend::Backend;
use crate::rows::heads;
use crate::sql::{Columns, Connection as _, Value};
use crate::write::{Done, Write, WriteError};
use crate::{LeaseTime, OpenError, StoreError};

/// Connections that read, and renew the lease.
const READERS: u32 = 8;
/// Writes that may wait before those who write have to.
const QUEUE: usize = 1024;
/// How long somebody waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Everything in one PostgreSQL database. Other servers may use it at the same time.
pub struct PostgresStore {
    readers: PgPool,
    orders: mpsc::Sender<writer::Order>,
    /// Whether a commit failed, and nothing of some size has been written since.
    write_failed: Arc<AtomicBool>,
}

impl PostgresStore {
    /// Opens the database of an address such as `postgres://user@host/name` and brings it up to date.
    ///
    /// # Errors
    /// What speaks against it, with the database untouched.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let address = Address::parse(url)?;
        let connection = address.prepare().await?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(address.options());
        let (orders, receiver) = mpsc::channel(QUEUE);
        let write_failed = Arc::<AtomicBool>::default();
        let line = writer::Line::new(address.options(), connection);
        tokio::spawn(writer::run(line, receiver, write_failed.clone()));
        Ok(Self {
            readers,
            orders,
            write_failed,
        })
    }
}

impl Backend for PostgresStore {
    type Connection = PgConnection;

    const HEADS: &'static str = heads!("SELECT json_array_elements_text($2::text::json)");

    async fn reader(&self) -> Result<impl DerefMut<Target = PgConnection> + Send, StoreError> {
        Ok(self.readers.acquire().await?)
    }

    async fn write(&self, write: Write) -> Result<Done, WriteError> {
        let (reply, answer) = oneshot::channel();
        self.orders
            .send(writer::Order::Write(Box::new(write), reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn now(&self, _given_ms: i64) -> Result<i64, StoreError> {
        now(&mut *self.reader().await?).await
    }

    /// Not behind the writer: a commit that has to wait costs no lease.
    async fn renew(&self, server: &str, time: LeaseTime) -> Result<i64, StoreError> {
        let sql = "INSERT INTO servers (id, lease_until) VALUES \
            ($1, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $2) \
            ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until \
            RETURNING lease_until - $2 AS now";
        let values = [Value::Text(server), Value::Number(time.lease_ms)];
        let row = self.reader().await?.first(sql, &values).await?;
        row.ok_or_else(|| StoreError::Database("no lease".into()))?
            .number("now")
    }

    fn write_failed(&self) -> &AtomicBool {
        &self.write_failed
    }

    fn is_closed(&self) -> bool {
        self.orders.is_closed()
    }

    async fn shut(&self) {
        let (reply, answer) = oneshot::channel();
        if self.orders.send(writer::Order::Close(reply)).await.is_ok() {
            let _ = answer.await;
        }
        self.readers.close().await;
    }
}

/// The clock of the database.
pub(super) async fn now(connection: &mut PgConnection) -> Result<i64, StoreError> {
    let row = connection.first(NOW, &[]).await?;
    row.ok_or_else(|| StoreError::Database("no time".into()))?
        .number("now")
}
