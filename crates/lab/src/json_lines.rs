//! Sets of openings and mates: texts whose lines are JSON, a header first.

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

/// Appends a value as a line.
pub(crate) fn push_json_line(text: &mut String, value: &impl Serialize) {
    // Infallible for strings and numbers.
    text.push_str(&serde_json::to_string(value).unwrap_or_default());
    text.push('\n');
}

/// The part that the headers have in common.
#[derive(Deserialize)]
struct Header {
    game: String,
}

/// The texts whose header names this game.
pub(crate) fn texts_of(
    variant: VariantId,
    texts: &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    texts.iter().copied().filter(move |text| {
        let header = text.lines().next().unwrap_or_default();
        serde_json::from_str(header).is_ok_and(|header: Header| header.game == variant.name())
    })
}
