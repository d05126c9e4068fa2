//! The eight directions, clockwise from the first side's forward.
//!
//! The first four lead to higher square indices, the others to lower ones; turning around is
//! `direction ^ 4`. Rays therefore need no table of their own for each way to search them.

/// `(dx, dy)` of each direction, seen by the first side.
pub(crate) const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The direction of squares that share no line.
pub(crate) const NO_DIRECTION: u8 = 8;

/// The direction with this step, which must be one of the eight.
pub(crate) const fn direction_of(dx: i8, dy: i8) -> u8 {
    let mut d = 0;
    while d < 8 {
        if DIRECTIONS[d].0 == dx && DIRECTIONS[d].1 == dy {
            return d as u8;
        }
        d += 1;
    }
    NO_DIRECTION
}

/// The direction from one square to another on a board with so many ranks, by their indices.
pub(crate) const fn direction_between(ranks: u8, from: u8, to: u8) -> u8 {
    let dx = (to / ranks) as i8 - (from / ranks) as i8;
    let dy = (to % ranks) as i8 - (from % ranks) as i8;
    if dx != 0 && dy != 0 && dx != dy && dx != -dy {
        return NO_DIRECTION;
    }
    direction_of(dx.signum(), dy.signum())
}
