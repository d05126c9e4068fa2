use alloc::format;

use super::super::annotations::Eval;
use super::super::builder::{Builder, ReadOptions, Reading};
use super::super::ending::Ending;
use super::super::error::{RecordError, RecordErrorKind};
use super::super::headers::{HeaderName, Naming};
use super::super::source::{Line, append_line, skip_spaces};
use super::super::{japanese_end, time, words};
use super::numbers::{Numbers, Place};
use super::start::StartReader;
use crate::display::DisplayStyle;

/// Prefix of an engine's evaluation in a comment.
pub(super) const EVAL: &str = "#評価値=";

/// Display style of moves in errors.
const STYLE: DisplayStyle = DisplayStyle::Japanese;

pub(crate) fn read(text: &str, options: &ReadOptions) -> Reading {
    let mut start = StartReader::default();
    let mut lines = Line::all(text, options.first_line).peekable();
    let mut is_record = false;
    // First line without meaning.
    let mut other = None;
    while let Some(line) = lines.peek() {
        let trimmed = skip_spaces(line.text).trim_end();
        if is_move(trimmed) || trimmed.starts_with("まで") {
            break;
        }
        if let Some(comment) = trimmed.strip_prefix(COMMENT) {
            append_line(&mut start.comment, comment);
        } else if let Some(bookmark) = trimmed.strip_prefix('&') {
            start.bookmark = bookmark;
        } else if words::is_ruler(trimmed) {
            is_record = true;
        } else if !trimmed.starts_with('#') && !start.read(*line, trimmed) && !trimmed.is_empty() {
            other = other.or(Some((*line, trimmed)));
        }
        lines.next();
    }
    is_record |= start.is_record() || lines.peek().is_some();
    let mut reader = Reader::new(start.finish(options));
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
        reader.builder.warnings.clear();
        reader.builder.fail(error);
    }
    for line in lines {
        reader.read_line(line);
    }
    reader.builder.finish()
}

const COMMENT: [char; 2] = ['*', '＊'];

fn is_move(line: &str) -> bool {
    words::is_numbered(line) || line.starts_with(words::SIDE_MARKS) || words::is_bare_move(line)
}

/// Reads the lines from the first move on.
struct Reader {
    builder: Builder,
    numbers: Numbers,
}

impl Reader {
    fn new(builder: Builder) -> Self {
        Self {
            builder,
            numbers: Numbers::default(),
        }
    }

    fn read_line(&mut self, line: Line<'_>) {
        let text = skip_spaces(line.text).trim_end();
        if text.is_empty() || text.starts_with('#') || words::is_ruler(text) {
            return;
        }
        if let Some(comment) = text.strip_prefix(COMMENT) {
            self.read_comment(line, comment);
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
        } else if let Some((number, rest)) = words::split_numbered(text) {
            self.read_kif_line(line, text, number, rest);
        } else if words::is_bare_move(text) {
            self.read_rest(line, text);
        } else if let Some((name, value)) = words::split_header(text) {
            let name = HeaderName::read(name, Naming::Kif);
            self.builder.header(name, value, line.place(value));
        } else {
            let expected = "a move, a comment after * or a variation such as 変化：3手";
            let error = line.error(RecordErrorKind::UnexpectedText, text, expected);
            self.builder.errors.push(error);
        }
    }

