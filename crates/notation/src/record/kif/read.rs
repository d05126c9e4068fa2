//! Reading KIF and KI2.

use alloc::format;

use super::super::annotations::Eval;
use super::super::builder::{Builder, ReadOptions, Reading};
use super::super::error::{RecordError, RecordErrorKind};
use super::super::headers::{HeaderName, Naming};
use super::super::source::{Line, append_line, skip_spaces};
use super::super::{japanese_end, time, words};
use super::start::StartReader;
use crate::display::DisplayStyle;

/// Before a number in a comment: the evaluation of an engine.
pub(super) const EVAL: &str = "#評価値=";

/// How moves are shown in errors.
const STYLE: DisplayStyle = DisplayStyle::Japanese;

/// Reads a record.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Reading {
    let mut start = StartReader::default();
    let mut lines = Line::all(text, options.first_line).peekable();
    let mut is_record = false;
    // The first line that says nothing.
    let mut other = None;
    while let Some(line) = lines.peek() {
        let trimmed = skip_spaces(line.text).trim_end();
        if is_move(trimmed) || trimmed.starts_with("まで") {
            break;
        }
        if let Some(comment) = trimmed.strip_prefix('*') {
            append_line(&mut start.comment, comment);
        } else if let Some(bookmark) = trimmed.strip_prefix('&') {
            start.bookmark = bookmark;
        } else if trimmed.starts_with("手数") {
            is_record = true;
        } else if !trimmed.starts_with('#') && !start.read(*line, trimmed) && !trimmed.is_empty() {
            // Whatever else stands above the moves does no harm.
            other = other.or(Some((*line, trimmed)));
        }
        lines.next();
    }
    is_record |= start.is_record() || lines.peek().is_some();
    let mut reader = Reader {
        builder: start.finish(options),
        before_first: None,
    };
    if !is_record {
        let expected = "headers such as 手合割：平手, or a move such as 1 ７六歩(77)";
        let error = match other {
            Some((line, text)) => line.error(RecordErrorKind::NoRecord, text, expected),
            None => RecordError::new(
                RecordErrorKind::NoRecord,
                (options.first_line, 1),
                "",
                expected,
            ),
        };
        reader.builder.fail(error);
    }
    for line in lines {
        reader.read_line(line);
    }
    reader.builder.finish()
}

fn is_move(line: &str) -> bool {
    words::is_numbered(line) || line.starts_with(words::SIDE_MARKS)
}

struct Reader {
    builder: Builder,
    /// The number before that of the first move: 0, or more where a game goes on.
    before_first: Option<u32>,
}

impl Reader {
    fn read_line(&mut self, line: Line<'_>) {
        let text = skip_spaces(line.text).trim_end();
        if text.is_empty() || text.starts_with('#') || text.starts_with("手数") {
            return;
        }
        if let Some(comment) = text.strip_prefix('*') {
            self.read_comment(comment);
        } else if let Some(bookmark) = text.strip_prefix('&') {
            if let Some(notes) = self.builder.notes() {
                notes.bookmark = bookmark.into();
            }
        } else if let Some(number) = variation(text) {
            self.branch_off(line, number);
        } else if text.starts_with("まで") {
            self.read_last_line(line, text);
        } else if text.starts_with(words::SIDE_MARKS) {
            self.read_ki2_line(line, text);
        } else if words::is_numbered(text) {
            self.read_kif_line(line, text);
        } else if let Some((name, value)) = words::split_header(text) {
            self.builder
                .header(HeaderName::read(name, Naming::Kif), value);
        } else {
            let expected = "a move, a comment after * or a variation such as 変化：3手";
            let error = line.error(RecordErrorKind::UnexpectedText, text, expected);
            self.builder.errors.push(error);
        }
    }

    fn read_comment(&mut self, comment: &str) {
        let Some(notes) = self.builder.notes() else {
            return;
        };
        let eval = comment
            .strip_prefix(EVAL)
            .and_then(|text| text.parse().ok());
        match eval {
            Some(eval) => notes.eval = Some(Eval::Centipawns(eval)),
            None => append_line(&mut notes.comment, comment),
        }
    }

    /// `変化：12手`
    fn branch_off(&mut self, line: Line<'_>, text: &str) {
        let number = words::read_number(skip_spaces(text)).map(|(number, _)| number);
        let ply = number.and_then(|number| number.checked_sub(1 + self.before_first.unwrap_or(0)));
        let ply = ply.and_then(|ply| usize::try_from(ply).ok());
        match ply.filter(|&ply| ply <= self.builder.ply()) {
            Some(ply) => self.builder.back_to(ply),
            None => {
                let expected = format!("the number of a move up to {}", self.builder.ply() + 1);
                let error = line.error(RecordErrorKind::NoBranch, text, expected);
                self.builder.fail(error);
            }
        }
    }

    fn read_last_line(&mut self, line: Line<'_>, text: &str) {
        let Some(ending) = japanese_end::read_last_line(text, self.builder.position()) else {
            return;
        };
        let place = line.place(text);
        if !self.builder.end_by_illegal_move(&ending, place) {
            self.builder.end_or_confirm(ending, place);
        }
    }

