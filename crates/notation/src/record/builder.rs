//! Shared part of all readers: plays moves, branches off variations, collects errors.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, Reason, Square, VariantId};

use super::annotations::Annotations;
use super::ending::Ending;
use super::error::{RecordError, RecordErrorKind};
use super::game_record::GameRecord;
use super::headers::HeaderName;
use super::shapes;
use super::source::append_line;
use super::tree::{MoveTree, NodeId};
use crate::display::{DisplayStyle, display_move};
use crate::typed::{TypedMoveError, read_typed_move};

/// Maximum number of legal moves listed in an error.
const MAX_LISTED: usize = 4;

/// Expected text after the end of the game.
const NOTHING_MORE: &str = "nothing more in this line";

/// Options of a reader.
///
/// ```
/// use komadai_notation::record::{Format, ReadOptions, read_record};
/// use komadai_rules::VariantId;
/// // Nothing in this line says which game it is of.
/// let options = ReadOptions { variant: Some(VariantId::Minishogi), ..ReadOptions::default() };
/// let reading = read_record("position startpos moves 5d5c", Format::Usi, &options);
/// assert_eq!(reading.record.variant(), VariantId::Minishogi);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ReadOptions {
    /// The variant, for records that do not name theirs.
    pub variant: Option<VariantId>,
    /// The number of the text's first line, for errors.
    pub first_line: u32,
    /// The column at which the text begins in that line, for errors.
    pub first_column: u32,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            variant: None,
            first_line: 1,
            first_column: 1,
        }
    }
}

/// Result of a reader: the record as far as it is readable, and its errors.
///
/// ```
/// use komadai_notation::record::{Format, ReadOptions, Reading, read_record};
/// let text = "position startpos moves 7g7f hello";
/// let reading: Reading = read_record(text, Format::Usi, &ReadOptions::default());
/// assert_eq!((reading.record.main_line().len(), reading.errors.len()), (1, 1));
/// // A number is wrong, but the move can only be the next one.
/// let text = "手合割：平手\n1 ７六歩(77)\n3 ３四歩(33)\n";
/// let reading = read_record(text, Format::Kif, &ReadOptions::default());
/// assert_eq!((reading.record.main_line().len(), reading.warnings.len()), (2, 1));
/// ```
#[derive(Debug, Clone)]
pub struct Reading {
    /// The record, without the rest of a line after an error.
    pub record: GameRecord,
    /// Unreadable parts, in the order of the text.
    pub errors: Vec<RecordError>,
    /// Unambiguous faults of the record and parts without meaning, in the order of the text.
    pub warnings: Vec<RecordError>,
}

pub(crate) struct Builder {
    pub(crate) record: GameRecord,
    pub(crate) errors: Vec<RecordError>,
    pub(crate) warnings: Vec<RecordError>,
    /// The current line: its nodes from the root on, each with the position after it.
    path: Vec<(NodeId, AnyPosition)>,
    /// The node of the next comments and times.
    current: NodeId,
    /// An error has ended the line: its rest is skipped.
    broken: bool,
    /// The illegal move that ended the line: index of its error, and its text.
    illegal: Option<(usize, String)>,
    /// The main line, once a variation has branched off.
    main: Vec<(NodeId, AnyPosition)>,
}

impl Builder {
    pub(crate) fn new(record: GameRecord, errors: Vec<RecordError>) -> Self {
        let path = alloc::vec![(MoveTree::ROOT, record.start)];
        Self {
            record,
            errors,
            warnings: Vec::new(),
            path,
            current: MoveTree::ROOT,
            broken: false,
            illegal: None,
            main: Vec::new(),
        }
    }

    pub(crate) fn finish(mut self) -> Reading {
        let variant = self.record.variant();
        self.record
            .tree
            .each_notes_mut(|notes| shapes::take(variant, notes));
        Reading {
            record: self.record,
            errors: self.errors,
            warnings: self.warnings,
        }
    }

    /// The position at the end of the line.
    pub(crate) fn position(&self) -> &AnyPosition {
        // The root is never removed.
        &self.path[self.path.len() - 1].1
    }

