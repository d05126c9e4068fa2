//! A referee that can be killed at any point: replaying its log gives the same game and conserves time.

use komadai_play::{Arbiter, Arrival, Command, Draft, GameState, LogEntry, Verdict};
use komadai_protocol::limits::{FLAG_TOLERANCE_MS, FURIGOMA_MS};
use komadai_protocol::{ClockSettings, EventBody, OfferKind, Status};
use komadai_rules::{Side, VariantId};
use proptest::prelude::*;

use crate::common::{any_clock, arbiter, joined, legal_move, player, settings};

#[derive(Clone, Debug)]
enum Act {
    Move {
        choice: usize,
        one_way_ms: u32,
    },
    Premove {
        choice: usize,
    },
    CancelPremove,
    Offer {
        mover: bool,
        kind: OfferKind,
    },
    Accept {
        mover: bool,
        kind: OfferKind,
    },
    Decline {
        mover: bool,
        kind: OfferKind,
    },
    /// A side leaves; after `away_ms` the other aborts or claims the win.
    Leave {
        mover: bool,
        away_ms: i64,
        claims: bool,
    },
    /// The referee is killed; `gone_ms` later another resumes, on a host whose clock differs by `set_ms`.
    Kill {
        gone_ms: i64,
        set_ms: i64,
    },
}

fn any_kind() -> impl Strategy<Value = OfferKind> {
    prop::sample::select(OfferKind::ALL.to_vec())
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        5 => (any::<usize>(), 0u32..1500)
            .prop_map(|(choice, one_way_ms)| Act::Move { choice, one_way_ms }),
        1 => any::<usize>().prop_map(|choice| Act::Premove { choice }),
        1 => Just(Act::CancelPremove),
        3 => (any::<bool>(), any_kind()).prop_map(|(mover, kind)| Act::Offer { mover, kind }),
        1 => (any::<bool>(), any_kind()).prop_map(|(mover, kind)| Act::Accept { mover, kind }),
        2 => (any::<bool>(), any_kind()).prop_map(|(mover, kind)| Act::Decline { mover, kind }),
        1 => (any::<bool>(), 0i64..90_000, any::<bool>())
            .prop_map(|(mover, away_ms, claims)| Act::Leave { mover, away_ms, claims }),
        1 => (0i64..5000, any_setting())
            .prop_map(|(gone_ms, set_ms)| Act::Kill { gone_ms, set_ms }),
    ]
}

/// Shift of a host's clock.
fn any_setting() -> impl Strategy<Value = i64> {
    prop_oneof![2 => Just(0), 1 => -100_000_000i64..100_000_000, 1 => -3000i64..3000]
}

/// Time before an act, time to store its events, and the act.
fn any_step() -> impl Strategy<Value = (i64, i64, Act)> {
    (0i64..4000, 0i64..60, any_act())
}

/// A referee, its log, and independent bookkeeping of time.
struct Table {
    log: Vec<LogEntry>,
    arbiter: Arbiter,
    now_ms: i64,
    commands: u32,
    /// Start of the turn; `None` while no clock runs.
    thinks_since: Option<i64>,
    /// Part of the turn before its first event was stored.
    unseen_ms: i64,
    /// Sides were drawn by furigoma.
    toss: bool,
}

impl Table {
    fn new(clock: ClockSettings, game: VariantId, toss: bool) -> Self {
        let log = joined(settings(game, clock), toss);
        let mut table = Self {
            arbiter: arbiter(&log),
            log,
            now_ms: 0,
            commands: 0,
            thinks_since: None,
            unseen_ms: 0,
            toss,
        };
        let started = table.arbiter.start(0).expect("both are seated");
        table.append(vec![started], 0);
        assert_eq!(table.arbiter.start(0), None);
        let delay = if toss { i64::from(FURIGOMA_MS) } else { 0 };
        table.thinks_since = Some(delay);
        table
    }

    fn state(&self) -> &GameState {
        self.arbiter.state()
    }

    /// Appends like a server, and checks the replay of the log.
    fn append(&mut self, drafts: Vec<Draft>, disk_ms: i64) {
        let entries = self.arbiter.number(self.now_ms, &drafts);
        self.arbiter.apply(&entries).expect("they fit");
        self.log.extend(entries);
        self.now_ms += disk_ms;
        self.arbiter.stored(self.now_ms);
        assert_eq!(arbiter(&self.log).state(), self.state());
    }

    /// `true` if the game has ended on time.
    fn flag(&mut self, one_way_ms: u32, disk_ms: i64) -> bool {
        let Some(draft) = self.arbiter.fallen_flag(self.now_ms, one_way_ms) else {
            return false;
        };
        assert!(self.state().clock_runs());
        self.append(vec![draft], disk_ms);
        assert_eq!(self.state().status(), Status::Ended);
        true
    }

    fn command(&mut self, side: Side, one_way_ms: u32, command: &Command, disk_ms: i64) {
        self.command_while_away(side, one_way_ms, None, command, disk_ms);
    }

