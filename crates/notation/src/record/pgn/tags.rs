//! Tags of a PGN: the variant, its start, its result.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{
    AnyGame, AnyPosition, PositionTextError, Reason, RuleSet, Setup, Side, VariantId,
};

use super::super::builder::{Builder, ReadOptions, Reading};
use super::super::ending::{EndReason, Ending};
use super::super::error::{RecordError, RecordErrorKind};
use super::super::game_record::{GameRecord, Start, handicap_position};
use super::super::headers::{HeaderName, Naming};
use super::super::kif::position_of;
use super::super::source::column;

struct Tag {
    name: String,
    value: String,
    place: (u32, u32),
}

#[derive(Default)]
pub(super) struct Tags {
    tags: Vec<Tag>,
}

/// Tags that are derived from the record, never headers of their own.
const DERIVED: [&str; 6] = ["Result", "Variant", "FEN", "SetUp", "Termination", "Date"];

fn is_derived(name: &str) -> bool {
    let mut derived = DERIVED.iter();
    derived.any(|derived| name.eq_ignore_ascii_case(derived))
}

/// Placeholders for unknown values.
const UNKNOWN: [&str; 4] = ["?", "-", "????.??.??", ""];

/// Prefix of the hexadecimal UTF-8 of a header whose name is no valid tag name.
const ENCODED_NAME: &str = "Utf8_";

impl Tags {
    pub(super) fn push(&mut self, name: &str, value: &str, place: (u32, u32)) {
        self.tags.push(Tag {
            name: name.into(),
            value: unescape(value),
            place,
        });
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn value(&self, name: &str) -> &str {
        self.find(name).map_or("", |tag| tag.value.trim())
    }

    /// The record without its moves.
    pub(super) fn record(
        &self,
        options: &ReadOptions,
    ) -> (GameRecord, Option<RecordError>, Vec<RecordError>) {
        let (start, error) = match self.game(options) {
            Ok(variant) => match self.start(variant) {
                Ok(start) => (start, None),
                Err(error) => (AnyPosition::start(variant), Some(error)),
            },
            Err(error) => {
                let variant = options.variant.unwrap_or(VariantId::ALL[0]);
                (AnyPosition::start(variant), Some(error))
            }
        };
        let mut record = GameRecord::new(start);
        // A known start position with other move counters.
        record.start = match record.start_kind() {
            Start::Standard => AnyPosition::start(start.variant()),
            Start::Handicap(handicap) => {
                handicap_position(start.variant(), handicap.id).unwrap_or(start)
            }
            Start::Position => start,
        };
        let mut builder = Builder::new(record, Vec::new());
        for tag in &self.tags {
            let value = tag.value.trim();
            if !is_derived(&tag.name) && !UNKNOWN.contains(&value) {
                builder.header(self.name_of(tag), value, tag.place);
            }
        }
        let Reading {
            mut record,
            warnings,
            ..
        } = builder.finish();
        let date = self.value("Date");
        let no_time = record.headers.get(&HeaderName::StartTime).is_none();
        if no_time && !UNKNOWN.contains(&date) {
            record
                .headers
                .set(HeaderName::StartTime, date.replace('.', "/"));
        }
        (record, error, warnings)
    }

    /// The header of a tag. The players of PSN are Sente and Gote; where it has those, Black is
    /// Sente.
    fn name_of(&self, tag: &Tag) -> HeaderName {
        let psn = self.find("Sente").or(self.find("Gote")).is_some();
        match tag.name.as_str() {
            "Black" if psn => HeaderName::FirstPlayer,
            "White" if psn => HeaderName::SecondPlayer,
            name => read_name(name),
        }
    }

    fn game(&self, options: &ReadOptions) -> Result<VariantId, RecordError> {
        let fen = self.value("FEN");
        let board = fen.split([' ', '[']).next().unwrap_or_default();
        let ranks = board.split('/').count();
        let of_board = || {
            let mut games = VariantId::REGISTERED.iter().copied();
            games.find(|variant| !fen.is_empty() && usize::from(variant.ranks()) == ranks)
        };
        let names = "Shogi, Minishogi, Torishogi or Shogun";
        match self.find("Variant") {
            Some(tag) => game_of_variant(&tag.value)
                .or(options.variant)
                .ok_or_else(|| {
                    RecordError::new(
                        RecordErrorKind::UnknownVariant,
                        tag.place,
                        &tag.value,
                        names,
                    )
                }),
            None => options.variant.or_else(of_board).ok_or_else(|| {
                let expected = format!("a tag [Variant \"…\"] with {names}");
                let place = (options.first_line, 1);
                RecordError::new(RecordErrorKind::UnknownVariant, place, "", expected)
            }),
        }
    }

    fn start(&self, variant: VariantId) -> Result<AnyPosition, RecordError> {
        let Some(tag) = self.find("FEN").filter(|tag| !tag.value.trim().is_empty()) else {
            return Ok(AnyPosition::start(variant));
        };
        let kind = RecordErrorKind::BadStart;
        let (line, from) = tag.place;
        // [FEN "…
        let value_at = from.saturating_add(tag.name.len() as u32 + 3);
        let setup = Setup::parse(variant, &tag.value).map_err(|error| {
            let before = tag.value.get(..error.offset).unwrap_or_default();
            let place = (line, value_at.saturating_add(column(before) - 1));
            RecordError::new(kind, place, &error.text, error.expected)
        })?;
        position_of(&setup).map_err(|errors| {
            let message = PositionTextError::Setup(errors).to_string();
            let expected = format!("a position that the rules allow: {message}");
            RecordError::new(kind, (line, value_at), &tag.value, expected)
        })
    }
}

/// The variant of the tag `Variant`: its name or title, in any spelling.
fn game_of_variant(value: &str) -> Option<VariantId> {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_ascii_alphanumeric());
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let value = letters(value);
    let mut games = VariantId::REGISTERED.iter().copied();
    games.find(|variant| value == variant.name() || value == letters(variant.spec().title))
}

