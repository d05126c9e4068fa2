//! Table of two players who play one game after the other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use komadai_protocol::{
    ClientMessage, ClockSettings, CreateGame, ErrorCode, EventBody, GameEvent, GamePage,
    ServerMessage, SideChoice, Snapshot,
};
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, VariantId};

use super::dice::Dice;
use super::journal::Journal;
use super::player::Player;
use super::proxy::Proxy;
use crate::fail::Failed;
use crate::http::Http;
use crate::socket::Incoming;
use crate::target::Target;

/// Timeout before an unanswered command is resent.
const RESEND_US: u64 = 700_000;
/// Maximum interval between checks.
const LOOK_US: u64 = 250_000;
const MAX_GAME_US: u64 = 120_000_000;
const MAKING: Duration = Duration::from_secs(6);

/// Clocks of the games, in turn: short, so that flags fall.
const CLOCKS: [ClockSettings; 3] = [
    ClockSettings::Sudden { main_ms: 6000 },
    ClockSettings::Increment {
        main_ms: 3000,
        increment_ms: 300,
    },
    ClockSettings::Byoyomi {
        main_ms: 2000,
        period_ms: 1000,
        periods: 2,
    },
];

pub(super) struct SharedRun {
    pub(super) target: Target,
    pub(super) proxy: Arc<Proxy>,
    pub(super) seed: u64,
    /// Set at the end of the run: tables start no new games.
    pub(super) closing: AtomicBool,
    /// Set after `closing`: players end their running games.
    pub(super) closed: AtomicBool,
    pub(super) finished: AtomicU64,
    pub(super) live: AtomicU64,
    pub(super) journals: Mutex<Vec<Journal>>,
}

pub(super) async fn run_table(shared: Arc<SharedRun>, number: u64) {
    let mut dice = Dice::new(shared.seed, 1000 + number);
    let mut cookies = [None, None];
    tokio::time::sleep(Duration::from_millis(dice.between(0, 500))).await;
    while !shared.closing.load(Ordering::Relaxed) {
        let made =
            tokio::time::timeout(MAKING, make(&shared, number, &mut dice, &mut cookies)).await;
        let Ok(Ok(snapshot)) = made else {
            // The server is down, or the network dropped the request.
            tokio::time::sleep(Duration::from_millis(dice.between(50, 300))).await;
            continue;
        };
        let Some(table) = Table::new(&shared, number, &snapshot, &cookies, dice.clone()) else {
            continue;
        };
        shared.live.fetch_add(1, Ordering::Relaxed);
        let (journal, after) = table.play().await;
        dice = after;
        shared.live.fetch_sub(1, Ordering::Relaxed);
        shared
            .finished
            .fetch_add(u64::from(journal.finished), Ordering::Relaxed);
        let mut journals = shared
            .journals
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        journals.push(journal);
    }
}

/// Makes a game and joins it; the first of both players moves first.
async fn make(
    shared: &SharedRun,
    number: u64,
    dice: &mut Dice,
    cookies: &mut [Option<String>; 2],
) -> Result<Snapshot, Failed> {
    let game = VariantId::ALL[dice.between(0, 4) as usize];
    let body = CreateGame {
        side: SideChoice::First,
        clock: CLOCKS[dice.between(0, CLOCKS.len() as u64) as usize],
        ..CreateGame::of(game)
    };
    let body = serde_json::to_string(&body).map_err(|_| Failed::Message)?;
    let mut http = Http::connect(&shared.target, number * 2).await?;
    let made = http
        .ask::<GamePage>("POST", "/api/games", cookies[0].as_deref(), Some(body))
        .await?;
    if made.cookie.is_some() {
        cookies[0] = made.cookie;
    }
    let joined = http.join(&made.body, cookies[1].as_deref()).await?;
    if joined.cookie.is_some() {
        cookies[1] = joined.cookie;
    }
    Ok(joined.body.snapshot)
}

