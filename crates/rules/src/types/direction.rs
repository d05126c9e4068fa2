//! The eight directions, clockwise from the first side's forward.
//!
//! Directions 0 to 3 lead to higher square indices, the others to lower ones; `direction ^ 4` is
//! the opposite.

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

/// No direction: the squares share no line.
pub(crate) const NO_DIRECTION: u8 = 8;

/// Index of `(dx, dy)` in [`DIRECTIONS`], or [`NO_DIRECTION`].
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

/// The direction from one square to another, by their indices, on a board with `ranks` ranks.
pub(crate) const fn direction_between(ranks: u8, from: u8, to: u8) -> u8 {
    let dx = (to / ranks) as i8 - (from / ranks) as i8;
    let dy = (to % ranks) as i8 - (from % ranks) as i8;
    if dx != 0 && dy != 0 && dx != dy && dx != -dy {
        return NO_DIRECTION;
    }
    direction_of(dx.signum(), dy.signum())
}
