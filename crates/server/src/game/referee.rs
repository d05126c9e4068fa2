//! The one that decides: an actor a game. It alone appends to the game's log, and tells the bus
//! what it appended once it is on disk.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use komadai_protocol::{
    EndReason, ErrorCode, EventBody, GameKey, GameOutcome, PerSide, PlayerInfo, Premove, Refusal,
    Seat, ServerMessage, SideName, Status,
};
use komadai_store::{Append, AppendError, NewEvent, PlayerRow, StoredEvent};
use tokio::sync::{mpsc, oneshot};

use super::decide::{Decision, Deny, Held, decide, end, reply};
use super::hall::{Hall, LEASE_MS};
use super::names::short;
use super::request::{Command, Player, Request, Response};
use super::state::{GameState, wire};
use crate::bus::BusMessage;

/// A referee nobody talks to and whose clock stands goes after this long.
const IDLE: Duration = Duration::from_secs(60);

/// A request and who waits for the answer.
pub(super) type Ask = (Request, oneshot::Sender<Response>);

/// An event to be appended, and whose command it is.
struct Draft {
    body: EventBody,
    author: Option<String>,
    command: Option<String>,
}

impl Draft {
    /// Something that happens by itself.
    fn own(body: EventBody) -> Self {
        Self {
            body,
            author: None,
            command: None,
        }
    }

    /// What a command became; the event of index `own` carries its id.
    fn all(events: Vec<EventBody>, author: &str, command: &str, own: usize) -> Vec<Self> {
        let entry = |(index, body)| Self {
            body,
            author: Some(author.to_owned()),
            command: (index == own).then(|| command.to_owned()),
        };
        events.into_iter().enumerate().map(entry).collect()
    }
}

/// A socket at the board.
struct Socket {
    player: Option<String>,
    one_way: u32,
}

/// Why a referee stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// Nothing to do; whoever asks next gets a new one.
    Idle,
    /// It was leaving when somebody came in whom a referee has to look after: the clock runs
    /// or a socket is open.
    Needed,
    /// Another server has the game, or the database failed.
    Lost,
}

pub(super) struct Referee {
    hall: Arc<Hall>,
    state: GameState,
    epoch: i64,
    sockets: HashMap<u64, Socket>,
    /// The premove of the side that is not to move. Here only: a restart loses it.
    premove: Option<Held>,
}

