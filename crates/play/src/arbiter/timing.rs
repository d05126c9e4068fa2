//! Start of clocks, fall of flags, limits of first moves.

use komadai_protocol::limits::{FLAG_TOLERANCE_MS, FURIGOMA_MS};
use komadai_protocol::{EndReason, EventBody, GameOutcome, Status};
use komadai_rules::{Reason, Side};

use super::Arbiter;
use crate::Draft;
use crate::clock::Credit;
use crate::decide::end;

impl Arbiter {
    /// Starts the game once both players are at the board: the limit of the first move begins now, or
    /// [after furigoma](crate::GameState::first_clock_ms); without [such a
    /// limit](crate::GameState::clocks_wait) the first clock. `None` if the game has started or a seat is free.
    #[must_use]
    pub fn start(&self, now_ms: i64) -> Option<Draft> {
        self.start_at(self.state.first_clock_ms(now_ms))
    }

    pub(crate) fn start_at(&self, at_ms: i64) -> Option<Draft> {
        if self.state.started || self.state.status() != Status::Playing {
            return None;
        }
        let mut clock = self.state.clock.clone();
        if let Some(clock) = &mut clock
            && !self.state.clocks_wait()
        {
            clock.start(self.state.side(), at_ms);
        }
        let clock = clock.as_ref().map(|clock| clock.state(at_ms));
        Some(Draft::unprompted(EventBody::Started { clock }))
    }

    /// Resumes a game whose referee was lost: the side to move gets its whole turn back, and the limit of a first move
    /// begins anew. `None` if neither runs.
    ///
    /// `now_ms` is on the timeline of the new referee, whose host's clock may differ from the last one's.
    #[must_use]
    pub fn resume(&self, now_ms: i64) -> Option<Draft> {
        // Furigoma may still be shown.
        let is_tossed = self.state.furigoma.is_some() && self.state.ply() == 0;
        let from_ms = now_ms + if is_tossed { i64::from(FURIGOMA_MS) } else { 0 };
        let mut clock = self.state.clock.clone();
        if self.state.first_move_from_ms.is_none() {
            let clock = clock.as_mut().filter(|_| self.state.clock_runs())?;
            clock.start(clock.running()?, from_ms);
        }
        let clock = clock.map(|clock| clock.state(from_ms));
        Some(Draft::unprompted(EventBody::Resumed { clock }))
    }

    /// End of the game if the flag of the running side has fallen or its first move is overdue.
    /// `one_way_ms` is the latency of that side's connection.
    #[must_use]
    pub fn fallen_flag(&self, now_ms: i64, one_way_ms: u32) -> Option<Draft> {
        let deadline = self.deadline_ms(one_way_ms)?;
        if now_ms < deadline {
            return None;
        }
        if self.state.first_move_by_ms().is_some() {
            return Some(self.not_begun(now_ms));
        }
        let side = self.state.clock.as_ref()?.running()?;
        let outcome = GameOutcome {
            winner: Some(!side),
            reason: EndReason::Rules(Reason::Time),
            ply: self.state.ply(),
        };
        Some(Draft::unprompted(end(&self.state, now_ms, outcome)))
    }

    /// End, without a result, of a game that a player did not begin.
    #[must_use]
    pub fn not_begun(&self, now_ms: i64) -> Draft {
        let outcome = GameOutcome {
            winner: None,
            reason: EndReason::NotBegun,
            ply: self.state.ply(),
        };
        Draft::unprompted(end(&self.state, now_ms, outcome))
    }

    /// The side whose clock runs or whose first move is awaited.
    #[must_use]
    pub fn timed_side(&self) -> Option<Side> {
        match self.state.first_move_by_ms() {
            Some(_) => Some(self.state.side()),
            None => self.state.clock.as_ref()?.running(),
        }
    }

    /// First moment at which a move of the [timed side](Self::timed_side) is too late.
    #[must_use]
    pub fn deadline_ms(&self, one_way_ms: u32) -> Option<i64> {
        let side = self.timed_side()?;
        let credit = Credit {
            lag_ms: self.state.lag.get(side).available_ms(one_way_ms),
            server_ms: self.uncharged_ms(),
        };
        if let Some(by_ms) = self.state.first_move_by_ms() {
            let late_ms = credit.lag_ms + credit.server_ms + FLAG_TOLERANCE_MS;
            return Some(by_ms + i64::from(late_ms) + 1);
        }
        if !self.state.clock_runs() {
            return None;
        }
        self.state.clock.as_ref()?.deadline_ms(credit)
    }

    /// Next moment at which a byo-yomi period begins, a flag falls or a first move is overdue.
    #[must_use]
    pub fn alarm_ms(&self, now_ms: i64, one_way_ms: u32) -> Option<i64> {
        if !self.state.clock_runs() {
            return self.deadline_ms(one_way_ms);
        }
        let clock = self.state.clock.as_ref()?;
        let period = clock.next_period_with(now_ms, self.stood_ms);
        period.or_else(|| self.deadline_ms(one_way_ms))
    }
}
