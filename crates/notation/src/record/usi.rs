//! Games as lines of an engine protocol: `position startpos moves 7g7f 3c3d` (USI), `position fen …
//! moves e2e4` (UCI). A line holds the main line alone.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{
    AnyPosition, Move, PositionTextError, Reason, Setup, TextError, TextStyle, VariantId,
};

use super::builder::{Builder, ReadOptions, Reading};
use super::ending::{EndReason, Ending};
use super::error::{RecordError, RecordErrorKind};
use super::game_record::{GameRecord, Start};
use super::kif::position_of;
use super::source::{Line, column};
use super::{starts, usen};
use crate::display::DisplayStyle;

/// Display style of moves in errors.
const STYLE: DisplayStyle = DisplayStyle::Canonical;

/// Reads the first line that is not empty.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Reading {
    let mut lines = Line::all(text, options.first_line);
    let line = lines.find(|line| !line.text.trim().is_empty());
    let line = line.unwrap_or(Line {
        number: options.first_line,
        text: "",
    });
    if let Some(usen) = usen::find(line.text) {
        return usen::read(&usen, line);
    }
    let words: Vec<&str> = line.text.split_whitespace().collect();
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let moves_at = words.iter().position(|word| *word == "moves");
    let bare_at = Some(0).filter(|_| is_bare_line(line.text));
    let moves_at = moves_at.or(bare_at);
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let moves = moves.strip_prefix(&["moves"]).unwrap_or(moves);
    let variant = game_of(start, moves, options.variant);
    let mut errors = Vec::new();
    // Moves alone are from the standard start.
    let even = start.is_empty() && moves_at.is_some();
    let start = match even {
        true => Ok(AnyPosition::start(variant)),
        false => read_start(line, start, variant),
    };
    let start = start.unwrap_or_else(|error| {
        errors.push(error);
        AnyPosition::start(variant)
    });
    let broken = !errors.is_empty();
    let mut builder = Builder::new(GameRecord::new(start), errors);
    if broken {
        builder.give_up();
    }
    for word in moves {
        if builder.is_broken() {
            break;
        }
        read_word(&mut builder, line, word);
    }
    if let Some(line) = lines.find(|line| !line.text.trim().is_empty()) {
        let (kind, expected) = (RecordErrorKind::UnexpectedText, "one line for each game");
        builder.warn(kind, (line.number, 1), line.text, expected);
    }
    builder.finish()
}

/// `true` if a line has nothing but moves, or is a USEN.
pub(crate) fn is_bare_line(line: &str) -> bool {
    let is_move = |word| {
        let mut games = [VariantId::Shogi, VariantId::Shogun].into_iter();
        games.any(|variant| Move::parse(variant, word).is_ok())
    };
    let mut words = line.split_whitespace();
    let moves = words.next().is_some_and(is_move)
        && words.all(|word| is_move(word) || matches!(word, "resign" | "win" | "break"));
    moves || usen::find(line).is_some()
}

fn read_word(builder: &mut Builder, line: Line<'_>, word: &str) {
    let side = builder.position().side_to_move();
    let ending = match word {
        "resign" => Some(Ending::rules(Reason::Resignation, Some(!side))),
        "win" => Some(Ending::rules(Reason::Declaration, Some(side))),
        "break" => Some(Ending::without_winner(EndReason::Interrupted)),
        _ => None,
    };
    if let Some(ending) = ending {
        return builder.end(ending, line.place(word), word);
    }
    match Move::parse(builder.record.variant(), word) {
        Ok(mv) => builder.try_move(mv, word, STYLE, line.place(word)),
        Err(error) => builder.fail(text_error(RecordErrorKind::BadMove, line, word, error)),
    }
}

fn text_error(kind: RecordErrorKind, line: Line<'_>, part: &str, error: TextError) -> RecordError {
    let (number, start) = line.place(part);
    let before = part.get(..error.offset).unwrap_or_default();
    let place = (number, start.saturating_add(column(before) - 1));
    RecordError::new(kind, place, &error.text, error.expected)
}

/// The variant: `asked` if the board fits it, else the board's; without a board the variant with
/// the most legal moves. Chess moves are not tried in USI: `7g7e` is an illegal move of Shogi, not
/// `g7g5` of Shogun Chess.
fn game_of(start: &[&str], moves: &[&str], asked: Option<VariantId>) -> VariantId {
    let board = start.iter().find(|word| word.contains('/'));
    if let Some(board) = board {
        let ranks = board
            .split('[')
            .next()
            .unwrap_or_default()
            .split('/')
            .count();
        let games = asked
            .into_iter()
            .chain(VariantId::REGISTERED.iter().copied());
        let mut games = games.filter(|variant| usize::from(variant.ranks()) == ranks);
        return games.next().or(asked).unwrap_or_else(starts::default_game);
    }
    if let Some(variant) = asked {
        return variant;
    }
    let usi = moves
        .first()
        .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let legal = |variant: VariantId| {
        if usi && variant.spec().text_style == TextStyle::Chess {
            return 0;
        }
        let mut position = AnyPosition::start(variant);
        let played = moves
            .iter()
            .take_while(|word| match Move::parse(variant, word) {
                Ok(mv) if position.is_legal(mv) => {
                    position.play_unchecked(mv);
                    true
                }
                _ => false,
            });
        played.count()
    };
    let mut best = (starts::default_game(), legal(starts::default_game()));
    for variant in VariantId::ALL {
        let count = legal(variant);
        if count > best.1 {
            best = (variant, count);
        }
    }
    best.0
}

fn read_start(
    line: Line<'_>,
    start: &[&str],
    variant: VariantId,
) -> Result<AnyPosition, RecordError> {
    let kind = RecordErrorKind::BadStart;
    let (Some(first), Some(last)) = (start.first(), start.last()) else {
        let expected = "position, then startpos, sfen or fen";
        return Err(line.error(RecordErrorKind::NoRecord, line.text, expected));
    };
    let from = first.as_ptr() as usize - line.text.as_ptr() as usize;
    let to = last.as_ptr() as usize + last.len() - line.text.as_ptr() as usize;
    let text = line.text.get(from..to).unwrap_or(first);
    let setup = Setup::parse(variant, text).map_err(|error| text_error(kind, line, text, error))?;
    position_of(&setup).map_err(|errors| {
        let message = PositionTextError::Setup(errors).to_string();
        let expected = alloc::format!("a position that the rules allow: {message}");
        line.error(kind, text, expected)
    })
}

pub(crate) fn write(record: &GameRecord) -> String {
    let variant = record.variant();
    let mut text = String::from("position ");
    // `startpos` does not name the variant, so it is written for the default one only.
    if matches!(record.start_kind(), Start::Standard) && variant == starts::default_game() {
        text.push_str("startpos");
    } else {
        let chess = variant.spec().text_style == TextStyle::Chess;
        text.push_str(if chess { "fen " } else { "sfen " });
        text.push_str(&record.start.to_string());
    }
    for (index, mv) in record.main_line().into_iter().enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&mv.display(variant).to_string());
    }
    text.push('\n');
    text
}
