//! Ends of games against a model that compares the list of positions.

mod acts;
mod entering;
mod repetition;

use komadai_rules::{Outcome, RuleSet, Side, VariantId};

use crate::reference::Law;
use crate::reference::model::{Ending, Options, Repetition};
use crate::support::bridge;

/// The crate's rules for the model's options.
fn rules(law: Law, options: Options) -> RuleSet {
    let variant = bridge::game(law);
    let mut rules = RuleSet::default_for(variant);
    let mode = match options.repetition {
        Repetition::Draw(4) => "draw-4",
        Repetition::Draw(3) => "draw-3",
        Repetition::SenteLoses4 => "sente-loses-4",
        Repetition::CreatorLoses(3) => "creator-loses-3",
        Repetition::CreatorLoses(4) => "creator-loses-4",
        Repetition::StarterMustVary3 => "starter-must-vary-3",
        other => panic!("{other:?}"),
    };
    let number = |n: Option<u32>| n.map_or("none".to_owned(), |n| n.to_string());
    let mut set = |key: &str, value: &str| {
        rules
            .set(variant, key, value)
            .unwrap_or_else(|error| panic!("{error}"));
    };
    set("repetition", mode);
    set(
        "perpetual-check",
        if options.checker_loses {
            "checker-loses"
        } else {
            "none"
        },
    );
    set(
        "stalemate",
        if options.stalemate_draws {
            "draw"
        } else {
            "stalemated-loses"
        },
    );
    set("max-plies", &number(options.max_plies));
    if variant == VariantId::Shogun {
        set("n-move-rule", &number(options.quiet_moves));
    }
    rules
}

fn summary(ending: Ending) -> (Option<Side>, &'static str, u32) {
    let ply = u32::try_from(ending.ply).expect("small");
    (ending.winner.map(bridge::side), ending.reason, ply)
}

fn outcome_summary(outcome: Outcome) -> (Option<Side>, &'static str, u32) {
    (outcome.winner, outcome.reason.name(), outcome.ply)
}
