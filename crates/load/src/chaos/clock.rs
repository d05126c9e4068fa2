//! What a move should have been charged, from when messages passed the network and what was done to the server.

use komadai_protocol::limits::MAX_LAG_MS;
use komadai_protocol::{ClockSettings, EndReason, EventBody, GameEvent, SideClock, SideName};

use super::journal::{FaultKind, FaultWindow, WireJournal};
use crate::clock_model::total_ms;

/// Largest error of a clock, microseconds.
pub(super) const TOLERANCE_US: u64 = 50_000;
/// A turn in which nobody waited longer than this for a processor, microseconds, is judged exactly.
const EXACT_US: u64 = 10_000;
/// So often a server says that it lives, microseconds.
const HEARTBEAT_US: u64 = 1_000_000;
/// A server that is stopped or NATS holds a message up for no longer than this.
const HELD_UP_US: u64 = 5_000_000;
/// Another server takes a game over within this time.
const TAKE_OVER_US: u64 = 4_000_000;
/// After a failure a referee comes back within this time, microseconds.
const RESTART_US: u64 = 11_000_000;

/// What happened beside the games.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// What was done to the server, in the order of time.
    pub faults: Vec<FaultWindow>,
    /// Several servers share the games: what is done to one of them may leave a game alone, or cost it its referee.
    pub several: bool,
    /// When this program stood still, so that its stamps are wrong by as much, or the server waited for a processor;
    /// microseconds, in their order. None of them overlap.
    pub stalls: Vec<(u64, u64)>,
}

/// Microseconds of `from..to` in which something of these happened; none of them overlap.
fn overlap(from: u64, to: u64, spans: impl Iterator<Item = (u64, u64)>) -> u64 {
    spans
        .map(|(begin, end)| end.min(to).saturating_sub(begin.max(from)))
        .sum()
}

impl Context {
    fn pauses(&self) -> impl Iterator<Item = (u64, u64)> {
        let pauses = self.faults.iter().filter(|it| it.kind == FaultKind::Pause);
        pauses.map(|it| (it.from_us, it.back_us))
    }

    fn losses(&self) -> impl Iterator<Item = &FaultWindow> {
        let is_loss = |it: &&FaultWindow| match it.kind {
            FaultKind::Pause => self.several,
            FaultKind::Nats => false,
            _ => true,
        };
        self.faults.iter().filter(is_loss)
    }

    /// Time that passed while the server was not stopped.
    fn awake(&self, from: u64, to: u64) -> u64 {
        to.saturating_sub(from)
            .saturating_sub(overlap(from, to, self.pauses()))
    }

    /// Time in which somebody may have refereed.
    fn refereed(&self, from: u64, to: u64) -> u64 {
        if self.several {
            return to.saturating_sub(from);
        }
        let away = self.losses().filter(|it| it.kind != FaultKind::FullDisk);
        let away = overlap(from, to, away.map(|it| (it.from_us, it.back_us)));
        self.awake(from, to).saturating_sub(away)
    }

    /// Time in which another server than the referee's, or the way between them, may have held up what began or ended a
    /// turn of that time: it counts as time on the network.
    fn held_up(&self, from: u64, to: u64) -> u64 {
        if !self.several {
            return 0;
        }
        let between = |it: &&FaultWindow| matches!(it.kind, FaultKind::Pause | FaultKind::Nats);
        let between = self.faults.iter().filter(between);
        let from = from.saturating_sub(HELD_UP_US);
        overlap(from, to, between.map(|it| (it.from_us, it.to_us)))
    }

    /// The first thing that may have cost a game its referee in that time: when it began.
    fn first_loss(&self, from: u64, to: u64) -> Option<u64> {
        // A referee that failed on a full disk comes back a while later.
        let until = |it: &FaultWindow| match it.kind {
            FaultKind::FullDisk | FaultKind::Database => it.to_us + RESTART_US,
            _ if self.several => it.to_us + TAKE_OVER_US,
            _ => it.to_us,
        };
        let hit = |it: &&FaultWindow| it.from_us <= to && until(it) >= from;
        self.losses().find(hit).map(|it| it.from_us)
    }

    /// How wrong stamps of that time may be.
    fn stalled(&self, from: u64, to: u64) -> u64 {
        // One that begins just before a message comes delays its stamp.
        let from = from.saturating_sub(TOLERANCE_US);
        overlap(from, to + TOLERANCE_US, self.stalls.iter().copied())
    }
}

/// One turn: from the event that started the clock of a side to the one that stopped it.
pub(super) struct Turn<'a> {
    begin: &'a GameEvent,
    /// Other referees that took the game up.
    resumed: Vec<&'a GameEvent>,
    end: &'a GameEvent,
    side: SideName,
}

/// How a turn was charged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Judged {
    /// Charged beyond the most that is right, microseconds.
    pub(super) over_us: u64,
    /// Charged less than the least that is right, microseconds.
    pub(super) under_us: u64,
    /// Whether the game may have lost its referee in this turn.
    pub(super) lost: bool,
    /// How far the charge is from what passed on the network, where that is known exactly, microseconds.
    pub(super) error_us: Option<u64>,
    /// The moments it was judged by.
    pub(super) about: String,
}

