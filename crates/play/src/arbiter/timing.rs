//! When clocks start, and when flags fall.

use komadai_protocol::limits::{FLAG_TOLERANCE_MS, FURIGOMA_MS};
use komadai_protocol::{EndReason, EventBody, GameOutcome, SideName, Status};

use super::Arbiter;
use crate::Draft;
use crate::clock::Credit;
use crate::decide::end;

impl Arbiter {
    /// Starts the game, once both players are at the board: the time for the first move starts now, or when
    /// the toss for the sides has been [shown](crate::GameState::first_clock_ms); where first moves have
    /// [no time of their own](crate::GameState::clocks_wait), the first clock. `None` if it has
    /// started, or a seat is free.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let draft = arbiter.start(1_000).unwrap();
    /// let entries = arbiter.number(1_000, &[draft]);
    /// arbiter.apply(&entries).unwrap();
    /// assert!(arbiter.state().clock_runs());
    /// assert_eq!(arbiter.start(2_000), None);
    /// ```
    #[must_use]
    pub fn start(&self, now_ms: i64) -> Option<Draft> {
        self.start_at(self.state.first_clock_ms(now_ms))
    }

    /// Starts the game with the first clock at that moment.
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

    /// Goes on after nobody judged the game: the running side is charged up to `seen_ms`, the last
    /// sign of life, and nobody from then on; the time for a first move starts anew. `None` if neither runs.
    ///
    /// Nobody is charged for the time before `turn_from_ms` either, where that is later than the
    /// event that began the turn: until then nobody could know of it.
    ///
    /// `seen_ms` and `turn_from_ms` are on one time line, that of the referee before this one without
    /// its standstills; where the second is not known it is the moment of the clock. `now_ms` is on the line of
    /// the referee that goes on: between them the clock of a host may have been set, forward or back.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// // Nobody judged the game from second 10 to second 300.
    /// let entries = arbiter.number(300_000, &[arbiter.resume(10_000, None, 300_000).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// let clock = arbiter.state().clock().unwrap();
    /// assert_eq!(clock.left_at(300_000).first.main_ms, 50_000);
    /// ```
    #[must_use]
    pub fn resume(&self, seen_ms: i64, turn_from_ms: Option<i64>, now_ms: i64) -> Option<Draft> {
        if let Some(from_ms) = self.state.first_move_from_ms {
            // What was left of the toss is waited for.
            let toss_ms = self.state.furigoma.map_or(0, |_| i64::from(FURIGOMA_MS));
            let from_ms = now_ms + from_ms.saturating_sub(seen_ms).clamp(0, toss_ms);
            let clock = self.state.clock.as_ref().map(|clock| clock.state(from_ms));
            return Some(Draft::unprompted(EventBody::Resumed { clock }));
        }
        if !self.state.clock_runs() {
            return None;
        }
        let mut clock = self.state.clock.clone()?;
        let (side, since) = (clock.running()?, clock.since_ms()?);
        let from_ms = turn_from_ms.unwrap_or(since);
        clock.stop(since.saturating_add(seen_ms.saturating_sub(from_ms).max(0)));
        // One that had yet to start waits for what was left of the toss.
        let toss_ms = since.saturating_sub(self.state.updated_at_ms);
        let most_ms = if self.state.furigoma.is_some() {
            i64::from(FURIGOMA_MS)
        } else {
            0
        };
        let toss_ms = toss_ms.clamp(0, most_ms);
        clock.start(
            side,
            now_ms + from_ms.saturating_sub(seen_ms).clamp(0, toss_ms),
        );
        let clock = Some(clock.state(now_ms));
        Some(Draft::unprompted(EventBody::Resumed { clock }))
    }

    /// The end of the game, if the flag of the running side has fallen, or its first move did not come in time.
    /// `one_way_ms` is the time measured for that side's connection.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::{EndReason, EventBody, SideName};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// assert_eq!(arbiter.fallen_flag(59_000, 0), None);
    /// let draft = arbiter.fallen_flag(61_000, 0).unwrap();
    /// let EventBody::Ended { outcome, .. } = draft.body else { unreachable!() };
    /// assert_eq!((outcome.winner, outcome.reason), (Some(SideName::Second), EndReason::Time));
    /// ```
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
            winner: Some(side.other()),
            reason: EndReason::Time,
            ply: self.state.ply(),
        };
        Some(Draft::unprompted(end(&self.state, now_ms, outcome)))
    }

    /// The end of a game that a player has not begun: without a result.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// use komadai_protocol::{EndReason, EventBody};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let EventBody::Ended { outcome, .. } = arbiter.not_begun(600_000).body else { unreachable!() };
    /// assert_eq!((outcome.winner, outcome.reason), (None, EndReason::NotBegun));
    /// ```
    #[must_use]
    pub fn not_begun(&self, now_ms: i64) -> Draft {
        let outcome = GameOutcome {
            winner: None,
            reason: EndReason::NotBegun,
            ply: self.state.ply(),
        };
        Draft::unprompted(end(&self.state, now_ms, outcome))
    }

    /// The side whose clock runs, or whose first move is awaited.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.timed_side(), None);
    /// ```
    #[must_use]
    pub fn timed_side(&self) -> Option<SideName> {
        match self.state.first_move_by_ms() {
            Some(_) => Some(self.state.side()),
            None => self.state.clock.as_ref()?.running(),
        }
    }

    /// When the flag of the running side falls, or its first move is overdue: the first moment at which a move would be
    /// too late.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.deadline_ms(0), None); // no clock runs
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// // The tolerance, and a millisecond too late.
    /// assert_eq!(arbiter.deadline_ms(0), Some(60_021));
    /// ```
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

    /// When something happens by itself: a byo-yomi period begins, a flag falls or a first move is overdue.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let entries = arbiter.number(0, &[arbiter.start(0).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// // Sudden death has no periods: nothing happens before the flag falls.
    /// assert_eq!(arbiter.alarm_ms(5_000, 0), arbiter.deadline_ms(0));
    /// ```
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
