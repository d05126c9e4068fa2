//! The bench's signature, and positions that once took the search too long.

use komadai_engine::{AnyEngine, Control, Limits, bench, bench_positions};
use komadai_notation::parse_position;
use komadai_rules::{AnyGame, GameId, RuleSet, SetupRules};

/// Changes whenever the search or the evaluation does; then put the new number here and in the
/// commit's message. It must not change otherwise, on whatever machine.
const SIGNATURE_AT_4: u64 = 15_481;

#[test]
fn the_signature_is_known() {
    let sum: u64 = bench(4).map(|line| line.nodes).sum();
    assert_eq!(sum, SIGNATURE_AT_4);
}

/// What begins at greater depths does not show in the bench itself.
const SIGNATURE_AT_8: u64 = 309_655;

#[test]
fn the_signature_of_a_deep_search_is_known() {
    let sum: u64 = bench(8).map(|line| line.nodes).sum();
    assert_eq!(sum, SIGNATURE_AT_8);
}

#[test]
fn every_position_takes_work() {
    for game in GameId::ALL {
        assert!(
            bench_positions()
                .iter()
                .filter(|(of, _)| *of == game)
                .count()
                >= 3
        );
    }
    for line in bench(3) {
        assert!(line.nodes > 100, "{line:?}");
    }
}

/// Captures, promotions and checks follow one another here for ever if nothing holds them up.
#[test]
fn quiescence_comes_to_rest() {
    let text = "p6p/6p1/+Pb+Frf2r/PnP1p1k1/1P2Pb2/5n+pp/1B+N1KPPP/PRBN1R2[P] b - - 1 47";
    let position = parse_position(GameId::Shogun, text, SetupRules::Play).expect("legal");
    let game = AnyGame::new(position, RuleSet::default_for(GameId::Shogun));
    let mut engine = AnyEngine::new(GameId::Shogun, 16);
    let found = engine.search(&game, &Limits::nodes(100_000), &mut Control::default());
    assert!(found.depth >= 4, "only depth {}", found.depth);
}
