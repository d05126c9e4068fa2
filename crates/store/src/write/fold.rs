use komadai_protocol::GameKey;

use super::{Done, WriteError, Writer};
use crate::sql::{Columns, values};

/// Compressed log of an ended game.
pub(crate) struct FoldedGame {
    pub(crate) game: GameKey,
    /// Number and position of the last event.
    pub(crate) seq: u32,
    pub(crate) position: i64,
    /// Position of the event that ended the game.
    pub(crate) ended: i64,
    /// Position of the last event that changes a projection.
    pub(crate) followed: i64,
    pub(crate) events: Vec<u8>,
}

impl FoldedGame {
    /// Replaces the events that the consumer has read. Idempotent: another server may have folded the game.
    pub(super) async fn apply<C: Writer>(&self, c: &mut C) -> Result<Done, WriteError> {
        // A rebuild that begins meanwhile waits, and reads the folded game.
        let place = c.first(C::PLACE, &[]).await?;
        let position = place.map(|row| row.number("position")).transpose()?;
        if position.is_none_or(|position| position < self.followed) {
            return Ok(Done::Nothing);
        }
        let sql = "INSERT INTO folded (game, seq, position, ended, events) VALUES ($1, $2, $3, $4, $5) \
            ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, position = excluded.position, \
            events = excluded.events WHERE folded.seq < excluded.seq";
        let values = values![
            &self.game,
            self.seq,
            self.position,
            self.ended,
            self.events.as_slice()
        ];
        c.execute(sql, &values).await?;
        let sql = "DELETE FROM events WHERE game = $1 AND seq <= $2";
        super::rows(c.execute(sql, &values[..2]).await)
    }
}
