//! Tests of the checker: a correct game, and violations planted into it.

use komadai_protocol::{
    ClockSettings, ClockState, EndReason, EventBody, GameEvent, GameKey, GameOutcome, GameSettings,
    PerSide, SideClock, Snapshot, Status,
};
use komadai_rules::{Reason, Side, VariantId};

use super::checker::{Left, Verdict, check};
use super::clock::Context;
use super::journal::{Accepted, FaultKind, FaultWindow, Journal, PlayerJournal, Sent, WireJournal};

const MAIN_MS: u32 = 60_000;
const MOVES: [&str; 4] = ["5d5c", "1b1c", "5c5b", "2a1b"];
/// Server time at the start of the run.
const BASE_MS: i64 = 1_000_000;
/// Time the server takes to store an event.
const STORING_MS: i64 = 5;

/// Game under construction, with the views of server, network and both clients.
struct Made {
    journal: Journal,
    log: Vec<GameEvent>,
    left: PerSide<SideClock>,
    /// Current time since the run began.
    now_ms: i64,
    /// Start of the running clock.
    since_ms: i64,
}

fn clock(main_ms: u32) -> SideClock {
    SideClock {
        main_ms,
        ..SideClock::default()
    }
}

impl Made {
    fn begin() -> Self {
        let start = "rbsgk/4p/5/P4/KGSBR b - 1".into();
        let settings = GameSettings {
            clock: ClockSettings::Sudden { main_ms: MAIN_MS },
            ..GameSettings::of(VariantId::Minishogi, start)
        };
        let mut made = Self {
            journal: Journal {
                game: GameKey::from("game"),
                settings: settings.clone(),
                players: [PlayerJournal::default(), PlayerJournal::default()],
                wire: WireJournal::default(),
                finished: true,
            },
            log: Vec::new(),
            left: PerSide {
                first: clock(MAIN_MS),
                second: clock(MAIN_MS),
            },
            now_ms: 1000,
            since_ms: 1000,
        };
        made.event(EventBody::Created { settings });
        let started = EventBody::Started {
            clock: Some(made.state(Some(Side::First))),
        };
        made.event(started);
        made
    }

    fn state(&self, running: Option<Side>) -> ClockState {
        ClockState {
            at_ms: BASE_MS + self.now_ms,
            running,
            left: self.left,
        }
    }

    fn us(&self) -> u64 {
        self.now_ms as u64 * 1000
    }

    fn event(&mut self, body: EventBody) -> u32 {
        let event = GameEvent {
            game: self.journal.game.clone(),
            seq: self.log.len() as u32 + 1,
            at_ms: BASE_MS + self.now_ms,
            body,
            player: None,
        };
        self.since_ms = self.now_ms;
        self.now_ms += STORING_MS;
        let us = self.us();
        self.journal.wire.published.insert(event.seq, us);
        for player in &mut self.journal.players {
            player.events.push(event.clone());
        }
        self.log.push(event);
        self.log.len() as u32
    }

    /// Plays a move after `think_ms`, for which the server charges `charged_ms`.
    fn moved(&mut self, think_ms: i64, charged_ms: u32) {
        let ply = self
            .journal
            .players
            .iter()
            .map(|it| it.sent.len())
            .sum::<usize>();
        let side = Side::BOTH[ply % 2];
        let storing_ms = (self.now_ms - self.since_ms).max(0);
        self.now_ms += think_ms;
        let (id, us) = (format!("m{ply}"), self.us());
        self.journal.wire.forwarded.insert(id.clone(), vec![us]);
        let text = MOVES[ply].to_owned();
        self.journal.players[ply % 2].sent.push(Sent {
            id: id.clone(),
            text: Some(text.clone()),
            at_us: us,
        });
        self.left.get_mut(side).main_ms -= charged_ms;
        let body = EventBody::Move {
            ply: ply as u32,
            side,
            text,
            id: id.clone(),
            spent_ms: charged_ms,
            lag_ms: 0,
            server_ms: storing_ms as u32,
            premove: false,
            clock: Some(self.state(Some(!side))),
        };
        let seq = self.event(body);
        let at_us = self.us();
        self.journal.players[ply % 2]
            .accepted
            .push(Accepted { id, seq, at_us });
    }

