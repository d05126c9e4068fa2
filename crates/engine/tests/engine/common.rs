//! Random games and test parametrisation by variant.

use komadai_engine::Engine;
use komadai_rules::{Game, Position, RuleSet, Variant};

/// Xorshift generator, independent of the engine's.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

pub(crate) fn new_engine<V: Variant>(hash_megabytes: usize) -> Engine<V> {
    Engine::new(hash_megabytes).expect("memory for a small hash table")
}

pub(crate) fn new_game<V: Variant>() -> Game<V> {
    Game::new(Position::start(), RuleSet::default_for(V::ID))
}

/// Plays random legal moves until the game ends or `plies` are played; `see` receives every
/// position.
pub(crate) fn random_game<V: Variant>(seed: u64, plies: usize, mut see: impl FnMut(&Game<V>)) {
    let mut dice = Dice::new(seed);
    let mut game = new_game::<V>();
    for _ in 0..plies {
        see(&game);
        let moves = game.legal_moves().sorted();
        if moves.is_empty() {
            return;
        }
        let mv = moves[dice.below(moves.len())];
        game.play(mv).expect("a legal move");
    }
}

/// Runs each generic test for every variant.
#[cfg(not(komadai_test_games))]
#[macro_export]
macro_rules! for_each_game {
    ($($test:ident),+ $(,)?) => {
        mod shogi { $(#[test] fn $test() { super::$test::<komadai_rules::Shogi>(); })+ }
        mod minishogi { $(#[test] fn $test() { super::$test::<komadai_rules::Minishogi>(); })+ }
        mod torishogi { $(#[test] fn $test() { super::$test::<komadai_rules::Torishogi>(); })+ }
        mod shogun { $(#[test] fn $test() { super::$test::<komadai_rules::Shogun>(); })+ }
    };
}

/// Runs each generic test for the test variant alone; the others run without it.
#[cfg(komadai_test_games)]
#[macro_export]
macro_rules! for_each_game {
    ($($test:ident),+ $(,)?) => {
        mod judkins { $(#[test] fn $test() { super::$test::<komadai_rules::Judkins>(); })+ }
    };
}
