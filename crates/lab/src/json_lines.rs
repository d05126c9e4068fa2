//! JSON Lines files of openings and mates: a header, then one entry a line.

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

pub(crate) fn push_json_line(text: &mut String, value: &impl Serialize) {
    // Infallible for strings and numbers.
    text.push_str(&serde_json::to_string(value).unwrap_or_default());
    text.push('\n');
}

/// Keys that all headers share.
#[derive(Deserialize)]
struct Header {
    game: String,
}

pub(crate) fn texts_of(
    variant: VariantId,
    texts: &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    texts.iter().copied().filter(move |text| {
        let header = text.lines().next().unwrap_or_default();
        serde_json::from_str(header).is_ok_and(|header: Header| header.game == variant.name())
    })
}
