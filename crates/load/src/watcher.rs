//! A watcher of the watched game.

use std::sync::Arc;

use komadai_protocol::{ClientMessage, GameKey};
use serde::Deserialize;

use crate::shared::Shared;
use crate::socket::{Caller, Incoming, Link};

/// First client number of watchers, so that their source addresses mix with those of players.
const FIRST_CLIENT: u64 = 1_000_000;
const SILENCE_US: u64 = 10_000_000;

/// Partial message: a full parse of every event by thousands of watchers would cost too much.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    seq: u32,
    #[serde(default)]
    nonce: Option<&'a str>,
    #[serde(default)]
    events: Vec<Numbered>,
}

#[derive(Deserialize)]
struct Numbered {
    seq: u32,
}

pub(crate) async fn watch(shared: Arc<Shared>, number: u64, start_us: u64) {
    let mut game = shared.watching.game.subscribe();
    shared.time.sleep_until(start_us).await;
    let mut begun = false;
    loop {
        let Ok(Some(key)) = game
            .wait_for(Option::is_some)
            .await
            .map(|game| (*game).clone())
        else {
            return;
        };
        game.mark_unchanged();
        let mut watcher = Watcher {
            shared: shared.clone(),
            client: FIRST_CLIENT + number,
            game: key,
            link: Link::Closed,
            welcomed: false,
            last_seq: 0,
            lost_us: None,
            begun,
        };
        tokio::select! {
            () = watcher.run() => {}
            changed = game.changed() => if changed.is_err() { return },
        }
        begun = watcher.begun;
    }
}

struct Watcher {
    shared: Arc<Shared>,
    client: u64,
    game: GameKey,
    link: Link,
    welcomed: bool,
    last_seq: u32,
    lost_us: Option<u64>,
    /// `true` after the first welcome.
    begun: bool,
}

impl Watcher {
    async fn run(&mut self) {
        let time = self.shared.time;
        self.open(0);
        let mut schedule = crate::Schedule::new(
            self.shared.plan.seed ^ self.client,
            self.shared.plan.reconnect_every_s.unwrap_or(1) * 1000,
            time.now_us(),
        );
        schedule.advance();
        let mut silent_us = time.now_us() + SILENCE_US;
        loop {
            let cut_us = match self.shared.plan.reconnect_every_s {
                Some(_) => schedule.next_us(),
                None => u64::MAX,
            };
            tokio::select! {
                incoming = self.link.next() => {
                    silent_us = time.now_us() + SILENCE_US;
                    self.incoming(incoming, time.now_us()).await;
                }
                () = time.sleep_until(silent_us.min(cut_us)) => {
                    let now_us = time.now_us();
                    if now_us >= silent_us {
                        self.shared.measures.error("silence", || "of a watcher's socket".into());
                        silent_us = now_us + SILENCE_US;
                    } else {
                        self.shared.measures.cuts.add(1);
                        schedule.advance();
                    }
                    self.lose(now_us);
                    self.open(100);
                }
            }
        }
    }

    fn open(&mut self, pause_ms: u64) {
        let caller = Caller {
            client: self.client,
            cookie: None,
            game: self.game.clone(),
            last_seq: Some(self.last_seq),
        };
        self.link = Link::open(&self.shared.target, caller, pause_ms);
    }

    fn lose(&mut self, now_us: u64) {
        self.link.cut();
        self.lost_us.get_or_insert(now_us);
        if std::mem::take(&mut self.welcomed) {
            self.shared.measures.sockets.take(1);
        }
    }

    async fn incoming(&mut self, incoming: Incoming, now_us: u64) {
        let measures = &self.shared.measures;
        match incoming {
            Incoming::Opened | Incoming::Alive => {}
            Incoming::Lost(why) => {
                let kind = why
                    .as_ref()
                    .map_or("socket-closed".into(), |why| why.kind());
                measures.error(kind, || "a watcher's socket".into());
                self.lose(now_us);
                self.open(500);
            }
            Incoming::Text(text) => {
                let Ok(message) = serde_json::from_str::<Message<'_>>(&text) else {
                    measures.error("unknown-message", || text.to_string());
                    return;
                };
                match message.kind {
                    "game" => {
                        measures.sockets.add(1);
                        let first = !std::mem::replace(&mut self.begun, true);
                        measures.begun.add(u64::from(first));
                        self.welcomed = true;
                        if let Some(lost_us) = self.lost_us.take() {
                            measures.reconnect.record(now_us - lost_us);
                        }
                        for event in message.events {
                            self.event(event.seq, now_us);
                        }
                    }
                    "event" => self.event(message.seq, now_us),
                    "ping" => {
                        let nonce = message.nonce.unwrap_or_default().to_owned();
                        self.link.send(&ClientMessage::Pong { nonce }).await;
                    }
                    "error" | "unsubscribed" => measures.error("socket-error", || text.to_string()),
                    _ => {}
                }
            }
        }
    }

    fn event(&mut self, seq: u32, now_us: u64) {
        let measures = &self.shared.measures;
        measures.events.add(1);
        if seq != self.last_seq + 1 {
            let expected = self.last_seq + 1;
            measures.error("event-gap", || {
                format!("a watcher got {seq} for {expected}")
            });
        }
        self.last_seq = self.last_seq.max(seq);
        if let Some(latency) = self.shared.watching.received(&self.game, seq, now_us) {
            measures.last_watcher.record(latency);
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if self.welcomed {
            self.shared.measures.sockets.take(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_parsed_partially() {
        let whole = r#"{"type":"game","snapshot":{"seq":9},"events":[{"seq":3,"kind":"x"}]}"#;
        let message: Message<'_> = serde_json::from_str(whole).expect("a message");
        assert_eq!((message.kind, message.events[0].seq), ("game", 3));
    }
}