    /// Changes the first move in the log and both journals.
    fn change_move(&mut self, change: impl Fn(&mut EventBody)) {
        let seen = self.journal.players.iter_mut();
        let seen = seen.map(|player| &mut player.events[2]);
        for event in seen.chain([&mut self.log[2]]) {
            change(&mut event.body);
        }
    }

    /// Delays the first move by the server's own timestamps.
    fn stamp_again(&mut self, by_ms: i64) {
        self.change_move(|body| {
            let EventBody::Move {
                clock: Some(clock), ..
            } = body
            else {
                panic!("a move")
            };
            clock.at_ms += by_ms;
        });
    }

    /// Increases the uncharged time of the first move.
    fn say_uncharged(&mut self, ms: u32) {
        self.change_move(|body| {
            let EventBody::Move { server_ms, .. } = body else {
                panic!("a move")
            };
            *server_ms += ms;
        });
    }

    fn resigned(&mut self, by: Side) {
        let outcome = GameOutcome {
            winner: Some(!by),
            reason: EndReason::Rules(Reason::Resignation),
            ply: 4,
        };
        let clock = Some(self.state(None));
        self.event(EventBody::Ended { outcome, clock });
    }

    /// Final log and state as the server would return them.
    fn left(&self) -> Left {
        let game = "minishogi".parse().expect("a game");
        let settings = &self.journal.settings;
        let rules = komadai_rules::SetupRules::Play;
        let start = komadai_rules::AnyPosition::parse(game, &settings.start, rules).expect("legal");
        let mut played =
            komadai_rules::AnyGame::new(start, komadai_rules::RuleSet::default_for(game));
        let (mut moves, mut outcome) = (Vec::new(), None);
        for event in &self.log {
            match &event.body {
                EventBody::Move { text, .. } => {
                    let a_move = komadai_rules::Move::parse(game, text).expect("a move");
                    // A planted move may be illegal.
                    if played.play(a_move).is_ok() {
                        moves.push(text.clone());
                    }
                }
                EventBody::Ended { outcome: ended, .. } => outcome = Some(*ended),
                _ => {}
            }
        }
        let snapshot = Snapshot {
            id: self.journal.game.clone(),
            seq: self.log.last().map_or(0, |event| event.seq),
            settings: settings.clone(),
            status: Status::Ended,
            players: PerSide::default(),
            furigoma: None,
            position: played.position().to_string(),
            moves,
            side: Side::First,
            clock: Some(self.state(None)),
            offers: Vec::new(),
            outcome,
            rematch: None,
            first_move_by_ms: None,
            unrated: None,
            created_at_ms: BASE_MS,
        };
        Left {
            log: self.log.clone(),
            snapshot,
        }
    }

    fn verdict(&self, context: &Context) -> Verdict {
        check(&self.journal, &self.left(), context)
    }

    fn found(&self) -> Vec<&'static str> {
        self.found_with(&Context::default())
    }

    fn found_with(&self, context: &Context) -> Vec<&'static str> {
        let findings = self.verdict(context).findings;
        findings.iter().map(|finding| finding.kind).collect()
    }
}

fn right() -> Made {
    let mut made = Made::begin();
    for think_ms in [700, 300, 2000, 50] {
        made.moved(think_ms, think_ms as u32);
    }
    made.resigned(Side::First);
    made
}

#[test]
fn a_correct_game_has_no_findings() {
    let verdict = right().verdict(&Context::default());
    assert_eq!(verdict.findings, []);
    assert_eq!((verdict.acknowledged, verdict.turns), (4, 4));
    assert_eq!(verdict.errors_us, [0; 4]);
}

