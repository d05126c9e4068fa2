//! Projections of the events of all games, fed by one consumer. Its place is stored in the transaction that changes their
//! tables, and being fed an event again changes nothing, so a rebuild from the first event gives the same result.
//!
//! What cannot be applied goes to the table `dead_letters`, so that one damaged payload does not stop the consumer.

mod notifications;
mod player_games;
mod ratings;
mod unread;

use std::collections::BTreeSet;

use komadai_protocol::GameKey;

use self::unread::{Entry, PAGE, Past};
pub(crate) use self::unread::{UNREAD, followed};
use super::{Done, WriteError, Writer};
use crate::sql::{Columns, Connection, Value, values};
use crate::{CaughtUp, Followed, StoreError};

#[derive(Clone, Copy)]
enum Projection {
    PlayerGames,
    Notifications,
    Ratings,
}

impl Projection {
    const ALL: [Self; 3] = [Self::PlayerGames, Self::Notifications, Self::Ratings];

    fn name(self) -> &'static str {
        match self {
            Self::PlayerGames => "player-games",
            Self::Notifications => "notifications",
            Self::Ratings => "ratings",
        }
    }

    async fn apply(
        self,
        c: &mut impl Connection,
        entry: &Entry,
        past: &Past,
        step: &mut Step,
    ) -> Result<(), WriteError> {
        match self {
            Self::PlayerGames => player_games::apply(c, entry).await,
            Self::Notifications => {
                step.notified
                    .extend(notifications::apply(c, entry, past).await?);
                Ok(())
            }
            Self::Ratings => {
                if ratings::apply(c, entry, past).await? {
                    step.rated.push(entry.game.clone());
                }
                Ok(())
            }
        }
    }
}

/// Effects of applying a page.
#[derive(Default)]
struct Step {
    /// Players with new notifications.
    notified: BTreeSet<String>,
    rated: Vec<GameKey>,
    set_aside: Vec<SkippedEvent>,
}

pub(crate) struct SkippedEvent {
    /// Name of a projection; `views` for all.
    pub(crate) projection: &'static str,
    pub(crate) position: i64,
    pub(crate) game: GameKey,
    pub(crate) why: String,
}

/// Maximum rows per transaction, some three statements each. On SQLite, moves wait for it.
const ROWS: i64 = 100;
/// Maximum folded games among them, which are inflated and parsed, and have several events each.
const FOLDED: i64 = 10;

const MAX_WHY: usize = 200;

/// Applies the next events and moves the place. Does nothing if another server holds its lock.
pub(super) async fn follow<C: Writer>(c: &mut C) -> Result<Done, WriteError> {
    let Some(place) = c.first(C::PLACE, &[]).await? else {
        return Ok(Done::Nothing);
    };
    let from = place.number("position")?;
    let end = c.first(C::END, &[]).await?;
    let end = end.ok_or_else(|| StoreError::Database("no end of the log".into()))?;
    let end = end.number("position")?.max(from);
    let mut page = c
        .fetch(PAGE, &[from, end, ROWS, FOLDED].map(Value::Number))
        .await?;
    let has_more = page.len() as i64 >= ROWS;
    let has_more = cut_after_folded(&mut page)? || has_more;
    let mut step = Step::default();
    apply_all(c, &page, &mut step).await?;
    for player in &step.notified {
        notifications::keep_newest(c, player).await?;
    }
    let reached = match page.last() {
        Some(last) if has_more => last.number("position")?,
        _ => end,
    };
    set_place(c, reached).await?;
    Ok(Done::Followed {
        followed: Followed {
            reached: CaughtUp {
                position: reached,
                end,
            },
            from,
            has_more,
            rated: step.rated,
            ..Followed::default()
        },
        set_aside: step.set_aside,
    })
}

