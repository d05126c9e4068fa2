mod fair_play;
mod games;
mod ratings;

use komadai_protocol::limits::{CHALLENGE_MS, MAX_NOTIFICATIONS};
use komadai_protocol::{Challenge, GameKey, Lobby};

pub(crate) use self::fair_play::{aborts, has_device, network_of, offer, share_device};
pub(crate) use self::games::{games_changed, games_of, results_of, unfinished_of};
pub(crate) use self::ratings::{RATING, rating_changes, rating_of};
use crate::challenge::{made_since, seen_since};
use crate::sql::{Columns, Connection, Value};
use crate::write::projections;
use crate::{
    CaughtUp, DeadLetter, FollowedEvent, GameRow, ListEvent, Listing, NotificationRow, Page,
    PlayerRow, SecretHash, SessionRow, StoreError, StoredEvent, TokenRow, UnreadableChallenge,
    Waiting, rows,
};

/// Parses rows. Reports and skips an unreadable one, so that one damaged row does not hide the others.
pub(crate) fn readable<C: Connection, T>(
    c: &mut C,
    kind: &'static str,
    rows: &[C::Row],
    read: impl Fn(&C::Row) -> Result<T, StoreError>,
) -> Vec<T> {
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        match read(row) {
            Ok(value) => all.push(value),
            Err(why) => {
                let id = ["id", "game"].iter().find_map(|it| row.text(it).ok());
                c.unreadable(kind, id.unwrap_or_else(|| why.to_string()), &why);
            }
        }
    }
    all
}

fn page<C: Connection, T>(
    c: &mut C,
    kind: &'static str,
    rows: &[C::Row],
    limit: u32,
    read: impl Fn(&C::Row) -> Result<T, StoreError>,
) -> Result<Page<T>, StoreError> {
    let last = rows.last().map(|row| row.number("position"));
    Ok(Page {
        until: last.transpose()?,
        is_last: rows.len() < limit as usize,
        rows: readable(c, kind, rows, read),
    })
}

pub(crate) async fn events(
    c: &mut impl Connection,
    game: &GameKey,
    after: u32,
) -> Result<Vec<StoredEvent>, StoreError> {
    let values = [Value::Text(game.as_str()), Value::Number(i64::from(after))];
    rows::events(game, after, &c.fetch(rows::EVENTS, &values).await?)
}

pub(crate) async fn follow(
    c: &mut impl Connection,
    after: i64,
    limit: u32,
) -> Result<Vec<FollowedEvent>, StoreError> {
    let values = [Value::Number(after), Value::Number(i64::from(limit))];
    let found = c.fetch(rows::FOLLOW, &values).await?;
    Ok(readable(c, "event", &found, rows::followed))
}

pub(crate) async fn follow_lists(
    c: &mut impl Connection,
    after: i64,
    limit: u32,
) -> Result<Page<ListEvent>, StoreError> {
    let values = [Value::Number(after), Value::Number(i64::from(limit))];
    let found = c.fetch(rows::FOLLOW_LISTS, &values).await?;
    page(c, "list-event", &found, limit, rows::list_event)
}

pub(crate) async fn game(
    c: &mut impl Connection,
    game: &GameKey,
) -> Result<Option<GameRow>, StoreError> {
    let row = c
        .first(rows::GAME_BY_ID, &[Value::Text(game.as_str())])
        .await?;
    row.as_ref().map(rows::game).transpose()
}

fn key(row: &impl Columns) -> Result<GameKey, StoreError> {
    Ok(GameKey(row.text("id")?))
}

/// Returns those of the games that exist. `sql` takes a JSON list of keys.
pub(crate) async fn games(
    c: &mut impl Connection,
    sql: &'static str,
    games: &[GameKey],
) -> Result<Vec<GameRow>, StoreError> {
    let keys = serde_json::to_string(games);
    let keys = keys.map_err(|error| StoreError::Database(error.to_string()))?;
    let found = c.fetch(sql, &[Value::Text(&keys)]).await?;
    Ok(readable(c, "game", &found, rows::game))
}

pub(crate) async fn orphans(
    c: &mut impl Connection,
    now_ms: i64,
) -> Result<Vec<GameKey>, StoreError> {
    let sql = concat!(
        "SELECT g.id FROM games g LEFT JOIN servers s ON s.id = g.owner WHERE g.live = 1 AND NOT (",
        crate::rows::held!(),
        ")"
    );
    let found = c.fetch(sql, &[Value::Number(now_ms)]).await?;
    Ok(readable(c, "game", &found, key))
}

/// Distance at which projections advance even if no event in it concerns them.
const MAX_BEHIND: i64 = 1000;

