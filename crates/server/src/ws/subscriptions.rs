//! Game subscriptions of a connection.

use komadai_play::Command;
use komadai_protocol::{
    ErrorCode, EventBody, GameEvent, GameKey, Premove, Seat, ServerMessage, Status, Topic,
};

use super::connection::{Connection, End};
use crate::bus::{BusMessage, Listener, MakerThere, Received};
use crate::game::event_of;
use crate::request::{Request, Response};

/// Most missed events sent with a snapshot, about 100 kB. Beyond that the client gets the snapshot alone.
const MAX_MISSED: u32 = 256;

pub(super) struct Subscription {
    pub(super) number: u64,
    pub(super) game: GameKey,
    pub(super) seq: u32,
    /// The pending premove and the client's id of it, to be sent again to a new referee.
    pub(super) premove: Option<(String, Premove)>,
    pub(super) maker: Option<MakerThere>,
}

/// Returns `true` if the event ends a premove, played or not.
fn settles_premove(event: &EventBody) -> bool {
    matches!(
        event,
        EventBody::Move { .. } | EventBody::TakenBack { .. } | EventBody::Ended { .. }
    )
}

impl Connection {
    pub(super) async fn subscribed(
        &mut self,
        mut subscription: Subscription,
        after: Option<u64>,
        published: Listener,
        response: Response,
    ) -> Result<(), End> {
        let game = subscription.game.clone();
        if self.client.subscription(&game) != Some(subscription.number) {
            // The client has unsubscribed or resubscribed meanwhile.
            return Ok(());
        }
        let (seat, snapshot, presence, premove) = match response {
            Response::Welcome {
                seat,
                snapshot,
                presence,
                premove,
            } => (seat, snapshot, presence, premove),
            Response::Denied(code) => return self.give_up(&game, code).await,
            _ => return self.give_up(&game, ErrorCode::Internal).await,
        };
        subscription.seq = snapshot.seq;
        let Some(events) = self.missed_events(&subscription, after).await else {
            return self.give_up(&game, ErrorCode::StorageFailed).await;
        };
        let is_rated = snapshot.settings.rated && snapshot.status == Status::Ended;
        let changes = match is_rated {
            true => self.state.games.rated(&game).await,
            false => None,
        };
        let is_waiting = seat != Seat::Watcher && snapshot.status == Status::Waiting;
        if is_waiting && self.client.may_play() {
            let games = &self.state.games;
            subscription.maker = Some(games.lobby.maker(&game));
            games.bus.here().stir_lobby();
        }
        self.forget(&game);
        self.published.insert(subscription.number, published);
        // Most sockets have one subscription; the default capacity of four costs half a kilobyte.
        self.subscriptions.reserve_exact(1);
        self.subscriptions.push(subscription);
        tracing::debug!(
            socket.number = self.client.socket.number,
            game.id = game.short(),
            "socket.subscribed"
        );
        let whole = ServerMessage::Game {
            game,
            seat,
            snapshot,
            events,
            premove,
        };
        self.send_message(&whole).await?;
        self.send_message(&presence).await?;
        match changes {
            Some(rated) => self.send_message(&rated).await,
            None => Ok(()),
        }
    }

    /// Ends the subscription because of a failure, or the connection if the server stops.
    pub(super) async fn give_up(&mut self, game: &GameKey, code: ErrorCode) -> Result<(), End> {
        if code == ErrorCode::ShuttingDown {
            return Err(End::Error(code));
        }
        if self.client.unsubscribe(game) {
            let socket = self.client.socket;
            let leave = Request::Leave { socket };
            self.state.games.notify(game, leave).await;
        }
        self.unsubscribed(Topic::Game(game.clone()), Some(code))
            .await
    }

    pub(super) fn forget(&mut self, game: &GameKey) {
        let Self {
            subscriptions,
            published,
            ..
        } = self;
        subscriptions.retain(|subscription| {
            let kept = subscription.game != *game;
            if !kept {
                published.remove(&subscription.number);
            }
            kept
        });
    }

