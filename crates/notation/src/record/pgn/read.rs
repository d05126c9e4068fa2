use alloc::string::String;
use alloc::vec::Vec;

use super::super::builder::{Branch, Builder, ReadOptions, Reading};
use super::super::error::{RecordError, RecordErrorKind};
use super::super::source::{append_line, split_while};
use super::tags::{self, Tags};
use super::tokens::{Token, Tokens};
use super::{STYLE, notes};

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Glyphs after a move with their numbers (NAG).
const GLYPHS: [(&str, u8); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

pub(crate) fn read(text: &str, options: &ReadOptions) -> Reading {
    let mut tokens = Tokens::new(text, options.first_line);
    let mut found = Tags::default();
    let mut errors = Vec::new();
    // The tags, up to the first token of another kind.
    let first = loop {
        tokens.skip_spaces();
        let place = tokens.place();
        match tokens.next() {
            Some(Ok(Token::Tag(name, value))) => found.push(name, value, place),
            Some(Err(error)) => errors.push(error),
            other => break other.map(|token| (token, place)),
        }
    };
    let (record, error, warnings) = found.record(options);
    let broken = error.is_some();
    errors.extend(error);
    let mut builder = Builder::new(record, errors);
    if broken {
        builder.give_up();
    }
    builder.warnings.extend(warnings);
    let mut reader = Reader {
        builder,
        branches: Vec::new(),
        before: None,
        result: None,
    };
    let mut next = first;
    while let Some((token, place)) = next {
        match token {
            Ok(token) => reader.read_token(token, place),
            Err(error) => reader.builder.fail(error),
        }
        if reader.result.is_some() && reader.branches.is_empty() {
            break;
        }
        tokens.skip_spaces();
        let place = tokens.place();
        next = tokens.next().map(|token| (token, place));
    }
    let end = tokens.place();
    reader.read_behind(&mut tokens);
    reader.finish(&found, end)
}

struct Reader {
    builder: Builder,
    /// The open variations, the outermost first.
    branches: Vec<Branch>,
    /// The comment before the first move of the innermost variation, until that move is read.
    before: Option<String>,
    result: Option<&'static str>,
}

impl Reader {
    fn read_token(&mut self, token: Token<'_>, place: (u32, u32)) {
        match token {
            // A tag among the moves.
            Token::Tag(name, value) => {
                let name = tags::read_name(name);
                self.builder.header(name, &tags::unescape(value), place);
            }
            Token::Comment(comment) => self.read_comment(comment),
            Token::Nag(digits) => match digits.parse() {
                Ok(nag) => self.add_nag(nag),
                Err(_) => {
                    let (kind, expected) = (RecordErrorKind::UnexpectedText, "$0–$255");
                    self.builder.warn(kind, place, digits, expected);
                }
            },
            Token::Open => {
                let (branch, possible) = self.builder.branch();
                self.branches.push(branch);
                self.before = Some(String::new());
                if !possible {
                    let expected = "a move before its variation";
                    let kind = RecordErrorKind::NoBranch;
                    let error = RecordError::new(kind, place, "(", expected);
                    self.builder.errors.push(error);
                }
            }
            Token::Close => match self.branches.pop() {
                Some(branch) => {
                    self.builder.end_branch(branch);
                    self.before = None;
                }
                None => {
                    let expected = "a ( before it";
                    let kind = RecordErrorKind::UnexpectedText;
                    self.builder
                        .errors
                        .push(RecordError::new(kind, place, ")", expected));
                }
            },
            Token::Word(word) => self.read_word(word, place),
        }
    }

    /// A glyph may precede its number: `! $1`.
    fn add_nag(&mut self, nag: u8) {
        let notes = self
            .builder
            .notes()
            .filter(|notes| !notes.nags.contains(&nag));
        if let Some(notes) = notes {
            notes.nags.push(nag);
        }
    }

    /// Comments after the result belong to the end; other text there is ignored with a warning.
    fn read_behind(&mut self, tokens: &mut Tokens<'_>) {
        tokens.skip_spaces();
        while tokens.rest().starts_with(['{', ';']) {
            match tokens.next() {
                Some(Ok(Token::Comment(comment))) => self.read_comment(comment),
                Some(Err(error)) => self.builder.errors.push(error),
                _ => {}
            }
            tokens.skip_spaces();
        }
        let (rest, place) = (tokens.rest(), tokens.place());
        if self.result.is_some() && !rest.is_empty() {
            let found = rest.lines().next().unwrap_or_default();
            let (kind, expected) = (RecordErrorKind::UnexpectedText, "nothing after the result");
            self.builder.warn(kind, place, found, expected);
        }
    }

    fn read_comment(&mut self, comment: &str) {
        if let Some(before) = &mut self.before {
            let comment = comment.trim();
            if !comment.is_empty() {
                append_line(before, comment);
            }
        } else if let Some(found) = self.builder.notes() {
            notes::read(comment, found);
        }
    }

    fn read_word(&mut self, word: &str, place: (u32, u32)) {
        if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
            if self.branches.is_empty() {
                self.result = Some(result);
            }
            return;
        }
        // 12. or 12... before a move
        let (digits, rest) = split_while(word, |c| c.is_ascii_digit());
        let dots = rest.trim_start_matches(['.', '…']);
        let numbered = rest.len() > dots.len() || rest.is_empty();
        let word = if numbered { dots } else { word };
        let skipped = if numbered {
            digits.len() + rest.len() - dots.len()
        } else {
            0
        };
        let place = (place.0, place.1.saturating_add(skipped as u32));
        let mv = word.trim_end_matches(['!', '?']);
        if mv.is_empty() || mv == "e.p." {
            return;
        }
        self.builder.read_move(mv, STYLE, place);
        if let Some(found) = self.builder.notes() {
            let glyph = GLYPHS.iter().find(|(glyph, _)| *glyph == &word[mv.len()..]);
            found.nags.extend(glyph.map(|(_, number)| number));
            found.comment_before = self.before.take().unwrap_or_default();
        }
        self.before = None;
    }

    fn finish(mut self, found: &Tags, end: (u32, u32)) -> Reading {
        while let Some(branch) = self.branches.pop() {
            if self.branches.is_empty() {
                let kind = RecordErrorKind::Unclosed;
                let error = RecordError::new(kind, end, "(", ") after the variation");
                self.builder.errors.push(error);
            }
            self.builder.end_branch(branch);
        }
        let written = found.value("Result");
        let result = self
            .result
            .filter(|result| *result != "*")
            .unwrap_or(written);
        let termination = found.value("Termination");
        let ending = tags::ending(&self.builder.record, result, termination);
        if let Some(ending) = ending.filter(|_| !self.builder.is_broken()) {
            let is_reason = tags::is_termination(termination);
            let words =
                Some(termination).filter(|&text| !is_reason && text != ending.reason.name());
            self.builder.end(ending, end, result);
            // Some sites write sentences.
            if let (Some(words), Some(notes)) = (words, self.builder.notes()) {
                append_line(&mut notes.comment, words);
            }
        }
        self.builder.finish()
    }
}
