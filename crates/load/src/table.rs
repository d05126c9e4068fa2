//! Table of two simulated players who play one game after the other.

use std::sync::Arc;

use komadai_protocol::{
    ClientMessage, CreateGame, ErrorCode, GameEvent, GameKey, GamePage, Refusal, ServerMessage,
    SideChoice,
};
use komadai_rules::{Side, VariantId};
use tokio::sync::watch;

use crate::check::SentMove;
use crate::fail::Failed;
use crate::http::Http;
use crate::play::{Play, Sent, Wrong, command_id, ply_of};
use crate::schedule::Schedule;
use crate::seat::Seat;
use crate::shared::Shared;
use crate::socket::Incoming;

/// Time for outstanding answers after the last move.
const DRAIN_US: u64 = 10_000_000;
/// Delay before a failed command is resent.
const RESEND_US: u64 = 500_000;
/// Time for the players to wait for each other after a game.
const END_US: u64 = 5_000_000;

pub(crate) struct Finished {
    pub(crate) key: GameKey,
    pub(crate) sent: Vec<SentMove>,
}

pub(crate) async fn run_table(shared: Arc<Shared>, number: u64, start_us: u64) -> Vec<Finished> {
    shared.time.sleep_until(start_us).await;
    let stopped = shared.stopped();
    let mut finished = Vec::new();
    let mut cookies = [None, None];
    let seed = shared.plan.seed.wrapping_mul(1 << 32).wrapping_add(number);
    let mut schedule = Schedule::new(seed, shared.plan.every_ms, start_us);
    for round in 0.. {
        if *stopped.borrow() {
            break;
        }
        match begin(&shared, number, round, &mut cookies).await {
            Ok((play, first)) => {
                let mut table = Table::new(&shared, number, play, schedule, &cookies, first);
                table.first_game = finished.is_empty();
                table.run().await;
                schedule = table.schedule.clone();
                finished.push(table.finish());
            }
            Err(failed) => {
                shared
                    .measures
                    .error(failed.kind(), || format!("making a game: {failed}"));
                let again_us = shared.time.now_us() + 1_000_000;
                shared.time.sleep_until(again_us).await;
            }
        }
    }
    finished
}

/// Makes a game and joins it. Returns it, and the index of the player who plays first.
async fn begin(
    shared: &Shared,
    number: u64,
    round: u64,
    cookies: &mut [Option<String>; 2],
) -> Result<(Play, usize), Failed> {
    let plan = &shared.plan;
    let turn = number + round;
    let first = (turn / 4 % 2) as usize;
    let game = plan.game.unwrap_or(VariantId::ALL[(number % 4) as usize]);
    let body = CreateGame {
        side: [SideChoice::First, SideChoice::Second][first],
        clock: plan.clock.of(turn),
        ..CreateGame::of(game)
    };
    let body = serde_json::to_string(&body).map_err(|_| Failed::Message)?;
    let mut http = Http::connect(&shared.target, number * 2).await?;
    let asked_us = shared.time.now_us();
    let made = http
        .ask::<GamePage>("POST", "/api/games", cookies[0].as_deref(), Some(body))
        .await?;
    shared
        .measures
        .create
        .record(shared.time.now_us() - asked_us);
    let joined = http.join(&made.body, cookies[1].as_deref()).await?;
    for (cookie, new) in cookies.iter_mut().zip([made.cookie, joined.cookie]) {
        if new.is_some() {
            *cookie = new;
        }
    }
    let play = Play::new(&joined.body.snapshot).ok_or(Failed::Message)?;
    shared.measures.games.add(1);
    if number == 0 {
        shared.watching.show(&play.key);
    }
    Ok((play, first))
}

struct Table {
    shared: Arc<Shared>,
    play: Play,
    schedule: Schedule,
    seats: [Seat; 2],
    stopped: watch::Receiver<bool>,
    stopping: bool,
    /// `true` once both players have been connected.
    live: bool,
    first_game: bool,
    resend_us: Option<u64>,
    leave_us: Option<u64>,
}

