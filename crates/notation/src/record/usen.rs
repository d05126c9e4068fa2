//! USEN, the notation in links of Shogi Playground (mogproject, "URL-safe SFEN-extended notation"):
//! `START~OFFSET.MOVES.END`, then `~OFFSET.MOVES.END` for each variation. A move is three digits in
//! base 36.

use alloc::string::{String, ToString as _};

use komadai_rules::{AnyPosition, Move, PieceKind, Reason, Setup, Square, VariantId};

use super::builder::{Builder, Reading};
use super::csa::square_of;
use super::ending::{EndReason, Ending};
use super::error::{RecordError, RecordErrorKind};
use super::game_record::GameRecord;
use super::kif::position_of;
use super::source::{Line, append_line};
use super::starts;
use crate::display::DisplayStyle;

const STYLE: DisplayStyle = DisplayStyle::Canonical;

const WIDTH: usize = 3;
const SQUARES: u32 = 81;
/// The first number of a piece in hand, and the letters of the pieces from there on.
const DROPS: (u32, &str) = (9, "GPLNSBR");

/// The USEN of a line: alone, or as the parameter `u` of a link.
pub(super) fn find(line: &str) -> Option<String> {
    let line = line.trim();
    let text = match line
        .split_once("://")
        .and_then(|(_, link)| link.split_once('?'))
    {
        Some((_, query)) => query
            .split(['&', '#'])
            .find_map(|part| part.strip_prefix("u="))?,
        None => line,
    };
    let text = text.replace("%7E", "~");
    let (start, trunk) = text.split_once('~')?;
    let (offset, rest) = trunk.split_once('.')?;
    let number = !offset.is_empty() && offset.bytes().all(|byte| byte.is_ascii_digit());
    let shape = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte))
    };
    (number && shape(start) && shape(rest) && rest.contains('.')).then_some(text)
}

pub(super) fn read(text: &str, line: Line<'_>) -> Reading {
    let variant = starts::default_game();
    let place = (line.number, 1);
    let error = |kind, found: &str, expected: &str| RecordError::new(kind, place, found, expected);
    let mut parts = text.split('~');
    let start = parts.next().unwrap_or_default();
    let position = match start {
        "" => Some(AnyPosition::start(variant)),
        start => {
            let sfen = start.replace('_', "/").replace('.', " ").replace('z', "+");
            let setup = Setup::parse(variant, &sfen).ok();
            setup.and_then(|setup| position_of(&setup).ok())
        }
    };
    let Some(position) = position else {
        let expected = "a position that the rules allow, or nothing";
        return Reading {
            record: GameRecord::new(AnyPosition::start(variant)),
            errors: alloc::vec![error(RecordErrorKind::BadStart, start, expected)],
            warnings: alloc::vec::Vec::new(),
        };
    };
    let mut builder = Builder::new(GameRecord::new(position), alloc::vec::Vec::new());
    let mut first = None;
    for part in parts {
        let mut fields = part.splitn(3, '.');
        let offset = fields
            .next()
            .and_then(|offset| offset.parse::<usize>().ok());
        let (moves, end) = (
            fields.next().unwrap_or_default(),
            fields.next().unwrap_or_default(),
        );
        let ply = offset.and_then(|offset| offset.checked_sub(first.unwrap_or(offset)));
        let Some(ply) = ply else {
            let expected = "OFFSET.MOVES.END";
            builder.fail(error(RecordErrorKind::UnexpectedText, part, expected));
            continue;
        };
        if first.is_some() {
            builder.back_to_main(ply);
        }
        first = first.or(offset);
        if ply != builder.ply() {
            let expected = "the number of a move of the game";
            builder.fail(error(RecordErrorKind::NoBranch, part, expected));
            continue;
        }
        read_line(&mut builder, moves, end, place);
        // The first one is the main line.
        let length = builder.ply();
        builder.back_to(length);
    }
    builder.finish()
}

fn read_line(builder: &mut Builder, moves: &str, end: &str, place: (u32, u32)) {
    let mut rest = moves;
    while !rest.is_empty() && !builder.is_broken() {
        let (code, after) = rest.split_at_checked(WIDTH).unwrap_or((rest, ""));
        match decode(code) {
            Some(mv) => builder.try_move(mv, code, STYLE, place),
            None => {
                let expected = "three digits in base 36 for each move";
                builder.fail(RecordError::new(
                    RecordErrorKind::BadMove,
                    place,
                    code,
                    expected,
                ));
            }
        }
        rest = after;
    }
    let side = builder.position().side_to_move();
    let (letter, rest) = end.split_at_checked(1).unwrap_or_default();
    let ending = match letter {
        "" => return,
        "r" => Ending::rules(Reason::Resignation, Some(!side)),
        "t" => Ending::rules(Reason::Time, Some(!side)),
        "j" => Ending::rules(Reason::Declaration, Some(side)),
        "i" => Ending::rules(Reason::IllegalMove, Some(!side)),
        "p" => Ending::without_winner(EndReason::Interrupted),
        _ => Ending::without_winner(EndReason::Other(end.to_string())),
    };
    builder.end(ending, place, end);
    if let (Some(mv), Some(notes)) = (decode(rest), builder.notes()) {
        append_line(
            &mut notes.comment,
            &mv.display(starts::default_game()).to_string(),
        );
    }
}

/// Decodes `(from * 81 + to) * 2 + promotion`; squares count from 1a along the ranks, pieces in
/// hand follow them.
fn decode(code: &str) -> Option<Move> {
    let variant = starts::default_game();
    let number = u32::from_str_radix(code, 36)
        .ok()
        .filter(|_| code.len() == WIDTH)?;
    let (from, to, promotion) = (number / 2 / SQUARES, number / 2 % SQUARES, number % 2 == 1);
    let to = square(variant, to)?;
    if from < SQUARES {
        let from = square(variant, from)?;
        return Some(if promotion {
            Move::promotion(from, to)
        } else {
            Move::normal(from, to)
        });
    }
    let letter = (from - SQUARES).checked_sub(DROPS.0)?;
    let letter = DROPS.1.chars().nth(letter as usize)?;
    Some(Move::drop(kind(variant, letter)?, to))
}

fn square(variant: VariantId, index: u32) -> Option<Square> {
    square_of(variant, index % 9 + 1, index / 9 + 1)
}

fn kind(variant: VariantId, letter: char) -> Option<PieceKind> {
    variant.spec().kind_by_letter(letter)
}
