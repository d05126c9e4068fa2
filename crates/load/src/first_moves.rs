//! Rules for first moves by docs/protocol.md, independent of the server.

use komadai_protocol::{ClockState, EndReason, EventBody, GameEvent, GameOutcome, GameSettings};
use komadai_rules::{Reason, Side};

/// Earliest abort of a game that no player has opened, after both are seated.
const APPEAR_MS: i64 = 10_000;
/// Tolerance for a late first move: lag credit, and the time the server took to store the event before.
const LATE_MS: i64 = 15_000;

/// State of a game until both sides have moved.
#[derive(Clone, Debug)]
pub(crate) struct FirstMoves {
    /// Time for each first move; 0 is unlimited. `None` if clocks run from the start.
    limit_ms: Option<i64>,
    ply: u32,
    seated_ms: i64,
    /// Start of the time of the side to move.
    from_ms: Option<i64>,
}

impl FirstMoves {
    pub(crate) fn new(settings: &GameSettings) -> Self {
        Self {
            limit_ms: settings.start_limit_ms.map(i64::from),
            ply: 0,
            seated_ms: 0,
            from_ms: None,
        }
    }

    /// Applies the next event. Returns a violation.
    pub(crate) fn next(&mut self, event: &GameEvent) -> Option<String> {
        if let EventBody::Joined { .. } = event.body {
            self.seated_ms = event.at_ms;
        }
        let Some(limit_ms) = self.limit_ms else {
            let is_not_begun = matches!(&event.body, EventBody::Ended { outcome, .. }
                if outcome.reason == EndReason::NotBegun);
            return is_not_begun.then(|| "broken off, though first moves have no limit".to_owned());
        };
        let wrong = match &event.body {
            EventBody::Ended { outcome, clock } => {
                self.ended(moment(clock, event.at_ms), outcome, limit_ms)
            }
            EventBody::Move {
                side,
                spent_ms,
                lag_ms,
                clock,
                ..
            } => {
                let at_ms = moment(clock, event.at_ms);
                let late_ms = self.from_ms.map_or(0, |from| at_ms - from - limit_ms);
                let is_late = self.ply < 2 && limit_ms > 0 && late_ms > LATE_MS;
                let is_charged = self.ply < 2 && spent_ms + lag_ms > 0;
                self.ply += 1;
                match (is_late, is_charged) {
                    (true, _) => Some(format!("a first move {late_ms} ms too late")),
                    (_, true) => Some(format!("{spent_ms} ms charged for a first move")),
                    _ => self.running(clock.as_ref(), Some(!*side)),
                }
            }
            EventBody::Started { clock } | EventBody::Resumed { clock } => {
                self.running(clock.as_ref(), None)
            }
            EventBody::TakenBack { ply, clock } => {
                self.ply = *ply;
                self.running(clock.as_ref(), None)
            }
            _ => None,
        };
        self.from_ms = match &event.body {
            EventBody::Started { clock: Some(clock) } => Some(clock.at_ms),
            EventBody::Resumed { clock: Some(clock) } => self.from_ms.map(|_| clock.at_ms),
            EventBody::Move { clock, .. } | EventBody::TakenBack { clock, .. } => {
                let at_ms = moment(clock, event.at_ms);
                self.from_ms.map(|from| from.max(at_ms))
            }
            _ => self.from_ms,
        };
        wrong
    }

    /// No clock runs before both sides have moved; the second move starts the clock of `next`.
    fn running(&self, clock: Option<&ClockState>, next: Option<Side>) -> Option<String> {
        let running = clock?.running;
        let is_right = match (self.ply, next) {
            (0 | 1, _) => running.is_none(),
            (_, Some(next)) => running == Some(next),
            (_, None) => true,
        };
        (!is_right).then(|| format!("after {} moves the clock of {running:?} runs", self.ply))
    }