/// A folded log has no ids; what is wrong with it is found all the same.
#[test]
fn a_folded_game_is_judged_like_any_other() {
    let folded = |mut made: Made| {
        for event in &mut made.log {
            if let EventBody::Move { id, .. } = &mut event.body {
                id.clear();
            }
        }
        made
    };
    assert_eq!(folded(right()).verdict(&Context::default()).findings, []);
    let mut unseen = right();
    unseen.journal.players[0].accepted.pop();
    for player in &mut unseen.journal.players {
        player
            .events
            .retain(|event| !matches!(event.body, EventBody::Move { .. }));
    }
    assert_eq!(folded(unseen).verdict(&Context::default()).findings, []);
    let mut lost = right();
    lost.log.remove(3);
    let found = folded(lost).found();
    assert!(found.contains(&"event-lost"), "{found:?}");
    assert!(found.contains(&"acknowledged-and-lost"), "{found:?}");
    let mut other = right();
    other.log[3].at_ms += 7;
    assert!(folded(other).found().contains(&"event-differs"));
}

/// The server acknowledged a move and was killed before it stored the move.
#[test]
fn a_move_acknowledged_before_its_commit_is_found() {
    let mut made = Made::begin();
    for think_ms in [700, 300, 2000, 50] {
        made.moved(think_ms, think_ms as u32);
    }
    made.log.pop();
    for player in &mut made.journal.players {
        player.events.pop();
    }
    assert_eq!(made.found(), ["acknowledged-and-lost"]);
}

/// Later events may have moved up or not.
#[test]
fn a_lost_event_is_found() {
    let mut made = right();
    made.log.remove(3);
    let found = made.found();
    assert!(found.contains(&"event-number"), "{found:?}");
    assert!(found.contains(&"event-lost"), "{found:?}");
    for (seq, event) in (1..).zip(&mut made.log) {
        event.seq = seq;
    }
    let found = made.found();
    assert!(found.contains(&"acknowledged-and-lost"), "{found:?}");
    assert!(found.contains(&"event-differs"), "{found:?}");
    // The last event only, so that no other moves up.
    let mut made = right();
    made.log.pop();
    let found = made.found();
    assert!(found.contains(&"event-lost"), "{found:?}");
}

/// A resent command must take effect once.
#[test]
fn a_doubled_event_is_found() {
    let mut made = right();
    let mut again = made.log[2].clone();
    again.seq = 4;
    made.log.insert(3, again);
    for (seq, event) in (1..).zip(&mut made.log) {
        event.seq = seq;
    }
    let found = made.found();
    assert!(found.contains(&"move-doubled"), "{found:?}");
    // Published twice under different numbers, but once in the log.
    let mut made = right();
    let mut again = made.log[2].clone();
    again.seq = 99;
    made.journal.players[0].events.push(again);
    assert_eq!(made.found(), ["event-lost", "state-differs"]);
}

/// Two referees decided, and each player saw one decision.
#[test]
fn two_referees_are_found() {
    let mut made = right();
    let last = made.journal.players[1].events.last_mut().expect("the end");
    let EventBody::Ended { outcome, .. } = &mut last.body else {
        panic!("the end")
    };
    (outcome.winner, outcome.reason) = (Some(Side::First), EndReason::Rules(Reason::Time));
    assert_eq!(made.found(), ["event-differs", "two-winners"]);
    let mut made = right();
    let EventBody::Move { text, .. } = &mut made.journal.players[0].events[2].body else {
        panic!("a move")
    };
    *text = "5e4d".into();
    assert_eq!(made.found(), ["event-differs"]);
}

/// Charged too much, charged too little, or shown wrongly, by 100 ms.
#[test]
fn a_wrong_clock_is_found() {
    for (charged_ms, kind) in [(800, "overcharged"), (600, "undercharged")] {
        let mut made = Made::begin();
        made.moved(700, charged_ms);
        let found = made.found();
        assert!(found.contains(&kind), "{charged_ms}: {found:?}");
        assert!(found.contains(&"clock-wrong"), "{charged_ms}: {found:?}");
        // Found even if the server's own timestamps agree.
        made.stamp_again(i64::from(charged_ms) - 700);
        assert_eq!(made.found(), [kind]);
    }
    let mut made = Made::begin();
    made.moved(700, 660);
    assert_eq!(made.found(), [""; 0], "within 50 ms");
    let EventBody::Move {
        clock: Some(clock), ..
    } = &mut made.log[2].body
    else {
        panic!("a move")
    };
    clock.left.second.main_ms += 100;
    assert!(made.found().contains(&"clock-wrong"));
}

