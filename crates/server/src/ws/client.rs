//! What reader and connection of a socket share.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use komadai_play::PlayerId;
use komadai_protocol::limits::MAX_TOPICS;
use komadai_protocol::{ErrorCode, GameKey};
use tokio_util::sync::CancellationToken;

use super::pings::Pings;
use crate::game::{Request, Visitor};
use crate::identity::Caller;
use crate::server_id::SocketId;

/// The first version of the protocol with notifications.
const NOTIFICATIONS_SINCE: u32 = 8;
/// The first version in which a refusal names the last event instead of carrying the whole state.
const SMALL_REFUSALS_SINCE: u32 = 9;

/// Who is at the other end, and what they are subscribed to.
pub(super) struct Client {
    pub(super) caller: Option<Caller>,
    /// For limits.
    pub(super) address: IpAddr,
    /// The id of the socket.
    pub(super) socket: SocketId,
    pub(super) pings: Pings,
    /// Cancelled when the session or token of the client ends.
    pub(super) ended: CancellationToken,
    /// The version that the client speaks; 0 before its hello.
    protocol: AtomicU32,
    one_way_ms: AtomicU32,
    /// How many premoves and cancellations of each game are not answered yet.
    asked_premoves: Mutex<HashMap<GameKey, u32>>,
    subscribed: Mutex<Subscribed>,
}

#[derive(Default)]
struct Subscribed {
    /// The number of the latest subscription of each game.
    games: HashMap<GameKey, u64>,
    /// That of the player's own games.
    player: Option<u64>,
    /// Whether the lobby is followed.
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

    /// Whether the client's version has them.
    pub(super) fn knows_notifications(&self) -> bool {
        self.protocol.load(Ordering::Relaxed) >= NOTIFICATIONS_SINCE
    }

    /// Whether the client's version puts itself right by subscribing again.
    pub(super) fn knows_small_refusals(&self) -> bool {
        self.protocol.load(Ordering::Relaxed) >= SMALL_REFUSALS_SINCE
    }

    pub(super) fn player_id(&self) -> Option<PlayerId> {
        self.caller.as_ref().map(|caller| caller.player.id.clone())
    }

    /// How long a message is on its way, milliseconds, as far as it is known.
    pub(super) fn one_way_ms(&self) -> u32 {
        self.one_way_ms.load(Ordering::Relaxed)
    }

    /// Returns whether it is another time than before.
    pub(super) fn set_one_way_ms(&self, ms: u32) -> bool {
        self.one_way_ms.swap(ms, Ordering::Relaxed) != ms
    }

    /// What tells a referee that this socket begins to watch or play.
    pub(super) fn enter(&self) -> Request {
        Request::Enter {
            socket: self.socket,
            visitor: self.visitor(),
        }
    }

    /// What tells a referee that may be new that this socket watches or plays.
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

    /// Whether commands may be given.
    pub(super) fn may_play(&self) -> bool {
        self.caller.as_ref().is_none_or(Caller::may_play)
    }

    /// Whether it is a program with a token.
    pub(super) fn is_program(&self) -> bool {
        self.caller.as_ref().is_some_and(Caller::is_program)
    }

    fn asked_premoves(&self) -> MutexGuard<'_, HashMap<GameKey, u32>> {
        self.asked_premoves
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The client sets or cancels a premove.
    pub(super) fn premove_asked(&self, game: &GameKey) {
        *self.asked_premoves().entry(game.clone()).or_default() += 1;
    }

    /// One of these was answered, or never will be.
    pub(super) fn premove_answered(&self, game: &GameKey) {
        let mut asked = self.asked_premoves();
        match asked.get_mut(game) {
            Some(count) if *count > 1 => *count -= 1,
            _ => _ = asked.remove(game),
        }
    }

    /// Whether a premove or a cancellation is on its way, which counts more than the premove before it.
    pub(super) fn awaits_premove(&self, game: &GameKey) -> bool {
        self.asked_premoves().contains_key(game)
    }

    fn subscribed(&self) -> MutexGuard<'_, Subscribed> {
        self.subscribed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A subscription of the game, in the place of one before it. `None`: there are too many.
    pub(super) fn subscribe(&self, game: &GameKey) -> Option<u64> {
        let mut subscribed = self.subscribed();
        if subscribed.is_full() && !subscribed.games.contains_key(game) {
            return None;
        }
        let number = subscribed.number();
        subscribed.games.insert(game.clone(), number);
        Some(number)
    }

    /// Returns whether there was a subscription.
    pub(super) fn unsubscribe(&self, game: &GameKey) -> bool {
        self.subscribed().games.remove(game).is_some()
    }

    /// The number of the game's subscription.
    pub(super) fn subscription(&self, game: &GameKey) -> Option<u64> {
        self.subscribed().games.get(game).copied()
    }

    /// Who the client is, if it may follow the games of that player.
    ///
    /// # Errors
    /// Why it may not: they are for the player alone.
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

    /// Whether that is the player at the other end.
    pub(super) fn is_player(&self, player: &str) -> bool {
        let caller = self.caller.as_ref();
        caller.is_some_and(|caller| caller.player.id.as_str() == player)
    }

    /// A subscription of the player's own games, in the place of one before it. `None`: there are too many.
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

    /// Ends the subscription of this number. Returns `false` if there is a later one by now, or none.
    pub(super) fn unfollow_if(&self, number: u64) -> bool {
        self.subscribed()
            .player
            .take_if(|current| *current == number)
            .is_some()
    }

    /// The number of the subscription of the player's own games.
    pub(super) fn following(&self) -> Option<u64> {
        self.subscribed().player
    }

    /// Follows the lobby, if the client may.
    ///
    /// # Errors
    /// Why it may not.
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

    /// All games that are subscribed to, which are none from now on.
    pub(super) fn take_games(&self) -> Vec<GameKey> {
        let games = std::mem::take(&mut self.subscribed().games);
        games.into_keys().collect()
    }
}
