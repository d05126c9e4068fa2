//! An event log is replayed or refused, and its state equals that of the game that wrote it.

use komadai_play::{
    Applied, Arbiter, Arrival, Command, Follower, LogEntry, PlayerId, Verdict, check_settings,
};
use komadai_protocol::{ClockSettings, CreateGame, EventBody, GameKey, OfferKind, SideChoice};
use komadai_rules::{Side, VariantId};

use crate::input::Input;

/// Replays a log in JSON, or plays a game whose commands and times the bytes choose.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    if input.byte() % 2 == 0 {
        replay_text(&input.text());
    } else {
        play(&mut input);
    }
}

fn key() -> GameKey {
    "x8Qm3LhTz0RkWb5v".into()
}

fn replay_text(text: &str) {
    let bodies = text
        .lines()
        .filter_map(|line| serde_json::from_str::<EventBody>(line).ok());
    let log: Vec<LogEntry> = (1..)
        .zip(bodies)
        .map(|(seq, body)| LogEntry {
            seq,
            at_ms: i64::from(seq) * 700,
            body,
            author: Some("somebody".into()),
            command: None,
        })
        .collect();
    match Arbiter::replay(&key(), &log) {
        Ok(arbiter) => {
            let now_ms = 1_000_000;
            let snapshot = arbiter.state().snapshot(now_ms);
            let follower = Follower::new(&snapshot).expect("a snapshot is followed");
            assert_eq!(follower.state().ply(), arbiter.state().ply());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A game with its log, as in a referee.
struct Game {
    arbiter: Arbiter,
    log: Vec<LogEntry>,
    follower: Option<Follower>,
    now_ms: i64,
}

impl Game {
    fn append(&mut self, drafts: &[komadai_play::Draft]) {
        let entries = self.arbiter.number(self.now_ms, drafts);
        self.arbiter.apply(&entries).expect("our own events fit");
        for entry in &entries {
            if let Some(follower) = &mut self.follower {
                assert_eq!(follower.apply(&entry.to_event(&key())), Applied::Applied);
                assert_eq!(follower.apply(&entry.to_event(&key())), Applied::Known);
            }
        }
        self.log.extend(entries);
    }

    /// Replaying the log gives the state of the game.
    fn check(&self) {
        let replayed = Arbiter::replay(&key(), &self.log).expect("our own log is replayed");
        assert_eq!(replayed.state(), self.arbiter.state());
        if let Some(follower) = &self.follower {
            assert_eq!(follower.clocks(self.now_ms), self.clocks());
            assert_eq!(follower.state().moves(), self.arbiter.state().moves());
        }
    }

    fn clocks(&self) -> Option<komadai_protocol::ClockState> {
        let clock = self.arbiter.state().clock()?;
        Some(clock.state(self.now_ms))
    }
}

fn settings(input: &mut Input<'_>) -> CreateGame {
    let games = VariantId::ALL;
    let clocks = [
        ClockSettings::None,
        ClockSettings::Sudden { main_ms: 10_000 },
        ClockSettings::Increment {
            main_ms: 5_000,
            increment_ms: 1_000,
        },
        ClockSettings::Byoyomi {
            main_ms: 4_000,
            period_ms: 3_000,
            periods: 2,
        },
    ];
    CreateGame {
        game: games[input.byte() as usize % games.len()],
        side: SideChoice::First,
        position: None,
        handicap: None,
        rules: Default::default(),
        clock: clocks[input.byte() as usize % clocks.len()],
        name: None,
        open: false,
        rated: false,
    }
}

fn player(side: Side) -> PlayerId {
    PlayerId::from(side.name())
}

fn seated(log: &mut Vec<LogEntry>, input: &mut Input<'_>) -> Option<Arbiter> {
    let settings = check_settings(&settings(input)).ok()?;
    let mut push = |body, author: Option<PlayerId>| {
        log.push(LogEntry {
            seq: log.len() as u32 + 1,
            at_ms: 0,
            body,
            author,
            command: None,
        });
    };
    push(EventBody::Created { settings }, None);
    for side in Side::BOTH {
        push(EventBody::joined(side, None), Some(player(side)));
    }
    Some(Arbiter::replay(&key(), log).expect("our own log is replayed"))
}

fn play(input: &mut Input<'_>) {
    let mut log = Vec::new();
    let Some(arbiter) = seated(&mut log, input) else {
        return;
    };
    let mut game = Game {
        arbiter,
        log,
        follower: None,
        now_ms: 0,
    };
    if let Some(draft) = game.arbiter.start(0) {
        game.append(&[draft]);
    }
    game.follower = Follower::new(&game.arbiter.state().snapshot(0)).ok();
    let mut commands = 0u32;
    while !input.is_empty() && commands < 300 {
        commands += 1;
        step(&mut game, input, commands);
        game.check();
    }
}

fn step(game: &mut Game, input: &mut Input<'_>, number: u32) {
    game.now_ms += i64::from(input.byte()) * 10;
    let what = input.byte();
    if what >= 250 {
        // The server ends and another one takes over the game.
        game.arbiter = Arbiter::replay(&key(), &game.log).expect("our own log is replayed");
        let seen_ms = game.now_ms - i64::from(input.byte());
        // The event that began the turn is sometimes stored late, and its time is sometimes
        // unknown.
        let began_ms = game.log.last().map_or(0, |it| it.at_ms);
        let late_ms = (what > 250).then(|| i64::from(what - 251) * 10);
        let turn_from_ms = late_ms.map(|late_ms| began_ms + late_ms);
        if let Some(draft) = game.arbiter.resume(seen_ms, turn_from_ms, game.now_ms) {
            game.append(&[draft]);
        }
        return;
    }
    if let Some(draft) = game.arbiter.fallen_flag(game.now_ms, 0) {
        game.append(&[draft]);
    }
    let to_move = game.arbiter.state().side();
    let side = if what & 1 == 0 { to_move } else { !to_move };
    let command = command(game, input, what >> 1);
    let before = game.arbiter.state().clone();
    let arrival = Arrival {
        side: Some(side),
        id: &number.to_string(),
        now_ms: game.now_ms,
        one_way_ms: 40,
        opponent_away_since_ms: None,
    };
    match game.arbiter.judge(Some(&player(side)), &arrival, &command) {
        Ok(Verdict::Append {
            drafts,
            command_event,
        }) => {
            assert!(command_event < drafts.len());
            let clock = before.clock().cloned();
            let sets_clock = !matches!(
                drafts[command_event].body,
                EventBody::Offered { .. } | EventBody::Declined { .. }
            );
            game.append(&drafts);
            if !sets_clock {
                assert_eq!(game.arbiter.state().clock(), clock.as_ref(), "{command:?}");
            }
            game.now_ms += i64::from(input.byte() % 16);
            game.arbiter.stored(game.now_ms);
        }
        Ok(Verdict::Premove(_) | Verdict::Rematch | Verdict::Repeated { .. }) => {}
        Err(error) => {
            assert!(!error.message.is_empty());
            assert_eq!(game.arbiter.state(), &before);
        }
    }
}

fn command(game: &Game, input: &mut Input<'_>, what: u8) -> Command {
    let state = game.arbiter.state();
    let ply = state.ply();
    let offer = [
        OfferKind::Draw,
        OfferKind::Takeback,
        OfferKind::Impasse,
        OfferKind::Rematch,
    ][input.byte() as usize % 4];
    match what % 16 {
        0 => Command::Resign,
        1 | 2 => Command::Offer(offer),
        3 => Command::Accept(offer),
        4 => Command::Decline(offer),
        5 => Command::Declare { ply },
        6 => Command::CancelPremove,
        7 => Command::Premove {
            ply: ply + 1,
            text: text_of(game, input),
        },
        _ => Command::Move {
            ply,
            text: text_of(game, input),
        },
    }
}

/// A legal move of the current position; as a premove it may be illegal.
fn text_of(game: &Game, input: &mut Input<'_>) -> String {
    let live = game.arbiter.state().game();
    let moves = live.legal_moves().sorted();
    let choice = input.byte() as usize % moves.len().max(1);
    moves.get(choice).map_or_else(String::new, |m| {
        m.display(live.position().variant()).to_string()
    })
}