fn fault(kind: FaultKind, from_ms: u64, to_ms: u64) -> Context {
    Context {
        faults: vec![FaultWindow {
            kind,
            from_us: from_ms * 1000,
            back_us: to_ms * 1000,
            to_us: to_ms * 1000,
        }],
        several: false,
        stalls: Vec::new(),
    }
}

#[test]
fn a_clock_that_runs_before_both_have_moved_is_found() {
    let mut made = right();
    made.journal.settings.start_limit_ms = Some(30_000);
    let found = made.found();
    assert!(found.contains(&"first-move"), "{found:?}");
}

#[test]
fn a_pause_is_charged_to_nobody() {
    for (charged_ms, found) in [
        (2000, None),
        (2100, Some("overcharged")),
        (1900, Some("undercharged")),
    ] {
        let mut made = Made::begin();
        made.moved(5000, charged_ms);
        // The server was stopped for 3 s of 5 s and says so.
        made.say_uncharged(5000 - charged_ms);
        let context = fault(FaultKind::Pause, 1500, 4500);
        assert_eq!(
            made.found_with(&context),
            Vec::from_iter(found),
            "{charged_ms}"
        );
    }
}

/// A fault may hit the referee's server or another one: at most the whole turn is charged. A stopped server between
/// player and referee delays moves.
#[test]
fn of_several_servers_one_may_fail_and_the_clock_goes_on() {
    for (kind, charged_ms, is_over) in [
        (FaultKind::Kill, 5000, false),
        (FaultKind::Kill, 5100, true),
        (FaultKind::Pause, 5000, false),
        (FaultKind::Pause, 7900, false),
        (FaultKind::Pause, 8100, true),
        (FaultKind::Nats, 7900, false),
        (FaultKind::Database, 5000, false),
        (FaultKind::Database, 5100, true),
    ] {
        let mut made = Made::begin();
        made.moved(5000, charged_ms);
        let context = Context {
            several: true,
            ..fault(kind, 1500, 4500)
        };
        let found = made.found_with(&context);
        let what = format!("{kind:?} {charged_ms}: {found:?}");
        assert_eq!(found.contains(&"overcharged"), is_over, "{what}");
        assert!(!found.contains(&"undercharged"), "{what}");
    }
}

/// No server for 3 s of 5 s.
#[test]
fn across_a_loss_of_the_referee_never_more_is_charged_than_passed() {
    for (charged_ms, found) in [
        (2500, None),
        (1500, None),
        (2600, Some("overcharged")),
        (1300, None),
        (500, None),
    ] {
        let mut made = Made::begin();
        // The server is killed after 2 s, the next one starts 3 s later, and the move follows after 0.5 s.
        made.now_ms += 5000;
        let before_ms = charged_ms - 500;
        made.left.first.main_ms -= before_ms;
        let clock = Some(made.state(Some(Side::First)));
        made.event(EventBody::Resumed { clock });
        made.moved(500, 500);
        let killed_ms = 1005 + 2000;
        let context = fault(FaultKind::Kill, killed_ms, killed_ms + 3000);
        assert_eq!(
            made.found_with(&context),
            Vec::from_iter(found),
            "{charged_ms}"
        );
    }
}

/// Only the program's own measurements widen the tolerance.
#[test]
fn a_stall_of_the_clients_is_allowed_for() {
    let mut made = Made::begin();
    made.moved(700, 770);
    assert!(made.found().contains(&"overcharged"));
    let context = Context {
        stalls: vec![(1_690_000, 1_720_000)],
        ..Context::default()
    };
    assert!(!made.found_with(&context).contains(&"overcharged"));
}
