//! Every large allocation of the engine may fail and then returns an error.
//!
//! The global allocator of this binary refuses the n-th large allocation of the calling thread.
#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use komadai_engine::{AnyEngine, Control, Level, Limits, OutOfMemory};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};

/// Size of a large allocation in bytes: below any table of the engine, above incidental allocations
/// of tests and the standard library.
const LARGE: usize = 8 << 10;

thread_local! {
    /// Large allocations that still succeed; `None` for all.
    static ALLOWED: Cell<Option<usize>> = const { Cell::new(None) };
}

struct Refusing;

impl Refusing {
    fn refuses(size: usize) -> bool {
        if size < LARGE {
            return false;
        }
        ALLOWED
            .try_with(|allowed| match allowed.get() {
                Some(0) => true,
                Some(left) => {
                    allowed.set(Some(left - 1));
                    false
                }
                None => false,
            })
            .unwrap_or(false)
    }
}

// SAFETY: every call is forwarded to the system allocator or returns null, which signals failure.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if Self::refuses(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller upholds the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Runs `body` with at most `allowed` large allocations.
fn with_allocations<T>(allowed: usize, body: impl FnOnce() -> T) -> T {
    ALLOWED.set(Some(allowed));
    let result = body();
    ALLOWED.set(None);
    result
}

/// Number of large allocations of `body`: fails the first, the second, … until it succeeds.
fn failures<T>(mut body: impl FnMut() -> Result<T, OutOfMemory>) -> usize {
    (0..100)
        .find(|&allowed| with_allocations(allowed, &mut body).is_ok())
        .expect("fewer than a hundred large allocations")
}

fn start(variant: VariantId) -> AnyGame {
    AnyGame::new(AnyPosition::start(variant), RuleSet::default_for(variant))
}

#[test]
fn a_new_engine_without_memory_is_an_error() {
    for variant in VariantId::ALL {
        let failed = failures(|| AnyEngine::new(variant, 1));
        assert!(failed >= 5, "{variant}: {failed}");
    }
}

#[test]
fn a_level_without_memory_for_its_table_is_an_error_and_plays_once_there_is_some() {
    let game = start(VariantId::Minishogi);
    let mut engine = AnyEngine::new(VariantId::Minishogi, 1).expect("memory");
    let level = Level::numbered(Level::HIGHEST - 1).expect("a level");
    let mut choose = || {
        let limits = Limits::nodes(50);
        engine.choose(level, &game, 1, &limits, &mut Control::default())
    };
    let refused = with_allocations(0, &mut choose);
    assert_eq!(refused, Err(OutOfMemory::HashTable { megabytes: 4 }));
    assert!(choose().expect("memory").best.is_some());
}

#[test]
fn a_hash_table_without_memory_keeps_the_old_one() {
    let game = start(VariantId::Minishogi);
    let mut engine = AnyEngine::new(VariantId::Minishogi, 1).expect("memory");
    let refused = with_allocations(0, || engine.set_hash(64));
    assert_eq!(refused, Err(OutOfMemory::HashTable { megabytes: 64 }));
    let result = engine.search(&game, &Limits::depth(3), &mut Control::default());
    assert_eq!(result.expect("memory").depth, 3);
}

#[test]
fn threads_without_memory_keep_the_number_of_threads() {
    let game = start(VariantId::Minishogi);
    let mut engine = AnyEngine::new(VariantId::Minishogi, 1).expect("memory");
    let failed = failures(|| engine.set_threads(3));
    assert!(failed >= 4, "{failed}");
    engine.set_threads(1).expect("fewer threads need no memory");
    let refused = with_allocations(1, || engine.set_threads(2));
    assert_eq!(refused, Err(OutOfMemory::Threads { threads: 2 }));
    let result = engine.search(&game, &Limits::depth(3), &mut Control::default());
    assert_eq!(result.expect("memory").depth, 3);
}

#[test]
fn a_change_of_variant_without_memory_keeps_the_engine() {
    let mut engine = AnyEngine::new(VariantId::Minishogi, 1).expect("memory");
    let other = AnyPosition::start(VariantId::Torishogi);
    let refused = with_allocations(0, || engine.evaluate(&other));
    assert!(refused.is_err());
    assert_eq!(engine.variant(), VariantId::Minishogi);
    assert!(engine.evaluate(&other).is_ok());
    assert_eq!(engine.variant(), VariantId::Torishogi);
}