impl Table {
    fn new(
        shared: &Arc<Shared>,
        number: u64,
        play: Play,
        mut schedule: Schedule,
        cookies: &[Option<String>; 2],
        first: usize,
    ) -> Self {
        let seat = |side: usize| {
            let person = side ^ first;
            let client = number * 2 + person as u64;
            Seat::new(shared, client, cookies[person].clone(), &play)
        };
        let seats = [seat(0), seat(1)];
        schedule.restart(shared.time.now_us());
        Self {
            shared: shared.clone(),
            play,
            schedule,
            seats,
            stopped: shared.stopped(),
            stopping: false,
            live: false,
            first_game: false,
            resend_us: None,
            leave_us: None,
        }
    }

    async fn run(&mut self) {
        let time = self.shared.time;
        let mut wake_us = 0;
        let sleep = tokio::time::sleep_until(time.instant(wake_us));
        tokio::pin!(sleep);
        while !self.done() {
            if self.wake_us() != wake_us {
                wake_us = self.wake_us();
                sleep.as_mut().reset(time.instant(wake_us));
            }
            let [first, second] = &mut self.seats;
            tokio::select! {
                incoming = first.link.next() => self.incoming(0, incoming).await,
                incoming = second.link.next() => self.incoming(1, incoming).await,
                () = &mut sleep => {}
                _ = self.stopped.changed(), if !self.stopping => {
                    self.stopping = true;
                    self.leave_us = Some(time.now_us() + DRAIN_US);
                }
            }
            self.act().await;
        }
    }

    /// Side to move, if its player is up to date and may move.
    fn mover(&self) -> Option<usize> {
        let side = self.play.side().index();
        let seat = &self.seats[side];
        // The last move is not played yet.
        let waits = self.play.sent.len() > self.play.ply() as usize;
        let knows = seat.welcomed && seat.last_seq == self.play.seq;
        (self.live && knows && !waits && !self.play.ended && !self.stopping).then_some(side)
    }

    /// Time of the next action without incoming messages.
    fn wake_us(&self) -> u64 {
        let seats = self.seats.iter().map(Seat::wake_us);
        let others = [
            self.mover().map(|_| self.schedule.next_us()),
            self.resend_us,
            self.leave_us,
        ];
        seats
            .chain(others.into_iter().flatten())
            .min()
            .unwrap_or(u64::MAX)
    }

    fn done(&self) -> bool {
        if self
            .leave_us
            .is_some_and(|at_us| self.shared.time.now_us() >= at_us)
        {
            return true;
        }
        let same = self.seats.iter().all(|seat| seat.last_seq == self.play.seq);
        let answered = self.play.sent.iter().all(|sent| sent.seq.is_some())
            && self.play.sent.len() == self.play.ply() as usize;
        same && answered && (self.play.ended || self.stopping)
    }

    async fn act(&mut self) {
        let now_us = self.shared.time.now_us();
        for seat in &mut self.seats {
            seat.act(&self.shared, &self.play.key, now_us);
        }
        if self.resend_us.is_some_and(|at_us| now_us >= at_us) {
            self.resend_us = None;
            for side in Side::BOTH {
                self.send_again(side).await;
            }
        }
        if let Some(side) = self.mover()
            && self.schedule.next_us() <= now_us
        {
            self.send_move(side).await;
        }
    }

    async fn send_move(&mut self, side: usize) {
        let moves = self.play.legal_moves();
        if moves.is_empty() {
            return;
        }
        let text = self.play.text(moves[self.schedule.below(moves.len())]);
        let ply = self.play.ply();
        let seat = &mut self.seats[side];
        let intended_us = self.schedule.next_us();
        let now_us = self.shared.time.now_us();
        self.play.sent.push(Sent {
            text: text.clone(),
            side: Side::BOTH[side],
            seq: None,
            intended_us,
            sent_us: now_us,
            thought_us: seat.moved_us.map(|moved_us| now_us - moved_us),
        });
        let message = ClientMessage::Move {
            game: self.play.key.clone(),
            id: command_id(ply),
            ply,
            text,
        };
        seat.link.send(&message).await;
        self.schedule.advance();
        self.shared.measures.sent.add(1);
        if self.shared.counts(intended_us) {
            let delay = now_us.saturating_sub(intended_us);
            self.shared.measures.send_delay.record(delay);
        }
    }

