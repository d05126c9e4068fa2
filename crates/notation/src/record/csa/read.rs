use alloc::string::String;

use komadai_rules::{Move, PieceKind, Reason, Side};

use super::super::annotations::Eval;
use super::super::builder::{Builder, ReadOptions, Reading};
use super::super::ending::{EndReason, Ending};
use super::super::error::RecordErrorKind;
use super::super::game_record::GameRecord;
use super::super::headers::{HeaderName, Naming};
use super::super::source::{Line, append_line};
use super::super::tree::MoveTree;
use super::super::{japanese_end, starts, time, words};
use super::board::{StartReader, side_of};
use super::report::{Report, Said};
use super::{code, kind_of_code, read_square, square_text};
use crate::display::DisplayStyle;

/// Display style of moves in errors.
const STYLE: DisplayStyle = DisplayStyle::Canonical;

pub(crate) fn read(text: &str, options: &ReadOptions) -> Reading {
    let mut reader = Reader {
        options: *options,
        start: StartReader::default(),
        head: Head::default(),
        builder: None,
        report: Report::default(),
    };
    for line in Line::all(text, options.first_line) {
        let text = line.text.trim_start().trim_end_matches(['\r', ' ', '\t']);
        if text == "/" {
            break;
        }
        // Several statements may share a line, except comments, names and the lines of servers.
        if text.starts_with(['\'', 'N', '$', 'I', '#']) {
            reader.read_statement(line, text);
            continue;
        }
        for statement in text.split(',') {
            reader.read_statement(line, statement);
        }
    }
    reader.begin(None);
    reader.end_as_reported();
    let builder = reader.builder.take();
    builder.map_or_else(
        || Reading {
            record: GameRecord::new(komadai_rules::AnyPosition::start(starts::default_game())),
            errors: alloc::vec::Vec::new(),
            warnings: alloc::vec::Vec::new(),
        },
        Builder::finish,
    )
}

/// Lines above the moves.
#[derive(Default)]
struct Head<'a> {
    headers: alloc::vec::Vec<(HeaderName, Line<'a>, &'a str)>,
    comment: String,
}

struct Reader<'a> {
    options: ReadOptions,
    start: StartReader<'a>,
    head: Head<'a>,
    /// `Some` from the side to move on.
    builder: Option<Builder>,
    /// The end as reported by a server.
    report: Report<'a>,
}

impl<'a> Reader<'a> {
    fn read_statement(&mut self, line: Line<'a>, text: &'a str) {
        match text.as_bytes() {
            [] | [b'V', ..] => {}
            [b'\'', ..] => self.read_comment(line, text),
            [b'N', sign @ (b'+' | b'-'), ..] => {
                let name = match sign {
                    b'+' => HeaderName::FirstPlayer,
                    _ => HeaderName::SecondPlayer,
                };
                self.read_header(line, name, &text[2..]);
            }
            [b'$', ..] => match text[1..].split_once(':') {
                Some((name, value)) => {
                    self.read_header(line, HeaderName::read(name, Naming::Csa), value);
                }
                None => self.unexpected(line, text, RecordErrorKind::BadHeader, "$NAME:VALUE"),
            },
            [b'P', ..] if self.builder.is_none() => self.start.push(line, &text[1..]),
            [b'+' | b'-'] if self.builder.is_none() => {
                self.begin(Some(side_of(text)));
            }
            [b'+' | b'-', ..] => self.read_move(line, text),
            // Lines of 81Dojo: the side to move once more, and its players.
            [b'T', b'o', ..] if text.starts_with("To_Move:") => {}
            [b'I', b'+' | b'-', ..] => {
                let name = HeaderName::Other(text[..2].into());
                self.read_header(line, name, &text[2..]);
            }
            [b'#', ..] if self.report.read_word(line, text) => {}
            [b'T', ..] => self.read_time(line, text),
            [b'%', ..] => self.read_end(line, text),
            _ => {
                let expected =
                    "a move such as +7776FU, a time such as T12 or an end such as %TORYO";
                self.unexpected(line, text, RecordErrorKind::UnexpectedText, expected);
            }
        }
    }

    fn unexpected(&mut self, line: Line<'a>, text: &str, kind: RecordErrorKind, expected: &str) {
        let error = line.error(kind, text, expected);
        self.begin(None).errors.push(error);
    }