/// The name in the tag `Variant`, as in pychess: `Torishogi`.
pub(super) fn variant(variant: VariantId) -> String {
    let mut name = String::from(variant.name());
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

pub(super) fn unescape(value: &str) -> String {
    let mut text = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            other => text.push(other),
        }
    }
    text
}

pub(super) fn escape(value: &str) -> String {
    let line = value.replace(['\n', '\r'], " ");
    line.replace('\\', "\\\\").replace('"', "\\\"")
}

pub(super) fn read_name(name: &str) -> HeaderName {
    let decoded = name.strip_prefix(ENCODED_NAME).and_then(|hex| {
        let bytes: Option<Vec<u8>> = (0..hex.len() / 2)
            .map(|index| u8::from_str_radix(hex.get(2 * index..2 * index + 2)?, 16).ok())
            .collect();
        String::from_utf8(bytes?).ok()
    });
    match decoded {
        Some(name) => HeaderName::Other(name),
        None => HeaderName::read(name, Naming::Pgn),
    }
}

/// The name of a header as a tag; `None` if the tag is derived from the record.
pub(super) fn tag_name(name: &HeaderName) -> Option<String> {
    let name = name.name(Naming::Pgn);
    if is_derived(name) {
        return None;
    }
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.is_empty() && name.chars().all(valid) {
        return Some(name.into());
    }
    let mut encoded = String::from(ENCODED_NAME);
    for byte in name.bytes() {
        encoded.push_str(&format!("{byte:02x}"));
    }
    Some(encoded)
}

/// Value of the tag `Termination`.
pub(super) fn termination(ending: &Ending) -> String {
    match &ending.reason {
        EndReason::Rules(Reason::Time) => "time forfeit".into(),
        EndReason::Rules(Reason::IllegalMove) => "rules infraction".into(),
        EndReason::Rules(reason) => reason.name().replace('-', " "),
        EndReason::Interrupted => "unterminated".into(),
        EndReason::Forfeit => "forfeit".into(),
        EndReason::Disconnected if ending.winner.is_some() => "abandoned".into(),
        EndReason::Disconnected => "disconnected".into(),
        EndReason::NoMate => "no mate".into(),
        EndReason::Other(word) => word.clone(),
    }
}