    /// Events after the client's last one up to the snapshot, read outside the referee so as not to block it.
    /// Empty if there are too many for one message, since the snapshot suffices; `None` if they cannot be read.
    async fn missed_events(
        &self,
        subscription: &Subscription,
        after: Option<u64>,
    ) -> Option<Vec<GameEvent>> {
        let Subscription { game, seq, .. } = subscription;
        let after = after.and_then(|after| u32::try_from(after).ok());
        let Some(after) = after.filter(|after| after < seq && seq - after <= MAX_MISSED) else {
            return Some(Vec::new());
        };
        let stored = self.state.games.store.events(game, after).await.ok()?;
        // Later events are sent as they were published.
        let of_snapshot = stored.into_iter().take_while(|event| event.seq <= *seq);
        Some(of_snapshot.map(|event| event_of(game, event)).collect())
    }

    /// Sends published messages, events in order and once each.
    pub(super) async fn forward(&mut self, number: u64, received: Received) -> Result<(), End> {
        let mut all = self.subscriptions.iter_mut();
        let Some(subscription) = all.find(|it| it.number == number) else {
            return Ok(());
        };
        match received {
            // The log has events that the old referee stored but did not publish. A lost message may have been
            // a new referee's.
            Received::Message(BusMessage::NewReferee) | Received::Missed => {
                if matches!(received, Received::Missed) {
                    // A lost message may have cancelled the premove.
                    subscription.premove = None;
                }
                let game = subscription.game.clone();
                self.stay(&game).await;
                // Before catching up, because the opponent's move may be among the events.
                self.premove_again(number).await;
                self.catch_up(number).await
            }
            Received::Message(BusMessage::Gone) => {
                let game = subscription.game.clone();
                self.give_up(&game, ErrorCode::NoSuchGame).await
            }
            Received::Message(BusMessage::Private { player, text }) => {
                let caller = self.client.caller.as_ref();
                if caller.is_none_or(|caller| caller.player.id != player) {
                    return Ok(());
                }
                // The premove may come from another device of the player. The referee's order counts.
                if let Ok(ServerMessage::Premove { id, premove, .. }) = serde_json::from_str(&text)
                {
                    subscription.premove = premove.map(|premove| (id, premove));
                }
                self.send_text(text).await
            }
            Received::Message(BusMessage::Text { seq: None, text }) => self.send_text(text).await,
            Received::Message(BusMessage::Text {
                seq: Some(seq),
                text,
            }) => match seq.checked_sub(subscription.seq) {
                None | Some(0) => Ok(()),
                Some(1) => {
                    subscription.seq = seq;
                    if subscription.premove.is_some()
                        && let Ok(ServerMessage::Event(event)) = serde_json::from_str(&text)
                        && settles_premove(&event.body)
                    {
                        subscription.premove = None;
                    }
                    self.send_text(text).await
                }
                Some(_) => self.catch_up(number).await,
            },
        }
    }

    /// Announces the socket to a possibly new referee. Idempotent.
    async fn stay(&self, game: &GameKey) {
        let stay = self.client.stay();
        self.state.games.notify(game, stay).await;
    }

    /// Sends the pending premove to a possibly new referee.
    async fn premove_again(&self, number: u64) {
        let mut all = self.subscriptions.iter();
        let Some(subscription) = all.find(|it| it.number == number) else {
            return;
        };
        if self.client.awaits_premove(&subscription.game) {
            return;
        }
        let Some((id, premove)) = subscription.premove.clone() else {
            return;
        };
        let request = Request::Command {
            player: self.client.player_id(),
            address: self.client.address,
            id,
            at_ms: self.state.games.time.now_ms(),
            command: Command::Premove {
                ply: premove.ply,
                text: premove.text,
            },
            is_program: self.client.is_program(),
        };
        self.state.games.notify(&subscription.game, request).await;
    }

    async fn catch_up(&mut self, number: u64) -> Result<(), End> {
        let Some(place) = self.subscriptions.iter().position(|it| it.number == number) else {
            return Ok(());
        };
        let Subscription { game, seq, .. } = &self.subscriptions[place];
        let (game, seq) = (game.clone(), *seq);
        let mut has_ended = false;
        let Ok(missed) = self.state.games.store.events(&game, seq).await else {
            return self.give_up(&game, ErrorCode::StorageFailed).await;
        };
        for event in missed {
            self.subscriptions[place].seq = event.seq;
            has_ended |= matches!(event.body, EventBody::Ended { .. });
            if settles_premove(&event.body) {
                self.subscriptions[place].premove = None;
            }
            self.send_message(&ServerMessage::Event(event_of(&game, event)))
                .await?;
        }
        if has_ended && let Some(rated) = self.state.games.rated(&game).await {
            // The referee's message about ratings may be lost too.
            self.send_message(&rated).await?;
        }
        Ok(())
    }
}