    /// `▲７六歩    △３四歩`
    fn read_ki2_line(&mut self, line: Line<'_>, text: &str) {
        let mut rest = text;
        while let Some(mark) = rest.chars().next() {
            rest = &rest[mark.len_utf8()..];
            let end = rest.find(words::SIDE_MARKS).unwrap_or(rest.len());
            let (token, after) = rest.split_at(end);
            let token = skip_spaces(token).trim_end();
            self.read_move_or_end(line, token, token);
            rest = after;
        }
    }

    /// `   1 ７六歩(77)   ( 0:05/00:00:05)`
    fn read_kif_line(&mut self, line: Line<'_>, text: &str) {
        let Some((number, rest)) = words::read_number(text) else {
            return;
        };
        let rest = skip_spaces(rest);
        let rest = rest.strip_prefix(words::SIDE_MARKS).unwrap_or(rest);
        let (mv, after) = split_move(rest);
        // A sign after it says that there are variations.
        let mv = mv.trim_end_matches('+');
        let word = mv.split(['(', '（']).next().unwrap_or_default();
        let word = word.trim_end();
        if self.builder.is_broken() {
            let ending = japanese_end::read_word(word, self.builder.position());
            let place = line.place(mv);
            if ending.is_some_and(|ending| self.builder.end_by_illegal_move(&ending, place)) {
                self.read_time(line, after);
            }
            return;
        }
        if self.go_to(line, text, number) {
            self.read_move_or_end(line, mv, word);
            self.read_time(line, after);
        }
    }

    /// Goes to where the move with this number is played; false if it is skipped.
    fn go_to(&mut self, line: Line<'_>, text: &str, number: u32) -> bool {
        if self.before_first.is_none() {
            self.before_first = Some(number.saturating_sub(1));
        }
        let ply = number.checked_sub(1 + self.before_first.unwrap_or(0));
        let expected = self.builder.ply();
        match ply.map(|ply| ply as usize) {
            Some(ply) if ply >= expected && self.builder.has_ended() => {
                let expected = "nothing more in this line";
                let error = line.error(RecordErrorKind::AfterEnd, text, expected);
                self.builder.fail(error);
                false
            }
            Some(ply) if ply == expected => true,
            // A variation without the line that says so.
            Some(ply) if ply < expected => {
                self.builder.back_to(ply);
                true
            }
            _ => {
                let next = expected as u64 + 1 + u64::from(self.before_first.unwrap_or(0));
                let error = line.error(RecordErrorKind::MoveNumber, text, format!("{next}"));
                self.builder.fail(error);
                false
            }
        }
    }

    /// A move, or where the word is not one the end of the game.
    fn read_move_or_end(&mut self, line: Line<'_>, text: &str, word: &str) {
        if self.builder.is_broken() {
            return;
        }
        let place = line.place(text);
        let ending = japanese_end::read_word(word, self.builder.position());
        if let Some(ending) = ending.or_else(|| japanese_end::other_word(word)) {
            return self.builder.end(ending, place);
        }
        self.builder
            .read_move(&words::long_names(text), STYLE, place);
    }

    /// `( 0:05/00:00:05)`, of which the total follows from the others.
    fn read_time(&mut self, line: Line<'_>, text: &str) {
        let Some((_, inside)) = text.split_once(['(', '（']) else {
            return;
        };
        let end = inside.find(['/', ')', '／', '）']).unwrap_or(inside.len());
        let spent = &inside[..end];
        let ascii: alloc::string::String = spent
            .chars()
            .map(|c| match words::digit(c) {
                Some(digit) => char::from(b'0' + digit as u8),
                None if c == '：' => ':',
                None => c,
            })
            .collect();
        match time::read(&ascii) {
            Some(spent) => {
                if let Some(notes) = self.builder.notes() {
                    notes.spent = Some(spent);
                }
            }
            None => {
                let expected = "a time such as ( 0:05/00:00:05)";
                let error = line.error(RecordErrorKind::BadTime, spent, expected);
                self.builder.errors.push(error);
            }
        }
    }
}

/// The number of `変化：12手`.
fn variation(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("変化")?;
    rest.strip_prefix(['：', ':'])
}

/// The move at the beginning, with its origin in parentheses, and what follows it.
fn split_move(text: &str) -> (&str, &str) {
    let same = text.strip_prefix(['同', '仝']);
    let name = same.map_or(text, skip_spaces);
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | '（');
    let mut rest = name.trim_start_matches(|c| !is_end(c));
    let origin = skip_spaces(rest);
    let mut inside = origin.chars();
    let mut is_next = |wanted: &dyn Fn(char) -> bool| inside.next().is_some_and(wanted);
    let digit = |c| words::digit(c).is_some();
    if is_next(&|c| matches!(c, '(' | '（'))
        && is_next(&digit)
        && is_next(&digit)
        && is_next(&|c| matches!(c, ')' | '）'))
    {
        rest = inside.as_str();
    }
    text.split_at(text.len() - rest.len())
}
