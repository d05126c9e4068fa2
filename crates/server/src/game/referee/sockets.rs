//! Presence at the board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use komadai_play::GameState;
use komadai_protocol::{PerSide, Seat, ServerMessage, Status};
use komadai_rules::Side;

use super::{Fatal, Referee};
use crate::game::inbox::Inbox;
use crate::game::lists::Listed;
use crate::hub::Signal;
use crate::request::{Response, Visitor};
use crate::server_id::{ServerId, SocketId};

/// Interval of watcher counts, milliseconds.
const WATCHERS_EVERY_MS: i64 = 3000;

/// Retry interval of presence resynchronisation, milliseconds.
pub(super) const RESYNC_MS: i64 = 1000;

fn side_of(visitor: &Visitor, state: &GameState) -> Option<Side> {
    let player = visitor.player.as_ref().filter(|_| visitor.may_play);
    state.side_of(player?)
}

#[derive(Default)]
pub(super) struct Sockets(HashMap<SocketId, Visitor>);

impl Sockets {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if the socket is new.
    pub(super) fn add(&mut self, id: SocketId, visitor: Visitor) -> bool {
        match self.0.entry(id) {
            Entry::Vacant(place) => {
                place.insert(visitor);
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    pub(super) fn remove(&mut self, id: SocketId) -> bool {
        self.0.remove(&id).is_some()
    }

    pub(super) fn remove_all_of(&mut self, server: ServerId) -> bool {
        let before = self.0.len();
        self.0.retain(|id, _| id.server != server);
        self.0.len() < before
    }

    pub(super) fn measured(&mut self, id: SocketId, one_way_ms: u32) {
        if let Some(socket) = self.0.get_mut(&id) {
            socket.one_way_ms = one_way_ms;
        }
    }

    /// Returns `true` if the side has sockets on that server and on no other.
    pub(super) fn has_side_only_on(&self, state: &GameState, side: Side, server: ServerId) -> bool {
        let all = self.0.iter();
        let of_side = all.filter(|(_, socket)| side_of(socket, state) == Some(side));
        let mut servers = of_side.map(|(id, _)| id.server).peekable();
        servers.peek().is_some() && servers.all(|it| it == server)
    }

    /// Lowest latency of the side's sockets; 0 without any.
    pub(super) fn one_way_ms(&self, state: &GameState, side: Side) -> u32 {
        let of_side = |socket: &&Visitor| side_of(socket, state) == Some(side);
        let times = self.0.values().filter(of_side);
        times.map(|socket| socket.one_way_ms).min().unwrap_or(0)
    }

    pub(super) fn presence(&self, state: &GameState) -> PerSide<bool> {
        let here = |side| {
            let mut sockets = self.0.values();
            sockets.any(|socket| side_of(socket, state) == Some(side))
        };
        PerSide {
            first: here(Side::First),
            second: here(Side::Second),
        }
    }

    fn watchers(&self, state: &GameState) -> u32 {
        let watches = |socket: &&Visitor| side_of(socket, state).is_none();
        let watchers = self.0.values().filter(watches).count();
        u32::try_from(watchers).unwrap_or(u32::MAX)
    }
}

pub(super) struct Presence {
    players: PerSide<bool>,
    claim_from_ms: Option<i64>,
    at_ms: i64,
    /// Watchers have changed since.
    outdated: bool,
    /// Start of a player's absence, on the counted line.
    pub(super) away_since_ms: PerSide<Option<i64>>,
    /// Players seen by this referee.
    came: PerSide<bool>,
    /// Start of this referee.
    pub(super) since_ms: i64,
    /// The game in the list of live games.
    listed: Option<Listed>,
}

impl Presence {
    /// All players start as absent and may still come.
    pub(super) fn new(counted_ms: i64, now_ms: i64) -> Self {
        Self {
            players: PerSide::default(),
            claim_from_ms: None,
            at_ms: 0,
            outdated: false,
            away_since_ms: PerSide {
                first: Some(counted_ms),
                second: Some(counted_ms),
            },
            came: PerSide::default(),
            since_ms: now_ms,
            listed: None,
        }
    }

    pub(super) fn away_since_ms(&self, side: Side) -> Option<i64> {
        *self.away_since_ms.get(side)
    }

    pub(super) fn is_there(&self, side: Side) -> bool {
        *self.players.get(side)
    }

    pub(super) fn has_come(&self, side: Side) -> bool {
        *self.came.get(side)
    }

    pub(super) fn due_ms(&self) -> Option<i64> {
        self.outdated.then(|| self.at_ms + WATCHERS_EVERY_MS)
    }
}

impl Referee {
    pub(super) async fn enter(
        &mut self,
        id: SocketId,
        visitor: Visitor,
    ) -> Result<Response, Fatal> {
        let side = self.side_of(visitor.player.as_ref());
        self.sockets.add(id, visitor);
        self.start_if_complete(self.now_ms()).await?;
        self.presence_changed();
        Ok(Response::Welcome {
            seat: Seat::from(side),
            snapshot: Box::new(self.snapshot()),
            presence: Box::new(self.presence_now()),
            premove: self.arbiter.premove_of(side),
        })
    }

    /// Lists the game from its beginning to its end, unless its makers do not want it.
    fn list_while_played(&mut self) {
        let state = self.arbiter.state();
        let is_listed = state.settings().listed && state.status() == Status::Playing;
        if is_listed != self.presence.listed.is_some() {
            let watchers = self.sockets.watchers(state);
            let snapshot = is_listed.then(|| self.snapshot());
            let list = &self.registry.lists.live_games;
            self.presence.listed = snapshot.and_then(|game| list.list(game, watchers));
        }
    }

    /// Resynchronises presence after a loss: clears it and makes sockets announce themselves. Called before each wait.
    pub(super) fn resync_presence(&mut self, inbox: &mut Inbox) {
        self.list_while_played();
        if self.registry.holds_lease() && inbox.take_resync() {
            self.sockets = Sockets::default();
            self.presence_changed();
            self.registry.hub.publish(&self.subject, Signal::NewWriter);
        }
    }

    /// Publishes a change. Players are announced at once, watchers at intervals: otherwise each of n watchers
    /// costs n messages.
    pub(super) fn presence_changed(&mut self) {
        let players = self.sockets.presence(self.arbiter.state());
        let counted_ms = self.registry.time.counted_ms();
        for side in Side::BOTH {
            let away = self.presence.away_since_ms.get_mut(side);
            *away = match players.get(side) {
                true => None,
                false => away.or(Some(counted_ms)),
            };
            *self.presence.came.get_mut(side) |= *players.get(side);
        }
        self.presence.outdated = true;
        if players != self.presence.players {
            self.publish_presence();
        } else {
            self.publish_presence_if_due();
        }
    }

    pub(super) fn publish_presence_if_due(&mut self) {
        let now_ms = self.now_ms();
        if self.presence.due_ms().is_some_and(|due| due <= now_ms) {
            self.publish_presence();
        }
    }

    fn publish_presence(&mut self) {
        self.presence.players = self.sockets.presence(self.arbiter.state());
        self.presence.claim_from_ms = self.claim_from_ms();
        self.presence.at_ms = self.now_ms();
        self.presence.outdated = false;
        if let Some(listed) = &self.presence.listed {
            listed.watched_by(self.sockets.watchers(self.arbiter.state()));
        }
        self.publish(None, &self.presence_now());
    }

    /// Moment from which the player not to move may claim victory over an absent opponent.
    fn claim_from_ms(&self) -> Option<i64> {
        let state = self.arbiter.state();
        state.claim_from_ms(self.away_since_ms(state.side()))
    }

    /// A new turn may start or end the right to claim, which only a present claimant displays.
    pub(super) fn publish_claim_if_changed(&mut self) {
        let claimant = !self.arbiter.state().side();
        let is_there = *self.presence.players.get(claimant);
        if is_there && self.claim_from_ms() != self.presence.claim_from_ms {
            self.publish_presence();
        }
    }

    pub(super) fn presence_now(&self) -> ServerMessage {
        let state = self.arbiter.state();
        ServerMessage::Presence {
            game: state.id().clone(),
            players: self.sockets.presence(state),
            watchers: self.sockets.watchers(state),
            claim_from_ms: self.claim_from_ms(),
        }
    }
}
