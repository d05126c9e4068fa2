//! Conversion of JavaScript arguments.

use std::collections::BTreeMap;

use komadai_rules::{AnyPosition, Move, RuleSet, Setup, SetupRules, Side, Square, VariantId};
use wasm_bindgen::JsValue;

use crate::error::Error;
use crate::from_js_in_order;

pub fn read_game(name: &str) -> Result<VariantId, Error> {
    name.parse().map_err(|_| {
        let known: Vec<_> = VariantId::ALL
            .iter()
            .map(|variant| variant.name())
            .collect();
        Error::new(
            "unknown-game",
            format!("no such game; the games are {}", known.join(", ")),
        )
        .about(name)
    })
}

pub fn read_side(name: &str) -> Result<Side, Error> {
    Side::BOTH
        .into_iter()
        .find(|side| side.name() == name)
        .ok_or_else(|| Error::new("unknown-side", "a side is first or second").about(name))
}

pub fn read_square(variant: VariantId, text: &str) -> Result<Square, Error> {
    Ok(Square::parse(variant, text)?)
}

/// A move in either spelling. It need not be legal.
pub fn read_move(variant: VariantId, text: &str) -> Result<Move, Error> {
    Ok(Move::parse(variant, text)?)
}

/// A position: empty for the start, `handicap:<id>`, or any position text.
///
/// # Errors
/// The variant has no such handicap, the text can't be read, or the position is invalid.
pub fn read_position(variant: VariantId, text: &str) -> Result<AnyPosition, Error> {
    read_setup(variant, text, SetupRules::Play)
}

/// [`read_position`] with a choice of rules for the setup.
pub(crate) fn read_setup(
    variant: VariantId,
    text: &str,
    rules: SetupRules,
) -> Result<AnyPosition, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(AnyPosition::start(variant));
    }
    let Some(id) = text.strip_prefix("handicap:") else {
        return AnyPosition::parse(variant, text, rules)
            .map_err(|error| Error::of_position(&error));
    };
    Setup::handicap(variant, id)
        .and_then(|setup| AnyPosition::from_setup(&setup, SetupRules::Play).ok())
        .ok_or_else(|| {
            let known: Vec<_> = variant
                .spec()
                .handicaps
                .iter()
                .map(|handicap| handicap.id)
                .collect();
            Error::new(
                "unknown-handicap",
                match known.is_empty() {
                    true => format!("{variant} has no handicaps"),
                    false => format!("no such handicap; {variant} has {}", known.join(", ")),
                },
            )
            .about(id)
        })
}

/// Rule options from an object `{ key: value }`; `undefined` and `null` are no options.
pub fn read_rules(options: &JsValue) -> Result<BTreeMap<String, String>, Error> {
    let options: Option<BTreeMap<String, String>> = from_js_in_order(options, "bad-rules")?;
    Ok(options.unwrap_or_default())
}

pub(crate) fn rule_set(
    variant: VariantId,
    options: &BTreeMap<String, String>,
) -> Result<RuleSet, Error> {
    let mut rules = RuleSet::default_for(variant);
    for (key, value) in options {
        rules.set(variant, key, value)?;
    }
    Ok(rules)
}
