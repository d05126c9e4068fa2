//! Games from 81Dojo's API (WandererXII/lishogi#530, agt-the-walker/shogi-utils): an object with
//! the record in `contents`, CSA with lines of its own, and further fields from the database.

use alloc::format;
use alloc::string::String;

use super::super::builder::{ReadOptions, Reading};
use super::super::csa;
use super::super::headers::{HeaderName, Naming};
use super::super::time_control::converted;
use super::model::{Fields, Text};

pub(super) struct Contents<'a> {
    /// The JSON string as written.
    pub(super) raw: &'a str,
    text: String,
}

/// The record of 81Dojo's object, which has `contents` and no `moves`.
pub(super) fn contents<'a>(fields: &Fields<'a>) -> Option<Contents<'a>> {
    if value(fields, "moves").is_some() {
        return None;
    }
    let raw = value(fields, "contents")?;
    let text = serde_json::from_str(raw).ok()?;
    Some(Contents { raw, text })
}

fn value<'a>(fields: &Fields<'a>, name: &str) -> Option<&'a str> {
    let found = fields.0.iter().find(|(known, _)| *known == name)?;
    Some(found.1.get())
}

/// Reads a game. All errors are at `place`, where the contents begin: they are a single line of
/// JSON.
pub(super) fn read(
    contents: &Contents<'_>,
    fields: &Fields<'_>,
    place: (u32, u32),
    options: &ReadOptions,
) -> Reading {
    let mut reading = csa::read(&contents.text, options);
    for fault in reading.errors.iter_mut().chain(&mut reading.warnings) {
        (fault.line, fault.column) = place;
    }
    let headers = &mut reading.record.headers;
    let text = |name: &str| {
        let raw = value(fields, name)?;
        serde_json::from_str::<Text>(raw).ok()?.0
    };
    if headers.get(&HeaderName::Site).is_none() {
        headers.set(HeaderName::Site, "81Dojo");
    }
    let seconds = |name: &str| text(name)?.parse::<u32>().ok();
    if let (Some(total), Some(byoyomi)) = (seconds("totaltime"), seconds("byoyomi")) {
        let control = converted(&format!("{total}+{byoyomi}+0"), Naming::Kif);
        headers.set(HeaderName::TimeControl, control);
    }
    for (name, _) in &fields.0 {
        let known = matches!(*name, "contents" | "totaltime" | "byoyomi");
        if let Some(value) = text(name).filter(|_| !known) {
            headers.set(HeaderName::Other((*name).into()), value);
        }
    }
    reading
}
