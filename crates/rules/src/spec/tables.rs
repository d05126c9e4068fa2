//! Const functions that build tables from a spec.
//!
//! They compute in `u128`; [`variant_tables!`](crate::variants::tables_macro::variant_tables) narrows the
//! results to the bitboard of the variant.

use crate::spec::piece_spec::{Step, StepUse};
use crate::spec::variant_spec::VariantSpec;
use crate::spec::variant_tables::NO_HAND_KIND;
use crate::types::direction::{DIRECTIONS, direction_of};
use crate::types::piece_kind::PieceKind;

/// The square `(dx, dy)` away from the side's point of view; `None` beyond the edge.
pub(crate) const fn offset(
    spec: &VariantSpec,
    side: usize,
    square: usize,
    dx: i8,
    dy: i8,
) -> Option<usize> {
    let ranks = spec.ranks as i32;
    let (dx, dy) = if side == 0 {
        (dx as i32, dy as i32)
    } else {
        (-(dx as i32), -(dy as i32))
    };
    let file = square as i32 / ranks + dx;
    let rank = square as i32 % ranks + dy;
    if file < 0 || file >= spec.files as i32 || rank < 0 || rank >= ranks {
        return None;
    }
    Some((file * ranks + rank) as usize)
}

/// Selects steps of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct StepFilter {
    /// Includes slides, on an empty board.
    pub(crate) slides: bool,
    /// Includes steps that cannot capture.
    pub(crate) quiet: bool,
}

impl StepFilter {
    pub(crate) const STEPS: StepFilter = StepFilter {
        slides: false,
        quiet: false,
    };
    pub(crate) const EVERYTHING: StepFilter = StepFilter {
        slides: true,
        quiet: true,
    };

    const fn keeps(self, step: &Step) -> bool {
        (self.slides || step.max == 1) && (self.quiet || !matches!(step.only, StepUse::Quiet))
    }
}

/// Targets of one step on an empty board, repeated up to its `max`.
pub(crate) const fn step_targets(
    spec: &VariantSpec,
    side: usize,
    from: usize,
    step: &Step,
) -> u128 {
    let mut squares = 0;
    let mut at = from;
    let mut left = step.max;
    while left > 0 {
        match offset(spec, side, at, step.dx, step.dy) {
            Some(next) => {
                squares |= 1 << next;
                at = next;
                left -= 1;
            }
            None => left = 0,
        }
    }
    squares
}

pub(crate) const fn piece_targets(
    spec: &VariantSpec,
    filter: StepFilter,
    side: usize,
    kind: usize,
    from: usize,
) -> u128 {
    let mut squares = 0;
    let moves = spec.kinds[kind].moves;
    let mut m = 0;
    while m < moves.len() {
        if filter.keeps(&moves[m]) {
            squares |= step_targets(spec, side, from, &moves[m]);
        }
        m += 1;
    }
    squares
}

