//! Random games by the rules alone.

use komadai_protocol::GameSettings;
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, VariantId};

pub(crate) fn rules_of(settings: &GameSettings) -> AnyGame {
    let game: VariantId = settings.game.name().parse().expect("a game");
    let position = AnyPosition::parse(game, &settings.start, SetupRules::Play).expect("a position");
    let mut rules = RuleSet::default_for(game);
    for (key, value) in &settings.rules {
        rules.set(game, key, value).expect("a rule");
    }
    AnyGame::new(position, rules)
}

/// A random legal move and its text.
pub(crate) fn random_move(rules: &AnyGame, chance: &mut u64) -> (Move, String) {
    let moves = rules.legal_moves();
    *chance = chance
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695);
    let chosen = moves[(*chance >> 33) as usize % moves.len()];
    (chosen, chosen.display(rules.variant()).to_string())
}
