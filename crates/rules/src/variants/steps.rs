//! Movements shared by several variants, as `(dx, dy)` to the mover's right and forward.

use crate::spec::piece_spec::Step;

pub(super) const fn step(dx: i8, dy: i8) -> Step {
    Step::single(dx, dy)
}

pub(super) const fn slide(dx: i8, dy: i8) -> Step {
    Step::slide(dx, dy)
}

pub(crate) const KING: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, 0),
    step(1, -1),
    step(0, -1),
    step(-1, -1),
    step(-1, 0),
    step(-1, 1),
];
pub(crate) const GOLD: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, 0),
    step(0, -1),
    step(-1, 0),
    step(-1, 1),
];
pub(crate) const SILVER: &[Step] = &[
    step(0, 1),
    step(1, 1),
    step(1, -1),
    step(-1, -1),
    step(-1, 1),
];
pub(crate) const PAWN: &[Step] = &[step(0, 1)];
pub(crate) const LANCE: &[Step] = &[slide(0, 1)];
pub(crate) const SHOGI_KNIGHT: &[Step] = &[step(1, 2), step(-1, 2)];
pub(crate) const ROOK: &[Step] = &[slide(0, 1), slide(1, 0), slide(0, -1), slide(-1, 0)];
pub(crate) const BISHOP: &[Step] = &[slide(1, 1), slide(1, -1), slide(-1, -1), slide(-1, 1)];
pub(crate) const DRAGON: &[Step] = &[
    slide(0, 1),
    slide(1, 0),
    slide(0, -1),
    slide(-1, 0),
    step(1, 1),
    step(1, -1),
    step(-1, -1),
    step(-1, 1),
];
pub(crate) const HORSE: &[Step] = &[
    slide(1, 1),
    slide(1, -1),
    slide(-1, -1),
    slide(-1, 1),
    step(0, 1),
    step(1, 0),
    step(0, -1),
    step(-1, 0),
];
