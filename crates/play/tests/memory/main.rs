//! Memory of a game, measured by an allocator that counts the bytes of the calling thread.
#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use komadai_play::{Arbiter, Arrival, Command, Draft, LogEntry, PlayerId, Verdict, check_settings};
use komadai_protocol::{ClockSettings, CreateGame, EventBody, SideChoice};
use komadai_rules::{Side, VariantId};

/// Limit for a game of [`PLIES`] plies.
const MAX_BYTES: usize = 12_000;
const PLIES: u32 = 65;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

fn count(change: impl Fn(usize) -> usize) {
    // The thread local may be gone while a thread ends.
    let _ = HELD.try_with(|held| held.set(change(held.get())));
}

// SAFETY: every call goes to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(|held| held.wrapping_add(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(|held| held.wrapping_sub(layout.size()));
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn joined(game: VariantId) -> Vec<LogEntry> {
    let settings = check_settings(&CreateGame {
        side: SideChoice::First,
        clock: ClockSettings::Byoyomi {
            main_ms: 600_000,
            period_ms: 30_000,
            periods: 1,
        },
        ..CreateGame::of(game)
    })
    .expect("a good request");
    let seated = Side::BOTH.map(|side| Draft {
        body: EventBody::joined(side, None),
        author: Some(player(side)),
        command: None,
    });
    let created = Draft::unprompted(EventBody::Created { settings });
    (1..)
        .zip([created].into_iter().chain(seated))
        .map(|(seq, draft)| LogEntry {
            seq,
            at_ms: 0,
            body: draft.body,
            author: draft.author,
            command: draft.command,
        })
        .collect()
}

/// An id as long as a server's.
fn player(side: Side) -> PlayerId {
    PlayerId::from(format!("{:->22}", side.name()))
}

/// Plays a random legal move that does not end the game.
fn play(arbiter: &mut Arbiter, random: &mut u64) {
    let state = arbiter.state();
    let goes_on = |&m: &_| state.game().outcome_after(m) == Ok(None);
    let moves = state.game().legal_moves().sorted();
    let moves: Vec<_> = moves.into_iter().filter(goes_on).collect();
    *random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
    let played = moves[(*random >> 33) as usize % moves.len()];
    let (ply, side) = (state.ply(), state.side());
    let now_ms = i64::from(ply) * 1_000;
    let arrival = Arrival {
        side: Some(side),
        // As long as an id of the page.
        id: &format!("{ply:016x}"),
        now_ms,
        one_way_ms: 0,
        opponent_away_since_ms: None,
    };
    let text = played.display(state.game().variant()).to_string();
    let command = Command::Move { ply, text };
    let judged = arbiter.judge(Some(&player(side)), &arrival, &command);
    let Ok(Verdict::Append { drafts, .. }) = judged else {
        panic!("a legal move is appended: {judged:?}")
    };
    let entries = arbiter.number(now_ms, &drafts);
    arbiter.apply(&entries).expect("it fits");
    arbiter.stored(now_ms);
}

fn bytes_by_ply(game: VariantId) -> Vec<usize> {
    let log = joined(game);
    let held = || HELD.with(Cell::get);
    let before = held();
    let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).expect("the log fits");
    let mut random = 1;
    let mut bytes = Vec::with_capacity(PLIES as usize);
    let list = bytes.capacity() * size_of::<usize>();
    while arbiter.state().ply() < PLIES {
        play(&mut arbiter, &mut random);
        bytes.push(size_of::<Arbiter>() + held() - before - list);
    }
    bytes
}

#[test]
fn a_game_of_65_plies_takes_less_than_12_kb() {
    for game in VariantId::ALL {
        let bytes = bytes_by_ply(game);
        println!("{}: {:?}", game.name(), bytes);
        let most = bytes.iter().max().copied();
        assert!(most < Some(MAX_BYTES), "{}: {most:?} bytes", game.name());
    }
}