    /// The target of the last move, which 同 stands for.
    pub(crate) fn previous(&self) -> Option<Square> {
        let (last, _) = *self.path.last()?;
        Some(self.record.tree.node(last).mv()?.to())
    }

    /// Number of moves in the line.
    pub(crate) fn ply(&self) -> usize {
        self.path.len() - 1
    }

    /// `true` if the rest of the line is skipped.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.record.tree.node(self.current).ending().is_some()
    }

    /// The annotations of the last move; `None` if the rest of the line is skipped.
    pub(crate) fn notes(&mut self) -> Option<&mut Annotations> {
        (!self.broken).then(|| self.record.tree.notes_mut(self.current))
    }

    /// Adds an error and skips the rest of the line.
    pub(crate) fn fail(&mut self, error: RecordError) {
        self.illegal = None;
        if matches!(error.kind, RecordErrorKind::IllegalMove(_)) {
            self.illegal = Some((self.errors.len(), error.found.clone()));
        }
        self.errors.push(error);
        self.broken = true;
    }

    pub(crate) fn play(&mut self, mv: Move, place: (u32, u32)) {
        if self.broken {
            return;
        }
        if self.has_ended() {
            let text = mv.display(self.record.variant()).to_string();
            self.warn(RecordErrorKind::AfterEnd, place, &text, NOTHING_MORE);
        }
        let (parent, mut position) = self.path[self.path.len() - 1];
        position.play_unchecked(mv);
        match self.record.tree.add_move(parent, mv) {
            Ok(node) => {
                self.path.push((node, position));
                self.current = node;
            }
            Err(_) => self.too_deep(place),
        }
    }

    pub(crate) fn warn(
        &mut self,
        kind: RecordErrorKind,
        place: (u32, u32),
        found: &str,
        expected: impl Into<String>,
    ) {
        self.warnings
            .push(RecordError::new(kind, place, found, expected));
    }

    /// The end of the game in this line.
    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.record.tree.node(self.current).ending()
    }

    /// Ends the game in this line; `text` is the end's text, for warnings.
    pub(crate) fn end(&mut self, ending: Ending, place: (u32, u32), text: &str) {
        if self.broken {
            return;
        }
        if let Some(first) = self.ending() {
            if *first != ending {
                self.warn(RecordErrorKind::SecondEnd, place, text, NOTHING_MORE);
            }
            return;
        }
        let (parent, _) = self.path[self.path.len() - 1];
        match self.record.tree.add_end(parent, ending) {
            Ok(node) => self.current = node,
            Err(_) => self.too_deep(place),
        }
    }

    /// Ends the game. If the line has ended already, takes the winner from `ending` if the end has
    /// none.
    pub(crate) fn end_or_confirm(&mut self, ending: Ending, place: (u32, u32), text: &str) {
        let Some(first) = self.ending() else {
            return self.end(ending, place, text);
        };
        let winners = first.winner.zip(ending.winner);
        // A line with the winner alone fits any reason.
        let reason = ending.reason() == Some(Reason::Resignation) || first.reason == ending.reason;
        let differ = !reason || winners.is_some_and(|(one, other)| one != other);
        let last = self.warnings.last().map(|warning| warning.kind);
        if differ && last != Some(RecordErrorKind::SecondEnd) {
            self.warn(RecordErrorKind::SecondEnd, place, text, NOTHING_MORE);
        }
        self.record.tree.confirm(self.current, &ending);
    }

    /// Replaces a less precise end by a server's.
    pub(crate) fn replace_ending(&mut self, ending: Ending) {
        self.record.tree.set_ending(self.current, ending);
    }

    /// `true` if the text is a legal move in the current position or, with `ply`, after that many
    /// moves of the line.
    pub(crate) fn fits(&self, ply: Option<usize>, text: &str, style: DisplayStyle) -> bool {
        let Some((node, position)) = self.path.get(ply.unwrap_or(self.ply())) else {
            return false;
        };
        let previous = self.record.tree.node(*node).mv().map(Move::to);
        match read_typed_move(position, text, previous, style) {
            Ok(_) => true,
            Err(TypedMoveError::Ambiguous { moves, .. }) => {
                moves.iter().filter(|mv| !mv.is_promotion()).count() == 1
            }
            Err(_) => false,
        }
    }

    /// If the record says that an illegal move ended the game, removes the error of the illegal
    /// move that ended the line and keeps the move as a comment. Returns `false` if there is no
    /// such move.
    pub(crate) fn end_by_illegal_move(&mut self, ending: &Ending, place: (u32, u32)) -> bool {
        let by_rules = ending.reason() == Some(Reason::IllegalMove);
        let Some((index, text)) = self.illegal.take().filter(|_| self.broken && by_rules) else {
            return false;
        };
        self.errors.remove(index);
        self.broken = false;
        let winner = !self.position().side_to_move();
        self.end(Ending::rules(Reason::IllegalMove, Some(winner)), place, "");
        if let Some(notes) = self.notes() {
            append_line(&mut notes.comment, &text);
        }
        true
    }

    /// Skips the moves, because the start position is unknown.
    pub(crate) fn give_up(&mut self) {
        self.broken = true;
    }

    fn too_deep(&mut self, place: (u32, u32)) {
        let expected = format!("at most {} of them", super::MAX_NESTING);
        self.fail(RecordError::new(
            RecordErrorKind::TooDeep,
            place,
            "",
            expected,
        ));
    }

    /// Goes back to the position after `ply` moves of the line, where another one branches off.
    pub(crate) fn back_to(&mut self, ply: usize) {
        if self.main.is_empty() {
            self.main.clone_from(&self.path);
        }
        self.path.truncate(ply.saturating_add(1).max(1));
        self.current = self.path[self.path.len() - 1].0;
        self.broken = false;
        self.illegal = None;
    }

    /// Goes back to the main line, to the position after `ply` of its moves.
    pub(crate) fn back_to_main(&mut self, ply: usize) {
        self.path.clone_from(&self.main);
        self.back_to(ply);
    }

    /// Sets a header or the rules. A second header with the same name is appended to the first.
    pub(crate) fn header(&mut self, name: HeaderName, value: &str, place: (u32, u32)) {
        let value = value.trim();
        let known = self.record.headers.get(&name);
        let known = known.filter(|known| !value.is_empty() && *known != value);
        match known.map(|known| format!("{known} / {value}")) {
            Some(both) => {
                let expected = "each header once";
                self.warn(RecordErrorKind::BadHeader, place, value, expected);
                self.record.headers.set(name, both);
            }
            None => read_header(&mut self.record, name, value),
        }
    }

    /// Reads and plays a move in a notation for people. Where the text leaves promotion open, the
    /// move does not promote.
    pub(crate) fn read_move(&mut self, text: &str, style: DisplayStyle, place: (u32, u32)) {
        if self.broken {
            return;
        }
        match read_typed_move(self.position(), text, self.previous(), style) {
            Ok(mv) => self.play(mv, place),
            Err(TypedMoveError::Ambiguous { moves, .. }) => {
                let mut declined = moves.iter().filter(|mv| !mv.is_promotion());
                // A promotion must be written.
                match (declined.next(), declined.next()) {
                    (Some(&mv), None) => self.play(mv, place),
                    _ => {
                        let expected = self.listed(&moves, style);
                        self.fail(RecordError::new(
                            RecordErrorKind::AmbiguousMove,
                            place,
                            text,
                            expected,
                        ));
                    }
                }
            }
            Err(error) => {
                let error = self.refused(&error, text, style, place);
                self.fail(error);
            }
        }
    }

    /// Plays a move if it is legal, else adds the error.
    pub(crate) fn try_move(
        &mut self,
        mv: Move,
        text: &str,
        style: DisplayStyle,
        place: (u32, u32),
    ) {
        if self.broken {
            return;
        }
        if self.position().is_legal(mv) {
            return self.play(mv, place);
        }
        let variant = self.record.variant();
        let error = self.refused(&TypedMoveError::Illegal { variant, mv }, text, style, place);
        self.fail(error);
    }

    fn refused(
        &self,
        error: &TypedMoveError,
        text: &str,
        style: DisplayStyle,
        place: (u32, u32),
    ) -> RecordError {
        let position = self.position();
        let (kind, meant) = match *error {
            TypedMoveError::Illegal { mv, .. } => {
                let refusal = position.why_illegal(mv).map(|refusal| refusal.code);
                (RecordErrorKind::IllegalMove(refusal), Some(mv))
            }
            TypedMoveError::NoPiece(_) => (RecordErrorKind::NoPiece, None),
            _ => (RecordErrorKind::BadMove, None),
        };
        let legal = position.legal_moves().sorted();
        let mut near = self.without_origin(text, style);
        // Moves to the same square, else those of the same piece.
        let to_target = |mv: &Move| meant.is_some_and(|meant| meant.to() == mv.to());
        let of_piece = |mv: &Move| {
            meant.is_some_and(|meant| meant.from().is_some() && meant.from() == mv.from())
        };
        if near.is_empty() {
            near = legal.iter().copied().filter(to_target).collect();
        }
        if near.is_empty() {
            near = legal.iter().copied().filter(of_piece).collect();
        }
        let expected = if near.is_empty() {
            let example = legal.first().map(|&mv| display_move(position, mv, style));
            match example {
                Some(example) => format!("a legal move such as {example}"),
                None => "the end of the game: there is no legal move".into(),
            }
        } else {
            self.listed(&near, style)
        };
        RecordError::new(kind, place, text, expected)
    }

    /// The legal moves that a text means if its square of origin is disregarded.
    fn without_origin(&self, text: &str, style: DisplayStyle) -> Vec<Move> {
        let Some((name, _)) = text.split_once('(') else {
            return Vec::new();
        };
        match read_typed_move(self.position(), name, self.previous(), style) {
            Ok(mv) => alloc::vec![mv],
            Err(TypedMoveError::Ambiguous { moves, .. }) => moves,
            Err(_) => Vec::new(),
        }
    }

    fn listed(&self, moves: &[Move], style: DisplayStyle) -> String {
        let mut text = String::new();
        for &mv in moves.iter().take(MAX_LISTED) {
            text.push_str(if text.is_empty() { "" } else { " or " });
            text.push_str(&display_move(self.position(), mv, style));
        }
        text
    }
}