/// [`piece_targets`] by side, kind and square.
pub(crate) const fn targets<const N: usize, const K: usize>(
    spec: &VariantSpec,
    filter: StepFilter,
) -> [[[u128; N]; K]; 2] {
    let mut table = [[[0; N]; K]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < K {
            let mut square = 0;
            while square < N {
                table[side][kind][square] = piece_targets(spec, filter, side, kind, square);
                square += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    table
}

/// Row of each kind in a step table in which kinds with the same steps share a row, and the number
/// of rows.
pub(crate) struct StepRows<const K: usize> {
    pub(crate) row: [u8; K],
    pub(crate) count: usize,
}

impl<const K: usize> StepRows<K> {
    /// One row for each distinct set of steps.
    pub(crate) const fn shared<const N: usize>(spec: &VariantSpec) -> Self {
        let steps = targets::<N, K>(spec, StepFilter::STEPS);
        let mut rows = StepRows {
            row: [0; K],
            count: 0,
        };
        let mut kind = 0;
        while kind < K {
            let mut twin = 0;
            while twin < kind && !same(&steps[0][twin], &steps[0][kind]) {
                twin += 1;
            }
            if twin < kind {
                rows.row[kind] = rows.row[twin];
            } else {
                rows.row[kind] = rows.count as u8;
                rows.count += 1;
            }
            kind += 1;
        }
        rows
    }

    pub(crate) const fn table<const N: usize, const R: usize>(
        &self,
        spec: &VariantSpec,
    ) -> [[[u128; N]; R]; 2] {
        let steps = targets::<N, K>(spec, StepFilter::STEPS);
        let mut table = [[[0; N]; R]; 2];
        let mut kind = 0;
        while kind < K {
            table[0][self.row[kind] as usize] = steps[0][kind];
            table[1][self.row[kind] as usize] = steps[1][kind];
            kind += 1;
        }
        table
    }
}

const fn same<const N: usize>(one: &[u128; N], other: &[u128; N]) -> bool {
    let mut square = 0;
    while square < N {
        if one[square] != other[square] {
            return false;
        }
        square += 1;
    }
    true
}

/// Slide directions of length `max`, as bits, by side and kind.
pub(crate) const fn slides<const K: usize>(spec: &VariantSpec, max: u8) -> [[u8; K]; 2] {
    let mut table = [[0; K]; 2];
    let mut kind = 0;
    while kind < K {
        let moves = spec.kinds[kind].moves;
        let mut m = 0;
        while m < moves.len() {
            if moves[m].max == max {
                let direction = direction_of(moves[m].dx, moves[m].dy);
                table[0][kind] |= 1 << direction;
                table[1][kind] |= 1 << (direction ^ 4);
            }
            m += 1;
        }
        kind += 1;
    }
    table
}

/// Squares beyond `from` in one direction, to the edge.
pub(crate) const fn ray(spec: &VariantSpec, direction: usize, from: usize) -> u128 {
    let (dx, dy) = DIRECTIONS[direction];
    let mut squares = 0;
    let mut at = from;
    while let Some(next) = offset(spec, 0, at, dx, dy) {
        squares |= 1 << next;
        at = next;
    }
    squares
}

/// [`ray`] by direction and square.
pub(crate) const fn rays<const N: usize>(spec: &VariantSpec) -> [[u128; N]; 8] {
    let mut table = [[0; N]; 8];
    let mut d = 0;
    while d < 8 {
        let mut square = 0;
        while square < N {
            table[d][square] = ray(spec, d, square);
            square += 1;
        }
        d += 1;
    }
    table
}

/// Squares at most two king's steps away.
pub(crate) const fn king_distance_two(spec: &VariantSpec, from: usize) -> u128 {
    let mut squares = 0;
    let mut dx = -2;
    while dx <= 2 {
        let mut dy = -2;
        while dy <= 2 {
            if let Some(to) = offset(spec, 0, from, dx, dy) {
                squares |= 1 << to;
            }
            dy += 1;
        }
        dx += 1;
    }
    squares
}

pub(crate) const fn king_distances_two<const N: usize>(spec: &VariantSpec) -> [u128; N] {
    let mut table = [0; N];
    let mut square = 0;
    while square < N {
        table[square] = king_distance_two(spec, square);
        square += 1;
    }
    table
}

/// Squares from which a kind could never move again, by side and kind.
pub(crate) const fn immobile_squares<const N: usize, const K: usize>(
    spec: &VariantSpec,
) -> [[u128; K]; 2] {
    let all = targets::<N, K>(spec, StepFilter::EVERYTHING);
    let mut table = [[0; K]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < K {
            let mut square = 0;
            while square < N {
                if all[side][kind][square] == 0 {
                    table[side][kind] |= 1 << square;
                }
                square += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    table
}

pub(crate) const MAX_SLIDE_GROUPS: usize = 4;

/// Groups kinds by equal slides: one bit set of kinds per group, terminated by 0.
pub(crate) const fn slide_groups<const K: usize>(spec: &VariantSpec) -> [u16; MAX_SLIDE_GROUPS] {
    let long = slides::<K>(spec, Step::SLIDE);
    let short = slides::<K>(spec, 2);
    let mut groups = [0_u16; MAX_SLIDE_GROUPS];
    let mut count = 0;
    let mut kind = 0;
    while kind < K {
        if long[0][kind] | short[0][kind] != 0 {
            let mut group = 0;
            while group < count {
                let twin = groups[group].trailing_zeros() as usize;
                if long[0][twin] == long[0][kind] && short[0][twin] == short[0][kind] {
                    break;
                }
                group += 1;
            }
            if group == count {
                assert!(
                    count < MAX_SLIDE_GROUPS,
                    "at most 4 groups of kinds slide alike"
                );
                count += 1;
            }
            groups[group] |= 1 << kind;
        }
        kind += 1;
    }
    groups
}

/// Kinds that move only by steps and leaps, except the king, as bits.
pub(crate) const fn steppers(spec: &VariantSpec) -> u16 {
    let all = ((1_u32 << spec.kinds.len()) - 1) as u16;
    all & !sliders(spec) & !(1 << spec.king.index())
}

/// Promoted kind of each kind, or the kind itself if it does not promote.
pub(crate) const fn promotes_to(spec: &VariantSpec) -> [u8; PieceKind::MAX] {
    let mut table = [0; PieceKind::MAX];
    let mut kind = 0;
    while kind < spec.kinds.len() {
        table[kind] = match spec.kinds[kind].promotes_to {
            Some(promoted) => promoted.index() as u8,
            None => kind as u8,
        };
        kind += 1;
    }
    table
}

/// Kind in the captor's hand of each kind, or [`NO_HAND_KIND`].
pub(crate) const fn hand_kinds(spec: &VariantSpec) -> [u8; PieceKind::MAX] {
    let mut table = [NO_HAND_KIND; PieceKind::MAX];
    let mut kind = 0;
    while kind < spec.kinds.len() {
        if let Some(held) = spec.kinds[kind].hand_kind {
            table[kind] = held.index() as u8;
        }
        kind += 1;
    }
    table
}

/// Kinds that can promote, as bits.
pub(crate) const fn promotable(spec: &VariantSpec) -> u16 {
    let mut set = 0;
    let mut kind = 0;
    while kind < spec.kinds.len() {
        if spec.kinds[kind].promotes_to.is_some() {
            set |= 1 << kind;
        }
        kind += 1;
    }
    set
}

/// Kinds whose promoted form has a board limit, as bits.
pub(crate) const fn limited_promotions(spec: &VariantSpec) -> u16 {
    let mut kinds = 0;
    let mut kind = 0;
    while kind < spec.kinds.len() {
        if let Some(promoted) = spec.kinds[kind].promotes_to {
            if spec.kinds[promoted.index()].board_limit.is_some() {
                kinds |= 1 << kind;
            }
        }
        kind += 1;
    }
    kinds
}

/// Squares from which one step may enter the promotion zone, and the zone itself, by side and kind;
/// empty for kinds that do not promote.
pub(crate) const fn promotion_candidates<const K: usize>(spec: &VariantSpec) -> [[u128; K]; 2] {
    let mut table = [[0; K]; 2];
    let mut kind = 0;
    while kind < K {
        if promotable(spec) >> kind & 1 == 1 {
            let mut far = 0;
            let mut m = 0;
            while m < spec.kinds[kind].moves.len() {
                if spec.kinds[kind].moves[m].dy > far {
                    far = spec.kinds[kind].moves[m].dy;
                }
                m += 1;
            }
            let ranks = near_ranks(spec, spec.zone_ranks + far as u8);
            table[0][kind] = ranks[1];
            table[1][kind] = ranks[0];
        }
        kind += 1;
    }
    table
}

/// Groups the hand kinds other than the weakest by equal immobile squares: one bit set of kinds per
/// group, terminated by 0.
pub(crate) const fn drop_groups<const N: usize, const K: usize>(spec: &VariantSpec) -> [u8; 4] {
    let immobile = immobile_squares::<N, K>(spec);
    let mut groups = [0_u8; 4];
    let mut count = 0;
    let mut kind = 1;
    while kind < spec.hand_kinds as usize {
        let mut group = 0;
        while group < count
            && immobile[0][groups[group].trailing_zeros() as usize] != immobile[0][kind]
        {
            group += 1;
        }
        if group == count {
            count += 1;
        }
        groups[group] |= 1 << kind;
        kind += 1;
    }
    groups
}

/// Squares on the `count` ranks nearest to each side.
pub(crate) const fn near_ranks(spec: &VariantSpec, count: u8) -> [u128; 2] {
    let squares = spec.files as usize * spec.ranks as usize;
    let mut table = [0; 2];
    let mut square = 0;
    while square < squares {
        let rank = square as u8 % spec.ranks;
        if rank < count {
            table[0] |= 1 << square;
        }
        if rank >= spec.ranks - count {
            table[1] |= 1 << square;
        }
        square += 1;
    }
    table
}

/// Kinds that slide, as bits.
pub(crate) const fn sliders(spec: &VariantSpec) -> u16 {
    let mut set = 0;
    let mut kind = 0;
    while kind < spec.kinds.len() {
        let moves = spec.kinds[kind].moves;
        let mut m = 0;
        while m < moves.len() {
            if moves[m].max > 1 {
                set |= 1 << kind;
            }
            m += 1;
        }
        kind += 1;
    }
    set
}
