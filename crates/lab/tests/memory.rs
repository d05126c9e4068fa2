//! Running out of memory for an engine is an error, never a panic.
#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use komadai_lab::{
    EngineSpec, GamesError, GamesPlan, LadderError, LadderFile, LadderPlan, MatchError, MatchLog,
    MatchPlan, OpeningSet, Player, SelfPlayError, SelfPlayFile, SelfPlayPlan, TimeControl,
    play_games,
};
use komadai_rules::VariantId;

/// Least size of an allocation in bytes that only an engine makes.
const LARGE: usize = 128 << 10;

thread_local! {
    static REFUSES: Cell<bool> = const { Cell::new(false) };
}

struct Refusing;

// SAFETY: every call goes to the system's allocator or returns null, which means failure.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let refuses = REFUSES.try_with(Cell::get).unwrap_or(false);
        if refuses && layout.size() >= LARGE {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

fn without_memory<T>(body: impl FnOnce() -> T) -> T {
    REFUSES.set(true);
    let result = body();
    REFUSES.set(false);
    result
}

const GAME: VariantId = VariantId::Minishogi;

#[test]
fn games_without_memory_for_the_engines_are_an_error() {
    let plan = GamesPlan::new(GAME, Player::TwoPly, Player::Random, 1);
    let error = without_memory(|| play_games(&plan, &mut |_| ())).unwrap_err();
    assert!(matches!(error, GamesError::OutOfMemory(_)), "{error}");
    assert!(play_games(&plan, &mut |_| ()).is_ok());
}

#[test]
fn a_match_without_memory_for_its_engines_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let openings = OpeningSet::built_in(GAME).unwrap();
    let player = || EngineSpec::internal(Player::Random);
    let plan = MatchPlan::new(openings, player(), player(), TimeControl::Nodes(10));
    let error = without_memory(|| MatchLog::open(&path, &plan)).unwrap_err();
    assert!(matches!(error, MatchError::OutOfMemory(_)), "{error}");
    assert!(MatchLog::open(&path, &plan).is_ok());
}

#[test]
fn self_play_without_memory_for_the_engine_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let plan = SelfPlayPlan::new(GAME, 1);
    let error = without_memory(|| SelfPlayFile::open(&path, &plan)).unwrap_err();
    assert!(matches!(error, SelfPlayError::OutOfMemory(_)), "{error}");
}

#[test]
fn a_ladder_without_memory_for_the_engines_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ladder");
    let plan = LadderPlan {
        games: 1,
        ..LadderPlan::levels(GAME)
    };
    let error = without_memory(|| LadderFile::open(&path, &plan)).unwrap_err();
    assert!(matches!(error, LadderError::OutOfMemory(_)), "{error}");
}
