//! Splits a file into games as it is read.

use alloc::collections::VecDeque;
use alloc::string::String;

use super::format::Format;
use super::words;

/// The text of one game, and its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Lines of the game, as in the file.
    pub text: String,
    /// The number of its first line.
    pub first_line: u32,
    /// The column at which it begins in that line.
    pub first_column: u32,
}

/// Splits a file into games as it is read: at most one game and one block are in memory.
///
/// ```
/// use komadai_notation::record::{Format, Splitter};
/// let mut splitter = Splitter::new(Format::Usi);
/// splitter.push("position startpos moves 7g7f\nposition start");
/// assert_eq!(splitter.next_game().unwrap().text, "position startpos moves 7g7f\n");
/// assert!(splitter.next_game().is_none());
/// splitter.push("pos");
/// splitter.finish();
/// assert_eq!(splitter.next_game().unwrap().first_line, 2);
/// ```
#[derive(Debug)]
pub struct Splitter {
    format: Format,
    ready: VecDeque<GameText>,
    game: GameText,
    /// The beginning of an incomplete line.
    partial: String,
    line: u32,
    column: u32,
    /// The current game has moves: headers begin the next one.
    has_moves: bool,
    /// Length of the text and line where the headers below the moves of a Japanese record begin.
    /// They belong to the next game, if there is one.
    trailing: Option<(usize, u32)>,
    /// Within a comment of PGN, or a string of JSON.
    inside: bool,
    escaped: bool,
    depth: u32,
}

/// Headers that begin a Japanese record; others may stand below the moves too.
const FIRST_HEADERS: [&str; 10] = [
    "手合割",
    "開始日時",
    "対局日",
    "棋戦",
    "先手",
    "後手",
    "下手",
    "上手",
    "後手の持駒",
    "上手の持駒",
];

impl Splitter {
    /// A splitter at the beginning of a file.
    #[must_use]
    pub fn new(format: Format) -> Self {
        let game = GameText {
            text: String::new(),
            first_line: 1,
            first_column: 1,
        };
        Self {
            format,
            ready: VecDeque::new(),
            game,
            partial: String::new(),
            line: 1,
            column: 1,
            has_moves: false,
            trailing: None,
            inside: false,
            escaped: false,
            depth: 0,
        }
    }

    /// The next complete game.
    pub fn next_game(&mut self) -> Option<GameText> {
        self.ready.pop_front()
    }

    /// Reads the next part of the file.
    pub fn push(&mut self, text: &str) {
        if self.format == Format::Jkf {
            text.chars().for_each(|character| self.push_json(character));
            return;
        }
        let mut rest = text;
        while let Some(end) = rest.find('\n') {
            let (line, after) = rest.split_at(end + 1);
            if self.partial.is_empty() {
                self.push_line(line);
            } else {
                let mut whole = core::mem::take(&mut self.partial);
                whole.push_str(line);
                self.push_line(&whole);
            }
            rest = after;
        }
        self.partial.push_str(rest);
    }

    /// Reads the end of the file.
    pub fn finish(&mut self) {
        let rest = core::mem::take(&mut self.partial);
        if !rest.is_empty() {
            self.push_line(&rest);
        }
        self.end_game();
    }

    fn push_line(&mut self, line: &str) {
        let text = line.trim_start_matches('\u{feff}').trim();
        let ends = match self.format {
            Format::Kif | Format::Ki2 => self.begins_japanese(text),
            Format::Csa => {
                let head = text.starts_with(['V', 'N']) || text.starts_with("'CSA ");
                text == "/" || (self.has_moves && head)
            }
            Format::Pgn => self.begins_pgn(text),
            Format::Usi => !text.is_empty() && self.has_moves,
            Format::Jkf => false,
        };
        if ends {
            self.end_before_headers();
        }
        self.has_moves |= match self.format {
            Format::Kif | Format::Ki2 => {
                words::is_numbered(text)
                    || words::is_bare_move(text)
                    || text.starts_with(words::SIDE_MARKS)
                    || text.starts_with("まで")
            }
            Format::Csa => text.starts_with(['+', '-', '%']),
            Format::Pgn => !(text.is_empty() || text.starts_with(['[', '%'])),
            Format::Usi => !text.is_empty(),
            Format::Jkf => false,
        };
        if self.game.text.is_empty() {
            self.game.first_line = self.line;
        }
        if !(self.format == Format::Csa && text == "/") {
            self.game.text.push_str(line);
        }
        self.line = self.line.saturating_add(1);
        if self.format == Format::Usi && !text.is_empty() {
            self.end_game();
        }
    }

    fn begins_japanese(&mut self, text: &str) -> bool {
        if !self.has_moves || text.is_empty() || text.starts_with(['#', '*', '&']) {
            return false;
        }
        let header = words::split_header(text).filter(|(name, _)| *name != "変化");
        let Some((name, _)) = header else {
            let begins = text.starts_with("手数--");
            self.trailing = self.trailing.filter(|_| begins);
            return begins;
        };
        self.trailing = self.trailing.or(Some((self.game.text.len(), self.line)));
        FIRST_HEADERS.contains(&name)
    }

    /// Ends the game where the headers of the next one begin.
    fn end_before_headers(&mut self) {
        let Some((end, line)) = self.trailing.take() else {
            return self.end_game();
        };
        let headers = self.game.text.split_off(end);
        self.end_game();
        (self.game.text, self.game.first_line) = (headers, line);
    }

    fn begins_pgn(&mut self, text: &str) -> bool {
        // Even within a comment: a missing closing brace must not swallow the next game.
        if text.starts_with("[Event \"") || (!self.inside && text.starts_with('[')) {
            return self.has_moves;
        }
        for character in text.chars() {
            match (self.inside, character) {
                (true, '}') => self.inside = false,
                (false, '{') => self.inside = true,
                (false, ';') => break,
                _ => {}
            }
        }
        false
    }

    fn push_json(&mut self, character: char) {
        if self.depth == 0 && character == '{' {
            self.end_game();
            (self.game.first_line, self.game.first_column) = (self.line, self.column);
        }
        let between =
            matches!(character, '[' | ']' | ',' | '\u{feff}') || character.is_whitespace();
        if self.depth > 0 || !between {
            self.game.text.push(character);
        }
        match (self.inside, character) {
            (true, _) if self.escaped => self.escaped = false,
            (true, '\\') => self.escaped = true,
            (_, '"') => self.inside = !self.inside,
            (false, '{') => self.depth = self.depth.saturating_add(1),
            (false, '}') => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.end_game();
                }
            }
            _ => {}
        }
        if character == '\n' {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else {
            self.column = self.column.saturating_add(1);
        }
    }

    fn end_game(&mut self) {
        (self.has_moves, self.inside, self.escaped) = (false, false, false);
        self.trailing = None;
        let text = core::mem::take(&mut self.game.text);
        if text
            .trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
            .is_empty()
        {
            return;
        }
        self.ready.push_back(GameText {
            text,
            ..self.game.clone()
        });
    }
}
