//! Conversion of rows to values, and SQL shared by queries.

use komadai_protocol::{
    Challenge, ChallengeTerms, EventBody, GameKey, GameResults, NotificationKind, PerSide,
    PlayerInfo, PlayerKind, Rating, RatingChange, Status,
};
use komadai_rules::{Side, VariantId};

use crate::rating::{Strength, shown};
use crate::sql::{Columns, unexpected_value};
use crate::{
    Change, DeadLetter, FollowedEvent, GameRow, ListEvent, NotificationRow, PlayerRow, Progress,
    SessionRow, StoreError, StoredEvent, TokenRow,
};

/// `true` if the game g has an owner whose lease is valid at the time $1.
macro_rules! held {
    () => {
        "g.owner IS NOT NULL AND COALESCE(s.lease_until, g.lease_until) >= $1"
    };
}
pub(crate) use held;

/// The epoch of the referee that appended the last event of the game g.
macro_rules! last_epoch {
    () => {
        "(SELECT e.epoch FROM events e WHERE e.game = g.id AND e.seq = g.seq)"
    };
}
pub(crate) use last_epoch;

/// Last time at which the game g had a referee; s is its owner. An owner that has not appended an event in its epoch
/// does not count.
macro_rules! seen {
    () => {
        concat!(
            "CASE WHEN g.epoch = ",
            $crate::rows::last_epoch!(),
            " THEN COALESCE(s.seen_at, g.seen_at) ELSE g.seen_at END"
        )
    };
}
pub(crate) use seen;

/// Start of the chargeable part of the running turn of the game g. Of the late turns those count whose event was stored,
/// by the referee of the last one: earlier turns were known earlier.
macro_rules! turn_from {
    () => {
        concat!(
            "COALESCE((SELECT MAX(l.from_ms) FROM late_turns l WHERE l.game = g.id \
             AND l.seq BETWEEN 1 AND g.seq AND l.from_ms > g.turn_from AND l.epoch = ",
            $crate::rows::last_epoch!(),
            "), g.turn_from)"
        )
    };
}
pub(crate) use turn_from;

/// Time at which the referee that appended the last event of the game g failed; `NULL` if its server noted no failure.
macro_rules! failed {
    () => {
        concat!(
            "(SELECT l.from_ms FROM late_turns l WHERE l.game = g.id AND l.seq = 0 \
             AND l.epoch = g.epoch AND l.epoch = ",
            $crate::rows::last_epoch!(),
            ")"
        )
    };
}
pub(crate) use failed;

/// Notes late turns, given a table l of them. One that is known to have been later stays.
macro_rules! note_late_turns {
    ($l:literal) => {
        concat!(
            "INSERT INTO late_turns (game, epoch, seq, from_ms) SELECT game, epoch, seq, from_ms FROM ",
            $l,
            " WHERE true ORDER BY game, epoch, seq ON CONFLICT (game, epoch, seq) \
             DO UPDATE SET from_ms = excluded.from_ms WHERE late_turns.from_ms < excluded.from_ms"
        )
    };
}
pub(crate) use note_late_turns;

/// `SELECT` of the columns of [`Head`](crate::Head), for the keys of a subquery.
macro_rules! heads {
    ($keys:literal) => {
        concat!(
            "SELECT g.id, g.seq, g.epoch, g.status, CASE WHEN ",
            $crate::rows::held!(),
            " THEN g.owner END AS holder FROM games g LEFT JOIN servers s ON s.id = g.owner ",
            "WHERE g.id IN (",
            $keys,
            ")"
        )
    };
}
pub(crate) use heads;