/// Cuts a page with [`FOLDED`] games after the last one. Returns `true` if it has so many.
fn cut_after_folded(page: &mut Vec<impl Columns>) -> Result<bool, StoreError> {
    let mut folded = 0;
    for n in 0..page.len() {
        folded += i64::from(page[n].text("kind")? == "folded");
        if folded == FOLDED {
            page.truncate(n + 1);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Applies a page. If something fails, applies it piece by piece and sets aside what fails.
async fn apply_all<C: Connection>(
    c: &mut C,
    page: &[C::Row],
    step: &mut Step,
) -> Result<(), WriteError> {
    c.execute("SAVEPOINT page", &[]).await?;
    let mut applied = Ok(());
    for row in page {
        applied = apply(c, row, step).await;
        if applied.is_err() {
            break;
        }
    }
    let applied = of_one_row(applied)?;
    if applied.is_err() {
        c.execute("ROLLBACK TO page", &[]).await?;
    }
    c.execute("RELEASE page", &[]).await?;
    if applied.is_ok() {
        return Ok(());
    }
    step.rated.clear();
    for row in page {
        let why = match of_one_row(unread::entries(c, row).await)? {
            Ok(entries) => {
                apply_each(c, &entries, step).await?;
                continue;
            }
            Err(why) => why,
        };
        let game = GameKey(row.text("game").unwrap_or_default());
        let (position, seq) = (row.number("position")?, row.number("seq")?);
        let letter = put_aside(c, "views", [position, seq], &game, &why).await?;
        step.set_aside.push(letter);
        if row
            .text("kind")
            .is_ok_and(|kind| kind == "ended" || kind == "folded")
        {
            // A further fault concerns the same game only.
            let _ = of_one_row(player_games::end(c, &game, position, None).await)?;
        }
    }
    Ok(())
}

async fn apply(
    c: &mut impl Connection,
    row: &(impl Columns + Sync),
    step: &mut Step,
) -> Result<(), WriteError> {
    for (entry, past) in unread::entries(c, row).await? {
        for projection in Projection::ALL {
            projection.apply(c, &entry, &past, step).await?;
        }
    }
    Ok(())
}

/// Applies entries to each projection by itself.
async fn apply_each(
    c: &mut impl Connection,
    entries: &[(Entry, Past)],
    step: &mut Step,
) -> Result<(), WriteError> {
    for (entry, past) in entries {
        for projection in Projection::ALL {
            c.execute("SAVEPOINT one_event", &[]).await?;
            let applied = projection.apply(c, entry, past, step).await;
            let applied = of_one_row(applied)?;
            if applied.is_err() {
                c.execute("ROLLBACK TO one_event", &[]).await?;
            }
            c.execute("RELEASE one_event", &[]).await?;
            if let Err(why) = applied {
                let place = [entry.position, entry.seq.into()];
                let letter = put_aside(c, projection.name(), place, &entry.game, &why).await?;
                step.set_aside.push(letter);
            }
        }
    }
    Ok(())
}

/// Separates faults of a single row from faults of the database.
fn of_one_row<T>(applied: Result<T, WriteError>) -> Result<Result<T, StoreError>, WriteError> {
    match applied {
        Ok(value) => Ok(Ok(value)),
        Err(WriteError::Store(why)) if why.is_of_one_row() => Ok(Err(why)),
        Err(error) => Err(error),
    }
}

async fn put_aside(
    c: &mut impl Connection,
    projection: &'static str,
    [position, seq]: [i64; 2],
    game: &GameKey,
    why: &StoreError,
) -> Result<SkippedEvent, WriteError> {
    let why: String = why.to_string().chars().take(MAX_WHY).collect();
    let sql = "INSERT INTO dead_letters (projection, position, game, seq, why) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (projection, position) DO NOTHING";
    c.execute(sql, &values![projection, position, game, seq, &why])
        .await?;
    Ok(SkippedEvent {
        projection,
        position,
        game: game.clone(),
        why,
    })
}

async fn set_place(c: &mut impl Connection, position: i64) -> Result<(), WriteError> {
    let sql = "UPDATE projections SET position = $1 WHERE name = 'views'";
    match c.execute(sql, &values![position]).await? {
        1 => Ok(()),
        _ => Err(StoreError::Database("no place of the views".into()).into()),
    }
}

/// Empties all projections, to be rebuilt from the first event.
pub(super) async fn forget(c: &mut impl Connection) -> Result<Done, WriteError> {
    // First: waits for a server that follows.
    set_place(c, 0).await?;
    for sql in [
        "DELETE FROM player_games",
        "DELETE FROM player_results",
        "DELETE FROM notifications",
        "DELETE FROM rating_changes",
        "DELETE FROM ratings",
        "DELETE FROM dead_letters",
    ] {
        c.execute(sql, &[]).await?;
    }
    Ok(Done::Nothing)
}
