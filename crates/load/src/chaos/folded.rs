//! Logs of games that the server has folded: their moves have lost the ids of their commands.

use std::borrow::Cow;

use komadai_protocol::{EventBody, GameEvent};

use super::journal::Journal;

/// The log with the ids that clients know: that of the same event as a player saw it, or else of a move of that text,
/// acknowledged under that number or never. A move that nobody knows stays without an id.
pub(super) fn with_ids<'l>(journal: &Journal, log: &'l [GameEvent]) -> Cow<'l, [GameEvent]> {
    let is_folded =
        |event: &GameEvent| matches!(&event.body, EventBody::Move { id, .. } if id.is_empty());
    if !log.iter().any(is_folded) {
        return Cow::Borrowed(log);
    }
    let mut log = log.to_vec();
    for event in log.iter_mut().filter(|event| is_folded(event)) {
        let known = seen(journal, event).or_else(|| sent(journal, event));
        if let (EventBody::Move { id, .. }, Some(known)) = (&mut event.body, known) {
            *id = known;
        }
    }
    Cow::Owned(log)
}

fn seen(journal: &Journal, event: &GameEvent) -> Option<String> {
    let mut seen = journal.players.iter().flat_map(|player| &player.events);
    seen.find_map(|seen| {
        let mut without = seen.clone();
        let EventBody::Move { id, .. } = &mut without.body else {
            return None;
        };
        let id = std::mem::take(id);
        (without == *event).then_some(id)
    })
}

fn sent(journal: &Journal, event: &GameEvent) -> Option<String> {
    let EventBody::Move { text: moved, .. } = &event.body else {
        return None;
    };
    journal.players.iter().find_map(|player| {
        let accepted = |id: &str| player.accepted.iter().find(|it| it.id == id);
        let fits = |id: &str| accepted(id).is_none_or(|it| it.seq == event.seq);
        let mut sent = player.sent.iter();
        let sent = sent.find(|it| it.text.as_ref() == Some(moved) && fits(&it.id))?;
        Some(sent.id.clone())
    })
}
