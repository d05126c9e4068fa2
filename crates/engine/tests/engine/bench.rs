use komadai_engine::{AnyEngine, Control, Limits, bench, bench_positions};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, SetupRules, VariantId};

fn signature(depth: u32) -> u64 {
    bench(depth).map(|line| line.expect("memory").nodes).sum()
}

/// Changes with the search or the evaluation; the new number goes here and into the commit message.
/// Otherwise the same on every machine.
const SIGNATURE_AT_4: u64 = 15_127;

#[test]
fn the_signature_is_unchanged() {
    assert_eq!(signature(4), SIGNATURE_AT_4);
}

/// Covers techniques that begin at greater depths.
const SIGNATURE_AT_8: u64 = 320_997;

#[test]
fn the_signature_of_a_deep_search_is_unchanged() {
    assert_eq!(signature(8), SIGNATURE_AT_8);
}

#[test]
fn every_variant_has_four_positions_and_every_position_takes_nodes() {
    for variant in [
        VariantId::Shogi,
        VariantId::Minishogi,
        VariantId::Torishogi,
        VariantId::Shogun,
    ] {
        let positions = bench_positions().iter().filter(|(of, _)| *of == variant);
        assert_eq!(positions.count(), 4, "{variant}");
    }
    for line in bench(3) {
        let line = line.expect("memory");
        assert!(line.nodes > 100, "{line:?}");
    }
}

/// Unlimited sequences of captures, promotions and checks.
#[test]
fn quiescence_search_ends() {
    let text = "p6p/6p1/+Pb+Frf2r/PnP1p1k1/1P2Pb2/5n+pp/1B+N1KPPP/PRBN1R2[P] b - - 1 47";
    let position = AnyPosition::parse(VariantId::Shogun, text, SetupRules::Play).expect("legal");
    let game = AnyGame::new(position, RuleSet::default_for(VariantId::Shogun));
    let mut engine = AnyEngine::new(VariantId::Shogun, 16).expect("memory");
    let found = engine.search(&game, &Limits::nodes(100_000), &mut Control::default());
    let depth = found.expect("memory").depth;
    assert!(depth >= 4, "only depth {depth}");
}