pub(crate) async fn dead_letters(
    c: &mut impl Connection,
    limit: u32,
) -> Result<Vec<DeadLetter>, StoreError> {
    let sql = "SELECT projection, position, game, seq, why FROM dead_letters \
        ORDER BY position, projection LIMIT $1";
    let found = c.fetch(sql, &[Value::Number(i64::from(limit))]).await?;
    Ok(readable(c, "dead-letter", &found, rows::dead_letter))
}

/// Returns the progress of the slowest projection. A projection counts as up to date if no remaining event concerns it.
pub(crate) async fn caught_up(c: &mut impl Connection) -> Result<CaughtUp, StoreError> {
    let rows = c.fetch(projections::CAUGHT_UP, &[]).await?;
    if rows.len() < projections::COUNT {
        return Err(StoreError::Database("a projection is missing".into()));
    }
    let each = rows.iter().map(|row| {
        let position = row.number("position")?;
        let last = row.maybe_number("last")?.unwrap_or(0);
        let is_behind = row.text("behind")? == "yes" || last > position + MAX_BEHIND;
        let end = if is_behind { last } else { position };
        Ok(CaughtUp { position, end })
    });
    let each: Vec<_> = each.collect::<Result<_, StoreError>>()?;
    let last = each
        .into_iter()
        .min_by_key(|it| (it.is_whole(), it.position));
    last.ok_or_else(|| StoreError::Database("no projections".into()))
}

pub(crate) async fn setting(
    c: &mut impl Connection,
    name: &str,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT value FROM settings WHERE name = $1";
    let row = c.first(sql, &[Value::Text(name)]).await?;
    row.map(|row| row.text("value")).transpose()
}

pub(crate) async fn player(
    c: &mut impl Connection,
    id: &str,
) -> Result<Option<PlayerRow>, StoreError> {
    let sql = "SELECT id AS player, name AS player_name, kind AS player_kind, \
        created_at AS player_created_at FROM players WHERE id = $1";
    let row = c.first(sql, &[Value::Text(id)]).await?;
    row.as_ref().map(rows::player).transpose()
}

pub(crate) async fn session(
    c: &mut impl Connection,
    secret: &SecretHash,
    now_ms: i64,
) -> Result<Option<(SessionRow, PlayerRow)>, StoreError> {
    let sql = "SELECT s.id, s.player, s.label, s.created_at, s.seen_at, s.expires_at, \
        p.name AS player_name, p.kind AS player_kind, p.created_at AS player_created_at \
        FROM sessions s JOIN players p ON p.id = s.player WHERE s.hash = $1 AND s.expires_at >= $2";
    let values = [Value::Text(secret.as_str()), Value::Number(now_ms)];
    let row = c.first(sql, &values).await?;
    row.map(|row| Ok((rows::session(&row)?, rows::player(&row)?)))
        .transpose()
}

pub(crate) async fn sessions_of(
    c: &mut impl Connection,
    player: &str,
    now_ms: i64,
) -> Result<Vec<SessionRow>, StoreError> {
    let sql = "SELECT id, player, label, created_at, seen_at, expires_at FROM sessions \
        WHERE player = $1 AND expires_at >= $2 ORDER BY seen_at DESC, id";
    let values = [Value::Text(player), Value::Number(now_ms)];
    let found = c.fetch(sql, &values).await?;
    Ok(readable(c, "session", &found, rows::session))
}

pub(crate) async fn token(
    c: &mut impl Connection,
    secret: &SecretHash,
    now_ms: i64,
) -> Result<Option<(TokenRow, PlayerRow)>, StoreError> {
    let sql = "SELECT t.id, t.player, t.name, t.scopes, t.created_at, t.used_at, t.expires_at, \
        p.name AS player_name, p.kind AS player_kind, p.created_at AS player_created_at \
        FROM tokens t JOIN players p ON p.id = t.player \
        WHERE t.hash = $1 AND COALESCE(t.expires_at, $2) >= $2";
    let values = [Value::Text(secret.as_str()), Value::Number(now_ms)];
    let row = c.first(sql, &values).await?;
    row.map(|row| Ok((rows::token(&row)?, rows::player(&row)?)))
        .transpose()
}

pub(crate) async fn tokens_of(
    c: &mut impl Connection,
    player: &str,
    now_ms: i64,
) -> Result<Vec<TokenRow>, StoreError> {
    let sql = "SELECT id, player, name, scopes, created_at, used_at, expires_at FROM tokens \
        WHERE player = $1 AND COALESCE(expires_at, $2) >= $2 ORDER BY created_at, id";
    let values = [Value::Text(player), Value::Number(now_ms)];
    let found = c.fetch(sql, &values).await?;
    Ok(readable(c, "token", &found, rows::token))
}