impl Referee {
    /// Takes the game over.
    ///
    /// # Errors
    /// What to answer those who asked.
    pub(super) async fn load(hall: Arc<Hall>, key: &GameKey) -> Result<Self, ErrorCode> {
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(game.id = short(key), error = %error, "game.load failed");
            ErrorCode::StorageFailed
        };
        let store = &hall.store;
        if store
            .game(key)
            .await
            .map_err(|error| failed(&error))?
            .is_none()
        {
            return Err(ErrorCode::NoSuchGame);
        }
        let now = hall.time.now();
        let claim = store
            .claim(key, &hall.owner, now, now + LEASE_MS)
            .await
            .map_err(|error| failed(&error))?;
        let Some(claim) = claim else {
            tracing::warn!(game.id = short(key), "game.load: another server holds it");
            return Err(ErrorCode::Internal);
        };
        let log = store.events(key, 0).await.map_err(|error| failed(&error))?;
        let state = GameState::replay(key, &log).map_err(|error| {
            tracing::error!(game.id = short(key), error = %error, "game.replay failed");
            ErrorCode::Internal
        })?;
        let mut referee = Self {
            hall,
            state,
            epoch: claim.epoch,
            sockets: HashMap::new(),
            premove: None,
        };
        if referee.state.live() {
            // The referee before this one was there at least until it last extended its lease.
            let seen = claim.previous_lease_until - LEASE_MS;
            let seen = seen.clamp(referee.state.updated_at.min(now), now);
            referee.resume(seen, now).await.map_err(|deny| deny.code)?;
        }
        // Sockets that the referee before this one knew are strangers to this one.
        let hall = &referee.hall;
        hall.bus.publish(key, BusMessage::NewReferee);
        Ok(referee)
    }

    /// Charges the running side for the time until `seen`, nobody for the time until `now`.
    async fn resume(&mut self, seen: i64, now: i64) -> Result<(), Deny> {
        let Some(clock) = &self.state.clock else {
            return Ok(());
        };
        let mut clock = clock.clone();
        let running = clock.running();
        clock.stop(seen);
        if let Some(side) = running {
            clock.start(side, now);
        }
        tracing::info!(
            game.id = short(&self.state.id),
            clock.stood_ms = now - seen,
            "game.resumed"
        );
        self.append(
            now,
            vec![Draft::own(EventBody::Resumed {
                clock: Some(clock.state(now)),
            })],
            0,
        )
        .await
        .map(drop)
    }

    /// Answers until there is nothing to do.
    pub(super) async fn run(mut self, mut asks: mpsc::Receiver<Ask>) -> Stop {
        loop {
            let now = self.hall.time.now();
            let alarm = self.alarm(now);
            let wake = async {
                match alarm {
                    Some(at) => tokio::time::sleep_until(self.hall.time.instant(at)).await,
                    None if self.sockets.is_empty() => tokio::time::sleep(IDLE).await,
                    None => std::future::pending().await,
                }
            };
            // Asks first: a move that arrived in time is judged by its stamp even if the alarm
            // is ringing already.
            let ask = tokio::select! {
                biased;
                ask = asks.recv() => ask,
                () = wake => {
                    if alarm.is_none() {
                        asks.close();
                        if asks.is_empty() {
                            return Stop::Idle;
                        }
                    } else if self.ring().await.is_err() {
                        return Stop::Lost;
                    }
                    continue;
                }
            };
            let Some((request, reply)) = ask else {
                // What slipped in while the mailbox closed has been answered.
                return if self.state.live() || !self.sockets.is_empty() {
                    Stop::Needed
                } else {
                    Stop::Idle
                };
            };
            match self.answer(request).await {
                Ok(response) => drop(reply.send(response)),
                Err(deny) => {
                    let _ = reply.send(Response::Denied(deny.code));
                    return Stop::Lost;
                }
            }
        }
    }

    /// When something happens by itself: a period begins or a flag falls.
    fn alarm(&self, now: i64) -> Option<i64> {
        if !self.state.live() {
            return None;
        }
        let clock = self.state.clock.as_ref()?;
        clock.next_period(now).or_else(|| self.deadline())
    }

    fn deadline(&self) -> Option<i64> {
        let clock = self.state.clock.as_ref()?;
        let side = clock.running()?;
        clock.deadline(self.state.lag.get(side).available(self.one_way(side)))
    }

    /// The best connection a side has; a side that is gone has no lag.
    fn one_way(&self, side: SideName) -> u32 {
        self.sockets
            .values()
            .filter(|socket| self.side_of(socket.player.as_deref()) == Some(side))
            .map(|socket| socket.one_way)
            .min()
            .unwrap_or(0)
    }

    fn side_of(&self, player: Option<&str>) -> Option<SideName> {
        self.state.side_of(player?)
    }

    /// The alarm rang.
    async fn ring(&mut self) -> Result<(), Deny> {
        let now = self.hall.time.now();
        if self.flag_if_fallen(now).await? {
            return Ok(());
        }
        if let Some(clock) = &self.state.clock {
            let message = ServerMessage::Clock {
                game: self.state.id.clone(),
                clock: clock.state(now),
            };
            self.publish(None, &message);
        }
        Ok(())
    }

    /// Ends the game if the running side's flag had fallen at that moment.
    async fn flag_if_fallen(&mut self, now: i64) -> Result<bool, Deny> {
        if !self.state.live() || self.deadline().is_none_or(|deadline| now < deadline) {
            return Ok(false);
        }
        let Some(side) = self.state.clock.as_ref().and_then(|clock| clock.running()) else {
            return Ok(false);
        };
        let outcome = GameOutcome {
            winner: Some(side.other()),
            reason: EndReason::Time,
            ply: self.state.ply(),
        };
        if let Decision::Events { events, .. } = end(&self.state, now, outcome)? {
            let entries = events.into_iter().map(Draft::own).collect();
            self.append(now, entries, 0).await?;
        }
        Ok(true)
    }

    async fn answer(&mut self, request: Request) -> Result<Response, Deny> {
        let now = self.hall.time.now();
        Ok(match request {
            Request::Enter {
                socket,
                player,
                last_seq,
            } => {
                let side = self.side_of(player.as_deref());
                let seat = Seat::from(side);
                self.sockets.insert(socket, Socket { player, one_way: 0 });
                self.start_if_complete(now).await?;
                let events = match last_seq {
                    Some(last_seq) if last_seq <= self.state.seq => self.events(last_seq).await?,
                    _ => Vec::new(),
                };
                self.tell_presence();
                let snapshot = Box::new(self.state.snapshot(self.hall.time.now()));
                Response::Welcome {
                    seat,
                    snapshot,
                    events,
                    premove: self.premove_of(side),
                }
            }
            Request::Stay {
                socket,
                player,
                one_way,
            } => {
                if let Entry::Vacant(place) = self.sockets.entry(socket) {
                    place.insert(Socket { player, one_way });
                    self.start_if_complete(now).await?;
                    self.tell_presence();
                }
                Response::Done
            }
            Request::Leave { socket } => {
                if self.sockets.remove(&socket).is_some() {
                    self.tell_presence();
                }
                Response::Done
            }
            Request::Lag { socket, one_way } => {
                if let Some(socket) = self.sockets.get_mut(&socket) {
                    socket.one_way = one_way;
                }
                Response::Done
            }
            Request::View { player } => Response::View(Box::new(self.state.view(&player, now))),
            Request::Join { player } => self.join(player, now).await?,
            Request::Command {
                player,
                id,
                at,
                command,
            } => self.command(player, id, at.min(now), command).await?,
            #[cfg(test)]
            Request::Panic => panic!("a fault, on purpose"),
        })
    }

    async fn events(&self, after: u32) -> Result<Vec<komadai_protocol::GameEvent>, Deny> {
        let stored = self.hall.store.events(&self.state.id, after).await.map_err(|error| {
            tracing::error!(game.id = short(&self.state.id), error = %error, "game.read failed");
            Deny::from(ErrorCode::StorageFailed)
        })?;
        Ok(stored
            .iter()
            .map(|event| wire(&self.state.id, event))
            .collect())
    }

    /// Starts the clock of the side to move once both players are at the board together.
    async fn start_if_complete(&mut self, now: i64) -> Result<(), Deny> {
        if self.state.started || self.state.status() != Status::Playing {
            return Ok(());
        }
        let present = self.presence();
        if !(present.first && present.second) {
            return Ok(());
        }
        let mut clock = self.state.clock.clone();
        if let Some(clock) = &mut clock {
            clock.start(self.state.side(), now);
        }
        let clock = clock.as_ref().map(|clock| clock.state(now));
        self.append(now, vec![Draft::own(EventBody::Started { clock })], 0)
            .await
            .map(drop)
    }

    async fn join(&mut self, player: Player, now: i64) -> Result<Response, Deny> {
        if let Some(side) = self.state.side_of(&player.id) {
            // The second player who asks again has joined already. The maker cannot join.
            let own = self.state.players.get(side.other()).is_none();
            return Ok(if own {
                Response::Denied(ErrorCode::OwnInvitation)
            } else {
                Response::View(Box::new(self.state.view(&player.id, now)))
            });
        }
        let free = SideName::BOTH
            .into_iter()
            .find(|side| self.state.players.get(*side).is_none());
        let Some(side) = free else {
            return Ok(Response::Denied(ErrorCode::GameFull));
        };
        if self.state.status() == Status::Ended {
            return Ok(Response::Denied(ErrorCode::GameOver));
        }
        let row = PlayerRow {
            id: player.id.clone(),
            name: player.name.clone(),
            created_at: now,
        };
        self.hall.store.add_player(row).await.map_err(|error| {
            tracing::error!(error = %error, "player.add failed");
            Deny::from(ErrorCode::StorageFailed)
        })?;
        let joined = EventBody::Joined {
            side,
            player: PlayerInfo {
                name: player.name.clone(),
            },
        };
        let joined = Draft {
            author: Some(player.id.clone()),
            ..Draft::own(joined)
        };
        self.append(now, vec![joined], 0).await?;
        self.start_if_complete(now).await?;
        self.tell_presence();
        tracing::info!(
            game.id = short(&self.state.id),
            game.side = side.name(),
            "game.joined"
        );
        Ok(Response::View(Box::new(self.state.view(&player.id, now))))
    }

    async fn command(
        &mut self,
        player: Option<String>,
        id: String,
        at: i64,
        command: Command,
    ) -> Result<Response, Deny> {
        let author = player.as_deref().unwrap_or_default();
        if let Some(seq) = self.state.done(author, &id) {
            return Ok(Response::Accepted { seq });
        }
        self.flag_if_fallen(at).await?;
        let side = self.side_of(player.as_deref());
        let one_way = side.map_or(0, |side| self.one_way(side));
        match decide(&self.state, side, &id, at, one_way, &command) {
            Ok(Decision::Events { events, own }) => {
                let mut entries = Draft::all(events, author, &id, own);
                entries.extend(self.answer_by_premove(at, &entries)?);
                let seq = self.append(at, entries, own).await?;
                Ok(Response::Accepted { seq })
            }
            Ok(Decision::Premove(held)) => {
                // Cancelling is for one's own: the other side's is none of this one's business.
                if held.is_some() || self.premove_of(side).is_some() {
                    self.premove = held;
                }
                let premove = self.premove_of(side);
                self.tell_person(
                    author,
                    &ServerMessage::Premove {
                        game: self.state.id.clone(),
                        id,
                        premove: premove.clone(),
                    },
                );
                Ok(Response::Premove(premove))
            }
            Ok(Decision::Rematch) => {
                let next = self.hall.rematch(&self.state).await.map_err(Deny::from)?;
                let entries = Draft::all(vec![EventBody::Rematch { next }], author, &id, 0);
                let seq = self.append(at, entries, 0).await?;
                Ok(Response::Accepted { seq })
            }
            Err(deny) => Ok(Response::Refused(Box::new(Refusal {
                game: self.state.id.clone(),
                id,
                code: deny.code,
                rule: deny.rule,
                squares: deny.squares,
                message: deny.message,
                snapshot: self.state.snapshot(self.hall.time.now()),
            }))),
        }
    }

    /// What that side's premove is, for its owner's eyes.
    fn premove_of(&self, side: Option<SideName>) -> Option<Premove> {
        let held = self.premove.as_ref()?;
        (side == Some(held.side)).then(|| Premove {
            ply: held.ply,
            text: held.text.clone(),
        })
    }

    /// The premove that answers these events, if there is one and it is legal after them. Both
    /// go to disk together: nobody ever sees the one without the other.
    fn answer_by_premove(&self, at: i64, entries: &[Draft]) -> Result<Vec<Draft>, Deny> {
        let Some(held) = &self.premove else {
            return Ok(Vec::new());
        };
        let mut after = self.state.clone();
        for event in self.numbered(at, entries) {
            applied(&mut after, &event)?;
        }
        let owner = self.state.players.get(held.side).as_ref();
        let (Some(events), Some(owner)) = (reply(&after, held, at), owner) else {
            return Ok(Vec::new());
        };
        Ok(Draft::all(events, &owner.id, &held.id, 0))
    }

    fn numbered(&self, at: i64, entries: &[Draft]) -> Vec<StoredEvent> {
        (self.state.seq + 1..)
            .zip(entries)
            .map(|(seq, entry)| StoredEvent {
                seq,
                at,
                body: entry.body.clone(),
                author: entry.author.clone(),
                command: entry.command.clone(),
            })
            .collect()
    }

    /// Puts events on disk and then tells everybody. Returns the number of the one with index
    /// `own`, the command's.
    async fn append(&mut self, at: i64, entries: Vec<Draft>, own: usize) -> Result<u32, Deny> {
        let first_seq = self.state.seq + 1;
        let stored = self.numbered(at, &entries);
        for event in &stored {
            applied(&mut self.state, event)?;
        }
        let append = Append {
            game: self.state.id.clone(),
            first_seq,
            epoch: self.epoch,
            events: stored
                .iter()
                .map(|event| NewEvent {
                    at: event.at,
                    body: event.body.clone(),
                    author: event.author.clone(),
                    command: event.command.clone(),
                })
                .collect(),
            progress: self.state.progress(),
        };
        self.hall.store.append(append).await.map_err(|error| {
            // The state is ahead of the log now: this referee ends and the next one reads it.
            tracing::warn!(game.id = short(&self.state.id), error = %error, "game.append failed");
            Deny::from(match error {
                AppendError::Store(_) => ErrorCode::StorageFailed,
                _ => ErrorCode::Internal,
            })
        })?;
        if let Some(clock) = &mut self.state.clock {
            clock.not_before(self.hall.time.now());
        }
        let moved = |event: &StoredEvent| {
            matches!(
                event.body,
                EventBody::Move { .. } | EventBody::TakenBack { .. } | EventBody::Ended { .. }
            )
        };
        if stored.iter().any(moved) {
            self.premove = None;
        }
        for event in &stored {
            if let EventBody::Ended { outcome, .. } = &event.body {
                tracing::info!(
                    game.id = short(&self.state.id),
                    game.reason = outcome.reason.name(),
                    game.ply = outcome.ply,
                    "game.ended"
                );
            }
            self.publish(
                Some(event.seq),
                &ServerMessage::Event(wire(&self.state.id, event)),
            );
        }
        Ok(first_seq + own as u32)
    }

    fn presence(&self) -> PerSide<bool> {
        let here = |side| {
            self.sockets
                .values()
                .any(|socket| self.side_of(socket.player.as_deref()) == Some(side))
        };
        PerSide {
            first: here(SideName::First),
            second: here(SideName::Second),
        }
    }

    fn tell_presence(&self) {
        let watchers = self
            .sockets
            .values()
            .filter(|s| self.side_of(s.player.as_deref()).is_none())
            .count();
        let message = ServerMessage::Presence {
            game: self.state.id.clone(),
            players: self.presence(),
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
        };
        self.publish(None, &message);
    }

    fn tell_person(&self, player: &str, message: &ServerMessage) {
        match serde_json::to_string(message) {
            Ok(text) => {
                let (player, text) = (player.into(), text.into());
                let message = BusMessage::Private { player, text };
                self.hall.bus.publish(&self.state.id, message);
            }
            Err(error) => tracing::error!(error = %error, "message.write failed"),
        }
    }

    fn publish(&self, seq: Option<u32>, message: &ServerMessage) {
        match serde_json::to_string(message) {
            Ok(text) => {
                self.hall.bus.publish(
                    &self.state.id,
                    BusMessage::Text {
                        seq,
                        text: text.into(),
                    },
                );
            }
            Err(error) => tracing::error!(error = %error, "message.write failed"),
        }
    }
}

fn applied(state: &mut GameState, event: &StoredEvent) -> Result<(), Deny> {
    state.apply(event).map_err(|error| {
        tracing::error!(error = %error, "game.apply failed");
        Deny::from(ErrorCode::Internal)
    })
}
