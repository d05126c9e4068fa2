use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, Reason, Side, VariantId};
use serde_json::value::RawValue;

use super::super::annotations::Eval;
use super::super::builder::{Builder, ReadOptions, Reading};
use super::super::csa::{read_ending, square_of};
use super::super::ending::{EndReason, Ending};
use super::super::error::{RecordError, RecordErrorKind};
use super::super::game_record::GameRecord;
use super::super::headers::{HeaderName, Naming};
use super::super::source::append_line;
use super::super::starts;
use super::super::tree::MAX_NESTING;
use super::model::{Document, EvalOf, Fields, Forks, MoveOf, Seconds, StepFields, Time};
use super::{code, dojo, initial, kind_of_code};
use crate::display::{DisplayStyle, japanese_name, push_square};

/// Display style of moves in errors.
const STYLE: DisplayStyle = DisplayStyle::Canonical;

/// Letters of `relative` and the marks of Japanese notation.
pub(super) const MARKS: [(char, char); 7] = [
    ('L', '左'),
    ('C', '直'),
    ('R', '右'),
    ('U', '上'),
    ('M', '寄'),
    ('D', '引'),
    ('H', '打'),
];

const FIELDS: [&str; 4] = ["header", "initial", "moves", "game"];

pub(crate) fn read(text: &str, options: &ReadOptions) -> Reading {
    let text = text.trim_start_matches('\u{feff}');
    let source = Source { text, options };
    let default = options.variant.unwrap_or_else(starts::default_game);
    let fields = serde_json::from_str::<Fields<'_>>(text).unwrap_or_default();
    if let Some(contents) = dojo::contents(&fields) {
        return dojo::read(&contents, &fields, source.place(contents.raw), options);
    }
    let document: Document<'_> = match serde_json::from_str(text) {
        Ok(document) => document,
        Err(error) => {
            return Reading {
                record: GameRecord::new(AnyPosition::start(default)),
                errors: alloc::vec![source.json_error(&error, text)],
                warnings: Vec::new(),
            };
        }
    };
    let mut errors = Vec::new();
    let variant = document
        .game
        .as_deref()
        .map_or(Ok(default), str::parse::<VariantId>);
    let start = match &variant {
        Ok(variant) => initial::read(*variant, document.initial.as_ref()),
        Err(_) => Err("shogi, minishogi, torishogi or shogun as game".into()),
    };
    let start = start.unwrap_or_else(|expected| {
        let kind = match variant {
            Ok(_) => RecordErrorKind::BadStart,
            Err(_) => RecordErrorKind::UnknownVariant,
        };
        errors.push(RecordError::new(kind, source.place(text), "", expected));
        AnyPosition::start(variant.unwrap_or(default))
    });
    let broken = !errors.is_empty();
    let mut builder = Builder::new(GameRecord::new(start), errors);
    for (name, value) in &document.header.0 {
        let place = source.place(text);
        builder.header(HeaderName::read(name, Naming::Kif), value, place);
    }
    for (name, value) in &fields.0 {
        if !FIELDS.contains(name) {
            let (kind, expected) = (RecordErrorKind::UnexpectedText, "header, initial and moves");
            builder.warn(kind, source.place(value.get()), name, expected);
        }
    }
    if broken {
        builder.give_up();
    }
    let mut reader = Reader { builder, source };
    reader.read_line(&document.moves, 0);
    reader.builder.finish()
}

/// The text of a record, and the options with its first line and column.
struct Source<'a> {
    text: &'a str,
    options: &'a ReadOptions,
}

