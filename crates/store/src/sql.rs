//! Queries written once for both databases.

use std::future::Future;

use komadai_protocol::GameKey;
use serde::Serialize;

use crate::{SecretHash, StoreError};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Text(&'a str),
    Maybe(Option<&'a str>),
    Number(i64),
    MaybeNumber(Option<i64>),
    /// Stored bit for bit.
    Real(f64),
    Bytes(&'a [u8]),
}

/// Values of a query, in order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::sql::Value::from($value)),*] };
}
pub(crate) use values;

macro_rules! from {
    ($($type:ty, $value:ident => $to:expr;)*) => {$(
        impl<'a> From<$type> for Value<'a> {
            fn from($value: $type) -> Self {
                $to
            }
        }
    )*};
}

from! {
    &'a str, text => Value::Text(text);
    &'a String, text => Value::Text(text);
    &'a GameKey, key => Value::Text(key.as_str());
    &'a SecretHash, hash => Value::Text(hash.as_str());
    Option<&'a str>, text => Value::Maybe(text);
    i64, number => Value::Number(number);
    u32, number => Value::Number(number.into());
    Option<i64>, number => Value::MaybeNumber(number);
    f64, number => Value::Real(number);
    &'a [u8], bytes => Value::Bytes(bytes);
}

/// A statement to be run later.
#[derive(Debug)]
pub(crate) struct Statement {
    sql: &'static str,
    values: Vec<Owned>,
}

#[derive(Debug)]
enum Owned {
    Text(Option<String>),
    Number(Option<i64>),
    Real(f64),
    Bytes(Vec<u8>),
}

impl Statement {
    pub(crate) fn new(sql: &'static str, values: &[Value<'_>]) -> Self {
        let owned = values.iter().map(|value| match *value {
            Value::Text(text) => Owned::Text(Some(text.to_owned())),
            Value::Maybe(text) => Owned::Text(text.map(str::to_owned)),
            Value::Number(number) => Owned::Number(Some(number)),
            Value::MaybeNumber(number) => Owned::Number(number),
            Value::Real(number) => Owned::Real(number),
            Value::Bytes(bytes) => Owned::Bytes(bytes.to_owned()),
        });
        Self {
            sql,
            values: owned.collect(),
        }
    }

    /// Returns the number of changed rows.
    pub(crate) async fn run(&self, c: &mut impl Connection) -> Result<u64, sqlx::Error> {
        let values = self.values.iter().map(|value| match value {
            Owned::Text(text) => Value::Maybe(text.as_deref()),
            Owned::Number(number) => Value::MaybeNumber(*number),
            Owned::Real(number) => Value::Real(*number),
            Owned::Bytes(bytes) => Value::Bytes(bytes),
        });
        let values: Vec<_> = values.collect();
        c.execute(self.sql, &values).await
    }
}

pub(crate) trait Columns {
    fn maybe_text(&self, column: &str) -> Result<Option<String>, StoreError>;

    fn maybe_number(&self, column: &str) -> Result<Option<i64>, StoreError>;

    fn maybe_real(&self, column: &str) -> Result<Option<f64>, StoreError>;

    fn maybe_bytes(&self, column: &str) -> Result<Option<Vec<u8>>, StoreError>;

    fn real(&self, column: &str) -> Result<f64, StoreError> {
        let number = self.maybe_real(column)?;
        number.ok_or_else(|| unexpected_value(column, "NULL"))
    }

    fn bytes(&self, column: &str) -> Result<Vec<u8>, StoreError> {
        let bytes = self.maybe_bytes(column)?;
        bytes.ok_or_else(|| unexpected_value(column, "NULL"))
    }

    fn text(&self, column: &str) -> Result<String, StoreError> {
        let text = self.maybe_text(column)?;
        text.ok_or_else(|| unexpected_value(column, "NULL"))
    }

    fn number(&self, column: &str) -> Result<i64, StoreError> {
        let number = self.maybe_number(column)?;
        number.ok_or_else(|| unexpected_value(column, "NULL"))
    }

    /// Non-negative number that fits `u32`.
    fn count(&self, column: &str) -> Result<u32, StoreError> {
        let number = self.number(column)?;
        u32::try_from(number).map_err(|_| unexpected_value(column, &number.to_string()))
    }
}

pub(crate) fn unexpected_value(column: &str, value: &str) -> StoreError {
    let shown: String = value.chars().take(100).collect();
    StoreError::Value(format!("the column {column} holds {shown:?}"))
}

pub(crate) fn json(value: &(impl Serialize + ?Sized)) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Database(error.to_string()))
}

pub(crate) trait Connection: Send {
    type Row: Columns + Send + Sync;

    /// Reads the last `position` up to which the log is final: no event appears there later.
    const END: &'static str;

    /// Reads the `position` of the consumer of events and locks it until the end of the transaction. No row if another
    /// server holds the lock.
    const PLACE: &'static str;

    /// Runs a statement. Returns the number of changed rows.
    fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<u64, sqlx::Error>> + Send;

    fn fetch(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, sqlx::Error>> + Send;

    fn first(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Option<Self::Row>, sqlx::Error>> + Send {
        async move { Ok(self.fetch(sql, values).await?.into_iter().next()) }
    }

    /// Reports a damaged row that a list leaves out.
    fn unreadable(&mut self, kind: &'static str, which: String, why: &StoreError) {
        tracing::error!(row.kind = kind, row.id = which, error = %why, "store.row unreadable");
    }
}

/// A query of either database with its values.
macro_rules! bound {
    ($sql:expr, $values:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $values {
            query = match *value {
                Value::Text(text) => query.bind(text),
                Value::Maybe(text) => query.bind(text),
                Value::Number(number) => query.bind(number),
                Value::MaybeNumber(number) => query.bind(number),
                Value::Real(number) => query.bind(number),
                Value::Bytes(bytes) => query.bind(bytes),
            };
        }
        query
    }};
}

macro_rules! connection {
    ($connection:ty, $row:ty, $database:ident) => {
        impl Columns for $row {
            fn maybe_text(&self, column: &str) -> Result<Option<String>, StoreError> {
                Ok(sqlx::Row::try_get(self, column)?)
            }

            fn maybe_number(&self, column: &str) -> Result<Option<i64>, StoreError> {
                Ok(sqlx::Row::try_get(self, column)?)
            }

            fn maybe_real(&self, column: &str) -> Result<Option<f64>, StoreError> {
                Ok(sqlx::Row::try_get(self, column)?)
            }

            fn maybe_bytes(&self, column: &str) -> Result<Option<Vec<u8>>, StoreError> {
                Ok(sqlx::Row::try_get(self, column)?)
            }
        }

        impl Connection for $connection {
            type Row = $row;

            const END: &'static str = crate::$database::END;
            const PLACE: &'static str = crate::$database::PLACE;

            async fn execute(
                &mut self,
                sql: &'static str,
                values: &[Value<'_>],
            ) -> Result<u64, sqlx::Error> {
                Ok(bound!(sql, values).execute(self).await?.rows_affected())
            }

            async fn fetch(
                &mut self,
                sql: &'static str,
                values: &[Value<'_>],
            ) -> Result<Vec<$row>, sqlx::Error> {
                bound!(sql, values).fetch_all(self).await
            }
        }
    };
}

connection!(sqlx::SqliteConnection, sqlx::sqlite::SqliteRow, sqlite);
connection!(sqlx::PgConnection, sqlx::postgres::PgRow, postgres);
