//! Timestamps recorded by the proxy.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;

use super::journal::WireJournal;

#[derive(Default)]
pub(super) struct Wire(Mutex<HashMap<String, WireJournal>>);

#[derive(Deserialize)]
struct Message<'a> {
    r#type: &'a str,
    #[serde(default, borrow)]
    game: Option<&'a str>,
    #[serde(default)]
    seq: Option<u32>,
    #[serde(default, borrow)]
    id: Option<&'a str>,
    #[serde(default)]
    snapshot: Option<Seq>,
}

#[derive(Deserialize)]
struct Seq {
    seq: u32,
}

impl Wire {
    pub(super) fn forwarded(&self, text: &[u8], at_us: u64) {
        let Ok(message) = serde_json::from_slice::<Message<'_>>(text) else {
            return;
        };
        let (Some(game), Some(id)) = (message.game, message.id) else {
            return;
        };
        let mut games = self.games();
        let wire = games.entry(game.to_owned()).or_default();
        let times = wire.forwarded.entry(id.to_owned()).or_default();
        times.push(at_us);
    }

    pub(super) fn published(&self, text: &[u8], at_us: u64) {
        let Ok(message) = serde_json::from_slice::<Message<'_>>(text) else {
            return;
        };
        let Some(game) = message.game else { return };
        match (message.r#type, message.seq, message.snapshot) {
            ("event" | "accepted", Some(seq), _) => {
                let mut games = self.games();
                let wire = games.entry(game.to_owned()).or_default();
                let first = wire.published.entry(seq).or_insert(at_us);
                *first = at_us.min(*first);
            }
            ("game", _, Some(snapshot)) => {
                let mut games = self.games();
                let wire = games.entry(game.to_owned()).or_default();
                wire.caught_up.push((at_us, snapshot.seq));
            }
            _ => {}
        }
    }

    /// Removes and returns the records of a finished game.
    pub(super) fn take(&self, game: &str) -> WireJournal {
        self.games().remove(game).unwrap_or_default()
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, WireJournal>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_events_are_noted_and_nothing_else() {
        let wire = Wire::default();
        wire.forwarded(
            br#"{"type":"move","game":"g","id":"m0","ply":0,"move":"5d5c"}"#,
            5,
        );
        wire.forwarded(br#"{"type":"pong","nonce":"x"}"#, 6);
        wire.published(br#"{"type":"accepted","game":"g","id":"m0","seq":5}"#, 9);
        wire.published(br#"{"type":"event","game":"g","seq":5,"kind":"move"}"#, 8);
        wire.published(br#"{"type":"ping","nonce":"x","server_time_ms":3}"#, 8);
        wire.published(br#"{"type":"game","game":"g","snapshot":{"seq":7}}"#, 11);
        wire.published(b"no JSON", 12);
        let noted = wire.take("g");
        assert_eq!(noted.forwarded["m0"], [5]);
        assert_eq!(noted.published[&5], 8);
        assert_eq!((noted.known_us(5), noted.known_us(6)), (Some(8), Some(11)));
        assert_eq!(noted.known_us(8), None);
        assert!(wire.take("g").forwarded.is_empty());
    }
}
