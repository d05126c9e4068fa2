//! Who is at the board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use komadai_play::GameState;
use komadai_protocol::{PerSide, Seat, ServerMessage, SideName};

use super::{Fatal, Referee};
use crate::bus::BusMessage;
use crate::game::inbox::Inbox;
use crate::game::{Response, Visitor};
use crate::server_id::{ServerId, SocketId};

/// Time between two counts of watchers, milliseconds.
const WATCHERS_EVERY_MS: i64 = 3000;

/// How often it is tried to find out who is at the board, milliseconds.
pub(super) const ROLL_MS: i64 = 1000;

/// The seat that a visitor holds.
fn side_of(visitor: &Visitor, state: &GameState) -> Option<SideName> {
    let player = visitor.player.as_ref().filter(|_| visitor.may_play);
    state.side_of(player?)
}

/// The sockets at the board.
#[derive(Default)]
pub(super) struct Sockets(HashMap<SocketId, Visitor>);

impl Sockets {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether it was not there before.
    pub(super) fn add(&mut self, id: SocketId, visitor: Visitor) -> bool {
        match self.0.entry(id) {
            Entry::Vacant(place) => {
                place.insert(visitor);
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    /// Returns whether it was there.
    pub(super) fn remove(&mut self, id: SocketId) -> bool {
        self.0.remove(&id).is_some()
    }

    /// Returns whether there were any.
    pub(super) fn remove_all_of(&mut self, server: ServerId) -> bool {
        let before = self.0.len();
        self.0.retain(|id, _| id.server != server);
        self.0.len() < before
    }

    /// A new measurement of a socket's connection.
    pub(super) fn measured(&mut self, id: SocketId, one_way_ms: u32) {
        if let Some(socket) = self.0.get_mut(&id) {
            socket.one_way_ms = one_way_ms;
        }
    }

    /// Whether a side has a socket on that server, and none on another one.
    pub(super) fn has_side_only_on(
        &self,
        state: &GameState,
        side: SideName,
        server: ServerId,
    ) -> bool {
        let all = self.0.iter();
        let of_side = all.filter(|(_, socket)| side_of(socket, state) == Some(side));
        let mut servers = of_side.map(|(id, _)| id.server).peekable();
        servers.peek().is_some() && servers.all(|it| it == server)
    }

    /// The best connection a side has; a side that is gone has no lag.
    pub(super) fn one_way_ms(&self, state: &GameState, side: SideName) -> u32 {
        let of_side = |socket: &&Visitor| side_of(socket, state) == Some(side);
        let times = self.0.values().filter(of_side);
        times.map(|socket| socket.one_way_ms).min().unwrap_or(0)
    }

    /// Whether each player is there.
    pub(super) fn presence(&self, state: &GameState) -> PerSide<bool> {
        let here = |side| {
            let mut sockets = self.0.values();
            sockets.any(|socket| side_of(socket, state) == Some(side))
        };
        PerSide {
            first: here(SideName::First),
            second: here(SideName::Second),
        }
    }

    fn watchers(&self, state: &GameState) -> usize {
        let watches = |socket: &&Visitor| side_of(socket, state).is_none();
        self.0.values().filter(watches).count()
    }
}

/// What was last published of who is there.
pub(super) struct Presence {
    players: PerSide<bool>,
    claim_from_ms: Option<i64>,
    at_ms: i64,
    /// Watchers have come or gone since.
    outdated: bool,
    /// Since when a player is away, on the counted line.
    pub(super) away_since_ms: PerSide<Option<i64>>,
    /// Who has been there.
    came: PerSide<bool>,
    /// Since when there is this referee.
    pub(super) since_ms: i64,
}

impl Presence {
    /// Nobody has come yet: whoever was here before may still come.
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
        }
    }

    /// Since when that player is away, if so, on the counted line.
    pub(super) fn away_since_ms(&self, side: SideName) -> Option<i64> {
        *self.away_since_ms.get(side)
    }

    /// Whether that player is there by what was published last.
    pub(super) fn is_there(&self, side: SideName) -> bool {
        *self.players.get(side)
    }

    /// Whether that player has been there since there is this referee.
    pub(super) fn has_come(&self, side: SideName) -> bool {
        *self.came.get(side)
    }

    /// When it is published again.
    pub(super) fn due_ms(&self) -> Option<i64> {
        self.outdated.then(|| self.at_ms + WATCHERS_EVERY_MS)
    }
}

impl Referee {
    /// A socket begins to watch or play.
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

    /// Something about who is at the board got lost: whoever is there has to say so again.
    pub(super) fn call_roll(&mut self, inbox: &mut Inbox) {
        if self.registry.holds_lease() && inbox.take_due() {
            self.sockets = Sockets::default();
            self.presence_changed();
            let bus = &self.registry.bus;
            bus.publish(self.id(), BusMessage::NewReferee);
        }
    }

    /// Somebody has come or gone. Players are announced at once, watchers now and then: with many of them each
    /// would cost all the others a message.
    pub(super) fn presence_changed(&mut self) {
        let players = self.sockets.presence(self.arbiter.state());
        let counted_ms = self.registry.time.counted_ms();
        for side in SideName::BOTH {
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
        self.publish(None, &self.presence_now());
    }

    /// From when the player who is not to move may claim the win: the other is away.
    fn claim_from_ms(&self) -> Option<i64> {
        let state = self.arbiter.state();
        state.claim_from_ms(self.away_since_ms(state.side()))
    }

    /// With the turn comes or goes the right to claim; only who is there wants to know.
    pub(super) fn publish_claim_if_changed(&mut self) {
        let claimant = self.arbiter.state().side().other();
        let is_there = *self.presence.players.get(claimant);
        if is_there && self.claim_from_ms() != self.presence.claim_from_ms {
            self.publish_presence();
        }
    }

    /// Who is there now.
    pub(super) fn presence_now(&self) -> ServerMessage {
        let state = self.arbiter.state();
        ServerMessage::Presence {
            game: state.id().clone(),
            players: self.sockets.presence(state),
            watchers: u32::try_from(self.sockets.watchers(state)).unwrap_or(u32::MAX),
            claim_from_ms: self.claim_from_ms(),
        }
    }
}