    fn command_while_away(
        &mut self,
        side: Side,
        one_way_ms: u32,
        opponent_away_since_ms: Option<i64>,
        command: &Command,
        disk_ms: i64,
    ) {
        if self.flag(one_way_ms, disk_ms) {
            return;
        }
        self.commands += 1;
        let id = self.commands.to_string();
        let arrival = Arrival {
            side: Some(side),
            id: &id,
            now_ms: self.now_ms,
            one_way_ms,
            opponent_away_since_ms,
        };
        let author = player(side);
        let before = self.state().clone();
        match self.arbiter.judge(Some(&author), &arrival, command) {
            Ok(Verdict::Append { drafts, .. }) => {
                self.check_time(&drafts);
                let arrived = self.now_ms;
                let changed = drafts.iter().any(|draft| sets_clock(&draft.body));
                self.append(drafts, disk_ms);
                if changed {
                    let since = self.thinks_since.unwrap_or(arrived).max(arrived);
                    self.thinks_since = Some(since);
                    self.unseen_ms = (self.now_ms - since).max(0);
                } else {
                    assert_eq!(self.state().clock(), before.clock(), "{command:?}");
                }
                // A repeated command is the same event.
                let again = self.arbiter.judge(Some(&author), &arrival, command);
                assert!(matches!(again, Ok(Verdict::Repeated { .. })), "{again:?}");
            }
            Ok(Verdict::Rematch) | Ok(Verdict::Premove(_)) | Err(_) => {
                assert_eq!(*self.state(), before);
            }
            Ok(Verdict::Repeated { .. }) => panic!("a new id"),
        }
    }

    /// Every millisecond of thinking is recorded in the event of its move.
    fn check_time(&self, drafts: &[Draft]) {
        let Some(since) = self.thinks_since else {
            return;
        };
        let mut thought = (self.now_ms - since).max(0);
        for draft in drafts {
            let EventBody::Move {
                spent_ms,
                lag_ms,
                server_ms,
                premove,
                clock: Some(_),
                ..
            } = draft.body
            else {
                continue;
            };
            let unseen = if premove { 0 } else { self.unseen_ms };
            assert_eq!(i64::from(server_ms), unseen.min(thought));
            let recorded = i64::from(spent_ms) + i64::from(lag_ms) + i64::from(server_ms);
            // A move within the tolerance costs all the time that was left.
            let missing = thought - recorded;
            let tolerance = i64::from(FLAG_TOLERANCE_MS) + 1;
            assert!((0..=tolerance).contains(&missing), "{draft:?}: {thought}");
            thought = 0;
        }
    }

    fn kill(&mut self, gone_ms: i64, set_ms: i64, disk_ms: i64) {
        let before = self.state().clone();
        self.arbiter = arbiter(&self.log);
        assert_eq!(*self.state(), before);
        self.now_ms += gone_ms + set_ms;
        let Some(draft) = self.arbiter.resume(self.now_ms) else {
            assert!(!before.clock_runs());
            return;
        };
        let clock = before.clock().expect("a clock");
        let turn = clock.left_at(clock.since_ms().expect("it runs"));
        let waits = self.toss && before.ply() == 0;
        let since = self.now_ms + if waits { i64::from(FURIGOMA_MS) } else { 0 };
        self.append(vec![draft], disk_ms);
        let after = self.state().clock().expect("a clock");
        assert_eq!(after.since_ms(), Some(since));
        assert_eq!(after.left_at(since), turn, "the whole turn");
        self.thinks_since = Some(since);
        self.unseen_ms = (self.now_ms - since).max(0);
    }

    fn act(&mut self, act: &Act, disk_ms: i64) {
        let mover = self.state().side();
        let by = |mover_acts: bool| if mover_acts { mover } else { !mover };
        let ply = self.state().ply();
        match *act {
            Act::Move { choice, one_way_ms } => {
                if let Some(text) = legal_move(self.state(), choice) {
                    let command = Command::Move { ply, text };
                    self.command(mover, one_way_ms, &command, disk_ms);
                }
            }
            Act::Premove { choice } => {
                // A move of the other side's pieces serves as an illegal premove.
                if let Some(text) = legal_move(self.state(), choice) {
                    let ply = ply + 1;
                    let command = Command::Premove { ply, text };
                    self.command(!mover, 0, &command, disk_ms);
                }
            }
            Act::CancelPremove => self.command(!mover, 0, &Command::CancelPremove, disk_ms),
            Act::Offer { mover, kind } => {
                self.command(by(mover), 0, &Command::Offer(kind), disk_ms)
            }
            Act::Accept { mover, kind } => {
                self.command(by(mover), 0, &Command::Accept(kind), disk_ms);
            }
            Act::Decline { mover, kind } => {
                self.command(by(mover), 0, &Command::Decline(kind), disk_ms);
            }
            Act::Leave {
                mover,
                away_ms,
                claims,
            } => {
                let since = Some(self.now_ms);
                self.now_ms += away_ms;
                let command = if claims {
                    Command::ClaimVictory
                } else {
                    Command::Abort
                };
                self.command_while_away(by(!mover), 0, since, &command, disk_ms);
            }
            Act::Kill { gone_ms, set_ms } => self.kill(gone_ms, set_ms, disk_ms),
        }
    }
}

