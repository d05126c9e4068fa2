//! Expected charge of a turn, by network timestamps and faults.

use komadai_protocol::limits::MAX_LAG_MS;
use komadai_protocol::{ClockSettings, EndReason, EventBody, GameEvent, SideClock};
use komadai_rules::{Reason, Side};

use super::journal::{FaultKind, FaultWindow, WireJournal};
use crate::clock_model::total_ms;

pub(super) const TOLERANCE_US: u64 = 50_000;
/// Turns with shorter waits for a CPU are judged exactly.
const EXACT_US: u64 = 10_000;
/// Maximum delay of a message by a stopped server or NATS.
const HELD_UP_US: u64 = 5_000_000;
/// Maximum time until another server takes a game over.
const TAKE_OVER_US: u64 = 4_000_000;
/// Maximum time until a failed referee restarts.
const RESTART_US: u64 = 11_000_000;

#[derive(Clone, Debug, Default)]
pub struct Context {
    pub faults: Vec<FaultWindow>,
    /// Several servers share the games: a fault of one may leave a game alone, or cost its referee.
    pub several: bool,
    /// Periods in which this program stalled, which distorts its timestamps, or a server waited for a CPU. Sorted, not
    /// overlapping.
    pub stalls: Vec<(u64, u64)>,
}

/// Part of `from..to` covered by `spans`, which must not overlap.
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

    /// Part of `from..to` in which the server was not stopped.
    fn awake(&self, from: u64, to: u64) -> u64 {
        to.saturating_sub(from)
            .saturating_sub(overlap(from, to, self.pauses()))
    }

    /// Part of `from..to` in which the game may have had a referee.
    fn refereed(&self, from: u64, to: u64) -> u64 {
        if self.several {
            return to.saturating_sub(from);
        }
        let away = self.losses().filter(|it| it.kind != FaultKind::FullDisk);
        let away = overlap(from, to, away.map(|it| (it.from_us, it.back_us)));
        self.awake(from, to).saturating_sub(away)
    }

    /// Part of `from..to` in which another server, or the network between servers, may have delayed the begin or end of
    /// a turn. It counts as network time.
    fn held_up(&self, from: u64, to: u64) -> u64 {
        if !self.several {
            return 0;
        }
        let between = |it: &&FaultWindow| matches!(it.kind, FaultKind::Pause | FaultKind::Nats);
        let between = self.faults.iter().filter(between);
        let from = from.saturating_sub(HELD_UP_US);
        overlap(from, to, between.map(|it| (it.from_us, it.to_us)))
    }

    /// Returns `true` if a fault may have cost the game its referee.
    fn may_be_lost(&self, from: u64, to: u64) -> bool {
        // A referee that failed on a full disk restarts some time later.
        let until = |it: &FaultWindow| match it.kind {
            FaultKind::FullDisk | FaultKind::Database => it.to_us + RESTART_US,
            _ if self.several => it.to_us + TAKE_OVER_US,
            _ => it.to_us,
        };
        self.losses()
            .any(|it| it.from_us <= to && until(it) >= from)
    }

    /// Possible error of timestamps in `from..to`.
    fn stalled(&self, from: u64, to: u64) -> u64 {
        // A stall just before a message delays its timestamp.
        let from = from.saturating_sub(TOLERANCE_US);
        overlap(from, to + TOLERANCE_US, self.stalls.iter().copied())
    }
}

/// Turn: from the event that started a side's clock to the one that stopped it.
pub(super) struct Turn<'a> {
    begin: &'a GameEvent,
    /// Takeovers by other referees during the turn.
    resumed: Vec<&'a GameEvent>,
    end: &'a GameEvent,
    side: Side,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Judged {
    /// Charge above the upper bound.
    pub(super) over_us: u64,
    /// Charge below the lower bound.
    pub(super) under_us: u64,
    pub(super) lost: bool,
    /// Difference to the exact charge, where known.
    pub(super) error_us: Option<u64>,
    /// Timestamps behind the judgement.
    pub(super) about: String,
}

pub(super) fn turns(log: &[GameEvent]) -> Vec<Turn<'_>> {
    let mut turns = Vec::new();
    let mut begin: Option<(&GameEvent, Side)> = None;
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

fn left(event: &GameEvent, side: Side) -> Option<SideClock> {
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
    /// Time charged in this turn, and lag credit granted.
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

    /// Judges the charge by network timestamps. `None` if they are insufficient.
    pub(super) fn judge(
        &self,
        settings: ClockSettings,
        wire: &WireJournal,
        context: &Context,
    ) -> Option<Judged> {
        // At another end than by time the clocks no longer matter.
        let ends_by_move = match &self.end.body {
            EventBody::Ended { outcome, .. }
                if outcome.reason != EndReason::Rules(Reason::Time) =>
            {
                return None;
            }
            body => matches!(body, EventBody::Move { .. }),
        };
        let live_us = wire.published.get(&self.begin.seq).copied();
        let known_us = wire.known_us(self.begin.seq)?;
        // Bounds of the begin: at the latest when a client received the event; at the earliest when the server received
        // the move before. The latter is needed only if no client was connected.
        let begin_lo = match (&self.begin.body, live_us) {
            (_, Some(live_us)) if live_us <= known_us => live_us,
            (EventBody::Move { id, .. }, _) => *wire.forwarded.get(id)?.first()?,
            _ => return None,
        };
        let (end_lo, end_hi) = self.end_us(wire)?;
        let (charged, lag) = self.charged_ms(settings)?;
        let (charged_us, lag_us) = (charged * 1000, lag * 1000);
        let slack = TOLERANCE_US + context.stalled(begin_lo, end_hi);
        let lost = context.may_be_lost(begin_lo, end_hi) || !self.resumed.is_empty();
        let known_end_us = wire.known_us(self.end.seq)?;
        let most = context.refereed(begin_lo, end_hi) + context.held_up(begin_lo, known_end_us);
        // Across a loss the side to move may get its whole turn back.
        let least = match lost {
            false => context.awake(known_us, end_lo),
            true => 0,
        };
        let given = charged_us + lag_us;
        let known = begin_lo == known_us && end_lo == end_hi && slack <= TOLERANCE_US + EXACT_US;
        let exact = known && !lost && ends_by_move;
        Some(Judged {
            over_us: given.saturating_sub(most + slack),
            // A fallen flag limits the charge.
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

    /// Earliest and latest time at which the server received the end of the turn.
    fn end_us(&self, wire: &WireJournal) -> Option<(u64, u64)> {
        let known_us = wire.known_us(self.end.seq)?;
        let EventBody::Move { id, .. } = &self.end.body else {
            return Some((known_us, known_us));
        };
        // Earlier copies of a resent command may have been lost with a server or connection.
        let forwarded = wire.forwarded.get(id)?;
        let mut before = forwarded.iter().filter(|at_us| **at_us <= known_us);
        let first = *before.next()?;
        Some((first, before.next_back().copied().unwrap_or(first)))
    }
}
