use crate::sql::json;
use crate::{NewEvent, StoreError};

pub(crate) struct EventRow<'a> {
    pub(crate) seq: i64,
    pub(crate) at_ms: i64,
    pub(crate) kind: &'static str,
    pub(crate) payload: String,
    pub(crate) author: Option<&'a str>,
    pub(crate) command: Option<&'a str>,
}

impl<'a> EventRow<'a> {
    /// Converts events, numbered from `first_seq`.
    ///
    /// # Errors
    /// An event cannot be written as JSON.
    pub(crate) fn all(
        first_seq: u32,
        events: &'a [NewEvent],
    ) -> impl Iterator<Item = Result<EventRow<'a>, StoreError>> {
        (i64::from(first_seq)..).zip(events).map(|(seq, event)| {
            Ok(EventRow {
                seq,
                at_ms: event.at_ms,
                kind: event.body.kind(),
                payload: json(&event.body)?,
                author: event.author.as_deref(),
                command: event.command.as_deref(),
            })
        })
    }
}