/// The turns of a log.
pub(super) fn turns(log: &[GameEvent]) -> Vec<Turn<'_>> {
    let mut turns = Vec::new();
    let mut begin: Option<(&GameEvent, SideName)> = None;
    let mut resumed = Vec::new();
    for event in log {
        let ends = matches!(event.body, EventBody::Move { .. } | EventBody::Ended { .. });
        if let (true, Some((begin, side))) = (ends, begin.take_if(|_| ends)) {
            turns.push(Turn {
                begin,
                resumed: std::mem::take(&mut resumed),
                end: event,
                side,
            });
        }
        match &event.body {
            EventBody::Started { clock: Some(clock) }
            | EventBody::Move {
                clock: Some(clock), ..
            } => {
                begin = clock.running.map(|side| (event, side));
            }
            EventBody::Resumed { .. } => resumed.push(event),
            _ => {}
        }
    }
    turns
}

fn left(event: &GameEvent, side: SideName) -> Option<SideClock> {
    match &event.body {
        EventBody::Started { clock: Some(clock) }
        | EventBody::Move {
            clock: Some(clock), ..
        }
        | EventBody::Resumed { clock: Some(clock) }
        | EventBody::Ended {
            clock: Some(clock), ..
        } => Some(*clock.left.get(side)),
        _ => None,
    }
}

impl Turn<'_> {
    /// What was charged in this turn, milliseconds, and the lag credit that was given.
    fn charged_ms(&self, settings: ClockSettings) -> Option<(u64, u64)> {
        let total = |event| left(event, self.side).map(|clock| total_ms(&clock, settings));
        let mut last = total(self.begin)?;
        let mut charged = 0;
        for event in &self.resumed {
            let now = total(event)?;
            charged += last.checked_sub(now)?;
            last = now;
        }
        match self.end.body {
            EventBody::Move {
                spent_ms, lag_ms, ..
            } => Some((charged + u64::from(spent_ms), u64::from(lag_ms))),
            _ => Some((charged + last.checked_sub(total(self.end)?)?, 0)),
        }
    }

    /// Judges it by the stamps of the network; nothing where they do not say enough.
    pub(super) fn judge(
        &self,
        settings: ClockSettings,
        wire: &WireJournal,
        context: &Context,
    ) -> Option<Judged> {
        // At another end than by time nobody looks at the clocks any more.
        let ends_by_move = match &self.end.body {
            EventBody::Ended { outcome, .. } if outcome.reason != EndReason::Time => return None,
            body => matches!(body, EventBody::Move { .. }),
        };
        let live_us = wire.published.get(&self.begin.seq).copied();
        let known_us = wire.known_us(self.begin.seq)?;
        // It began at the latest when somebody knew of it, and at the earliest when the move before was given to
        // the server, which is only needed where nobody was there to receive it at once.
        let begin_lo = match (&self.begin.body, live_us) {
            (_, Some(live_us)) if live_us <= known_us => live_us,
            (EventBody::Move { id, .. }, _) => *wire.forwarded.get(id)?.first()?,
            _ => return None,
        };
        let (end_lo, end_hi) = self.end_us(wire)?;
        let (charged, lag) = self.charged_ms(settings)?;
        let (charged_us, lag_us) = (charged * 1000, lag * 1000);
        let slack = TOLERANCE_US + context.stalled(begin_lo, end_hi);
        let first_loss = context.first_loss(begin_lo, end_hi);
        let lost = first_loss.is_some() || !self.resumed.is_empty();
        let known_end_us = wire.known_us(self.end.seq)?;
        let most = context.refereed(begin_lo, end_hi) + context.held_up(begin_lo, known_end_us);
        let least = match first_loss {
            None if !lost => context.awake(known_us, end_lo),
            first_loss => {
                // Up to a heartbeat is lost before, and whatever came before the next referee.
                let loss_us = first_loss.unwrap_or(known_us).min(end_lo);
                let before = context
                    .awake(known_us, loss_us)
                    .saturating_sub(HEARTBEAT_US);
                let again = self.resumed.last().and_then(|it| wire.known_us(it.seq));
                before + again.map_or(0, |again| context.awake(again, end_lo))
            }
        };
        let given = charged_us + lag_us;
        let known = begin_lo == known_us && end_lo == end_hi && slack <= TOLERANCE_US + EXACT_US;
        let exact = known && !lost && ends_by_move;
        Some(Judged {
            over_us: given.saturating_sub(most + slack),
            // A flag that falls ends what can be charged.
            under_us: if ends_by_move && lag <= u64::from(MAX_LAG_MS) {
                least.saturating_sub(given + slack)
            } else {
                0
            },
            lost,
            error_us: exact.then(|| given.abs_diff(least)),
            about: format!(
                "event {}: charged {charged} ms and {lag} ms of lag, between {} and {} ms are right, within {} ms",
                self.end.seq,
                least / 1000,
                most / 1000,
                slack / 1000
            ),
        })
    }

    /// When the server was given what ended the turn: at the earliest and at the latest.
    fn end_us(&self, wire: &WireJournal) -> Option<(u64, u64)> {
        let known_us = wire.known_us(self.end.seq)?;
        let EventBody::Move { id, .. } = &self.end.body else {
            return Some((known_us, known_us));
        };
        // Given several times, the first ones may have been lost with a server or its connection.
        let forwarded = wire.forwarded.get(id)?;
        let mut before = forwarded.iter().filter(|at_us| **at_us <= known_us);
        let first = *before.next()?;
        Some((first, before.next_back().copied().unwrap_or(first)))
    }
}
