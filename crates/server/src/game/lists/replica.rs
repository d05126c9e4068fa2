//! The followed list of a copy with sockets.

use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::{FutureExt, StreamExt};
use komadai_protocol::{ErrorCode, List, ListKind, ServerMessage};
use tokio::sync::Mutex;

use super::{GameRegistry, ListQuestion};
use crate::game::question::{Answer, Question};
use crate::game::slots::Holder;
use crate::hub::{Signal, Signals, Subject};

/// Interval of questions to the owner, who thereby knows its followers. They also bound the age of a list whose last
/// change was lost.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(10);
/// Longest wait for an owner: longer than a takeover.
const READ_WITHIN: Duration = Duration::from_secs(5);
/// First pause before another question; each further one is twice as long.
const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// The replica shared by the sockets of this copy.
#[derive(Default)]
pub(super) struct Shared(std::sync::Mutex<Weak<Replica>>);

pub(crate) struct Replica {
    kind: ListKind,
    state: Mutex<State>,
}

struct State {
    /// Signals since the list's version.
    signals: Signals,
    list: Option<List>,
    /// The list as a message, while it has been written.
    text: Option<Utf8Bytes>,
}

impl State {
    /// Applies what was published. Forgets the list if changes are missing.
    fn catch_up(&mut self) {
        // Unconstrained, since the budget of a busy task must not hide signals.
        while let Some(signal) = tokio::task::unconstrained(self.signals.next())
            .now_or_never()
            .flatten()
        {
            let is_known = match (&mut self.list, &signal) {
                (None, _) => continue,
                (Some(list), Signal::Message(message)) => match message.version {
                    Some(version) if version <= list.version() => continue,
                    _ => match serde_json::from_str(&message.text) {
                        Ok(ServerMessage::ListChange(change)) => list.apply(change),
                        _ => false,
                    },
                },
                (Some(_), Signal::Missed | Signal::NewWriter | Signal::Closed) => false,
            };
            self.text = None;
            if !is_known {
                self.list = None;
            }
        }
    }
}

enum Unanswered {
    NoOwner,
    Busy,
}

impl GameRegistry {
    /// The followed list of this copy, until the last holder drops it.
    pub(crate) async fn follow_list(self: &Arc<Self>, kind: ListKind) -> Arc<Replica> {
        // Subscribed before another one is dropped, which keeps the subscription.
        let signals = self.hub.subscribe(&Subject::list(kind)).await;
        let shared = &self.lists.of(kind).replica;
        let mut shared = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(replica) = shared.upgrade() {
            return replica;
        }
        let state = State {
            signals,
            list: None,
            text: None,
        };
        let replica = Arc::new(Replica {
            kind,
            state: Mutex::new(state),
        });
        *shared = Arc::downgrade(&replica);
        tokio::spawn(refresh(self.clone(), Arc::downgrade(&replica)));
        replica
    }

    /// The list of the owner, on whatever copy, unless it is of that version.
    ///
    /// # Errors
    /// No copy owns the list as far as this one knows, or the owner does not answer or cannot read.
    async fn ask_owner(
        &self,
        kind: ListKind,
        after: Option<u64>,
    ) -> Result<Option<List>, Unanswered> {
        let answer = match self.holder(kind.name()) {
            Holder::Here(_) => self.list_after(kind, after).await,
            Holder::Copy(server) => {
                let question = match after {
                    None => ListQuestion::Whole(kind),
                    Some(version) => ListQuestion::After(kind, version),
                };
                let answered = self.question(server, &Question::List(question)).await;
                answered.map_err(|_| Unanswered::NoOwner)?
            }
            Holder::Nobody => return Err(Unanswered::NoOwner),
        };
        match answer {
            Answer::List(list) => Ok(list.map(|list| *list)),
            Answer::Busy => Err(Unanswered::Busy),
            _ => Err(Unanswered::NoOwner),
        }
    }
}

impl Replica {
    /// The version and the list as a message.
    ///
    /// # Errors
    /// The owner does not answer.
    pub(crate) async fn read(&self, games: &GameRegistry) -> Result<(u64, Utf8Bytes), ErrorCode> {
        let reading = tokio::time::timeout(READ_WITHIN, self.read_on(games));
        reading.await.unwrap_or(Err(ErrorCode::StorageFailed))
    }

    async fn read_on(&self, games: &GameRegistry) -> Result<(u64, Utf8Bytes), ErrorCode> {
        let mut state = self.state.lock().await;
        state.signals.confirmed().await;
        let mut pause = RETRY_PAUSE;
        loop {
            state.catch_up();
            let State { list, text, .. } = &mut *state;
            if let Some(list) = list {
                let version = list.version();
                let text = match text {
                    Some(text) => text.clone(),
                    None => {
                        let written = games.written(&ServerMessage::List(list.clone()));
                        text.insert(written.ok_or(ErrorCode::Internal)?).clone()
                    }
                };
                return Ok((version, text));
            }
            let holder = games.holder(self.kind.name());
            match games.ask_owner(self.kind, None).await {
                Ok(list) => state.list = list,
                Err(unanswered) => {
                    if matches!(unanswered, Unanswered::NoOwner) {
                        games.slots.look();
                    }
                    let moved = games.moved(self.kind.name(), holder);
                    let _ = tokio::time::timeout(pause, moved).await;
                    pause *= 2;
                }
            }
        }
    }

    /// Asks the owner for what was lost. Makes the sockets read the list again if there is any.
    pub(super) async fn refresh(&self, games: &GameRegistry) {
        let mut state = self.state.lock().await;
        state.catch_up();
        let version = state.list.as_ref().map(List::version);
        let Ok(Some(other)) = games.ask_owner(self.kind, version).await else {
            return;
        };
        state.catch_up();
        let version = state.list.as_ref().map(List::version);
        // Lower after a failover of the database, whose epochs may go back.
        if version != Some(other.version()) {
            let subject = Subject::list(self.kind);
            games.hub.publish_here(&subject, Signal::Missed);
        }
    }
}

async fn refresh(games: Arc<GameRegistry>, replica: Weak<Replica>) {
    loop {
        tokio::select! {
            () = games.stop.cancelled() => return,
            () = tokio::time::sleep(REFRESH_EVERY) => {}
        }
        let Some(replica) = replica.upgrade() else {
            return;
        };
        replica.refresh(&games).await;
    }
}
