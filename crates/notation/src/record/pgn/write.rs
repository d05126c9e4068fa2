use alloc::format;
use alloc::string::String;

use komadai_rules::{AnyPosition, Side};

use super::super::annotations::Annotations;
use super::super::builder::RULES_HEADER;
use super::super::game_record::{GameRecord, Start};
use super::super::headers::{HeaderName, Naming};
use super::super::tree::{MoveTree, NodeId};
use super::notes::{self, without_braces};
use super::tags;
use crate::display::pgn_move;

/// Columns of a line of moves, with room for a parenthesis at its end; comments may be longer.
const WIDTH: usize = 79;

pub(crate) fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    write_tags(record, &mut text);
    text.push('\n');
    let mut writer = Writer {
        record,
        text,
        column: 0,
        open: false,
        first_number: first_number(&record.start),
    };
    writer.write_notes(&record.tree.node(MoveTree::ROOT).notes);
    if let Some(&first) = record.tree.node(MoveTree::ROOT).children().first() {
        writer.write_line(first, record.start, 0);
    }
    writer.push(tags::result(record.ending()));
    writer.text.push('\n');
    writer.text
}

fn write_tags(record: &GameRecord, text: &mut String) {
    let mut push = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", tags::escape(value)));
    };
    let roster = [
        HeaderName::Event,
        HeaderName::Site,
        HeaderName::StartTime,
        HeaderName::Round,
        HeaderName::FirstPlayer,
        HeaderName::SecondPlayer,
    ];
    let mut start_time = None;
    for name in &roster {
        let value = record.headers.get(name);
        if *name == HeaderName::StartTime {
            let date = value.and_then(date);
            push("Date", date.as_deref().unwrap_or("????.??.??"));
            let complete = date.map(|date| date.replace('.', "/"));
            start_time = value.filter(|&value| Some(value) != complete.as_deref());
        } else if let Some(tag) = tags::tag_name(name) {
            push(&tag, value.unwrap_or("?"));
        }
    }
    let ending = record.ending();
    push("Result", tags::result(ending));
    push("Variant", &tags::variant(record.variant()));
    if !matches!(record.start_kind(), Start::Standard) {
        push("SetUp", "1");
        push("FEN", &record.start.fairy_fen());
    }
    if let Some(start_time) = start_time {
        push("StartTime", start_time);
    }
    for (name, value) in record.headers.written(Naming::Pgn) {
        if let Some(tag) = tags::tag_name(name).filter(|_| !roster.contains(name)) {
            push(&tag, &value);
        }
    }
    if let Some(ending) = ending {
        push("Termination", &tags::termination(ending));
    }
    if let Some(rules) = record.rules_text() {
        push(RULES_HEADER, &rules);
    }
}

/// The date at the beginning of a time, in PGN's form: `1999.07.15`.
fn date(time: &str) -> Option<String> {
    let date = time.get(..10)?.replace(['/', '-'], ".");
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = date.split('.');
    let valid = parts
        .next()
        .is_some_and(|year| year.len() == 4 && digits(year))
        && parts
            .next()
            .is_some_and(|month| month.len() == 2 && digits(month))
        && parts
            .next()
            .is_some_and(|day| day.len() == 2 && digits(day));
    valid.then_some(date)
}

/// The number of the first full move, from the position's FEN.
fn first_number(start: &AnyPosition) -> usize {
    let fen = start.fairy_fen();
    let number = fen
        .rsplit(' ')
        .next()
        .and_then(|number| number.parse().ok());
    number.unwrap_or(1)
}

struct Writer<'a> {
    record: &'a GameRecord,
    text: String,
    column: usize,
    /// A parenthesis comes before the next word.
    open: bool,
    first_number: usize,
}

impl Writer<'_> {
    /// Appends a word, on the next line if this one is full. Parentheses stand next to the words
    /// they enclose.
    fn push(&mut self, word: &str) {
        if word == "(" {
            self.open = true;
            return;
        }
        let word = match core::mem::take(&mut self.open) {
            true => format!("({word}"),
            false => word.into(),
        };
        let width = word.chars().count();
        if self.column > 0 && word != ")" {
            if self.column + 1 + width > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(&word);
        self.column = match word.rfind('\n') {
            Some(at) => word[at + 1..].chars().count(),
            None => self.column + width,
        };
    }

    /// Writes the annotations of a move; `true` if they include a comment.
    fn write_notes(&mut self, found: &Annotations) -> bool {
        for nag in &found.nags {
            self.push(&format!("${nag}"));
        }
        let comment = notes::write(self.record.variant(), found);
        if !comment.is_empty() {
            self.push(&format!("{{{comment}}}"));
        }
        !comment.is_empty()
    }

    /// `12.` before a move of the first side, `12...` before one of the second.
    fn number(&self, ply: usize, side: Side) -> String {
        let second = usize::from(self.record.start.side_to_move() == Side::Second);
        let number = self.first_number + (ply + second) / 2;
        let dots = if side == Side::First { "." } else { "..." };
        format!("{number}{dots}")
    }

    /// Writes a line from a node on, and the variations to its nodes.
    fn write_line(&mut self, first: NodeId, mut position: AnyPosition, mut ply: usize) {
        let tree = &self.record.tree;
        let mut numbered = true;
        for id in tree.line_from(first) {
            let node = tree.node(id);
            let side = position.side_to_move();
            let before = &node.notes.comment_before;
            if !before.is_empty() {
                self.push(&format!("{{{}}}", without_braces(before)));
                numbered = true;
            }
            let mut after = position;
            if let Some(mv) = node.mv() {
                if numbered || side == Side::First {
                    let number = self.number(ply, side);
                    self.push(&number);
                }
                self.push(&pgn_move(&position, mv));
                numbered = self.write_notes(&node.notes);
                after.play_unchecked(mv);
            } else {
                self.write_notes(&ending_notes(&node.notes));
            }
            let siblings = node.parent().map(|parent| tree.node(parent).children());
            let siblings = siblings.unwrap_or_default();
            if siblings.first() == Some(&id) {
                for &sibling in &siblings[1..] {
                    self.write_variation(sibling, &position, ply, node.mv().is_some());
                    numbered = true;
                }
            }
            position = after;
            ply += 1;
        }
    }

    /// Writes a variation to the preceding move. A variation to the end of the game is written as a
    /// comment with its moves, because PGN has variations to moves only.
    fn write_variation(
        &mut self,
        first: NodeId,
        position: &AnyPosition,
        ply: usize,
        to_move: bool,
    ) {
        let tree = &self.record.tree;
        if tree.node(first).mv().is_none() {
            return;
        }
        if to_move {
            self.push("(");
            self.write_line(first, *position, ply);
            self.push(")");
            return;
        }
        let mut after = *position;
        let mut moves = self.number(ply, position.side_to_move());
        for mv in tree.line_from(first).filter_map(|id| tree.node(id).mv()) {
            moves.push_str(&format!(" {}", pgn_move(&after, mv)));
            after.play_unchecked(mv);
        }
        self.push(&format!("{{{moves}}}"));
    }
}

/// Annotations of the end that follow the last move: its comment, not its time.
fn ending_notes(found: &Annotations) -> Annotations {
    Annotations {
        comment: found.comment.clone(),
        ..Annotations::default()
    }
}