    /// Begins the moves, unless they have begun.
    fn begin(&mut self, side: Option<Side>) -> &mut Builder {
        if self.builder.is_none() {
            let variant = self.start.variant(self.options.variant);
            let side = side.unwrap_or(Side::First);
            let (start, error) = match self.start.finish(variant, side) {
                Ok(start) => (start, None),
                Err(error) => (komadai_rules::AnyPosition::start(variant), Some(error)),
            };
            let mut record = GameRecord::new(start);
            record.tree.notes_mut(MoveTree::ROOT).comment = core::mem::take(&mut self.head.comment);
            let mut builder = Builder::new(record, alloc::vec::Vec::new());
            for (name, line, value) in self.head.headers.drain(..) {
                builder.header(name, value, line.place(value));
            }
            if let Some(error) = error {
                builder.fail(error);
            }
            self.builder = Some(builder);
        }
        self.builder.as_mut().expect("it was made above")
    }

    /// Reads `'*comment`, `'** evaluation moves`, and the comments of servers.
    fn read_comment(&mut self, line: Line<'a>, text: &'a str) {
        let comment = match text.strip_prefix("'*") {
            Some(comment) => comment,
            None => match self.report.read_comment(line, text) {
                Said::Nothing => return,
                Said::Header(name, value) => {
                    return self.read_header(line, HeaderName::read(name, Naming::Csa), value);
                }
                Said::Comment(comment) => comment,
            },
        };
        let Some(builder) = &mut self.builder else {
            return append_line(&mut self.head.comment, comment);
        };
        let Some(notes) = builder.notes() else { return };
        if let Some(analysis) = comment.strip_prefix("* ") {
            let (eval, moves) = analysis.split_once(' ').unwrap_or((analysis, ""));
            if let Ok(eval) = eval.parse() {
                notes.eval = Some(Eval::Centipawns(eval));
                if !moves.is_empty() {
                    append_line(&mut notes.comment, moves);
                }
                return;
            }
        }
        append_line(&mut notes.comment, comment);
    }

    fn read_header(&mut self, line: Line<'a>, name: HeaderName, value: &'a str) {
        match &mut self.builder {
            // Broadcasts write the time of the end after the moves.
            Some(builder) => builder.header(name, value, line.place(value)),
            None => self.head.headers.push((name, line, value)),
        }
    }

    fn read_move(&mut self, line: Line<'a>, text: &str) {
        let builder = self.begin(None);
        if builder.is_broken() {
            return;
        }
        let (variant, position) = (builder.record.variant(), *builder.position());
        let parts = (text.get(1..3), text.get(3..5), text.get(5..7));
        let (Some(from), Some(to), Some(piece)) = parts else {
            let error = line.error(RecordErrorKind::BadMove, text, "a move such as +7776FU");
            return builder.fail(error);
        };
        let (Some(to), Some(kind)) = (read_square(variant, to), kind_of_code(variant, piece))
        else {
            let expected = "two squares and the code of a piece, such as +7776FU";
            return builder.fail(line.error(RecordErrorKind::BadMove, text, expected));
        };
        let side = side_of(&text[..1]);
        let mover = position.side_to_move();
        let origin = read_square(variant, from);
        let piece = origin.and_then(|from| position.piece_at(from));
        let mv = match (origin, piece) {
            (None, _) if from == "00" => Some(Move::drop(kind, to)),
            (Some(from), Some(piece)) => moved(variant, from, to, piece.kind, kind),
            _ => None,
        };
        match mv.filter(|_| side == mover) {
            Some(mv) => builder.try_move(mv, text, STYLE, line.place(text)),
            None => {
                let sign = super::board::sign_of(mover);
                let there = piece.and_then(|piece| code(variant, piece.kind));
                let expected = match (origin, there) {
                    (Some(from), Some(code)) if side == mover => alloc::format!(
                        "{sign}{}{}{code}, or the code of its promoted form",
                        square_text(variant, from),
                        square_text(variant, to)
                    ),
                    _ => alloc::format!("a move of a piece of {sign}, whose turn it is"),
                };
                builder.fail(line.error(RecordErrorKind::NoPiece, text, expected));
            }
        }
    }

