//! Conversion of Python arguments.

use std::collections::BTreeMap;

use komadai_rules::{AnyPosition, RuleSet, Setup, SetupRules, Side, Square, VariantId};
use pyo3::prelude::*;

use crate::error::{of_position, of_rule, of_text, read_error};

pub(crate) fn game(py: Python<'_>, name: &str) -> PyResult<VariantId> {
    name.parse().map_err(|_| {
        let known = VariantId::ALL.map(|variant| variant.name()).join(", ");
        let message = format!("unknown game \"{name}\": the games are {known}");
        read_error(py, "unknown-game", message, Some(name), None)
    })
}

pub(crate) fn side(py: Python<'_>, name: &str) -> PyResult<Side> {
    let found = Side::BOTH.into_iter().find(|side| side.name() == name);
    found.ok_or_else(|| {
        let message = format!("unknown side \"{name}\": a side is first or second");
        read_error(py, "unknown-side", message, Some(name), None)
    })
}

pub(crate) fn square(py: Python<'_>, variant: VariantId, text: &str) -> PyResult<Square> {
    Square::parse(variant, text).map_err(|error| of_text(py, &error))
}

/// A position: empty for the start, `handicap:<id>`, or any position text.
pub(crate) fn position(
    py: Python<'_>,
    variant: VariantId,
    text: Option<&str>,
) -> PyResult<AnyPosition> {
    let text = text.unwrap_or("").trim();
    if text.is_empty() || text == "startpos" {
        return Ok(AnyPosition::start(variant));
    }
    let Some(id) = text.strip_prefix("handicap:") else {
        let read = AnyPosition::parse(variant, text, SetupRules::Play);
        return read.map_err(|error| of_position(py, &error));
    };
    let setup = Setup::handicap(variant, id);
    let position = setup.and_then(|setup| AnyPosition::from_setup(&setup, SetupRules::Play).ok());
    position.ok_or_else(|| {
        let known: Vec<_> = variant.spec().handicaps.iter().map(|one| one.id).collect();
        let message = match known.is_empty() {
            true => format!("unknown handicap \"{id}\": {variant} has none"),
            false => format!(
                "unknown handicap \"{id}\": {variant} has {}",
                known.join(", ")
            ),
        };
        read_error(py, "unknown-handicap", message, Some(id), None)
    })
}

pub(crate) fn rules(
    py: Python<'_>,
    variant: VariantId,
    options: Option<BTreeMap<String, String>>,
) -> PyResult<RuleSet> {
    let mut rules = RuleSet::default_for(variant);
    for (key, value) in options.unwrap_or_default() {
        let set = rules.set(variant, &key, &value);
        set.map_err(|error| of_rule(py, &error, &format!("{key}={value}")))?;
    }
    Ok(rules)
}