    /// Resends unacknowledged commands with the same ids (idempotent).
    async fn send_again(&mut self, side: Side) {
        for (ply, sent) in self.play.sent.iter_mut().enumerate() {
            if sent.side != side || sent.seq.is_some() {
                continue;
            }
            sent.thought_us = None;
            let ply = ply as u32;
            let message = ClientMessage::Move {
                game: self.play.key.clone(),
                id: command_id(ply),
                ply,
                text: sent.text.clone(),
            };
            self.seats[side.index()].link.send(&message).await;
        }
    }

    async fn incoming(&mut self, side: usize, incoming: Incoming) {
        let now_us = self.shared.time.now_us();
        self.seats[side].alive_us = now_us;
        match incoming {
            Incoming::Opened | Incoming::Alive => {}
            Incoming::Lost(why) => {
                self.seats[side].lost(&self.shared, why, &self.play.key, now_us);
            }
            Incoming::Text(text) => match serde_json::from_str(&text) {
                Ok(message) => self.message(side, message, now_us).await,
                Err(_) => self
                    .shared
                    .measures
                    .error("unknown-message", || text.to_string()),
            },
        }
    }

    async fn message(&mut self, side: usize, message: ServerMessage, now_us: u64) {
        let measures = &self.shared.measures;
        match message {
            ServerMessage::Game {
                seat,
                snapshot,
                events,
                ..
            } => {
                if seat.side() != Some(Side::BOTH[side]) {
                    measures.error("wrong-seat", || format!("{seat:?} instead of {side}"));
                }
                self.seats[side].welcome(&self.shared, now_us);
                for event in &events {
                    self.event(side, event, now_us);
                    // The move was received late, so the thinking time is unknown.
                    self.seats[side].moved_us = None;
                }
                if self.seats[side].last_seq != snapshot.seq {
                    self.wrong(Wrong("event-gap", "behind the welcome".into()));
                    self.leave_us = Some(now_us);
                }
                if !self.live && self.seats.iter().all(|seat| seat.welcomed) {
                    self.live = true;
                    self.shared.measures.live.add(1);
                    self.shared.measures.begun.add(u64::from(self.first_game));
                }
                self.send_again(Side::BOTH[side]).await;
            }
            ServerMessage::Event(event) => self.event(side, &event, now_us),
            ServerMessage::Accepted { id, seq, .. } => self.accepted(&id, seq, now_us),
            ServerMessage::Refused(refusal) => self.refused(&refusal, now_us),
            ServerMessage::Error { code, .. } => {
                measures.error(format!("error-{}", code.name()), || "a socket".into());
            }
            ServerMessage::Unsubscribed { code, .. } => {
                let code = code.map_or("none", ErrorCode::name);
                measures.error(format!("unsubscribed-{code}"), || "a socket".into());
                self.seats[side].lost(&self.shared, None, &self.play.key, now_us);
            }
            ServerMessage::Ping { nonce, .. } => self.seats[side].pong(nonce).await,
            ServerMessage::Welcome { .. }
            | ServerMessage::Clock { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Rated { .. }
            | ServerMessage::Premove { .. }
            | ServerMessage::PlayerGames(_)
            | ServerMessage::PlayerNews(_)
            | ServerMessage::Notification(_)
            | ServerMessage::List(_)
            | ServerMessage::ListChange(_) => {}
        }
    }

    fn wrong(&self, Wrong(kind, text): Wrong) {
        let about = || format!("{text} (game {})", self.play.key.short());
        self.shared.measures.error(kind, about);
    }

    fn event(&mut self, side: usize, event: &GameEvent, now_us: u64) {
        self.shared.measures.events.add(1);
        let expected = self.seats[side].last_seq + 1;
        if event.seq < expected {
            return self.wrong(Wrong("event-twice", format!("event {}", event.seq)));
        }
        if event.seq > expected {
            let text = format!("event {} instead of {expected}", event.seq);
            self.leave_us = Some(now_us);
            return self.wrong(Wrong("event-gap", text));
        }
        self.seats[side].last_seq = event.seq;
        if let komadai_protocol::EventBody::Move { ply, side: by, .. } = &event.body {
            self.seats[side].moved_us = Some(now_us);
            let sent = self.play.sent.get(*ply as usize);
            if let Some(sent) = sent.filter(|_| by.index() != side)
                && self.shared.counts(sent.intended_us)
            {
                let latency = now_us.saturating_sub(sent.intended_us);
                self.shared.measures.opponent.record(latency);
            }
        }
        match self.play.received(event) {
            Ok(applied) => {
                if let Some(error_ms) = applied.clock_error_ms {
                    self.shared.measures.clock_error.record(error_ms);
                }
                if let Some(overcharge_ms) = applied.overcharge_ms {
                    self.shared.measures.overcharge.record(overcharge_ms);
                }
            }
            Err(wrong) => {
                // Both players' states differ: start another game.
                self.wrong(wrong);
                self.leave_us = Some(now_us);
            }
        }
        if self.play.ended && self.leave_us.is_none() {
            self.shared.measures.ended.add(1);
            self.leave_us = Some(now_us + END_US);
        }
    }

    fn accepted(&mut self, id: &str, seq: u32, now_us: u64) {
        let sent = ply_of(id).and_then(|ply| self.play.sent.get_mut(ply));
        let Some(sent) = sent else {
            return self.wrong(Wrong("accepted-unsent", id.into()));
        };
        if let Some(before) = sent.seq.filter(|&before| before != seq) {
            let text = format!("{id} as event {before} and as event {seq}");
            return self.wrong(Wrong("accepted-differently", text));
        }
        if sent.seq.replace(seq).is_some() {
            return;
        }
        let intended_us = sent.intended_us;
        let measures = &self.shared.measures;
        measures.acknowledged.add(1);
        if !self.shared.counts(intended_us) {
            return;
        }
        measures.accepted.record(now_us.saturating_sub(intended_us));
        let watching = &self.shared.watching;
        if let Some(latency) = watching.sent(&self.play.key, seq, intended_us) {
            measures.last_watcher.record(latency);
        }
    }

    fn refused(&mut self, refusal: &Refusal, now_us: u64) {
        let kind = format!("refused-{}", refusal.code.name());
        let about = || format!("{} (game {})", refusal.message, self.play.key.short());
        self.shared.measures.error(kind, about);
        match refusal.code {
            ErrorCode::StorageFailed | ErrorCode::Internal | ErrorCode::ShuttingDown => {
                self.resend_us = Some(now_us + RESEND_US);
            }
            code => {
                // The move is not in the log and never will be.
                let last = self.play.sent.len().checked_sub(1);
                if last == ply_of(&refusal.id) {
                    self.play.sent.pop();
                }
                let over = matches!(code, ErrorCode::OutOfTime | ErrorCode::GameOver);
                self.leave_us = Some(now_us + if over { END_US } else { 0 });
            }
        }
    }

    /// Leaves the table. Unacknowledged moves count with their waiting time.
    fn finish(mut self) -> Finished {
        let measures = &self.shared.measures;
        let now_us = self.shared.time.now_us();
        for sent in self.play.sent.iter().filter(|sent| sent.seq.is_none()) {
            measures.error("unacknowledged", || {
                let waited = (now_us - sent.sent_us) / 1000;
                format!(
                    "{} of game {}, {waited} ms",
                    sent.text,
                    self.play.key.short()
                )
            });
            if self.shared.counts(sent.intended_us) {
                measures
                    .accepted
                    .record(now_us.saturating_sub(sent.intended_us));
            }
        }
        if self.live {
            measures.live.take(1);
        }
        for seat in &mut self.seats {
            seat.leave(&self.shared);
        }
        Finished {
            key: self.play.key.clone(),
            sent: self.play.sent_moves(),
        }
    }
}
