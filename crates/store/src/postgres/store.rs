use std::ops::DerefMut;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions, PgRow};
use tokio::sync::Mutex;

use super::NOW;
use super::dedicated::DedicatedConnection;
use super::open::Address;
use crate::backend::Backend;
use crate::observer::Observed;
use crate::queue::{Commit as _, Queue};
use crate::rows::select_players;
use crate::sql::{Columns, Connection as _, Statement, Value, unexpected_value, values};
use crate::write::{Done, Write};
use crate::{OpenError, Pulse, StoreError};

const READERS: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(5);
/// Idle time after which a connection is tested before it is used.
const TESTED_AFTER: Duration = Duration::from_millis(500);
/// Locked in order, as by appends, so that copies cannot deadlock.
const LOCK_SLOTS: &str = "SELECT slot FROM slots WHERE slot IN \
    (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST($1 AS json)) AS j (value)) \
    ORDER BY slot FOR UPDATE";

pub struct PostgresStore {
    readers: PgPool,
    /// Own connection, so that a slow commit does not delay the renewal of the lease.
    leases: Mutex<DedicatedConnection>,
    /// Own connection: changes of slots wait for appends to them, and neither moves nor the lease must.
    slots: Mutex<DedicatedConnection>,
    /// Own connection: following the log may wait for another server, and moves must not.
    lists: Mutex<DedicatedConnection>,
    queue: Queue,
    observed: Observed,
}

impl PostgresStore {
    /// Opens the database of an address such as `postgres://user@host/name` and migrates it.
    ///
    /// # Errors
    /// The reason not to open it. The database is unchanged.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let address = Address::parse(url)?;
        let connection = address.prepare().await?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .before_acquire(|connection, of| {
                Box::pin(async move {
                    Ok(of.idle_for < TESTED_AFTER || connection.ping().await.is_ok())
                })
            })
            .connect_lazy_with(address.options());
        Ok(Self {
            readers,
            leases: Mutex::new(DedicatedConnection::new(address.options(), None)),
            slots: Mutex::new(DedicatedConnection::new(address.options(), None)),
            lists: Mutex::new(DedicatedConnection::new(address.options(), None)),
            queue: Queue::new(DedicatedConnection::new(
                address.options(),
                Some(connection),
            )),
            observed: Observed::default(),
        })
    }
}

impl Backend for PostgresStore {
    type Connection = PgConnection;

    const IS_SHARED: bool = true;

    const TAKE_SLOTS: &'static str = "UPDATE slots SET owner = $1, epoch = epoch + 1 WHERE slot IN \
        (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST($2 AS json)) AS j (value)) \
        AND NOT EXISTS (SELECT 1 FROM servers s WHERE s.id = slots.owner \
        AND s.lease_until >= EXTRACT(EPOCH FROM clock_timestamp()) * 1000)";

    const HAND_OVER: &'static str = "UPDATE slots SET owner = m.heir, epoch = slots.epoch + 1 \
        FROM json_to_recordset(CAST($2 AS json)) AS m (slot bigint, heir text) \
        JOIN servers s ON s.id = m.heir AND s.lease_until >= EXTRACT(EPOCH FROM clock_timestamp()) * 1000 \
        WHERE slots.slot = m.slot AND slots.owner = $1";

    // The expression of the index `games_live`: the same as `Slot::of`.
    const LIVE_GAMES: &'static str = "SELECT id FROM games WHERE live = 1 \
        AND CAST(CAST('x' || left(md5(id), 4) AS bit(16)) AS integer) % 1024 = ANY (ARRAY( \
        SELECT CAST(value AS integer) FROM json_array_elements_text(CAST($1 AS json)) AS j (value)))";

    const PLAYERS: &'static str =
        select_players!("WHERE p.id IN (SELECT json_array_elements_text($1::text::json))");

    async fn connection(&self) -> Result<impl DerefMut<Target = PgConnection> + Send, StoreError> {
        Ok(self.readers.acquire().await?)
    }

    fn observed(&self) -> &Observed {
        &self.observed
    }

    fn queue(&self) -> &Queue {
        &self.queue
    }

    async fn follow_next(&self) -> Result<Done, StoreError> {
        let mut line = self.lists.lock().await;
        let mut results = line.commit(&[&Write::FollowEvents]).await?;
        match results.pop() {
            Some(Ok(done)) => Ok(done),
            Some(Err(error)) => Err(StoreError::Database(error.to_string())),
            None => Err(StoreError::Closed),
        }
    }

    async fn now(&self, _given_ms: i64) -> Result<i64, StoreError> {
        let row = self.connection().await?.first(NOW, &[]).await?;
        time_of(row)
    }

    /// Not queued behind the writer: a slow commit must not cost the lease.
    async fn heartbeat(&self, copy: &str, lease_ms: i64) -> Result<Pulse, StoreError> {
        // A lease that ends later than a new one is from before the clock of the database was set back.
        let sql = "WITH beat AS (INSERT INTO servers (id, lease_until) VALUES \
            ($1, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $2) \
            ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until \
            RETURNING lease_until - $2 AS now), \
            shortened AS (UPDATE servers SET lease_until = beat.now + $2 FROM beat WHERE id IN \
            (SELECT s.id FROM servers s, beat WHERE s.id <> $1 AND s.lease_until > beat.now + $2 \
            FOR UPDATE OF s SKIP LOCKED)) \
            SELECT beat.now AS now, CAST((SELECT SUM(epoch) FROM slots) AS BIGINT) AS changes, \
            CAST((SELECT json_agg(json_build_object('id', s.id, 'left_ms', s.lease_until - beat.now)) \
            FROM servers s WHERE s.id <> $1 AND s.lease_until >= beat.now) AS TEXT) AS others FROM beat";
        let values = values![copy, lease_ms];
        let row = self.leases.lock().await.first(sql, &values).await?;
        let row = row.ok_or_else(|| StoreError::Database("no heartbeat".into()))?;
        let others = row.maybe_text("others")?;
        let others = others.map_or(Ok(Vec::new()), |text| {
            serde_json::from_str(&text).map_err(|_| unexpected_value("others", &text))
        });
        Ok(Pulse {
            others: others?,
            changes: row.number("changes")?,
            now_ms: Some(row.number("now")?),
        })
    }

    async fn change_slots(
        &self,
        slots: &str,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<(), StoreError> {
        // Who is alive is judged after the wait for the locks.
        let lock = Write::Statement(Statement::new(LOCK_SLOTS, &values![slots]));
        let change = Write::Statement(Statement::new(sql, values));
        let results = self.slots.lock().await.commit(&[&lock, &change]).await?;
        for result in results {
            result.map_err(|error| StoreError::Database(error.to_string()))?;
        }
        Ok(())
    }

    async fn drain(&self) {
        self.queue.close().await;
        self.readers.close().await;
        self.leases.lock().await.end().await;
        self.slots.lock().await.end().await;
        self.lists.lock().await.end().await;
    }
}

fn time_of(row: Option<PgRow>) -> Result<i64, StoreError> {
    let row = row.ok_or_else(|| StoreError::Database("no time".into()))?;
    row.number("now")
}