/// Next action of the side to move.
struct Intent {
    ply: u32,
    message: ClientMessage,
    due_us: u64,
    sent: bool,
}

struct Table {
    shared: Arc<SharedRun>,
    game: VariantId,
    rules: AnyGame,
    players: [Player; 2],
    journal: Journal,
    dice: Dice,
    seq: u32,
    started: bool,
    ended: bool,
    intent: Option<Intent>,
    /// Ply from which the side to move resigns.
    plies: u32,
    leave_us: u64,
}

impl Table {
    fn new(
        shared: &Arc<SharedRun>,
        number: u64,
        snapshot: &Snapshot,
        cookies: &[Option<String>; 2],
        mut dice: Dice,
    ) -> Option<Self> {
        let settings = &snapshot.settings;
        let game = settings.game;
        let position = AnyPosition::parse(game, &settings.start, SetupRules::Play).ok()?;
        let now_us = shared.proxy.time.now_us();
        let player = |side: usize| {
            let (client, cookie) = (number * 2 + side as u64, cookies[side].clone());
            Player::new(&shared.target, client, cookie, &snapshot.id, now_us)
        };
        Some(Self {
            shared: shared.clone(),
            game,
            rules: AnyGame::new(position, RuleSet::default_for(game)),
            players: [player(0), player(1)],
            journal: Journal {
                game: snapshot.id.clone(),
                settings: settings.clone(),
                players: Default::default(),
                wire: Default::default(),
                finished: false,
            },
            plies: dice.between(6, 40) as u32,
            dice,
            seq: 0,
            started: false,
            ended: false,
            intent: None,
            leave_us: now_us + MAX_GAME_US,
        })
    }

    fn now_us(&self) -> u64 {
        self.shared.proxy.time.now_us()
    }

    /// Plays until both players have seen the end, or the run closes.
    async fn play(mut self) -> (Journal, Dice) {
        loop {
            let now_us = self.now_us();
            let both = self.players.iter().all(|player| player.seq == self.seq);
            self.journal.finished = self.ended && both;
            let closed = self.shared.closed.load(Ordering::Relaxed);
            if self.journal.finished || closed || now_us >= self.leave_us {
                break;
            }
            let known = self.players.iter().map(Player::known_seq).max();
            for player in &mut self.players {
                player.look(now_us, known.unwrap_or(0));
            }
            self.move_on(now_us).await;
            let due_us = self
                .intent
                .as_ref()
                .map_or(u64::MAX, |intent| intent.due_us);
            let wake_us = due_us.max(now_us + 1000).min(now_us + LOOK_US);
            let sleep = self.shared.proxy.time.sleep_until(wake_us);
            let [first, second] = &mut self.players;
            let (side, incoming) = tokio::select! {
                incoming = first.link.next() => (0, incoming),
                incoming = second.link.next() => (1, incoming),
                () = sleep => continue,
            };
            self.incoming(side, incoming).await;
        }
        for (player, journal) in self.players.iter_mut().zip(&mut self.journal.players) {
            player.link.cut();
            *journal = std::mem::take(&mut player.journal);
        }
        self.journal.wire = self.shared.proxy.wire.take(self.journal.game.as_str());
        (self.journal, self.dice)
    }

    /// Plans or performs the next action, and repeats it until its event arrives.
    async fn move_on(&mut self, now_us: u64) {
        let side = self.rules.position().side_to_move().index();
        let ply = self.rules.ply();
        let player = &self.players[side];
        if self.ended || !self.started || !player.welcomed || player.seq != self.seq {
            return;
        }
        if self.intent.as_ref().is_none_or(|intent| intent.ply != ply) {
            self.intent = self.think(ply, now_us);
        }
        let Some(intent) = &mut self.intent else {
            return;
        };
        if intent.due_us <= now_us {
            intent.due_us = now_us + RESEND_US;
            intent.sent = true;
            self.players[side].send(&intent.message, now_us).await;
        }
    }