fn sets_clock(body: &EventBody) -> bool {
    !matches!(
        body,
        EventBody::Offered { .. } | EventBody::Declined { .. } | EventBody::Rematch { .. }
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn replay_equals_the_live_state_and_conserves_time(
        clock in any_clock(),
        game in prop::sample::select(vec![VariantId::Minishogi, VariantId::Shogun]),
        toss in any::<bool>(),
        steps in prop::collection::vec(any_step(), 1..60),
    ) {
        let mut table = Table::new(clock, game, toss);
        for (wait_ms, disk_ms, act) in steps {
            table.now_ms += wait_ms;
            table.act(&act, disk_ms);
        }
    }
}

fn table(clock: ClockSettings) -> Table {
    Table::new(clock, VariantId::Minishogi, false)
}

fn spent(table: &Table) -> Vec<u32> {
    let spent = |entry: &LogEntry| match entry.body {
        EventBody::Move { spent_ms, .. } => Some(spent_ms),
        _ => None,
    };
    table.log.iter().filter_map(spent).collect()
}

#[test]
fn offers_and_answers_do_not_give_thinking_time_back() {
    let mut table = table(ClockSettings::Sudden { main_ms: 10_000 });
    let moved = Act::Move {
        choice: 0,
        one_way_ms: 0,
    };
    table.act(&moved, 0);
    table.act(&moved, 0);
    let kind = OfferKind::Takeback;
    for _ in 0..4 {
        table.now_ms += 1000;
        table.act(&Act::Offer { mover: true, kind }, 30);
        table.now_ms += 1000;
        table.act(&Act::Decline { mover: true, kind }, 30);
    }
    table.act(&moved, 0);
    assert_eq!(spent(&table), [0, 0, 8 * 1000 + 8 * 30]);
    // Two seconds are left: an offer does not delay the flag.
    table.act(&moved, 0);
    table.now_ms += 1900;
    table.act(&Act::Offer { mover: true, kind }, 0);
    assert_eq!(table.state().status(), Status::Ended);
}

#[test]
fn storage_time_is_recorded_and_not_charged() {
    let mut table = table(ClockSettings::Sudden { main_ms: 10_000 });
    let moved = Act::Move {
        choice: 0,
        one_way_ms: 0,
    };
    table.act(&moved, 400);
    table.now_ms += 600;
    table.act(&moved, 0);
    let EventBody::Move {
        spent_ms,
        server_ms,
        ..
    } = table.log.last().expect("a log").body
    else {
        panic!("a move")
    };
    assert_eq!((spent_ms, server_ms), (600, 400));
}

/// Regression: a host's clock set back an hour stopped the game clock for an hour.
#[test]
fn a_host_whose_clock_is_set_back_goes_on_charging_at_once() {
    for (set_ms, toss) in [(-3_600_000, false), (-3_600_000, true), (3_600_000, false)] {
        let clock = ClockSettings::Sudden { main_ms: 10_000 };
        let mut table = Table::new(clock, VariantId::Minishogi, toss);
        let wait_ms = if toss { i64::from(FURIGOMA_MS) } else { 0 };
        table.now_ms += wait_ms + 2000;
        let kill = Act::Kill {
            gone_ms: 700,
            set_ms,
        };
        table.act(&kill, 0);
        let resumed_ms = table.now_ms;
        let wait_ms = table.state().clock().expect("a clock").since_ms();
        let shown_ms = if toss { i64::from(FURIGOMA_MS) } else { 0 };
        assert_eq!(wait_ms, Some(resumed_ms + shown_ms));
        table.now_ms += shown_ms + 3000;
        let moved = Act::Move {
            choice: 0,
            one_way_ms: 0,
        };
        table.act(&moved, 0);
        assert_eq!(spent(&table), [3000], "{set_ms}");
        let left = table
            .state()
            .clock()
            .expect("a clock")
            .left_at(table.now_ms);
        assert_eq!(left.first.main_ms, 10_000 - 3000);
    }
}

#[test]
fn the_first_clock_waits_until_the_toss_has_been_shown() {
    let clock = ClockSettings::Sudden { main_ms: 10_000 };
    let mut table = Table::new(clock, VariantId::Minishogi, true);
    let moved = Act::Move {
        choice: 0,
        one_way_ms: 0,
    };
    table.now_ms = 2000;
    table.act(&moved, 0);
    table.now_ms = i64::from(FURIGOMA_MS) + 700;
    table.act(&moved, 0);
    assert_eq!(spent(&table), [0, 700]);
}
