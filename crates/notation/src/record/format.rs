//! Formats of records: names and detection.

use komadai_rules::VariantId;

use super::encoding::TextEncoding;
use super::source::skip_spaces;
use super::{csa, usi, words};

/// Format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// KIF, a line for each move: `1 ７六歩(77) ( 0:05/00:00:05)`.
    Kif,
    /// KI2, moves as in books: `▲７六歩 △３四歩`.
    Ki2,
    /// The format of the Computer Shogi Association: `+7776FU`.
    Csa,
    /// Portable Game Notation: tags and `1. P-76 P-34`.
    Pgn,
    /// A line of USI or UCI for each game: `position startpos moves 7g7f`.
    Usi,
    /// JSON kifu format.
    Jkf,
}

/// File extensions, which are also the names on the command line.
const NAMES: [(&str, Format, TextEncoding); 10] = [
    ("kif", Format::Kif, TextEncoding::ShiftJis),
    ("kifu", Format::Kif, TextEncoding::Utf8),
    ("ki2", Format::Ki2, TextEncoding::ShiftJis),
    ("ki2u", Format::Ki2, TextEncoding::Utf8),
    ("csa", Format::Csa, TextEncoding::Utf8),
    ("pgn", Format::Pgn, TextEncoding::Utf8),
    ("usi", Format::Usi, TextEncoding::Utf8),
    ("sfen", Format::Usi, TextEncoding::Utf8),
    ("json", Format::Jkf, TextEncoding::Utf8),
    ("jkf", Format::Jkf, TextEncoding::Utf8),
];

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Pgn,
        Self::Usi,
        Self::Jkf,
    ];

    /// The format and encoding for a file extension, in any case.
    ///
    /// ```
    /// use komadai_notation::record::{Format, TextEncoding};
    /// assert_eq!(Format::from_extension("kif"), Some((Format::Kif, TextEncoding::ShiftJis)));
    /// assert_eq!(Format::from_extension("KIFU"), Some((Format::Kif, TextEncoding::Utf8)));
    /// assert_eq!(Format::from_extension("txt"), None);
    /// ```
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<(Self, TextEncoding)> {
        let extension = extension.to_ascii_lowercase();
        let found = NAMES.iter().find(|(name, ..)| *name == extension)?;
        Some((found.1, found.2))
    }

    /// The extensions that [`from_extension`](Self::from_extension) knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(name, ..)| name)
    }

    /// The extension of its files, which [`from_extension`](Self::from_extension) reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Pgn => "pgn",
            Self::Usi => "usi",
            Self::Jkf => "jkf",
        }
    }

    /// Name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Kif => "KIF",
            Self::Ki2 => "KI2",
            Self::Csa => "CSA",
            Self::Pgn => "PGN",
            Self::Usi => "USI",
            Self::Jkf => "JKF",
        }
    }

    /// `true` if the format can hold games of the variant.
    #[must_use]
    pub fn fits(self, variant: VariantId) -> bool {
        match self {
            Self::Kif | Self::Ki2 => words::has_kanji(variant),
            Self::Csa => csa::has_codes(variant),
            Self::Pgn | Self::Usi | Self::Jkf => true,
        }
    }

    /// Detects the format of a text.
    ///
    /// ```
    /// use komadai_notation::record::Format;
    /// assert_eq!(Format::detect("手合割：平手\n   1 ７六歩(77)"), Some(Format::Kif));
    /// assert_eq!(Format::detect("▲７六歩 △３四歩"), Some(Format::Ki2));
    /// assert_eq!(Format::detect("V2.2\nPI\n+\n+7776FU"), Some(Format::Csa));
    /// assert_eq!(Format::detect("[Event \"?\"]"), Some(Format::Pgn));
    /// assert_eq!(Format::detect("position startpos"), Some(Format::Usi));
    /// assert_eq!(Format::detect("{\"header\": {}}"), Some(Format::Jkf));
    /// assert_eq!(Format::detect("{a comment} 1. P-76"), Some(Format::Pgn));
    /// assert_eq!(Format::detect("7g7f 3c3d"), Some(Format::Usi));
    /// assert_eq!(Format::detect("hello"), None);
    /// ```
    #[must_use]
    pub fn detect(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if is_object(text) || is_object(after_bracket(text)) {
            return Some(Self::Jkf);
        }
        let mut kif_header = false;
        for line in text.lines() {
            let line = skip_spaces(line).trim_end();
            if line.is_empty() {
                continue;
            }
            if line.starts_with(words::SIDE_MARKS) {
                return Some(Self::Ki2);
            }
            let pair = !kif_header && words::has_second_move(line);
            if (words::is_numbered(line) && !pair) || words::is_bare_move(line) {
                return Some(Self::Kif);
            }
            if !kif_header {
                if let Some(format) = of_first_line(line) {
                    return Some(format);
                }
            }
            kif_header |= words::is_header(line) || line.starts_with(['#', '*', '|', '&']);
        }
        kif_header.then_some(Self::Kif)
    }
}

/// `true` if the text begins with an object of JSON; a comment of PGN begins with the same brace.
fn is_object(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.is_empty() || inside.starts_with(['"', '}']))
}

/// The text after a leading `[`; empty if there is none.
fn after_bracket(text: &str) -> &str {
    text.strip_prefix('[').map_or("", str::trim_start)
}

/// The format of a line that can only begin a record of that format; Japanese formats excepted.
fn of_first_line(line: &str) -> Option<Format> {
    if csa::is_line(line) {
        return Some(Format::Csa);
    }
    let tag = line.strip_prefix('[');
    if tag.is_some_and(|tag| tag.contains('"')) || line.starts_with(['{', ';', '%']) {
        return Some(Format::Pgn);
    }
    let word = line.split_whitespace().next()?;
    let board = word.contains('/') && word.is_ascii() && !word.contains("://");
    let begins = matches!(word, "position" | "startpos" | "sfen" | "fen" | "moves");
    if begins || board || usi::is_bare_line(line) {
        return Some(Format::Usi);
    }
    let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.len() < word.len() && number.starts_with('.');
    (numbered || matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")).then_some(Format::Pgn)
}
