use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use komadai_play::Command;
use komadai_protocol::{
    ErrorCode, EventBody, GameEvent, GameKey, Premove, Seat, ServerMessage, Status,
};
use tokio::sync::oneshot;

use super::{Action, Cause, Open, Reading};
use crate::game::{GameRegistry, MakerThere, event_of};
use crate::hub::Message;
use crate::request::{Request, Response};
use crate::ws::client::Client;

/// Most missed events sent with a snapshot, about 100 kB. Beyond that the client gets the snapshot alone.
const MAX_MISSED: u32 = 256;

/// A game at one socket; its version is the number of the last event.
pub(super) struct GameTopic {
    games: Arc<GameRegistry>,
    client: Arc<Client>,
    game: GameKey,
    /// Last event that the client has.
    seq: u32,
    /// The referee's answer to the entry, until it has been read, and the last event that the client had before.
    entered: Option<(oneshot::Receiver<Response>, Option<u64>)>,
    /// The pending premove and the client's id of it, to be sent again to a new referee.
    premove: Option<(String, Premove)>,
    _maker: Option<MakerThere>,
}

/// Returns `true` if the event ends a premove, played or not.
fn settles_premove(event: &EventBody) -> bool {
    matches!(
        event,
        EventBody::Move { .. } | EventBody::TakenBack { .. } | EventBody::Ended { .. }
    )
}

impl GameTopic {
    /// Enters the game: in the order of the client's messages, so that the referee knows the socket before its commands.
    pub(super) async fn enter(
        games: Arc<GameRegistry>,
        client: Arc<Client>,
        game: GameKey,
        after: Option<u64>,
    ) -> Self {
        let answer = games.submit(&game, client.enter()).await;
        Self {
            games,
            client,
            game,
            seq: 0,
            entered: Some((answer, after)),
            premove: None,
            _maker: None,
        }
    }

    fn written(&self, message: &ServerMessage) -> Result<Utf8Bytes, ErrorCode> {
        let text = self.games.metrics.write(message);
        text.map_err(|_| ErrorCode::Internal)
    }

    async fn welcome(
        &mut self,
        answer: oneshot::Receiver<Response>,
        after: Option<u64>,
    ) -> Result<Vec<Utf8Bytes>, ErrorCode> {
        let (seat, mut snapshot, presence, premove) = match answer.await {
            Ok(Response::Welcome {
                seat,
                snapshot,
                presence,
                premove,
            }) => (seat, snapshot, presence, premove),
            Ok(Response::Denied(code)) => return Err(code),
            _ => return Err(ErrorCode::Internal),
        };
        self.seq = snapshot.seq;
        let mut events = self.missed_events(after).await?;
        let joined = events.iter_mut().filter_map(|event| event.player.as_mut());
        let players = snapshot.players.iter_mut().flatten().chain(joined);
        self.games.name(players).await;
        let is_rated = snapshot.settings.rated && snapshot.status == Status::Ended;
        let changes = match is_rated {
            true => self.games.rated(&self.game).await,
            false => None,
        };
        let is_waiting = seat != Seat::Watcher && snapshot.status == Status::Waiting;
        if is_waiting && self.client.may_play() {
            self._maker = Some(self.games.makers.enter(&self.game));
        }
        tracing::debug!(
            socket.number = self.client.socket.number,
            game.id = self.game.short(),
            "socket.subscribed"
        );
        let whole = ServerMessage::Game {
            game: self.game.clone(),
            seat,
            snapshot,
            events,
            premove,
        };
        let messages = [Some(whole), Some(*presence), changes];
        let messages = messages.iter().flatten();
        messages.map(|message| self.written(message)).collect()
    }