/// `SELECT` of the columns that [`game`] reads.
macro_rules! select_games {
    ($rest:literal) => {
        $crate::rows::select_games!("", $rest)
    };
    ($more:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $more,
            "g.id, g.game, g.status, g.first_player, g.second_player, g.side, g.ply, \
             g.outcome, g.live, g.seq, g.updated_at, g.owner, g.epoch, \
             COALESCE(h.lease_until, g.lease_until) AS lease_until, g.invitation, \
             f.name AS first_name, f.kind AS first_kind, \
             s.name AS second_name, s.kind AS second_kind FROM games g \
             LEFT JOIN players f ON f.id = g.first_player \
             LEFT JOIN players s ON s.id = g.second_player \
             LEFT JOIN servers h ON h.id = g.owner ",
            $rest
        )
    };
}
pub(crate) use select_games;

pub(crate) const GAME_BY_ID: &str = select_games!("WHERE g.id = $1");

pub(crate) const NOTIFICATIONS: &str = select_games!(
    "n.player, n.position, n.kind, n.at, ",
    "JOIN notifications n ON n.game = g.id WHERE n.player = $1 AND n.at >= $2 \
     ORDER BY n.position DESC LIMIT $3"
);

pub(crate) const NOTIFICATIONS_BETWEEN: &str = select_games!(
    "n.player, n.position, n.kind, n.at, ",
    "JOIN notifications n ON n.game = g.id WHERE n.position > $1 AND n.position <= $2 \
     ORDER BY n.position, n.player LIMIT $3"
);

/// Columns of [`challenge`]: challenges made since $1 by makers seen since $2. Each maker's newest comes first, then
/// the second ones, then the third. Every row has the total count.
pub(crate) const LOBBY: &str = "SELECT * FROM (SELECT COUNT(*) OVER () AS total, \
    ROW_NUMBER() OVER (PARTITION BY c.maker ORDER BY c.created_at DESC, c.game) AS of_maker, \
    c.game AS id, g.game, c.terms, c.created_at, \
    c.maker, p.name, p.kind, r.rating, r.deviation, r.volatility, r.at AS rated_at \
    FROM challenges c JOIN games g ON g.id = c.game JOIN players p ON p.id = c.maker \
    LEFT JOIN ratings r ON r.player = c.maker AND r.game = g.game \
    WHERE g.status = 'waiting' AND c.created_at >= $1 AND c.renewed_at >= $2) offers \
    ORDER BY of_maker, created_at DESC, id LIMIT $3";

/// Columns of [`events`], and the last event number by the row of the game.
pub(crate) const EVENTS: &str = "SELECT g.seq AS last, e.seq, e.at, e.payload, e.author, e.command \
    FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq > $2 WHERE g.id = $1 ORDER BY e.seq";

pub(crate) const FOLLOW: &str = "SELECT position, game, seq, at, payload, author, command \
    FROM events WHERE position > $1 ORDER BY position LIMIT $2";

pub(crate) const FOLLOW_LISTS: &str = "SELECT e.position, e.game, e.kind, e.author, g.first_player, g.second_player \
    FROM events e JOIN games g ON g.id = e.game WHERE e.position > $1 \
    AND e.kind IN ('joined', 'move', 'taken-back', 'offered', 'ended') ORDER BY e.position LIMIT $2";

/// Parses the events of a game after number `after`.
///
/// # Errors
/// An event is missing or unreadable: a truncated log must not pass for the whole game.
pub(crate) fn events(
    game: &GameKey,
    after: u32,
    rows: &[impl Columns],
) -> Result<Vec<StoredEvent>, StoreError> {
    let Some(first) = rows.first() else {
        return Ok(Vec::new());
    };
    let last = first.count("last")?;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        if row.maybe_number("seq")?.is_some() {
            events.push(event(game, row)?);
        }
    }
    let expected = after + 1..=last.max(after);
    let missing = expected.clone().find(|&seq| {
        events
            .get((seq - after - 1) as usize)
            .is_none_or(|it| it.seq != seq)
    });
    match missing {
        Some(seq) => Err(StoreError::Missing {
            game: game.clone(),
            seq,
        }),
        None if events.len() != expected.count() => Err(StoreError::Missing {
            game: game.clone(),
            seq: last + 1,
        }),
        None => Ok(events),
    }
}