    fn read_time(&mut self, line: Line<'a>, text: &str) {
        match time::seconds(text[1..].trim()) {
            Some(spent) => {
                let builder = self.begin(None);
                if builder.ply() == 0 && !builder.has_ended() {
                    let (kind, expected) = (RecordErrorKind::BadTime, "a move before its time");
                    return builder.warn(kind, line.place(text), text, expected);
                }
                if let Some(notes) = builder.notes() {
                    notes.spent = Some(spent);
                }
            }
            None => self.unexpected(line, text, RecordErrorKind::BadTime, "seconds, such as T12"),
        }
    }

    fn read_end(&mut self, line: Line<'a>, text: &str) {
        let builder = self.begin(None);
        let side = builder.position().side_to_move();
        let ending = read_ending(text[1..].trim_end(), side);
        if builder.is_broken() {
            builder.end_by_illegal_move(&ending, line.place(text));
            return;
        }
        let ending = match ending.reason() {
            Some(Reason::Checkmate) => Ending::without_moves(builder.position()).unwrap_or(ending),
            _ => ending,
        };
        builder.end(ending, line.place(text), text);
    }

    /// Completes the end from the server's report: the loser on time, or a failed declaration.
    fn end_as_reported(&mut self) {
        let Some(builder) = &mut self.builder else {
            return;
        };
        let side = builder.position().side_to_move();
        let Some((ending, line, text)) = self.report.ending(side) else {
            return end_by_headers(builder);
        };
        let place = line.place(text);
        if builder.end_by_illegal_move(&ending, place) || builder.is_broken() {
            return;
        }
        match builder.ending() {
            None => builder.end(ending, place, text),
            Some(known) if *known == ending => {}
            // A standard word of the format is more precise than an unknown reason of a server.
            Some(known)
                if matches!(ending.reason, EndReason::Other(_))
                    && known.reason != EndReason::Interrupted => {}
            Some(_) => builder.replace_ending(ending),
        }
    }
}

/// Reads the end from the headers of shogi-extend's games of Shogi Wars: `$X_FINAL:投了`,
/// `$X_WINNER:△`.
fn end_by_headers(builder: &mut Builder) {
    let header = |name: &str| {
        let name = HeaderName::Other(name.into());
        builder.record.headers.get(&name).map(String::from)
    };
    let (Some(word), None) = (header("X_FINAL"), builder.ending()) else {
        return;
    };
    let winner = header("X_WINNER").and_then(|mark| words::side_of_mark(&mark));
    let ending = japanese_end::read_word(&word, builder.position());
    if let Some(ending) = ending.or_else(|| japanese_end::other_word(&word)) {
        let winner = winner.or(ending.winner);
        builder.end(Ending { winner, ..ending }, (1, 1), &word);
    }
}

/// A board move of a piece `before` that is a piece `kind` afterwards.
fn moved(
    variant: komadai_rules::VariantId,
    from: komadai_rules::Square,
    to: komadai_rules::Square,
    before: PieceKind,
    kind: PieceKind,
) -> Option<Move> {
    if before == kind {
        return Some(Move::normal(from, to));
    }
    let promoted = variant.spec().kind(before).promotes_to;
    (promoted == Some(kind)).then(|| Move::promotion(from, to))
}

pub(crate) fn read_ending(word: &str, side: Side) -> Ending {
    let opponent = Some(!side);
    let rules = Ending::rules;
    match word {
        "TORYO" => rules(Reason::Resignation, opponent),
        "CHUDAN" => Ending::without_winner(EndReason::Interrupted),
        "SENNICHITE" => rules(Reason::Repetition, None),
        "TIME_UP" => rules(Reason::Time, opponent),
        "ILLEGAL_MOVE" => rules(Reason::IllegalMove, opponent),
        "+ILLEGAL_ACTION" => rules(Reason::IllegalMove, Some(Side::Second)),
        "-ILLEGAL_ACTION" => rules(Reason::IllegalMove, Some(Side::First)),
        "JISHOGI" => rules(Reason::Impasse, None),
        "KACHI" => rules(Reason::Declaration, Some(side)),
        "HIKIWAKE" => rules(Reason::Agreement, None),
        "MAX_MOVES" => rules(Reason::MoveLimit, None),
        "TSUMI" => rules(Reason::Checkmate, opponent),
        "FUZUMI" => Ending::without_winner(EndReason::NoMate),
        word => Ending::without_winner(EndReason::Other(word.into())),
    }
}
