//! Slider attacks along a line, by magic multiplication of its occupancy.
//!
//! The squares of a line lie a constant number of bits apart. A multiplication by a magic number with
//! one bit per square gathers their occupancy in the highest bits of a word. Other products overflow
//! or stay below, because squares of a line are either neighbours or farther apart than the number of
//! relevant squares. The ends of a line are irrelevant: they are attacked in any case.
//!
//! Native builds only: in the browser the tables would be too large, and rays
//! ([`queries`](crate::attacks::queries)) replace them.

use crate::spec::variant_spec::VariantSpec;
use crate::types::direction::DIRECTIONS;

/// Directions 0 to 3, each with its opposite.
pub(crate) const AXES: usize = 4;

/// A line through a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Shift that moves the first relevant square to bit 0.
    pub(crate) shift: u8,
    /// Start of this square's attacks in the table.
    pub(crate) offset: u16,
    /// Shift of the attacks found there: all files share theirs, and all ranks.
    pub(crate) place: u8,
    /// Relevant squares, after the shift.
    pub(crate) mask: u64,
}

/// The square of the first file or rank with the same attacks along the axis, apart from a shift.
const fn model(spec: &VariantSpec, axis: usize, square: usize) -> usize {
    match axis {
        0 => square % spec.ranks as usize,
        2 => square - square % spec.ranks as usize,
        _ => square,
    }
}

const fn distance(spec: &VariantSpec, axis: usize) -> u32 {
    (DIRECTIONS[axis].0 as i32 * spec.ranks as i32 + DIRECTIONS[axis].1 as i32) as u32
}

/// Number of relevant squares of the longest line.
pub(crate) const fn relevant(spec: &VariantSpec) -> u32 {
    (if spec.files > spec.ranks {
        spec.files
    } else {
        spec.ranks
    }) as u32
        - 2
}

/// Magic numbers by axis, which gather the squares of a line in the highest [`relevant`] bits of a
/// word.
pub(crate) const fn magics(spec: &VariantSpec) -> [u64; AXES] {
    let mut magics = [0; AXES];
    let mut axis = 0;
    while axis < AXES {
        // Moves square `i` from bit `distance × i` to `i` bits above the lowest gathered bit.
        let mut i = 0;
        while i < relevant(spec) {
            magics[axis] |= 1 << (64 - relevant(spec) - (distance(spec, axis) - 1) * i);
            i += 1;
        }
        axis += 1;
    }
    magics
}

/// Number of squares from a square to the edge in a direction.
const fn room(spec: &VariantSpec, square: usize, dx: i8, dy: i8) -> usize {
    let mut file = square as i32 / spec.ranks as i32;
    let mut rank = square as i32 % spec.ranks as i32;
    let mut steps = 0;
    loop {
        file += dx as i32;
        rank += dy as i32;
        if file < 0 || rank < 0 || file >= spec.files as i32 || rank >= spec.ranks as i32 {
            return steps;
        }
        steps += 1;
    }
}

/// Lines of one axis by square, and the number of table entries they need.
pub(crate) const fn lines<const N: usize>(spec: &VariantSpec, axis: usize) -> ([Line; N], usize) {
    let mut lines = [Line {
        shift: 0,
        offset: 0,
        place: 0,
        mask: 0,
    }; N];
    let (dx, dy) = DIRECTIONS[axis];
    let step = distance(spec, axis);
    let mut entries = 0;
    let mut square = 0;
    while square < N {
        let behind = room(spec, square, -dx, -dy);
        let inner = (behind + room(spec, square, dx, dy)).saturating_sub(1);
        let first = square as u32 - behind as u32 * step;
        let mut mask = 0;
        let mut i = 0;
        while i < inner {
            mask |= 1_u64 << (step * i as u32);
            i += 1;
        }
        let model = model(spec, axis, square);
        lines[square] = Line {
            shift: if inner == 0 { 0 } else { (first + step) as u8 },
            // A model has a lower index than the squares that share its attacks.
            offset: if model == square {
                entries as u16
            } else {
                lines[model].offset
            },
            place: (square - model) as u8,
            mask,
        };
        if model == square {
            entries += 1 << inner;
        }
        square += 1;
    }
    (lines, entries)
}

/// Attacks along the lines of one axis, indexed by [`Line::offset`] plus occupancy.
pub(crate) const fn attacks<const N: usize, const ENTRIES: usize>(
    spec: &VariantSpec,
    axis: usize,
) -> [u128; ENTRIES] {
    let (lines, _) = lines::<N>(spec, axis);
    let (dx, dy) = DIRECTIONS[axis];
    let step = distance(spec, axis) as usize;
    let mut table = [0; ENTRIES];
    let mut square = 0;
    while square < N {
        let behind = room(spec, square, -dx, -dy);
        let ahead = room(spec, square, dx, dy);
        let inner = (behind + ahead).saturating_sub(1);
        let mut occupancy = 0;
        while occupancy < 1 << inner && model(spec, axis, square) == square {
            // Bit `i` of the occupancy is position `i + 1` of the line.
            let mut set = 0_u128;
            let mut i = behind + 1;
            while i <= behind + ahead {
                set |= 1 << (square + (i - behind) * step);
                if i <= inner && occupancy >> (i - 1) & 1 == 1 {
                    break;
                }
                i += 1;
            }
            let mut i = behind;
            while i > 0 {
                i -= 1;
                set |= 1 << (square - (behind - i) * step);
                if i > 0 && occupancy >> (i - 1) & 1 == 1 {
                    break;
                }
            }
            table[lines[square].offset as usize + occupancy] = set;
            occupancy += 1;
        }
        square += 1;
    }
    table
}