/// A variation in parentheses: where it branches off, and the state of its parent line.
pub(crate) struct Branch {
    /// Number of nodes shared with the parent line.
    shared: usize,
    /// The node that this is a variation to.
    last: Option<(NodeId, AnyPosition)>,
    current: NodeId,
    broken: bool,
}

impl Builder {
    /// Takes the last move back for a variation to it. If there is no move or the line is broken,
    /// the variation is skipped. The second value is `false` if there is no move, which is an
    /// error.
    pub(crate) fn branch(&mut self) -> (Branch, bool) {
        let mut branch = Branch {
            shared: self.path.len(),
            last: None,
            current: self.current,
            broken: self.broken,
        };
        let nothing = self.path.len() == 1 && !self.broken;
        if self.broken || nothing {
            self.broken = true;
            return (branch, !nothing);
        }
        branch.last = self.path.pop();
        branch.shared = self.path.len();
        self.current = self.path[self.path.len() - 1].0;
        (branch, true)
    }

    /// Continues the parent line.
    pub(crate) fn end_branch(&mut self, branch: Branch) {
        self.path.truncate(branch.shared);
        self.path.extend(branch.last);
        self.current = branch.current;
        self.broken = branch.broken;
        self.illegal = None;
    }
}

/// Name of the header with the rules, in all formats.
pub(crate) const RULES_HEADER: &str = "Rules";

/// Adds a header to a record, or reads its rules.
pub(crate) fn read_header(record: &mut GameRecord, name: HeaderName, value: &str) {
    let rules = matches!(&name, HeaderName::Other(name) if name == RULES_HEADER);
    if !(rules && record.read_rules(value)) {
        record.headers.set(name, value);
    }
}
