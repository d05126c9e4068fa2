//! State shared by the reader and the connection of a socket.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use komadai_play::PlayerId;
use komadai_protocol::limits::MAX_TOPICS;
use komadai_protocol::{ErrorCode, GameKey};
use tokio_util::sync::CancellationToken;

use super::pings::Pings;
use crate::identity::Caller;
use crate::request::{Request, Visitor};
use crate::server_id::SocketId;

const NOTIFICATIONS_SINCE: u32 = 8;
/// First protocol version whose refusals name the last event instead of carrying the snapshot.
const SMALL_REFUSALS_SINCE: u32 = 9;

pub(super) struct Client {
    pub(super) caller: Option<Caller>,
    pub(super) address: IpAddr,
    pub(super) socket: SocketId,
    pub(super) pings: Pings,
    pub(super) ended: CancellationToken,
    /// Protocol version; 0 before the hello.
    protocol: AtomicU32,
    one_way_ms: AtomicU32,
    /// Unanswered premoves and cancellations per game.
    asked_premoves: Mutex<HashMap<GameKey, u32>>,
    subscribed: Mutex<Subscribed>,
}

#[derive(Default)]
struct Subscribed {
    /// Number of the latest subscription of each game.
    games: HashMap<GameKey, u64>,
    player: Option<u64>,
    lobby: bool,
    last_number: u64,
}

impl Subscribed {
    fn is_full(&self) -> bool {
        let others = usize::from(self.player.is_some()) + usize::from(self.lobby);
        self.games.len() + others >= MAX_TOPICS as usize
    }

    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }
}

impl Client {
    pub(super) fn new(
        caller: Option<Caller>,
        address: IpAddr,
        socket: SocketId,
        ended: CancellationToken,
    ) -> Self {
        Self {
            caller,
            address,
            socket,
            pings: Pings::default(),
            ended,
            protocol: AtomicU32::new(0),
            one_way_ms: AtomicU32::new(0),
            asked_premoves: Mutex::default(),
            subscribed: Mutex::default(),
        }
    }

    pub(super) fn speaks(&self, protocol: u32) {
        self.protocol.store(protocol, Ordering::Relaxed);
    }

    pub(super) fn knows_notifications(&self) -> bool {
        self.protocol.load(Ordering::Relaxed) >= NOTIFICATIONS_SINCE
    }

    /// Returns `true` if the client resubscribes after a refusal.
    pub(super) fn knows_small_refusals(&self) -> bool {
        self.protocol.load(Ordering::Relaxed) >= SMALL_REFUSALS_SINCE
    }

    pub(super) fn player_id(&self) -> Option<PlayerId> {
        self.caller.as_ref().map(|caller| caller.player.id.clone())
    }

    /// Estimated one-way latency, milliseconds; 0 before it is measured.
    pub(super) fn one_way_ms(&self) -> u32 {
        self.one_way_ms.load(Ordering::Relaxed)
    }

    /// Returns `true` if the value has changed.
    pub(super) fn set_one_way_ms(&self, ms: u32) -> bool {
        self.one_way_ms.swap(ms, Ordering::Relaxed) != ms
    }

    pub(super) fn enter(&self) -> Request {
        Request::Enter {
            socket: self.socket,
            visitor: self.visitor(),
        }
    }

    /// The request that announces the socket to a possibly new referee.
    pub(super) fn stay(&self) -> Request {
        Request::Stay {
            socket: self.socket,
            visitor: self.visitor(),
        }
    }

    fn visitor(&self) -> Visitor {
        Visitor {
            player: self.player_id(),
            may_play: self.may_play(),
            one_way_ms: self.one_way_ms(),
        }
    }

    pub(super) fn may_play(&self) -> bool {
        self.caller.as_ref().is_none_or(Caller::may_play)
    }

    pub(super) fn is_program(&self) -> bool {
        self.caller.as_ref().is_some_and(Caller::is_program)
    }

    fn asked_premoves(&self) -> MutexGuard<'_, HashMap<GameKey, u32>> {
        self.asked_premoves
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn premove_asked(&self, game: &GameKey) {
        *self.asked_premoves().entry(game.clone()).or_default() += 1;
    }

    /// Counts the answer to a premove or cancellation, or its failure.
    pub(super) fn premove_answered(&self, game: &GameKey) {
        let mut asked = self.asked_premoves();
        match asked.get_mut(game) {
            Some(count) if *count > 1 => *count -= 1,
            _ => _ = asked.remove(game),
        }
    }

    /// Returns `true` while a premove or cancellation is unanswered; it supersedes the current premove.
    pub(super) fn awaits_premove(&self, game: &GameKey) -> bool {
        self.asked_premoves().contains_key(game)
    }

    fn subscribed(&self) -> MutexGuard<'_, Subscribed> {
        self.subscribed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the subscription of the game. `None` if there are too many.
    pub(super) fn subscribe(&self, game: &GameKey) -> Option<u64> {
        let mut subscribed = self.subscribed();
        if subscribed.is_full() && !subscribed.games.contains_key(game) {
            return None;
        }
        let number = subscribed.number();
        subscribed.games.insert(game.clone(), number);
        Some(number)
    }

    /// Returns `true` if there was a subscription.
    pub(super) fn unsubscribe(&self, game: &GameKey) -> bool {
        self.subscribed().games.remove(game).is_some()
    }

    pub(super) fn subscription(&self, game: &GameKey) -> Option<u64> {
        self.subscribed().games.get(game).copied()
    }

    /// The caller's id, if it may follow that player's games: only its own.
    pub(super) fn may_follow(&self, player: &str) -> Result<PlayerId, ErrorCode> {
        let caller = self.caller.as_ref().ok_or(ErrorCode::NotSignedIn)?;
        if !self.is_player(player) {
            return Err(ErrorCode::NotYourself);
        }
        if !caller.may_read() {
            return Err(ErrorCode::MissingScope);
        }
        Ok(caller.player.id.clone())
    }

    pub(super) fn is_player(&self, player: &str) -> bool {
        let caller = self.caller.as_ref();
        caller.is_some_and(|caller| caller.player.id.as_str() == player)
    }

    /// Replaces the subscription of the player's games. `None` if there are too many.
    pub(super) fn follow(&self) -> Option<u64> {
        let mut subscribed = self.subscribed();
        if subscribed.is_full() && subscribed.player.is_none() {
            return None;
        }
        let number = subscribed.number();
        subscribed.player = Some(number);
        Some(number)
    }

    pub(super) fn unfollow(&self) {
        self.subscribed().player = None;
    }

    /// Ends the subscription with this number. Returns `false` if it is not the current one.
    pub(super) fn unfollow_if(&self, number: u64) -> bool {
        self.subscribed()
            .player
            .take_if(|current| *current == number)
            .is_some()
    }

    pub(super) fn following(&self) -> Option<u64> {
        self.subscribed().player
    }

    pub(super) fn enter_lobby(&self) -> Result<(), ErrorCode> {
        if !self.caller.as_ref().is_none_or(Caller::may_read) {
            return Err(ErrorCode::MissingScope);
        }
        let mut subscribed = self.subscribed();
        if subscribed.is_full() && !subscribed.lobby {
            return Err(ErrorCode::TooManyTopics);
        }
        subscribed.lobby = true;
        Ok(())
    }

    pub(super) fn leave_lobby(&self) {
        self.subscribed().lobby = false;
    }

    pub(super) fn take_games(&self) -> Vec<GameKey> {
        let games = std::mem::take(&mut self.subscribed().games);
        games.into_keys().collect()
    }
}
