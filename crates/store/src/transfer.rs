//! Copy of all rows from one database to another, of either kind.

use crate::StoreError;
use crate::sql::{Columns, Connection, Value};

const PAGE: i64 = 500;

/// Table to copy. Projections, slots and short-lived rows (challenges, sign-in codes, networks of games that have not
/// begun) are left out.
struct Table {
    /// Columns with text or NULL. They come first in `write`.
    texts: &'static [&'static str],
    /// Columns with numbers or NULL.
    numbers: &'static [&'static str],
    /// Columns with bytes, the last in `write`.
    bytes: &'static [&'static str],
    /// Selects at most $2 rows after the key $1, in key order.
    read: &'static str,
    write: &'static str,
    key: KeyColumn,
}

#[derive(Clone, Copy)]
enum KeyColumn {
    Text(&'static str),
    Number(&'static str),
}

/// Ordered by foreign keys: referenced tables come first.
const TABLES: [Table; 9] = [
    Table {
        texts: &["id", "name", "kind"],
        numbers: &["created_at"],
        bytes: &[],
        read: "SELECT * FROM players WHERE id > $1 ORDER BY id LIMIT $2",
        write: "INSERT INTO players (id, name, kind, created_at) VALUES ($1, $2, $3, $4)",
        key: KeyColumn::Text("id"),
    },
    Table {
        texts: &["id", "hash", "player", "label"],
        numbers: &["created_at", "seen_at", "expires_at", "proved_at"],
        bytes: &[],
        read: "SELECT * FROM sessions WHERE id > $1 ORDER BY id LIMIT $2",
        write: "INSERT INTO sessions (id, hash, player, label, created_at, seen_at, expires_at, proved_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        key: KeyColumn::Text("id"),
    },
    Table {
        texts: &["id", "hash", "player", "name", "scopes"],
        numbers: &["created_at", "used_at", "expires_at"],
        bytes: &[],
        read: "SELECT * FROM tokens WHERE id > $1 ORDER BY id LIMIT $2",
        write: "INSERT INTO tokens (id, hash, player, name, scopes, created_at, used_at, expires_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        key: KeyColumn::Text("id"),
    },
    Table {
        texts: &[
            "id",
            "game",
            "status",
            "first_player",
            "second_player",
            "side",
            "outcome",
            "invitation",
        ],
        numbers: &["ply", "live", "seq", "created_at", "updated_at"],
        bytes: &[],
        read: "SELECT * FROM games WHERE id > $1 ORDER BY id LIMIT $2",
        write: "INSERT INTO games (id, game, status, first_player, second_player, side, outcome, \
            invitation, ply, live, seq, created_at, updated_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        key: KeyColumn::Text("id"),
    },
    Table {
        texts: &["game", "kind", "payload", "author", "command"],
        numbers: &["position", "seq", "epoch", "at"],
        bytes: &[],
        read: "SELECT * FROM events WHERE position > $1 ORDER BY position LIMIT $2",
        write: "INSERT INTO events (game, kind, payload, author, command, position, seq, epoch, at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        key: KeyColumn::Number("position"),
    },
    Table {
        texts: &["game"],
        numbers: &["seq", "position", "ended"],
        bytes: &["events"],
        read: "SELECT * FROM folded WHERE game > $1 ORDER BY game LIMIT $2",
        write: "INSERT INTO folded (game, seq, position, ended, events) VALUES ($1, $2, $3, $4, $5)",
        key: KeyColumn::Text("game"),
    },
    Table {
        texts: &["name", "value"],
        numbers: &[],
        bytes: &[],
        read: "SELECT * FROM settings WHERE name > $1 ORDER BY name LIMIT $2",
        write: "INSERT INTO settings (name, value) VALUES ($1, $2)",
        key: KeyColumn::Text("name"),
    },
    Table {
        texts: &["player"],
        numbers: &["position"],
        bytes: &[],
        read: "SELECT * FROM notifications_read WHERE player > $1 ORDER BY player LIMIT $2",
        write: "INSERT INTO notifications_read (player, position) VALUES ($1, $2)",
        key: KeyColumn::Text("player"),
    },
    Table {
        texts: &["player", "device"],
        numbers: &[],
        bytes: &[],
        read: "SELECT player, device, player || ' ' || device AS id FROM player_devices \
            WHERE player || ' ' || device > $1 ORDER BY player || ' ' || device LIMIT $2",
        write: "INSERT INTO player_devices (player, device) VALUES ($1, $2)",
        key: KeyColumn::Text("id"),
    },
];

/// Copies all rows. Each side runs in one transaction: a consistent snapshot is written as a whole or not at all.
pub(crate) async fn copy(
    from: &mut impl Connection,
    into: &mut impl Connection,
) -> Result<(), StoreError> {
    for table in &TABLES {
        let (mut text, mut number) = (String::new(), 0);
        loop {
            let after = match table.key {
                KeyColumn::Text(_) => Value::Text(&text),
                KeyColumn::Number(_) => Value::Number(number),
            };
            let page = from
                .fetch(table.read, &[after, Value::Number(PAGE)])
                .await?;
            for row in &page {
                insert(table, row, into).await?;
            }
            let Some(last) = page.last() else { break };
            match table.key {
                KeyColumn::Text(key) => text = last.text(key)?,
                KeyColumn::Number(key) => number = last.number(key)?,
            }
        }
    }
    Ok(())
}

async fn insert(
    table: &Table,
    row: &impl Columns,
    into: &mut impl Connection,
) -> Result<(), StoreError> {
    let mut texts = Vec::with_capacity(table.texts.len());
    for column in table.texts {
        texts.push(row.maybe_text(column)?);
    }
    let mut bytes = Vec::with_capacity(table.bytes.len());
    for column in table.bytes {
        bytes.push(row.bytes(column)?);
    }
    let mut values: Vec<_> = texts.iter().map(|it| Value::Maybe(it.as_deref())).collect();
    for column in table.numbers {
        values.push(Value::MaybeNumber(row.maybe_number(column)?));
    }
    values.extend(bytes.iter().map(|it| Value::Bytes(it)));
    into.execute(table.write, &values).await?;
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    pub games: u64,
    pub events: u64,
    pub players: u64,
}

pub(crate) async fn contents(c: &mut impl Connection) -> Result<Contents, StoreError> {
    // Folded or not; earlier formats have no folded games.
    let sql = "SELECT COUNT(*) AS games, CAST(COALESCE(SUM(seq), 0) AS BIGINT) AS events, \
        (SELECT COUNT(*) FROM players) AS players FROM games";
    let row = c.first(sql, &[]).await?;
    let row = row.ok_or_else(|| StoreError::Database("no counts".into()))?;
    let count = |column| row.number(column).map(i64::unsigned_abs);
    Ok(Contents {
        games: count("games")?,
        events: count("events")?,
        players: count("players")?,
    })
}
