use komadai_protocol::GameKey;

use super::{Done, WriteError};
use crate::sql::{Connection, values};

/// Compressed log of an ended game.
pub(crate) struct FoldedGame {
    pub(crate) game: GameKey,
    /// Number and position of the last event.
    pub(crate) seq: u32,
    pub(crate) position: i64,
    /// Position of the event that ended the game.
    pub(crate) ended: i64,
    pub(crate) events: Vec<u8>,
}

impl FoldedGame {
    /// Replaces the events. Idempotent: another server may have folded the game.
    pub(super) async fn apply(&self, c: &mut impl Connection) -> Result<Done, WriteError> {
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
