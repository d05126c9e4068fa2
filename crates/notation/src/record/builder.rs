//! What all readers do: play moves, branch off, note errors.

use alloc::format;
use alloc::string::String;
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
use crate::moves::move_text;
use crate::typed::{TypedMoveError, read_typed_move};

/// Legal moves that an error lists.
const MAX_LISTED: usize = 4;

/// What is right after the end of the game.
const NOTHING_MORE: &str = "nothing more in this line";

/// How to read a record.
///
/// ```
/// use komadai_notation::record::{Format, ReadOptions, read_record};
/// use komadai_rules::VariantId;
/// // Nothing in this line says which game it is of.
/// let options = ReadOptions { game: Some(VariantId::Minishogi), ..ReadOptions::default() };
/// let reading = read_record("position startpos moves 5d5c", Format::Usi, &options);
/// assert_eq!(reading.record.variant(), VariantId::Minishogi);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ReadOptions {
    /// The game, for records that do not say it.
    pub variant: Option<VariantId>,
    /// The number of the text's first line, for errors.
    pub first_line: u32,
    /// The column in that line at which the text begins, for errors.
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

/// What was read: the record as far as it makes sense, and everything that does not.
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
    /// The record; what follows an error in its line is left out.
    pub record: GameRecord,
    /// What could not be read, in the order in which it was met.
    pub errors: Vec<RecordError>,
    /// Faults of the record that left only one meaning, and parts of it that say nothing, in their order.
    pub warnings: Vec<RecordError>,
}

/// Builds a record move by move.
pub(crate) struct Builder {
    pub(crate) record: GameRecord,
    pub(crate) errors: Vec<RecordError>,
    pub(crate) warnings: Vec<RecordError>,
    /// The line being read: its nodes from the root on, each with the position after it.
    path: Vec<(NodeId, AnyPosition)>,
    /// The node that comments and times are said of.
    current: NodeId,
    /// An error has ended the line: what follows in it is skipped.
    broken: bool,
    /// The illegal move that ended it, and which error it is.
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
        let game = self.record.variant();
        self.record
            .tree
            .each_notes_mut(|notes| shapes::take(game, notes));
        Reading {
            record: self.record,
            errors: self.errors,
            warnings: self.warnings,
        }
    }

    /// The position at the end of the line.
    pub(crate) fn position(&self) -> &AnyPosition {
        // The root is never taken off.
        &self.path[self.path.len() - 1].1
    }

    /// The target of the last move, which 同 stands for.
    pub(crate) fn previous(&self) -> Option<Square> {
        let (last, _) = *self.path.last()?;
        Some(self.record.tree.node(last).mv()?.to())
    }

    /// How many moves the line has.
    pub(crate) fn ply(&self) -> usize {
        self.path.len() - 1
    }

    /// Whether what follows in the line is skipped.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the line has come to an end of the game.
    pub(crate) fn has_ended(&self) -> bool {
        self.record.tree.node(self.current).ending().is_some()
    }

    /// What is said of the last move; a node that is thrown away if the line is broken.
    pub(crate) fn notes(&mut self) -> Option<&mut Annotations> {
        (!self.broken).then(|| self.record.tree.notes_mut(self.current))
    }

    /// Notes an error and ends the line.
    pub(crate) fn fail(&mut self, error: RecordError) {
        self.illegal = None;
        if matches!(error.kind, RecordErrorKind::IllegalMove(_)) {
            self.illegal = Some((self.errors.len(), error.found.clone()));
        }
        self.errors.push(error);
        self.broken = true;
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move, place: (u32, u32)) {
        if self.broken {
            return;
        }
        if self.has_ended() {
            let text = move_text(self.record.variant(), mv);
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

    /// Notes a fault that leaves only one meaning.
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

    /// Ends the game in this line; `text` is what says so.
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

    /// Ends the game, or where the line has ended already says who won where only this line does.
    pub(crate) fn end_or_confirm(&mut self, ending: Ending, place: (u32, u32), text: &str) {
        let Some(first) = self.ending() else {
            return self.end(ending, place, text);
        };
        let winners = first.winner.zip(ending.winner);
        // The winner alone stands for any reason.
        let reason = ending.reason() == Some(Reason::Resignation) || first.reason == ending.reason;
        let differ = !reason || winners.is_some_and(|(one, other)| one != other);
        let last = self.warnings.last().map(|warning| warning.kind);
        if differ && last != Some(RecordErrorKind::SecondEnd) {
            self.warn(RecordErrorKind::SecondEnd, place, text, NOTHING_MORE);
        }
        self.record.tree.confirm(self.current, &ending);
    }

    /// Puts the end that a server reports in the place of one that says less.
    pub(crate) fn replace_ending(&mut self, ending: Ending) {
        self.record.tree.set_ending(self.current, ending);
    }

    /// The move that a text means in the present position or, with a number, after so many moves of the line.
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

    /// The record says that the illegal move that broke the line off ended the game: then that is no error.
    /// The move is kept as a comment; false if there is no such move.
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

    /// Skips the moves: the start position is not known.
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

    /// Goes back to the position after `ply` moves of the line, from where another branches off.
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

    /// A header, or the rules if that is what it has. A second header of a name is appended to the first.
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

    /// Reads and plays a move in the notations of people. `declines` says that a promotion that is not
    /// written is not meant.
    pub(crate) fn read_move(&mut self, text: &str, style: DisplayStyle, place: (u32, u32)) {
        if self.broken {
            return;
        }
        match read_typed_move(self.position(), text, self.previous(), style) {
            Ok(mv) => self.play(mv, place),
            Err(TypedMoveError::Ambiguous { moves, .. }) => {
                let mut declined = moves.iter().filter(|mv| !mv.is_promotion());
                // A promotion that is not written is not meant.
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

    /// Plays a move if it is legal, else notes why it is not.
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
        let game = self.record.variant();
        let error = self.refused(
            &TypedMoveError::Illegal { variant: game, mv },
            text,
            style,
            place,
        );
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

    /// The legal moves that a text means if the square of origin in it is disregarded.
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

    /// Some moves as text.
    fn listed(&self, moves: &[Move], style: DisplayStyle) -> String {
        let mut text = String::new();
        for &mv in moves.iter().take(MAX_LISTED) {
            text.push_str(if text.is_empty() { "" } else { " or " });
            text.push_str(&display_move(self.position(), mv, style));
        }
        text
    }
}

/// Where a variation in parentheses branches off, and how its line goes on behind them.
pub(crate) struct Branch {
    /// How many nodes of the line the variation shares.
    shared: usize,
    /// The node that it is a variation to.
    last: Option<(NodeId, AnyPosition)>,
    current: NodeId,
    broken: bool,
}

impl Builder {
    /// Takes the last move back for a variation to it. Where there is none, or the line is broken, the
    /// variation is skipped; the former is an error, for which the second value is false.
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

    /// Goes back to where the line went on.
    pub(crate) fn end_branch(&mut self, branch: Branch) {
        self.path.truncate(branch.shared);
        self.path.extend(branch.last);
        self.current = branch.current;
        self.broken = branch.broken;
        self.illegal = None;
    }
}

/// The header of the rules, in all formats.
pub(crate) const RULES_HEADER: &str = "Rules";

/// Adds a header to a record, or reads its rules.
pub(crate) fn read_header(record: &mut GameRecord, name: HeaderName, value: &str) {
    let rules = matches!(&name, HeaderName::Other(name) if name == RULES_HEADER);
    if !(rules && record.read_rules(value)) {
        record.headers.set(name, value);
    }
}
