//! Start positions: `PI82HI22KA`, ranks `P1-KY-KE…`, single pieces `P+00FU`.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{
    AnyPosition, Piece, PieceKind, PositionTextError, Setup, Side, Square, VariantId,
};

use super::super::error::{RecordError, RecordErrorKind};
use super::super::game_record::{GameRecord, Start};
use super::super::kif::position_of;
use super::super::source::Line;
use super::super::starts;
use super::{code, has_codes, kind_of_code, read_square, square_of, square_text};

/// Lines of the start position.
#[derive(Default)]
pub(super) struct StartReader<'a> {
    /// The lines that begin with `P`, without it.
    lines: Vec<(Line<'a>, &'a str)>,
}

impl<'a> StartReader<'a> {
    pub(super) fn push(&mut self, line: Line<'a>, text: &'a str) {
        self.lines.push((line, text));
    }

    /// The variant whose board is as wide as the first rank.
    pub(super) fn variant(&self, hint: Option<VariantId>) -> VariantId {
        let rank = self
            .lines
            .iter()
            .find(|(_, text)| text.starts_with(|c: char| c.is_ascii_digit()));
        let files = rank.map(|(_, text)| cells(&text[1..]).count());
        let fits = |variant: &VariantId| {
            has_codes(*variant) && files.is_none_or(|files| files == usize::from(variant.files()))
        };
        let default = starts::default_game();
        let mut games = hint
            .into_iter()
            .chain([default])
            .chain(VariantId::REGISTERED.iter().copied());
        games.find(fits).unwrap_or(default)
    }

    pub(super) fn finish(
        &self,
        variant: VariantId,
        side: Side,
    ) -> Result<AnyPosition, RecordError> {
        let mut setup = Setup::empty(variant);
        if self.lines.is_empty() {
            setup = Setup::start(variant);
        }
        for &(line, text) in &self.lines {
            read_line(&mut setup, line, text)?;
        }
        setup.side = side;
        position_of(&setup).map_err(|errors| {
            let message = PositionTextError::Setup(errors).to_string();
            let expected = format!("a position that the rules allow: {message}");
            let (line, text) = match self.lines.first() {
                Some(&first) => first,
                None => (
                    Line {
                        number: 1,
                        text: "",
                    },
                    "",
                ),
            };
            line.error(RecordErrorKind::BadStart, text, expected)
        })
    }
}

fn read_line(setup: &mut Setup, line: Line<'_>, text: &str) -> Result<(), RecordError> {
    let variant = setup.variant;
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    match first {
        "I" => {
            *setup = Setup::start(variant);
            for_each_piece(line, rest, |place, code, text| {
                let square = read_square(variant, place);
                let kind = kind_of_code(variant, code);
                let there = square.and_then(|square| setup.piece_at(square));
                match (square, there) {
                    (Some(square), Some(piece)) if Some(piece.kind) == kind => {
                        setup.board[square.index()] = None;
                        Ok(())
                    }
                    _ => Err(line.error(
                        RecordErrorKind::BadStart,
                        text,
                        "square and code of a piece of the start position, such as 82HI",
                    )),
                }
            })
        }
        "+" | "-" => read_pieces(setup, side_of(first), line, rest),
        _ => read_rank(setup, line, first, rest),
    }
}

/// Calls `each` with square, code and text of each piece.
fn for_each_piece<'a>(
    line: Line<'a>,
    text: &'a str,
    mut each: impl FnMut(&'a str, &'a str, &'a str) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let (Some(place), Some(code)) = (rest.get(..2), rest.get(2..4)) else {
            let expected = "square and code of a piece, such as 82HI";
            return Err(line.error(RecordErrorKind::BadStart, rest, expected));
        };
        each(place, code, &rest[..4])?;
        rest = &rest[4..];
    }
    Ok(())
}

/// Reads pieces of one side; square `00` is the hand, `00AL` all pieces that no line names.
fn read_pieces(
    setup: &mut Setup,
    side: Side,
    line: Line<'_>,
    text: &str,
) -> Result<(), RecordError> {
    let variant = setup.variant;
    for_each_piece(line, text, |place, code, text| {
        if (place, code) == ("00", "AL") {
            give_rest(setup, side);
            return Ok(());
        }
        let kind = kind_of_code(variant, code);
        let done = match (place, read_square(variant, place), kind) {
            ("00", _, Some(kind)) => hold(setup, side, kind, 1),
            (_, Some(square), Some(kind)) => {
                setup.board[square.index()] = Some(Piece { side, kind });
                Some(())
            }
            _ => None,
        };
        done.ok_or_else(|| {
            let expected = "a square or 00, and the code of a piece, such as 77FU";
            line.error(RecordErrorKind::BadStart, text, expected)
        })
    })
}