pub(crate) fn followed(row: &impl Columns) -> Result<FollowedEvent, StoreError> {
    let game = GameKey(row.text("game")?);
    Ok(FollowedEvent {
        position: row.number("position")?,
        event: event(&game, row)?,
        game,
    })
}

pub(crate) fn list_event(row: &impl Columns) -> Result<ListEvent, StoreError> {
    Ok(ListEvent {
        position: row.number("position")?,
        game: GameKey(row.text("game")?),
        change: named(row, "kind", Change::ALL, Change::kind)?,
        author: row.maybe_text("author")?,
        players: PerSide {
            first: row.maybe_text("first_player")?,
            second: row.maybe_text("second_player")?,
        },
    })
}

fn named<T: Copy>(
    row: &impl Columns,
    column: &str,
    all: impl IntoIterator<Item = T>,
    name: impl Fn(T) -> &'static str,
) -> Result<T, StoreError> {
    let text = row.text(column)?;
    let mut all = all.into_iter();
    all.find(|&known| name(known) == text)
        .ok_or_else(|| unexpected_value(column, &text))
}

pub(crate) fn game(row: &impl Columns) -> Result<GameRow, StoreError> {
    let statuses = [Status::Waiting, Status::Playing, Status::Ended];
    let outcome = row.maybe_text("outcome")?;
    Ok(GameRow {
        id: GameKey(row.text("id")?),
        game: named(row, "game", VariantId::ALL, VariantId::name)?,
        invitation: row.maybe_text("invitation")?,
        progress: Progress {
            status: named(row, "status", statuses, Status::name)?,
            players: PerSide {
                first: row.maybe_text("first_player")?,
                second: row.maybe_text("second_player")?,
            },
            side: named(row, "side", Side::BOTH, Side::name)?,
            ply: row.count("ply")?,
            outcome: outcome
                .map(|text| {
                    serde_json::from_str(&text).map_err(|_| unexpected_value("outcome", &text))
                })
                .transpose()?,
            clock_runs: row.number("live")? != 0,
        },
        players: PerSide {
            first: seated(row, Side::First)?,
            second: seated(row, Side::Second)?,
        },
        seq: row.count("seq")?,
        updated_at_ms: row.number("updated_at")?,
        owner: row.maybe_text("owner")?,
        epoch: row.number("epoch")?,
        lease_until_ms: row.number("lease_until")?,
    })
}

/// Row of [`LOBBY`], with the rating as of `now_ms`.
pub(crate) fn challenge(row: &impl Columns, now_ms: i64) -> Result<Challenge, StoreError> {
    let terms = row.text("terms")?;
    let terms: ChallengeTerms =
        serde_json::from_str(&terms).map_err(|_| unexpected_value("terms", &terms))?;
    Ok(Challenge {
        id: GameKey(row.text("id")?),
        game: named(row, "game", VariantId::ALL, VariantId::name)?,
        maker: PlayerInfo {
            id: row.text("maker")?,
            name: row.text("name")?,
            kind: named(row, "kind", PlayerKind::ALL, PlayerKind::name)?,
            rating: match terms.rated {
                true => Some(rating(row, now_ms)?.unwrap_or_else(|| Strength::unknown().shown())),
                false => None,
            },
        },
        terms,
        created_at_ms: row.number("created_at")?,
    })
}

pub(crate) fn notification(row: &impl Columns) -> Result<NotificationRow, StoreError> {
    Ok(NotificationRow {
        player: row.text("player")?,
        position: row.number("position")?,
        kind: named(row, "kind", NotificationKind::ALL, NotificationKind::name)?,
        at_ms: row.number("at")?,
        game: game(row)?,
    })
}

pub(crate) fn results(row: &impl Columns, now_ms: i64) -> Result<GameResults, StoreError> {
    Ok(GameResults {
        game: named(row, "game", VariantId::ALL, VariantId::name)?,
        won: row.count("won")?,
        lost: row.count("lost")?,
        drawn: row.count("drawn")?,
        rating: rating(row, now_ms)?,
    })
}