pub(super) fn result(ending: Option<&Ending>) -> &'static str {
    let Some(ending) = ending else { return "*" };
    match (ending.winner, ending.reason()) {
        (Some(Side::First), _) => "1-0",
        (Some(Side::Second), _) => "0-1",
        (None, Some(Reason::Resignation | Reason::Time | Reason::IllegalMove) | None) => "*",
        (None, Some(_)) => "1/2-1/2",
    }
}

/// The end that result and termination give a record, whose main line has been read.
pub(super) fn ending(record: &GameRecord, result: &str, termination: &str) -> Option<Ending> {
    let winner = match result {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        _ => None,
    };
    let draw = result == "1/2-1/2";
    let decided = winner.is_some() || draw;
    let reason = match named_reason(termination) {
        Some(EndReason::Disconnected) if winner.is_none() && !termination.starts_with('d') => {
            EndReason::Interrupted
        }
        Some(reason) => reason,
        None if termination.is_empty() || termination.eq_ignore_ascii_case("normal") => {
            return judged(record, winner, draw);
        }
        None => match reason_in_sentence(termination).filter(|_| decided) {
            Some(reason) => EndReason::Rules(reason),
            None if decided && termination.contains(' ') => return judged(record, winner, draw),
            None => EndReason::Other(termination.into()),
        },
    };
    Some(Ending { reason, winner })
}

/// `true` if `Termination` is a keyword, not a sentence.
pub(super) fn is_termination(text: &str) -> bool {
    let sentence = text.contains(' ') && named_reason(text).is_none();
    !sentence
}

/// The reason for a keyword of the tag `Termination`.
fn named_reason(text: &str) -> Option<EndReason> {
    let lower = text.to_ascii_lowercase();
    Some(match lower.as_str() {
        "time forfeit" => EndReason::Rules(Reason::Time),
        "rules infraction" => EndReason::Rules(Reason::IllegalMove),
        "unterminated" => EndReason::Interrupted,
        "abandoned" | "disconnected" => EndReason::Disconnected,
        "forfeit" => EndReason::Forfeit,
        "no mate" => EndReason::NoMate,
        name => EndReason::Rules(Reason::from_name(&name.replace(' ', "-"))?),
    })
}

/// The reason that a sentence names, as on some sites: `Ada won on time`.
fn reason_in_sentence(text: &str) -> Option<Reason> {
    const REASONS: [(&str, Reason); 8] = [
        ("on time", Reason::Time),
        ("timeout", Reason::Time),
        ("resign", Reason::Resignation),
        ("checkmate", Reason::Checkmate),
        ("stalemate", Reason::Stalemate),
        ("repetition", Reason::Repetition),
        ("agreement", Reason::Agreement),
        ("illegal", Reason::IllegalMove),
    ];
    let lower = text.to_ascii_lowercase();
    let found = REASONS.iter().find(|(word, _)| lower.contains(word))?;
    Some(found.1)
}

/// The end of a game of which only the result is known: that of the rules if the result agrees,
/// else a resignation or an agreement.
fn judged(record: &GameRecord, winner: Option<Side>, draw: bool) -> Option<Ending> {
    if winner.is_none() && !draw {
        return None;
    }
    let rules = record
        .rules
        .unwrap_or(RuleSet::default_for(record.variant()));
    let mut game = AnyGame::new(record.start, rules);
    let complete = record
        .main_line()
        .into_iter()
        .all(|mv| game.play(mv).is_ok());
    let outcome = game
        .outcome()
        .filter(|outcome| complete && outcome.winner == winner);
    let otherwise = match winner {
        Some(_) => Reason::Resignation,
        None => Reason::Agreement,
    };
    Some(Ending::rules(
        outcome.map_or(otherwise, |outcome| outcome.reason),
        winner,
    ))
}
