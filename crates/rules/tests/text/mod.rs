//! Text of positions and moves.

mod cases;
mod moves;
mod positions;
mod properties;

use komadai_rules::{AnyPosition, SetupRules, VariantId};

fn position(variant: VariantId, text: &str) -> AnyPosition {
    AnyPosition::parse(variant, text, SetupRules::Play)
        .unwrap_or_else(|error| panic!("{variant} {text}: {error}"))
}