    fn read_comment(&mut self, line: Line<'_>, comment: &str) {
        if self.read_end_of_81dojo(line, comment) {
            return;
        }
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

    /// Reads `*時間切れにて終局`, the end in 81Dojo's records; `false` for any other comment.
    fn read_end_of_81dojo(&mut self, line: Line<'_>, comment: &str) -> bool {
        let Some(reason) = comment.trim().strip_suffix("にて終局") else {
            return false;
        };
        let site = self.builder.record.headers.get(&HeaderName::Site);
        let ending = japanese_end::read_word(reason, self.builder.position());
        match ending.filter(|_| site.is_some_and(|site| site.contains("81Dojo"))) {
            Some(ending) => self.end(line, comment, ending),
            None => return false,
        }
        true
    }

    /// Ends the game by a line that is not a move line.
    fn end(&mut self, line: Line<'_>, text: &str, ending: Ending) {
        let place = line.place(text);
        if !self.builder.end_by_illegal_move(&ending, place) && !self.builder.is_broken() {
            self.builder.end_or_confirm(ending, place, text);
        }
    }

    /// Reads `変化：12手`.
    fn branch_off(&mut self, line: Line<'_>, text: &str) {
        let number = words::read_number(skip_spaces(text)).map(|(number, _)| number);
        match number.and_then(|number| self.numbers.find(number)) {
            Some(Place::InLine(ply)) => self.back_to(ply),
            Some(Place::InMainLine(ply)) => {
                self.builder.back_to_main(ply);
                self.numbers.back_to_main(ply);
            }
            None => {
                let expected = format!("the number of a move up to {}", self.numbers.next());
                let error = line.error(RecordErrorKind::NoBranch, text, expected);
                self.builder.fail(error);
            }
        }
    }

    fn back_to(&mut self, ply: usize) {
        self.builder.back_to(ply);
        self.numbers.back_to(ply);
    }

    fn read_last_line(&mut self, line: Line<'_>, text: &str) {
        match japanese_end::read_last_line(text, self.builder.position()) {
            Some(ending) => self.end(line, text, ending),
            None => {
                let expected = "an end such as まで12手で後手の勝ち";
                let kind = RecordErrorKind::UnexpectedText;
                self.builder.warn(kind, line.place(text), text, expected);
            }
        }
    }

    /// Reads `▲７六歩    △３四歩`.
    fn read_ki2_line(&mut self, line: Line<'_>, text: &str) {
        let mut rest = text;
        while let Some(mark) = rest.chars().next() {
            rest = &rest[mark.len_utf8()..];
            let end = rest.find(words::SIDE_MARKS).unwrap_or(rest.len());
            let (token, after) = rest.split_at(end);
            let token = skip_spaces(token).trim_end();
            let whole = !token.contains(char::is_whitespace) || self.fits(None, token);
            let (mv, more) = if whole {
                (token, "")
            } else {
                split_move(token)
            };
            self.read_move(line, mv, mv, self.numbers.next());
            self.read_rest(line, more);
            rest = after;
        }
    }

    /// Reads `   1 ７六歩(77)   ( 0:05/00:00:05)`.
    fn read_kif_line(&mut self, line: Line<'_>, text: &str, number: u32, rest: &str) {
        let rest = rest.strip_prefix(words::SIDE_MARKS).unwrap_or(rest);
        let (mv, after) = split_move(rest);
        // A trailing `+` announces variations.
        let mv = mv.trim_end_matches('+');
        let word = word_of(mv);
        if self.builder.is_broken() {
            let ending = japanese_end::read_word(word, self.builder.position());
            let place = line.place(mv);
            if ending.is_some_and(|ending| self.builder.end_by_illegal_move(&ending, place)) {
                self.read_rest(line, after);
            }
            return;
        }
        if self.go_to(line, text, number, mv) {
            self.read_move(line, mv, word, number);
            self.read_rest(line, after);
        }
    }

    fn ending_of(&self, word: &str) -> Option<Ending> {
        let ending = japanese_end::read_word(word, self.builder.position());
        ending.or_else(|| japanese_end::other_word(word))
    }

    fn fits(&self, ply: Option<usize>, text: &str) -> bool {
        self.builder.fits(ply, &words::long_names(text), STYLE)
    }

    /// Goes to the place of the move with this number; `false` if the move is skipped. A number out
    /// of order is wrong if the move is legal as the next move and, where the number is that of an
    /// earlier move, illegal there.
    fn go_to(&mut self, line: Line<'_>, text: &str, number: u32, mv: &str) -> bool {
        let next = self.numbers.next();
        let after_end = self.builder.has_ended() && number.checked_sub(1) == Some(next);
        if self.numbers.is_next(number) || after_end {
            return true;
        }
        let is_end = self.ending_of(word_of(mv)).is_some();
        let fits_next = is_end || self.fits(None, mv);
        // A variation without its `変化` line.
        let earlier = match self.numbers.find(number) {
            Some(Place::InLine(ply)) => Some(ply),
            _ => None,
        };
        let earlier = earlier.filter(|&ply| !fits_next || (!is_end && self.fits(Some(ply), mv)));
        if let Some(ply) = earlier {
            self.back_to(ply);
        } else if fits_next {
            let kind = RecordErrorKind::MoveNumber;
            self.builder
                .warn(kind, line.place(text), text, format!("{next}"));
        } else {
            let error = line.error(RecordErrorKind::MoveNumber, text, format!("{next}"));
            self.builder.fail(error);
            return false;
        }
        true
    }

    /// Reads a move or, if the word is not a move, the end of the game.
    fn read_move(&mut self, line: Line<'_>, text: &str, word: &str, number: u32) {
        if self.builder.is_broken() {
            return;
        }
        let place = line.place(text);
        if let Some(ending) = self.ending_of(word) {
            return self.builder.end(ending, place, text);
        }
        let before = self.builder.ply();
        self.builder
            .read_move(&words::long_names(text), STYLE, place);
        if self.builder.ply() > before {
            self.numbers.push(number);
        }
    }

    /// Reads the rest of a line after a move: `( 0:05/00:00:05)+`, further moves, or words, which
    /// are a comment.
    fn read_rest(&mut self, line: Line<'_>, text: &str) {
        let mut rest = self.read_parenthesis(line, text);
        while let Some((number, text)) = next_move(rest) {
            let (mv, after) = split_move(text);
            let next = number.is_none_or(|number| self.go_to(line, rest, number, mv));
            if next {
                let number = number.unwrap_or(self.numbers.next());
                self.read_move(line, mv, word_of(mv), number);
            }
            rest = self.read_parenthesis(line, after);
        }
        if rest.is_empty() || rest.starts_with('#') {
            return;
        }
        if let Some(ending) = japanese_end::read_word(rest, self.builder.position()) {
            self.builder.end(ending, line.place(rest), rest);
        } else if let Some(notes) = self.builder.notes() {
            append_line(&mut notes.comment, rest.trim_start_matches(COMMENT));
        }
    }

    /// Reads the time after a move and skips the sign of a variation; returns the rest.
    fn read_parenthesis<'a>(&mut self, line: Line<'_>, text: &'a str) -> &'a str {
        let mut rest = skip_spaces(text);
        if let Some(inside) = rest.strip_prefix(['(', '（']) {
            let end = inside.find([')', '）']).unwrap_or(inside.len());
            self.read_time(line, &inside[..end]);
            rest = inside[end..].trim_start_matches([')', '）']);
        }
        let rest = skip_spaces(rest).trim_start_matches('+');
        skip_spaces(rest).trim_end()
    }

    /// Reads ` 0:05/00:00:05`; the total is redundant.
    fn read_time(&mut self, line: Line<'_>, inside: &str) {
        let end = inside.find(['/', '／']).unwrap_or(inside.len());
        let spent = &inside[..end];
        let ascii: alloc::string::String = spent
            .chars()
            .map(|c| match words::digit(c) {
                Some(digit) => char::from(b'0' + digit as u8),
                None if c == '：' => ':',
                None => c,
            })
            .collect();
        let time = time::read(&ascii);
        let Some(notes) = self.builder.notes() else {
            return;
        };
        if time.is_some() {
            notes.spent = time;
        } else if inside.contains([':', '：', '/', '／']) {
            let expected = "a time such as ( 0:05/00:00:05)";
            let error = line.error(RecordErrorKind::BadTime, spent, expected);
            self.builder.errors.push(error);
        } else if !inside.trim().is_empty() {
            append_line(&mut notes.comment, inside);
        }
    }
}

/// Number and text of a move at the beginning of a text: `７六歩`, `△３四歩`, `2. ３四歩`.
fn next_move(text: &str) -> Option<(Option<u32>, &str)> {
    if words::is_bare_move(text) {
        return Some((None, text));
    }
    if let Some(mv) = text.strip_prefix(words::SIDE_MARKS) {
        return Some((None, mv)).filter(|_| words::is_bare_move(mv));
    }
    let (number, mv) = words::split_numbered(text)?;
    let mv = mv.strip_prefix(words::SIDE_MARKS).unwrap_or(mv);
    words::is_bare_move(mv).then_some((Some(number), mv))
}

/// A move without its square of origin.
fn word_of(mv: &str) -> &str {
    mv.split(['(', '（']).next().unwrap_or_default().trim_end()
}

/// The number in `変化：12手`.
fn variation(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("変化")?;
    rest.strip_prefix(['：', ':'])
}

/// Splits off the move at the beginning, with its origin in parentheses.
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
