//! Headers of a record: players, event, date.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::time_control;

/// Name of a header. Each format has its own name for a known header; other headers keep theirs.
///
/// ```
/// use komadai_notation::record::{Format, HeaderName, ReadOptions, read_record};
/// let text = "棋戦：名人戦\n手合割：平手\n記録係：鈴木\n   1 ７六歩(77)\n";
/// let headers = read_record(text, Format::Kif, &ReadOptions::default()).record.headers;
/// assert_eq!(headers.get(&HeaderName::Event), Some("名人戦"));
/// assert_eq!(headers.get(&HeaderName::Other("記録係".into())), Some("鈴木"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderName {
    /// The name of the first player.
    FirstPlayer,
    /// The name of the second player.
    SecondPlayer,
    /// The event or tournament.
    Event,
    /// Place: a town, a venue, a server.
    Site,
    /// Round of the event.
    Round,
    /// Start of the game: `1999/07/15 19:07:12`, or the day alone.
    StartTime,
    /// End of the game, in the format of the start.
    EndTime,
    /// Time control: `各6時間`, `10分+30秒`.
    TimeControl,
    /// Name of the opening (戦型).
    Opening,
    /// Title of the record.
    Title,
    /// A remark on the whole game.
    Note,
    /// Any other header, by its name in the record.
    Other(String),
}

/// A known header and its names in the formats: KIF, CSA (after the `$`), PGN.
type Names = (HeaderName, [&'static str; 3]);

/// CSA has no `$` line for the players.
const NO_KEYWORD: &str = "";

const NAMES: [Names; 11] = [
    (HeaderName::FirstPlayer, ["先手", NO_KEYWORD, "White"]),
    (HeaderName::SecondPlayer, ["後手", NO_KEYWORD, "Black"]),
    (HeaderName::Event, ["棋戦", "EVENT", "Event"]),
    (HeaderName::Site, ["場所", "SITE", "Site"]),
    (HeaderName::Round, ["回戦", "ROUND", "Round"]),
    (
        HeaderName::StartTime,
        ["開始日時", "START_TIME", "StartTime"],
    ),
    (HeaderName::EndTime, ["終了日時", "END_TIME", "EndTime"]),
    (
        HeaderName::TimeControl,
        ["持ち時間", "TIME_LIMIT", "TimeControl"],
    ),
    (HeaderName::Opening, ["戦型", "OPENING", "Opening"]),
    (HeaderName::Title, ["表題", "TITLE", "Title"]),
    (HeaderName::Note, ["備考", "NOTE", "Note"]),
];

/// PGN's tag for the day; the time of day has another tag.
const DATE: &str = "Date";

/// Further names that are read.
const ALIASES: [(&str, HeaderName); 7] = [
    ("下手", HeaderName::FirstPlayer),
    ("上手", HeaderName::SecondPlayer),
    ("対局日", HeaderName::StartTime),
    ("持時間", HeaderName::TimeControl),
    ("TIME", HeaderName::TimeControl),
    ("Sente", HeaderName::FirstPlayer),
    ("Gote", HeaderName::SecondPlayer),
];

/// Family of header names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// KIF, KI2 and JKF.
    Kif = 0,
    /// After the `$` of CSA.
    Csa = 1,
    /// Tags of PGN.
    Pgn = 2,
}

impl HeaderName {
    /// Format-independent name: PGN's tag, if there is one.
    ///
    /// ```
    /// use komadai_notation::record::HeaderName;
    /// assert_eq!(HeaderName::FirstPlayer.tag(), "White");
    /// assert_eq!(HeaderName::StartTime.tag(), "Date");
    /// assert_eq!(HeaderName::from_tag("Date"), HeaderName::StartTime);
    /// assert_eq!(HeaderName::from_tag("記録係").tag(), "記録係");
    /// ```
    #[must_use]
    pub fn tag(&self) -> &str {
        match self {
            Self::StartTime => DATE,
            name => name.name(Naming::Pgn),
        }
    }

    /// The header with this [`tag`](Self::tag).
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        match tag {
            DATE => Self::StartTime,
            tag => Self::read(tag, Naming::Pgn),
        }
    }

    pub(crate) fn read(name: &str, naming: Naming) -> Self {
        for (header, names) in NAMES {
            if names[naming as usize] == name {
                return header;
            }
        }
        let alias = ALIASES.into_iter().find(|(alias, _)| *alias == name);
        alias.map_or_else(|| Self::Other(name.into()), |(_, header)| header)
    }

    pub(crate) fn name(&self, naming: Naming) -> &str {
        if let Self::Other(name) = self {
            return name;
        }
        let known = NAMES.iter().find(|(header, _)| header == self);
        known.map_or("", |(_, names)| names[naming as usize])
    }
}

/// Headers of a record, in their order.
///
/// ```
/// use komadai_notation::record::{HeaderName, Headers};
/// let mut headers = Headers::default();
/// headers.set(HeaderName::FirstPlayer, "Komadai");
/// assert_eq!(headers.get(&HeaderName::FirstPlayer), Some("Komadai"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    entries: Vec<(HeaderName, String)>,
}

impl Headers {
    /// The value of a header.
    #[must_use]
    pub fn get(&self, name: &HeaderName) -> Option<&str> {
        let entry = self.entries.iter().find(|(known, _)| known == name)?;
        Some(&entry.1)
    }

    /// Sets a header: in place if there is one with this name, else after the others. Line breaks
    /// in the value become spaces. An empty value removes the header.
    pub fn set(&mut self, name: HeaderName, value: impl AsRef<str>) {
        let value = value.as_ref().replace(['\n', '\r'], " ");
        let value = value.trim();
        if value.is_empty() {
            self.entries.retain(|(known, _)| *known != name);
            return;
        }
        match self.entries.iter_mut().find(|(known, _)| *known == name) {
            Some(entry) => entry.1 = value.into(),
            None => self.entries.push((name, value.into())),
        }
    }

    /// All headers in their order, with time controls in the format's spelling.
    pub(crate) fn written(
        &self,
        naming: Naming,
    ) -> impl Iterator<Item = (&HeaderName, Cow<'_, str>)> {
        self.iter().map(move |(name, value)| match name {
            HeaderName::TimeControl => {
                let value = time_control::converted(value, naming);
                (name, Cow::Owned(value))
            }
            _ => (name, Cow::Borrowed(value)),
        })
    }

    /// All headers in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&HeaderName, &str)> {
        self.entries
            .iter()
            .map(|(name, value)| (name, value.as_str()))
    }
}
