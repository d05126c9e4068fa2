//! A second kind of stream: counters, to which two sides add. They go through slots, fence, link and hub as games do.
//!
//! The store has them in rows of games that never begin, each addition as an offer of that side.

mod checker;
mod copies;

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use komadai_protocol::{EventBody, GameKey, Offer, OfferKind, PerSide, Status};
use komadai_rules::{Side, VariantId};
use komadai_store::{Append, AppendError, NewEvent, NewGame, Progress, StoreError};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::registry::GameRegistry;
use super::slots::Holder;
use crate::hub::{Message, Signal, Subject};
use crate::link::Asked;

const KIND: &str = "counter";

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Add {
    counter: String,
    by: Side,
    /// Idempotency key of the command.
    id: String,
    is_forwarded: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Added {
    /// Number of its event.
    Stored(u32),
    /// Ask again.
    NotHere,
}

/// State of a counter, from its log.
#[derive(Default)]
struct Counter {
    epoch: i64,
    seq: u32,
    stored: HashMap<String, u32>,
}

/// Planted into a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A repeated command is stored again.
    ForgetsIds,
    /// Now and then the commit is not waited for, and fails.
    AcknowledgesEarly,
}

/// A copy of a server for counters.
struct Copy {
    registry: Arc<GameRegistry>,
    fault: Option<Fault>,
    writers: Mutex<HashMap<String, Arc<Mutex<Counter>>>>,
}

fn progress() -> Progress {
    Progress {
        status: Status::Waiting,
        players: PerSide::default(),
        side: Side::First,
        ply: 0,
        outcome: None,
        clock_runs: false,
    }
}

fn new_counter(key: &str) -> NewGame {
    NewGame {
        id: key.into(),
        game: VariantId::Shogi,
        events: Vec::new(),
        progress: progress(),
        players: Vec::new(),
        invitation: None,
        challenge: None,
    }
}

fn subject(counter: &str) -> Subject {
    Subject::of(KIND, counter)
}

impl Copy {
    fn new(registry: Arc<GameRegistry>, fault: Option<Fault>) -> Arc<Self> {
        Arc::new(Self {
            registry,
            fault,
            writers: Mutex::default(),
        })
    }

    /// Answers the other copies.
    async fn answer(self: Arc<Self>, mut asked: Asked) {
        while let Some((question, asker)) = asked.next().await {
            let copy = self.clone();
            tokio::spawn(async move {
                let add = serde_json::from_slice(&question).expect("of this version");
                let added = serde_json::to_vec(&copy.add(add).await).expect("written");
                asker.answer(added.into()).await;
            });
        }
    }

    async fn add(&self, add: Add) -> Added {
        self.registry.sure_of_lease().await;
        match self.registry.holder(&add.counter) {
            Holder::Here(epoch) => self.add_here(epoch, &add).await,
            Holder::Copy(server) if !add.is_forwarded => {
                let is_forwarded = true;
                let forwarded = Add {
                    is_forwarded,
                    ..add
                };
                let question: Bytes = serde_json::to_vec(&forwarded).expect("written").into();
                let answer = self.registry.link.ask(server, question).await;
                answer.map_or(Added::NotHere, |it| {
                    serde_json::from_slice(&it).expect("one")
                })
            }
            Holder::Copy(_) | Holder::Nobody => {
                self.registry.slots.look();
                Added::NotHere
            }
        }
    }

    async fn add_here(&self, epoch: i64, add: &Add) -> Added {
        let writer = self
            .writers
            .lock()
            .await
            .entry(add.counter.clone())
            .or_default()
            .clone();
        let mut writer = writer.lock().await;
        if writer.epoch != epoch {
            let Ok(loaded) = self.load(&add.counter, epoch).await else {
                return Added::NotHere;
            };
            *writer = loaded;
        }
        if let Some(&seq) = writer.stored.get(&add.id)
            && self.fault != Some(Fault::ForgetsIds)
        {
            return Added::Stored(seq);
        }
        let seq = writer.seq + 1;
        if self.fault == Some(Fault::AcknowledgesEarly) && seq % 8 == 0 {
            *writer = Counter::default();
            return Added::Stored(seq);
        }
        if let Err(error) = self.append(epoch, seq, add).await {
            // Loaded again by the next one, when the outcome of this append is certain.
            *writer = Counter::default();
            tracing::info!(error = %error, "counter.append failed");
            return Added::NotHere;
        }
        writer.seq = seq;
        writer.stored.insert(add.id.clone(), seq);
        let message = Message::event(seq.into(), Utf8Bytes::from(add.id.clone()));
        let hub = &self.registry.hub;
        hub.publish(&subject(&add.counter), Signal::Message(message));
        Added::Stored(seq)
    }

    async fn load(&self, counter: &str, epoch: i64) -> Result<Counter, StoreError> {
        let key = GameKey::from(counter);
        self.registry.store.settle(&key).await?;
        let events = self.registry.store.events(&key, 0).await?;
        let seq = events.last().map_or(0, |event| event.seq);
        let stored = events.into_iter();
        let stored = stored.filter_map(|event| Some((event.command?, event.seq)));
        Ok(Counter {
            epoch,
            seq,
            stored: stored.collect(),
        })
    }

    async fn append(&self, epoch: i64, first_seq: u32, add: &Add) -> Result<(), AppendError> {
        let offer = Offer {
            offer: OfferKind::Takeback,
            by: add.by,
        };
        let event = NewEvent {
            at_ms: 0,
            body: EventBody::Offered { offer },
            author: None,
            command: Some(add.id.clone()),
        };
        let append = Append {
            game: add.counter.as_str().into(),
            first_seq,
            epoch,
            events: vec![event],
            progress: progress(),
            players: Vec::new(),
        };
        self.registry.store.append(append).await
    }
}
