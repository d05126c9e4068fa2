//! Start positions: presets, or a board.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Piece, PieceKind, PositionTextError, Setup, Side, VariantId};

use super::super::csa::square_of;
use super::super::game_record::{GameRecord, Start};
use super::super::kif::position_of;
use super::super::starts;
use super::model::{Cell, Initial, State};
use super::{code, kind_of_code};

/// Preset of the standard start position.
const EVEN: &str = "HIRATE";
/// Preset of a position without a name.
const OTHER: &str = "OTHER";

/// The start position; the error is the expected text.
pub(super) fn read(variant: VariantId, initial: Option<&Initial>) -> Result<AnyPosition, String> {
    let Some(initial) = initial else {
        return Ok(AnyPosition::start(variant));
    };
    if let Some(text) = &initial.position {
        let setup = Setup::parse(variant, text).map_err(|error| error.expected)?;
        return checked(&setup);
    }
    match (initial.preset.as_str(), &initial.data) {
        (OTHER, Some(data)) => checked(&read_state(variant, data)?),
        (EVEN, _) => Ok(AnyPosition::start(variant)),
        (preset, _) => starts::handicap_start(preset, false)
            .ok_or_else(|| "a preset such as HIRATE, 2 or OTHER with data".into()),
    }
}

fn checked(setup: &Setup) -> Result<AnyPosition, String> {
    position_of(setup).map_err(|errors| {
        let message = PositionTextError::Setup(errors).to_string();
        alloc::format!("a position that the rules allow: {message}")
    })
}

fn side_of(color: u8) -> Side {
    if color == 1 {
        Side::Second
    } else {
        Side::First
    }
}

fn read_state(variant: VariantId, state: &State) -> Result<Setup, String> {
    let mut setup = Setup::empty(variant);
    setup.side = side_of(state.color);
    let wrong = || alloc::format!("{} files of {} squares", variant.files(), variant.ranks());
    for (x, file) in (1..).zip(&state.board) {
        for (y, cell) in (1..).zip(file) {
            let Some(name) = &cell.kind else { continue };
            let square = square_of(variant, x, y).ok_or_else(wrong)?;
            let kind = kind_of_code(variant, name)
                .ok_or_else(|| alloc::format!("the code of a piece instead of \"{name}\""))?;
            let side = side_of(cell.color.unwrap_or(0));
            setup.board[square.index()] = Some(Piece { side, kind });
        }
    }
    for (hand, side) in state.hands.iter().zip(Side::BOTH) {
        for (name, &count) in hand.iter().filter(|(_, count)| **count > 0) {
            let kind = kind_of_code(variant, name);
            let held = kind.and_then(|kind| setup.hands[side.index()].get_mut(kind.index()));
            *held.ok_or_else(|| alloc::format!("a piece in hand instead of \"{name}\""))? = count;
        }
    }
    Ok(setup)
}

pub(super) fn write(record: &GameRecord) -> Initial {
    let variant = record.variant();
    let preset = match record.start_kind() {
        Start::Standard => Some(EVEN),
        Start::Handicap(handicap) => {
            starts::handicap_of_id(handicap.id).map(|handicap| handicap.jkf)
        }
        Start::Position => None,
    };
    if let Some(preset) = preset.filter(|_| variant == starts::default_game()) {
        return Initial {
            preset: preset.into(),
            ..Initial::default()
        };
    }
    Initial {
        preset: OTHER.into(),
        data: Some(write_state(&record.start.to_setup())),
        position: Some(record.start.to_string()),
    }
}

fn write_state(setup: &Setup) -> State {
    let variant = setup.variant;
    let cell = |x: u32, y: u32| {
        let piece = square_of(variant, x, y).and_then(|square| setup.piece_at(square));
        piece.map_or_else(Cell::default, |piece| Cell {
            color: Some(piece.side.index() as u8),
            kind: Some(code(variant, piece.kind)),
        })
    };
    let files = 1..=u32::from(variant.files());
    let ranks = u32::from(variant.ranks());
    let board = files.map(|x| (1..=ranks).map(|y| cell(x, y)).collect::<Vec<_>>());
    let hand = |side: Side| {
        let held = |kind: &PieceKind| {
            let count = setup.hands[side.index()].get(kind.index()).copied();
            (code(variant, *kind), count.unwrap_or(0))
        };
        variant
            .spec()
            .hand_order
            .iter()
            .map(held)
            .collect::<BTreeMap<_, _>>()
    };
    State {
        color: setup.side.index() as u8,
        board: board.collect(),
        hands: Side::BOTH.map(hand).into(),
    }
}