    /// Events after the client's last one up to the snapshot, read outside the referee so as not to block it.
    /// Empty if there are too many for one message, since the snapshot suffices.
    async fn missed_events(&self, after: Option<u64>) -> Result<Vec<GameEvent>, ErrorCode> {
        let (game, seq) = (&self.game, self.seq);
        let after = after.and_then(|after| u32::try_from(after).ok());
        let Some(after) = after.filter(|&after| after < seq && seq - after <= MAX_MISSED) else {
            return Ok(Vec::new());
        };
        let stored = self.games.store.events(game, after).await;
        let stored = stored.map_err(|_| ErrorCode::StorageFailed)?;
        // Later events are sent as they were published.
        let of_snapshot = stored.into_iter().take_while(|event| event.seq <= seq);
        Ok(of_snapshot.map(|event| event_of(game, event)).collect())
    }

    /// Announces the socket to a possibly new referee. Idempotent.
    async fn stay(&self) {
        self.games.notify(&self.game, self.client.stay()).await;
    }

    /// Sends the pending premove to a possibly new referee.
    async fn premove_again(&self) {
        if self.client.awaits_premove(&self.game) {
            return;
        }
        let Some((id, premove)) = self.premove.clone() else {
            return;
        };
        let request = Request::Command {
            player: self.client.player_id(),
            address: self.client.address,
            id,
            at_ms: self.games.time.now_ms(),
            command: Command::Premove {
                ply: premove.ply,
                text: premove.text,
            },
            is_program: self.client.is_program(),
        };
        self.games.notify(&self.game, request).await;
    }

    /// The events after the client's last one.
    async fn later_events(&mut self) -> Result<Vec<Utf8Bytes>, ErrorCode> {
        let missed = self.games.store.events(&self.game, self.seq).await;
        let missed = missed.map_err(|_| ErrorCode::StorageFailed)?;
        let mut texts = Vec::with_capacity(missed.len());
        let mut has_ended = false;
        for event in missed {
            self.seq = event.seq;
            has_ended |= matches!(event.body, EventBody::Ended { .. });
            if settles_premove(&event.body) {
                self.premove = None;
            }
            let mut event = event_of(&self.game, event);
            if let Some(player) = &mut event.player {
                self.games.name([player]).await;
            }
            texts.push(self.written(&ServerMessage::Event(event))?);
        }
        if has_ended && let Some(rated) = self.games.rated(&self.game).await {
            // The referee's message about ratings may be lost too.
            texts.push(self.written(&rated)?);
        }
        Ok(texts)
    }
}

impl Open for GameTopic {
    fn read(&mut self, cause: Cause) -> Reading<'_> {
        Box::pin(async move {
            if let Some((answer, after)) = self.entered.take() {
                return self.welcome(answer, after).await;
            }
            if cause == Cause::Missed {
                // A lost message may have cancelled the premove.
                self.premove = None;
            }
            if cause != Cause::Gap {
                // The lost messages may have been a new referee's.
                self.stay().await;
                // Before the events, because the opponent's move may be among them.
                self.premove_again().await;
            }
            // The log has events that the old referee stored but did not publish.
            self.later_events().await
        })
    }

    fn receive(&mut self, message: &Message) -> Action {
        if let Some(to) = &message.to {
            if self.client.player_id().as_ref() != Some(to) {
                return Action::Skip;
            }
            // The premove may come from another device of the player. The referee's order counts.
            if let Ok(ServerMessage::Premove { id, premove, .. }) =
                serde_json::from_str(&message.text)
            {
                self.premove = premove.map(|premove| (id, premove));
            }
            return Action::Send;
        }
        let Some(version) = message.version else {
            return Action::Send;
        };
        let next = u64::from(self.seq) + 1;
        if version != next {
            return if version < next {
                Action::Skip
            } else {
                Action::Read
            };
        }
        self.seq += 1;
        if self.premove.is_some()
            && let Ok(ServerMessage::Event(event)) = serde_json::from_str(&message.text)
            && settles_premove(&event.body)
        {
            self.premove = None;
        }
        Action::Send
    }
}