    fn think(&mut self, ply: u32, now_us: u64) -> Option<Intent> {
        let closing = self.shared.closing.load(Ordering::Relaxed);
        let moves: Vec<_> = self.rules.legal_moves().sorted().into_iter().collect();
        let game = self.journal.game.clone();
        let message = if moves.is_empty() {
            return None;
        } else if closing || ply >= self.plies {
            ClientMessage::Resign {
                game,
                id: format!("r{ply}"),
            }
        } else {
            let chosen = moves[self.dice.between(0, moves.len() as u64) as usize];
            ClientMessage::Move {
                game,
                id: format!("m{ply}"),
                ply,
                text: chosen.display(self.game).to_string(),
            }
        };
        let think_ms = match self.dice.between(0, 1000) {
            _ if closing => self.dice.between(0, 100),
            // Long enough for a flag to fall.
            0..6 => 12_000,
            6..40 => self.dice.between(900, 2500),
            _ => self.dice.between(60, 700),
        };
        Some(Intent {
            ply,
            message,
            due_us: now_us + think_ms * 1000,
            sent: false,
        })
    }

    async fn incoming(&mut self, side: usize, incoming: Incoming) {
        let now_us = self.now_us();
        let text = match incoming {
            Incoming::Text(text) => text,
            Incoming::Lost(_) => return self.players[side].reconnect(now_us),
            Incoming::Opened | Incoming::Alive => return,
        };
        self.players[side].alive_us = now_us;
        match serde_json::from_str(&text) {
            Ok(message) => self.message(side, message, now_us).await,
            Err(_) => self.players[side].reconnect(now_us),
        }
    }

    async fn message(&mut self, side: usize, message: ServerMessage, now_us: u64) {
        match message {
            ServerMessage::Game { events, .. } => {
                for event in &events {
                    self.event(side, event, now_us);
                }
                self.players[side].let_in();
                if let Some(intent) = self.intent.as_mut().filter(|intent| intent.sent) {
                    intent.due_us = now_us;
                }
            }
            ServerMessage::Event(event) => self.event(side, &event, now_us),
            ServerMessage::Accepted { id, seq, .. } => {
                self.players[side].accepted(id, seq, now_us);
            }
            ServerMessage::Refused(refusal) => {
                let refused = &mut self.players[side].journal.refused;
                refused.push((refusal.id.clone(), refusal.code));
                // The player has missed an event.
                if !matches!(refusal.code, ErrorCode::StorageFailed | ErrorCode::Internal) {
                    self.players[side].reconnect(now_us);
                }
            }
            ServerMessage::Ping { nonce, .. } => {
                let pong = ClientMessage::Pong { nonce };
                self.players[side].send(&pong, now_us).await;
            }
            ServerMessage::Unsubscribed { .. } | ServerMessage::Error { .. } => {
                self.players[side].reconnect(now_us);
            }
            ServerMessage::Welcome { .. }
            | ServerMessage::Premove { .. }
            | ServerMessage::Clock { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Rated { .. }
            | ServerMessage::PlayerGames(_)
            | ServerMessage::PlayerNews(_)
            | ServerMessage::Notification(_)
            | ServerMessage::List(_)
            | ServerMessage::ListChange(_) => {}
        }
    }

    fn event(&mut self, side: usize, event: &GameEvent, now_us: u64) {
        if !self.players[side].event(event, now_us) || event.seq != self.seq + 1 {
            return;
        }
        self.seq = event.seq;
        match &event.body {
            EventBody::Started { .. } => self.started = true,
            EventBody::Ended { .. } => self.ended = true,
            EventBody::Move { text, .. } => {
                let played = Move::parse(self.game, text).ok();
                if played
                    .and_then(|played| self.rules.play(played).ok())
                    .is_none()
                {
                    // The journal has the violation; the game cannot continue.
                    self.leave_us = now_us;
                }
            }
            _ => {}
        }
    }
}
