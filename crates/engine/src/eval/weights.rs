//! Weights of the classical evaluation: tuned on self-play games, or derived from the piece values
//! for a variant without a file.
//!
//! A file is a list of 16-bit little-endian integers in the order of [`Layout`]: sums in
//! [`SUM_PARTS`] of a centipawn, then danger in [`UNIT_PARTS`] of a unit. `docs/engine.md` lists the
//! features.

use std::collections::TryReserveError;

use komadai_rules::{PieceKind, Variant};

use super::Layout;
use super::features::PARTS;
use crate::memory::{try_vec, try_with_capacity};
use crate::variants::{data, piece_value};

pub(crate) const SUM_PARTS: i32 = 8;
/// Right shift of the squared danger to [`SUM_PARTS`] of a centipawn.
pub(crate) const DANGER_SHIFT: u32 = 15;
pub(crate) const UNIT_PARTS: i32 = 8;
/// Upper bound of danger: 200 units, about 1,400 centipawns.
pub(crate) const MAX_DANGER: i32 = 200 * UNIT_PARTS * PARTS;

/// Derived danger in units: a square of the king ring attacked by a piece, a piece in hand, a safe
/// check by a drop, a weak square of the king ring.
const DERIVED_ATTACK: i32 = 5;
const DERIVED_HAND: i32 = 5;
const DERIVED_CHECK: i32 = 2;
const DERIVED_WEAK: i32 = 6;

/// Weights of a variant, [`Layout::len`] in number.
pub(super) fn of_game<V: Variant>() -> Result<Vec<i16>, TryReserveError> {
    let layout = Layout::of::<V>();
    match data(V::ID) {
        // A file of another length has another layout.
        Some(data) if data.weights.len() == 2 * layout.len() => read(data.weights),
        _ => derived::<V>(),
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Vec<i16>, TryReserveError> {
    let mut numbers = try_with_capacity(bytes.len() / 2)?;
    let pairs = bytes.chunks_exact(2);
    numbers.extend(pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])));
    Ok(numbers)
}

/// Weights from piece values and a rough king danger.
pub(super) fn derived<V: Variant>() -> Result<Vec<i16>, TryReserveError> {
    let layout = Layout::of::<V>();
    let mut weights = try_vec(0_i16, layout.len())?;
    let mut set = |index: usize, value: i32, parts: i32| {
        weights[index] = (value * parts).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    };
    for kind in (0..layout.kinds as u8).map(PieceKind::new) {
        let value = piece_value(V::ID, kind);
        for square in 0..layout.squares {
            set(layout.placed(kind, square), value.board, SUM_PARTS);
        }
        for nth in 0..super::HAND_STEPS {
            set(layout.in_hand(kind, nth), value.hand, SUM_PARTS);
        }
        let units = layout.sums();
        set(units + layout.attack(kind), DERIVED_ATTACK, UNIT_PARTS);
        set(units + layout.waiting(kind), DERIVED_HAND, UNIT_PARTS);
        set(units + layout.check(kind), DERIVED_CHECK, UNIT_PARTS);
    }
    set(layout.sums() + layout.weak(), DERIVED_WEAK, UNIT_PARTS);
    Ok(weights)
}