pub(crate) async fn notifications(
    c: &mut impl Connection,
    player: &str,
    since_ms: i64,
) -> Result<Vec<NotificationRow>, StoreError> {
    let values = [
        Value::Text(player),
        Value::Number(since_ms),
        Value::Number(MAX_NOTIFICATIONS.into()),
    ];
    let found = c.fetch(rows::NOTIFICATIONS, &values).await?;
    Ok(readable(c, "notification", &found, rows::notification))
}

pub(crate) async fn notifications_between(
    c: &mut impl Connection,
    after: i64,
    until: i64,
    limit: u32,
) -> Result<Page<NotificationRow>, StoreError> {
    let values = [after, until, limit.into()].map(Value::Number);
    let found = c.fetch(rows::NOTIFICATIONS_BETWEEN, &values).await?;
    page(c, "notification", &found, limit, rows::notification)
}

pub(crate) async fn notifications_read(
    c: &mut impl Connection,
    player: &str,
) -> Result<i64, StoreError> {
    let sql = "SELECT position FROM notifications_read WHERE player = $1";
    let row = c.first(sql, &[Value::Text(player)]).await?;
    row.map_or(Ok(0), |row| row.number("position"))
}

pub(crate) async fn lobby(
    c: &mut impl Connection,
    now_ms: i64,
    limit: u32,
) -> Result<Listing, StoreError> {
    let values = [made_since(now_ms), seen_since(now_ms), i64::from(limit)].map(Value::Number);
    let found = c.fetch(rows::LOBBY, &values).await?;
    let mut total = found.first().map_or(Ok(0), |row| row.count("total"))?;
    let mut challenges = Vec::with_capacity(found.len());
    let mut unreadable = Vec::new();
    for row in &found {
        match rows::challenge(row, now_ms) {
            Ok(challenge) => challenges.push(challenge),
            Err(why) => {
                total = total.saturating_sub(1);
                let game = GameKey(row.text("id")?);
                unreadable.push(UnreadableChallenge { game, why });
            }
        }
    }
    challenges.sort_by(|a: &Challenge, b| {
        (b.created_at_ms.cmp(&a.created_at_ms)).then_with(|| a.id.as_str().cmp(b.id.as_str()))
    });
    let lobby = Lobby { total, challenges };
    Ok(Listing { lobby, unreadable })
}

pub(crate) async fn challenge(
    c: &mut impl Connection,
    game: &GameKey,
    now_ms: i64,
) -> Result<Option<Waiting>, StoreError> {
    let sql = "SELECT c.created_at, c.renewed_at FROM challenges c JOIN games g ON g.id = c.game \
        WHERE c.game = $1 AND g.status = 'waiting' AND c.created_at >= $2";
    let values = [
        Value::Text(game.as_str()),
        Value::Number(made_since(now_ms)),
    ];
    let Some(row) = c.first(sql, &values).await? else {
        return Ok(None);
    };
    Ok(Some(Waiting {
        until_ms: row.number("created_at")? + i64::from(CHALLENGE_MS),
        is_open: row.number("renewed_at")? >= seen_since(now_ms),
    }))
}

/// Returns challenges that have not expired, with or without their maker present.
pub(crate) async fn waiting_challenges(
    c: &mut impl Connection,
    now_ms: i64,
) -> Result<Vec<GameKey>, StoreError> {
    let sql = "SELECT c.game AS id FROM challenges c JOIN games g ON g.id = c.game \
        WHERE g.status = 'waiting' AND c.created_at >= $1 ORDER BY c.game";
    let found = c.fetch(sql, &[Value::Number(made_since(now_ms))]).await?;
    Ok(readable(c, "game", &found, key))
}

/// Returns the oldest games without opponent and without events since `before_ms`.
pub(crate) async fn old(
    c: &mut impl Connection,
    before_ms: i64,
    limit: u32,
) -> Result<Vec<GameKey>, StoreError> {
    // Keeps the game with the last event: SQLite would reuse that position.
    let sql = "SELECT id FROM games WHERE status = 'waiting' AND updated_at < $1 AND NOT EXISTS \
        (SELECT 1 FROM events WHERE game = games.id \
        AND position = (SELECT MAX(position) FROM events)) ORDER BY updated_at, id LIMIT $2";
    let values = [Value::Number(before_ms), Value::Number(i64::from(limit))];
    let found = c.fetch(sql, &values).await?;
    Ok(readable(c, "game", &found, key))
}