/// Rating as of `now_ms`: the deviation grows since the last game.
pub(crate) fn rating(row: &impl Columns, now_ms: i64) -> Result<Option<Rating>, StoreError> {
    let Some(at) = row.maybe_number("rated_at")? else {
        return Ok(None);
    };
    let strength = strength(row)?.after(now_ms.saturating_sub(at));
    Ok(Some(strength.shown()))
}

pub(crate) fn strength(row: &impl Columns) -> Result<Strength, StoreError> {
    Ok(Strength {
        rating: row.real("rating")?,
        deviation: row.real("deviation")?,
        volatility: row.real("volatility")?,
    })
}

pub(crate) fn rating_change(row: &impl Columns) -> Result<RatingChange, StoreError> {
    Ok(RatingChange {
        before: shown(row.real("rating_before")?, row.real("deviation_before")?),
        after: shown(row.real("rating_after")?, row.real("deviation_after")?),
    })
}

pub(crate) fn dead_letter(row: &impl Columns) -> Result<DeadLetter, StoreError> {
    Ok(DeadLetter {
        projection: row.text("projection")?,
        position: row.number("position")?,
        game: GameKey(row.text("game")?),
        seq: row.count("seq")?,
        why: row.text("why")?,
    })
}

/// Player on a seat. A player with a damaged row becomes a guest, so that the game stays readable.
fn seated(row: &impl Columns, side: Side) -> Result<Option<PlayerInfo>, StoreError> {
    let [id, name, kind] = match side {
        Side::First => ["first_player", "first_name", "first_kind"],
        Side::Second => ["second_player", "second_name", "second_kind"],
    };
    let Some(id) = row.maybe_text(id)? else {
        return Ok(None);
    };
    let name = row.maybe_text(name);
    if matches!(name, Ok(None)) {
        return Ok(None);
    }
    let kind = named(row, kind, PlayerKind::ALL, PlayerKind::name);
    Ok(Some(match (name, kind) {
        (Ok(Some(name)), Ok(kind)) => PlayerInfo {
            id,
            name,
            kind,
            rating: None,
        },
        _ => PlayerInfo::guest(id),
    }))
}

pub(crate) fn player(row: &impl Columns) -> Result<PlayerRow, StoreError> {
    let id = row.text("player")?;
    Ok(PlayerRow {
        info: PlayerInfo {
            id: id.clone(),
            name: row.text("player_name")?,
            kind: named(row, "player_kind", PlayerKind::ALL, PlayerKind::name)?,
            rating: None,
        },
        id,
        created_at_ms: row.number("player_created_at")?,
    })
}

pub(crate) fn session(row: &impl Columns) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        id: row.text("id")?,
        player: row.text("player")?,
        label: row.text("label")?,
        created_at_ms: row.number("created_at")?,
        seen_at_ms: row.number("seen_at")?,
        expires_at_ms: row.number("expires_at")?,
    })
}

pub(crate) fn token(row: &impl Columns) -> Result<TokenRow, StoreError> {
    let scopes = row.text("scopes")?;
    Ok(TokenRow {
        id: row.text("id")?,
        player: row.text("player")?,
        name: row.text("name")?,
        scopes: scopes.split_whitespace().map(str::to_owned).collect(),
        created_at_ms: row.number("created_at")?,
        used_at_ms: row.maybe_number("used_at")?,
        expires_at_ms: row.maybe_number("expires_at")?,
    })
}

fn event(game: &GameKey, row: &impl Columns) -> Result<StoredEvent, StoreError> {
    let seq = row.count("seq")?;
    let payload = row.text("payload")?;
    let body: EventBody =
        serde_json::from_str(&payload).map_err(|error| StoreError::Unreadable {
            game: game.clone(),
            seq,
            why: error.to_string(),
        })?;
    Ok(StoredEvent {
        seq,
        at_ms: row.number("at")?,
        body,
        author: row.maybe_text("author")?,
        command: row.maybe_text("command")?,
    })
}
