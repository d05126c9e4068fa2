//! Recorded games as JavaScript values.

use std::collections::BTreeMap;

use komadai_notation::record::{Format, Reading, RecordError, RecordErrorKind};
use serde::{Deserialize, Serialize};

/// A game with headers, start, and all moves with their variations in one flat list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedGame {
    #[cfg_attr(test, ts(type = "GameName"))]
    pub(crate) game: String,
    /// Text of the start position.
    pub(crate) start: String,
    /// In the order of the record, by PGN's names if there are any: `White`, `Black`, `Event`,
    /// `Date`.
    #[cfg_attr(test, ts(type = "[name: string, value: string][]"))]
    pub(crate) headers: Vec<(String, String)>,
    /// The rules, if the record has them.
    #[cfg_attr(test, ts(type = "RuleOptions | null"))]
    pub(crate) rules: Option<BTreeMap<String, String>>,
    /// Parents before children; the children of a node in their order, the main line first. The
    /// first node is the start.
    pub(crate) nodes: Vec<RecordNode>,
}

/// The start, a move or an end of the game, with its annotations.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordNode {
    /// Index of the parent; -1 for the first node, which is the start and has no move.
    pub(crate) parent: i32,
    /// Canonical text. Absent at the start and at an end.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(crate) mv: Option<String>,
    /// The end of the game; the node has no children.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<RecordEnd>,
    /// Comment after the move; may have several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    /// Comment before the first move of a variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment_before: Option<String>,
    /// Numeric annotation glyphs of PGN: 1 is `!`, 2 is `?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nags: Option<Vec<u8>>,
    /// Name of a bookmark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bookmark: Option<String>,
    /// Time spent on the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spent_ms: Option<u64>,
    /// Time left on the mover's clock after the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock_ms: Option<u64>,
    /// Positive is good for the first side: hundredths of a pawn, or moves to mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "{ cp: number } | { mate: number }"))]
    pub(crate) eval: Option<RecordEval>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shapes: Option<Vec<RecordShape>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RecordEnd {
    /// A reason of the rules (`checkmate`, …), `interrupted`, `forfeit`, `disconnected`, `no-mate`
    /// or `other`.
    pub(crate) reason: String,
    #[cfg_attr(test, ts(type = "SideName | null"))]
    pub(crate) winner: Option<String>,
    /// The record's own word, if the reason is `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) text: Option<String>,
}

/// Exactly one field is set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct RecordEval {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
}

/// An arrow, or a circle if `from` is `to`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RecordShape {
    /// A square by its USI name, or a piece in hand as a letter with a star: `P*`.
    pub(crate) from: String,
    /// A square by its USI name.
    pub(crate) to: String,
    #[cfg_attr(test, ts(type = "'green' | 'red' | 'blue' | 'yellow'"))]
    pub(crate) color: String,
}

/// An error at a place of a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RecordProblem {
    /// In the file, from 1.
    line: u32,
    /// In characters, from 1.
    column: u32,
    /// The offending text; empty where text is missing.
    found: String,
    /// The expected text, in English.
    expected: String,
    #[cfg_attr(test, ts(as = "ProblemCode"))]
    code: &'static str,
    /// The reason of an illegal move.
    #[cfg_attr(test, ts(type = "RuleCode | null"))]
    refusal: Option<&'static str>,
}

impl RecordProblem {
    fn new(error: &RecordError) -> RecordProblem {
        RecordProblem {
            line: error.line,
            column: error.column,
            found: error.found.clone(),
            expected: error.expected.clone(),
            code: error.kind.code(),
            refusal: match error.kind {
                RecordErrorKind::IllegalMove(refusal) => refusal.map(|code| code.name()),
                _ => None,
            },
        }
    }
}

#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(rename_all = "kebab-case")]
#[expect(dead_code, reason = "declares the codes")]
pub(crate) enum ProblemCode {
    #[ts(rename = "unknown-game")]
    UnknownVariant,
    BadStart,
    BadHeader,
    BadMove,
    IllegalMove,
    AmbiguousMove,
    NoPiece,
    MoveNumber,
    NoBranch,
    TooDeep,
    Unclosed,
    BadTime,
    AfterEnd,
    SecondEnd,
    DamagedText,
    BadJson,
    UnexpectedText,
    NoRecord,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReadRecord {
    /// Without the rest of a line after a problem.
    record: RecordedGame,
    problems: Vec<RecordProblem>,
    /// Unambiguous faults, and parts without meaning. The record is complete in spite of them.
    warnings: Vec<RecordProblem>,
    #[cfg_attr(test, ts(type = "RecordFormat"))]
    format: &'static str,
}

impl ReadRecord {
    pub(crate) fn new(reading: &Reading, format: Format) -> ReadRecord {
        ReadRecord {
            record: RecordedGame::of_record(&reading.record),
            problems: reading.errors.iter().map(RecordProblem::new).collect(),
            warnings: reading.warnings.iter().map(RecordProblem::new).collect(),
            format: format.name(),
        }
    }
}

/// Written records; the field with the bytes is set separately.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct WrittenRecords {
    /// The characters that the encoding does not have, each once, replaced by 〓.
    pub(crate) missing: String,
}