/// Adds pieces to a hand; `None` if they can't be held.
fn hold(setup: &mut Setup, side: Side, kind: PieceKind, count: u8) -> Option<()> {
    if !setup.variant.spec().hand_order.contains(&kind) {
        return None;
    }
    let held = setup.hands[side.index()].get_mut(kind.index())?;
    *held = held.checked_add(count)?;
    Some(())
}

/// Gives the pieces of the set that are neither on the board nor in a hand to one hand.
fn give_rest(setup: &mut Setup, side: Side) {
    let spec = setup.variant.spec();
    for &kind in spec.hand_order {
        let on_board = setup.board.iter().flatten();
        let on_board = on_board
            .filter(|piece| spec.base(piece.kind) == kind)
            .count();
        let in_hand: usize = setup
            .hands
            .iter()
            .map(|hand| usize::from(hand[kind.index()]))
            .sum();
        let set = usize::from(spec.kind(kind).set_size);
        let rest = set.saturating_sub(on_board).saturating_sub(in_hand);
        hold(setup, side, kind, u8::try_from(rest).unwrap_or(0));
    }
}

/// The squares of a rank: `*` or sign and code. Spaces around `*` may be missing.
fn cells(text: &str) -> impl Iterator<Item = &str> {
    // Some programs end ranks with a point so that trailing spaces survive.
    let mut rest = text.trim_end_matches(['.', ' ', '\t']);
    core::iter::from_fn(move || {
        rest = rest.trim_start();
        let length = match rest.chars().next()? {
            '*' => 1,
            _ => rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at),
        };
        let (cell, after) = rest.split_at(length);
        rest = after;
        Some(cell)
    })
}

fn read_rank(setup: &mut Setup, line: Line<'_>, rank: &str, text: &str) -> Result<(), RecordError> {
    let variant = setup.variant;
    let bad = |text: &str| {
        let expected = format!(
            "P1 to P{} and {} squares such as -KY or *, P+, P- or PI",
            variant.ranks(),
            variant.files()
        );
        Err(line.error(RecordErrorKind::BadStart, text, expected))
    };
    let Some(rank) = rank
        .parse()
        .ok()
        .filter(|rank| *rank <= u32::from(variant.ranks()))
    else {
        return bad(rank);
    };
    let mut file = u32::from(variant.files());
    for cell in cells(text) {
        let Some(square) = square_of(variant, file, rank) else {
            return bad(cell);
        };
        setup.board[square.index()] = match cell.split_at_checked(1) {
            Some(("*", "")) => None,
            Some((sign @ ("+" | "-"), code)) => match kind_of_code(variant, code) {
                Some(kind) => Some(Piece {
                    side: side_of(sign),
                    kind,
                }),
                None => return bad(cell),
            },
            _ => return bad(cell),
        };
        file -= 1;
    }
    if file > 0 { bad(text) } else { Ok(()) }
}

pub(super) fn side_of(sign: &str) -> Side {
    if sign == "-" {
        Side::Second
    } else {
        Side::First
    }
}

pub(super) const fn sign_of(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}

pub(super) fn write(record: &GameRecord, text: &mut String) {
    let variant = record.variant();
    let setup = record.start.to_setup();
    let named = match record.start_kind() {
        Start::Standard => true,
        // The format can only remove pieces.
        Start::Handicap(handicap) => handicap.second_pawns == 0,
        Start::Position => false,
    };
    if named && variant == starts::default_game() {
        text.push_str("PI");
        let full = Setup::start(variant);
        let squares = (0..variant.squares()).map(|index| Square::new(index as u8));
        for square in squares.filter(|&square| setup.piece_at(square) != full.piece_at(square)) {
            let kind = full.piece_at(square).map(|piece| piece.kind);
            text.push_str(&square_text(variant, square));
            text.push_str(
                kind.and_then(|kind| code(variant, kind))
                    .unwrap_or_default(),
            );
        }
        text.push('\n');
    } else {
        write_board(&setup, text);
    }
    text.push(sign_of(setup.side));
    text.push('\n');
}

fn write_board(setup: &Setup, text: &mut String) {
    let variant = setup.variant;
    for rank in 1..=u32::from(variant.ranks()) {
        text.push_str(&format!("P{rank}"));
        for file in (1..=u32::from(variant.files())).rev() {
            let piece = square_of(variant, file, rank).and_then(|square| setup.piece_at(square));
            match piece {
                Some(piece) => {
                    text.push(sign_of(piece.side));
                    text.push_str(code(variant, piece.kind).unwrap_or_default());
                }
                None => text.push_str(" * "),
            }
        }
        text.push('\n');
    }
    for side in Side::BOTH {
        let mut pieces = String::new();
        for &kind in variant.spec().hand_order {
            let held = setup.hands[side.index()].get(kind.index()).copied();
            for _ in 0..held.unwrap_or(0) {
                pieces.push_str("00");
                pieces.push_str(code(variant, kind).unwrap_or_default());
            }
        }
        if !pieces.is_empty() {
            text.push_str(&format!("P{}{pieces}\n", sign_of(side)));
        }
    }
}
