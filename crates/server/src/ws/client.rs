//! State shared by the reader and the connection of a socket.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use komadai_play::PlayerId;
use komadai_protocol::limits::MAX_TOPICS;
use komadai_protocol::{ErrorCode, GameKey, Topic};
use tokio_util::sync::CancellationToken;

use super::pings::Pings;
use crate::identity::Caller;
use crate::request::{Request, Visitor};
use crate::server_id::SocketId;

pub(super) struct Client {
    pub(super) caller: Option<Caller>,
    pub(super) address: IpAddr,
    pub(super) socket: SocketId,
    pub(super) pings: Pings,
    pub(super) ended: CancellationToken,
    one_way_ms: AtomicU32,
    /// Unanswered premoves and cancellations per game.
    asked_premoves: Mutex<HashMap<GameKey, u32>>,
    open: Mutex<OpenTopics>,
}

#[derive(Default)]
struct OpenTopics {
    /// Number of the latest subscription of each topic.
    numbers: HashMap<Topic, u64>,
    last_number: u64,
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
            one_way_ms: AtomicU32::new(0),
            asked_premoves: Mutex::default(),
            open: Mutex::default(),
        }
    }

    /// A delay below `time` that spreads sockets.
    pub(super) fn share_of(&self, time: Duration) -> Duration {
        time / 64 * (self.socket.number % 64) as u32
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

    fn open_topics(&self) -> MutexGuard<'_, OpenTopics> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the subscription of the topic. Returns its number.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn open(&self, topic: &Topic) -> Result<u64, ErrorCode> {
        let mut open = self.open_topics();
        if open.numbers.len() >= MAX_TOPICS as usize && !open.numbers.contains_key(topic) {
            return Err(ErrorCode::TooManyTopics);
        }
        open.last_number += 1;
        let number = open.last_number;
        open.numbers.insert(topic.clone(), number);
        Ok(number)
    }

    /// Returns `true` if the topic was open.
    pub(super) fn close(&self, topic: &Topic) -> bool {
        self.open_topics().numbers.remove(topic).is_some()
    }

    /// Number of the latest subscription.
    pub(super) fn number(&self, topic: &Topic) -> Option<u64> {
        self.open_topics().numbers.get(topic).copied()
    }

    pub(super) fn games(&self) -> Vec<GameKey> {
        let open = self.open_topics();
        let games = open.numbers.keys().filter_map(|topic| match topic {
            Topic::Game(game) => Some(game.clone()),
            _ => None,
        });
        games.collect()
    }
}