    fn ended(&self, at_ms: i64, outcome: &GameOutcome, limit_ms: i64) -> Option<String> {
        let has_begun = self.ply >= 2;
        match outcome.reason {
            EndReason::Rules(Reason::Time) if !has_begun => {
                Some("a flag fell before both had moved".to_owned())
            }
            EndReason::NotBegun if has_begun => Some("broken off after both had moved".to_owned()),
            EndReason::NotBegun => {
                let waited_ms = at_ms - self.from_ms.unwrap_or(self.seated_ms);
                let least_ms = match self.from_ms {
                    Some(_) => limit_ms,
                    None => APPEAR_MS,
                };
                (waited_ms < least_ms).then(|| format!("broken off after {waited_ms} ms"))
            }
            _ => None,
        }
    }
}

/// Time of an event by its clocks, else by its date.
fn moment(clock: &Option<ClockState>, at_ms: i64) -> i64 {
    clock.as_ref().map_or(at_ms, |clock| clock.at_ms)
}

#[cfg(test)]
mod tests {

    use komadai_protocol::{ClockSettings, PerSide};
    use komadai_rules::VariantId;

    use super::*;

    fn settings(start_limit_ms: Option<u32>) -> GameSettings {
        GameSettings {
            clock: ClockSettings::Sudden { main_ms: 60_000 },
            start_limit_ms,
            ..GameSettings::of(VariantId::Minishogi, "rbsgk/4p/5/P4/KGSBR b - 1".into())
        }
    }

    fn clock(at_ms: i64, running: Option<Side>) -> Option<ClockState> {
        Some(ClockState {
            at_ms,
            running,
            left: PerSide::default(),
        })
    }

    fn moved(ply: u32, spent_ms: u32, clock: Option<ClockState>) -> EventBody {
        EventBody::Move {
            ply,
            side: Side::BOTH[ply as usize % 2],
            text: "5d5c".into(),
            id: "m".into(),
            spent_ms,
            lag_ms: 0,
            server_ms: 0,
            premove: false,
            clock,
        }
    }

    fn not_begun(ply: u32) -> EventBody {
        EventBody::Ended {
            outcome: GameOutcome {
                winner: None,
                reason: EndReason::NotBegun,
                ply,
            },
            clock: None,
        }
    }

    /// Violation in the last of `events`; panics on earlier ones.
    fn judge(start_limit_ms: Option<u32>, events: &[(i64, EventBody)]) -> Option<String> {
        let mut model = FirstMoves::new(&settings(start_limit_ms));
        let mut wrong = None;
        for (seq, (at_ms, body)) in (1u32..).zip(events) {
            assert_eq!(wrong, None, "before event {seq}");
            wrong = model.next(&GameEvent {
                game: "game".into(),
                seq,
                at_ms: *at_ms,
                body: body.clone(),
                player: None,
            });
        }
        wrong
    }

    #[test]
    fn clocks_that_run_before_both_have_moved_are_found() {
        let joined = EventBody::joined(Side::Second, None);
        let started = |running| EventBody::Started {
            clock: clock(1_000, running),
        };
        let begun = [(0, joined), (1_000, started(None))];
        let with = |more: &[(i64, EventBody)]| judge(Some(30_000), &[&begun[..], more].concat());
        assert_eq!(with(&[]), None);
        assert!(judge(Some(30_000), &[(0, started(Some(Side::First)))]).is_some());
        assert_eq!(judge(None, &[(0, started(Some(Side::First)))]), None);
        let first = (20_000, moved(0, 0, clock(20_000, None)));
        let second = |running| (49_000, moved(1, 0, clock(49_000, running)));
        assert_eq!(with(&[first.clone(), second(Some(Side::First))]), None);
        assert!(with(&[first.clone(), second(None)]).is_some());
        assert!(with(&[(20_000, moved(0, 0, clock(20_000, Some(Side::Second))))]).is_some());
        assert!(with(&[(20_000, moved(0, 19_000, clock(20_000, None)))]).is_some());
        assert!(with(&[(50_000, moved(0, 0, clock(50_000, None)))]).is_some());
        assert_eq!(with(&[(31_001, not_begun(0))]), None);
        assert!(with(&[(30_000, not_begun(0))]).is_some());
        // The second player has the full time, too.
        assert!(with(&[first.clone(), (45_000, not_begun(1))]).is_some());
        assert_eq!(with(&[first, (50_001, not_begun(1))]), None);
        assert!(judge(None, &[(60_000, not_begun(0))]).is_some());
    }
}