impl Source<'_> {
    /// Line and column of a part of the text, which must be a slice of it.
    fn place(&self, part: &str) -> (u32, u32) {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..offset).unwrap_or_default();
        let (mut line, mut column) = (self.options.first_line, self.options.first_column);
        for character in before.chars() {
            if character == '\n' {
                (line, column) = (line.saturating_add(1), 1);
            } else {
                column = column.saturating_add(1);
            }
        }
        (line, column)
    }

    /// The error of a part that is not JSON, or not the JSON of a record.
    fn json_error(&self, error: &serde_json::Error, part: &str) -> RecordError {
        // serde_json counts columns in bytes.
        let line = part
            .split('\n')
            .nth(error.line().saturating_sub(1))
            .unwrap_or_default();
        let at = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        let at = at
            .take_while(|at| *at < error.column().max(1))
            .last()
            .unwrap_or(0);
        let found = line.get(at..).unwrap_or_default();
        let message = alloc::format!("{error}");
        let message = message.split(" at line ").next().unwrap_or_default();
        let expected = alloc::format!("the JSON of a record: {message}");
        RecordError::new(RecordErrorKind::BadJson, self.place(found), found, expected)
    }
}

struct Reader<'a> {
    builder: Builder,
    source: Source<'a>,
}

impl Reader<'_> {
    /// Reads a line, then the variations to its moves, the last move first.
    fn read_line(&mut self, steps: &[&RawValue], nesting: u8) {
        let mut variations = Vec::new();
        for step in steps {
            let base = self.builder.ply();
            let text = step.get();
            let forks = serde_json::from_str::<Forks<'_>>(text);
            match (serde_json::from_str::<StepFields>(text), forks) {
                (Ok(fields), Ok(forks)) => {
                    let broken = self.builder.is_broken();
                    self.read_step(&fields, text);
                    if let (Some(forks), false) = (forks.forks, broken) {
                        variations.push((base, forks));
                    }
                }
                (Err(error), _) | (_, Err(error)) => {
                    let error = self.source.json_error(&error, text);
                    self.builder.fail(error);
                }
            }
        }
        if nesting >= MAX_NESTING {
            if let (Some((_, forks)), false) = (variations.first(), self.builder.is_broken()) {
                let first = forks.iter().flatten().next().map_or("", |step| step.get());
                let expected = alloc::format!("at most {MAX_NESTING} of them");
                let place = self.source.place(first);
                let kind = RecordErrorKind::TooDeep;
                self.builder
                    .fail(RecordError::new(kind, place, "", expected));
            }
            return;
        }
        for (base, forks) in variations.into_iter().rev() {
            for fork in forks {
                self.builder.back_to(base);
                self.read_line(&fork, nesting + 1);
            }
        }
    }

    fn read_step(&mut self, step: &StepFields, text: &str) {
        if let Some(mv) = &step.mv {
            self.read_move(mv, text);
        }
        let place = self.source.place(text);
        if let Some(ending) = self.ending(step) {
            if !self.builder.end_by_illegal_move(&ending, place) {
                let word = step.special.as_deref().unwrap_or_default();
                self.builder.end(ending, place, word);
            }
        }
        let Some(notes) = self.builder.notes() else {
            return;
        };
        for comment in step.comments.iter().flatten() {
            match comment.strip_prefix('&') {
                Some(bookmark) => notes.bookmark = bookmark.replace(['\n', '\r'], " "),
                None => append_line(&mut notes.comment, comment),
            }
        }
        if let Some(times) = &step.time {
            notes.spent = read_time(&times.now);
        }
        notes.clock = step.clock.or(notes.clock);
        notes.nags.extend(step.nags.iter().flatten());
        if let Some(before) = &step.before {
            notes.comment_before.clone_from(before);
        }
        if let Some(eval) = step.eval {
            notes.eval = Some(match eval {
                EvalOf::Cp(value) => Eval::Centipawns(value),
                EvalOf::Mate(moves) => Eval::Mate(moves),
            });
        }
    }

    fn ending(&self, step: &StepFields) -> Option<Ending> {
        if let Some(end) = &step.end {
            let winner = end.winner.as_deref();
            return Some(Ending {
                reason: EndReason::from_name(&end.reason),
                winner: Side::BOTH
                    .into_iter()
                    .find(|side| Some(side.name()) == winner),
            });
        }
        let position = self.builder.position();
        let ending = read_ending(step.special.as_deref()?, position.side_to_move());
        match ending.reason() {
            Some(Reason::Checkmate) => Ending::without_moves(position).or(Some(ending)),
            _ => Some(ending),
        }
    }

    fn read_move(&mut self, mv: &MoveOf, text: &str) {
        if self.builder.is_broken() {
            return;
        }
        let variant = self.builder.record.variant();
        let place = self.source.place(text);
        let square = |place: super::model::Place| square_of(variant, place.x, place.y);
        let same = self.builder.previous().filter(|_| mv.same == Some(true));
        let to = mv.to.and_then(square).or(same);
        let from = mv.from.map(square);
        let kind = kind_of_code(variant, &mv.piece);
        let side = self.builder.position().side_to_move();
        let other_side = mv
            .color
            .is_some_and(|color| usize::from(color) != side.index());
        let (Some(to), Some(kind), false, false) = (to, kind, from == Some(None), other_side)
        else {
            let expected = "to, piece and color of a move of the side to move";
            let error = RecordError::new(RecordErrorKind::BadMove, place, text, expected);
            return self.builder.fail(error);
        };
        let Some(Some(from)) = from else {
            return self.read_drop_or_marks(mv, to, kind, place);
        };
        let there = self
            .builder
            .position()
            .piece_at(from)
            .map(|piece| piece.kind);
        if there.is_some_and(|there| {
            there != kind && variant.spec().kind(there).promotes_to != Some(kind)
        }) {
            let piece = there.map(|kind| code(variant, kind)).unwrap_or_default();
            let expected = alloc::format!("the piece that is there, {piece}");
            let error = RecordError::new(RecordErrorKind::NoPiece, place, &mv.piece, expected);
            return self.builder.fail(error);
        }
        let promotion = Move::promotion(from, to);
        let forced =
            mv.promote.is_none() && !self.builder.position().is_legal(Move::normal(from, to));
        let chosen = if mv.promote == Some(true)
            || (forced && self.builder.position().is_legal(promotion))
        {
            promotion
        } else {
            Move::normal(from, to)
        };
        self.builder
            .try_move(chosen, &chosen.display(variant).to_string(), STYLE, place);
    }

    /// Reads a move without origin: a drop, or with marks a move in book notation.
    fn read_drop_or_marks(
        &mut self,
        mv: &MoveOf,
        to: komadai_rules::Square,
        kind: komadai_rules::PieceKind,
        place: (u32, u32),
    ) {
        let variant = self.builder.record.variant();
        let drop = Move::drop(kind, to);
        let marks: String = mv
            .relative
            .iter()
            .flat_map(|marks| marks.chars())
            .filter_map(mark)
            .collect();
        let name = japanese_name(variant, kind);
        let is_drop = marks == "打" || (marks.is_empty() && self.builder.position().is_legal(drop));
        let (Some(name), false) = (name, is_drop) else {
            let text = drop.display(variant).to_string();
            return self.builder.try_move(drop, &text, STYLE, place);
        };
        let mut text = String::new();
        push_square(variant, to, &mut text);
        text.push_str(name);
        text.push_str(&marks);
        text.push_str(match mv.promote {
            Some(true) => "成",
            Some(false) => "不成",
            None => "",
        });
        self.builder.read_move(&text, DisplayStyle::Japanese, place);
    }
}

fn mark(letter: char) -> Option<char> {
    let found = MARKS.iter().find(|(known, _)| *known == letter)?;
    Some(found.1)
}

fn read_time(time: &Time) -> Option<u64> {
    let minutes = time.h.unwrap_or(0).checked_mul(60)?.checked_add(time.m)?;
    let seconds = match time.s {
        Seconds::Whole(seconds) => seconds.checked_mul(1000)?,
        // Rounded; a float cast saturates.
        Seconds::Fraction(seconds) => (seconds * 1000.0 + 0.5) as u64,
        Seconds::None => 0,
    };
    minutes.checked_mul(60_000)?.checked_add(seconds)
}
