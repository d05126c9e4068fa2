//! Tables of native builds only; in the browser they would be too large.

use crate::spec::piece_spec::Step;
use crate::spec::tables::{MAX_SLIDE_GROUPS, StepFilter, near_ranks, step_targets, targets};
use crate::spec::variant_spec::VariantSpec;
use crate::spec::zobrist;
use crate::types::direction::{NO_DIRECTION, direction_between, direction_of};
use crate::types::piece_kind::PieceKind;

pub(crate) const CAPTURES: StepFilter = StepFilter {
    slides: true,
    quiet: false,
};

/// Squares attacked by a step or leap, by side, kind and square. [`PieceKind::MAX`] rows spare a
/// bounds check.
pub(crate) const fn steps<const N: usize, const K: usize>(
    spec: &VariantSpec,
) -> [[[u128; N]; PieceKind::MAX]; 2] {
    let steps = targets::<N, K>(spec, StepFilter::STEPS);
    let mut table = [[[0; N]; PieceKind::MAX]; 2];
    let mut kind = 0;
    while kind < K {
        table[0][kind] = steps[0][kind];
        table[1][kind] = steps[1][kind];
        kind += 1;
    }
    table
}

/// Direction from the first square to the second, [`NO_DIRECTION`] if they share no line.
pub(crate) const fn directions<const N: usize>(spec: &VariantSpec) -> [[u8; N]; N] {
    let mut table = [[NO_DIRECTION; N]; N];
    let mut from = 0;
    while from < N {
        let mut to = 0;
        while to < N {
            table[from][to] = direction_between(spec.ranks, from as u8, to as u8);
            to += 1;
        }
        from += 1;
    }
    table
}

/// Axes along which some kind slides any distance both ways, as bits.
pub(crate) const fn both_ways(spec: &VariantSpec) -> u8 {
    let mut axes = 0;
    let mut kind = 0;
    while kind < spec.kinds.len() {
        let mut directions = 0_u8;
        let moves = spec.kinds[kind].moves;
        let mut mv = 0;
        while mv < moves.len() {
            if moves[mv].max == Step::SLIDE {
                directions |= 1 << direction_of(moves[mv].dx, moves[mv].dy);
            }
            mv += 1;
        }
        axes |= directions & directions >> 4;
        kind += 1;
    }
    axes
}

/// Targets of slides on an empty board, by side, slide group and square.
pub(crate) const fn empty_board_slides<const N: usize>(
    spec: &VariantSpec,
    groups: &[u16; MAX_SLIDE_GROUPS],
) -> [[[u128; N]; MAX_SLIDE_GROUPS]; 2] {
    let mut table = [[[0; N]; MAX_SLIDE_GROUPS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut group = 0;
        while group < MAX_SLIDE_GROUPS && groups[group] != 0 {
            let moves = spec.kinds[groups[group].trailing_zeros() as usize].moves;
            let mut square = 0;
            while square < N {
                let mut mv = 0;
                while mv < moves.len() {
                    if moves[mv].max > 1 {
                        table[side][group][square] |= step_targets(spec, side, square, &moves[mv]);
                    }
                    mv += 1;
                }
                square += 1;
            }
            group += 1;
        }
        side += 1;
    }
    table
}

/// Squares from which an enemy could attack a square beside the king, by side and king square: one
/// row per slide group, and a last row for steps and leaps.
pub(crate) const fn king_zone<const N: usize, const K: usize>(
    spec: &VariantSpec,
    groups: &[u16; MAX_SLIDE_GROUPS],
) -> [[[u128; N]; MAX_SLIDE_GROUPS + 1]; 2] {
    let slides = empty_board_slides::<N>(spec, groups);
    let steps = targets::<N, K>(spec, StepFilter::STEPS);
    let king = spec.king.index();
    let mut table = [[[0; N]; MAX_SLIDE_GROUPS + 1]; 2];
    let mut side = 0;
    while side < 2 {
        let mut square = 0;
        while square < N {
            let mut zone = steps[side][king][square];
            while zone != 0 {
                let beside = zone.trailing_zeros() as usize;
                zone &= zone - 1;
                let mut group = 0;
                while group < MAX_SLIDE_GROUPS {
                    table[side][group][square] |= slides[side][group][beside];
                    group += 1;
                }
                let mut kind = 0;
                while kind < K {
                    table[side][MAX_SLIDE_GROUPS][square] |= steps[side][kind][beside];
                    kind += 1;
                }
            }
            square += 1;
        }
        side += 1;
    }
    table
}

/// Targets at which a piece may promote, by side and origin.
pub(crate) const fn promotion_from<const N: usize>(spec: &VariantSpec) -> [[u128; N]; 2] {
    let near = near_ranks(spec, spec.zone_ranks);
    let mut table = [[0; N]; 2];
    let mut side = 0;
    while side < 2 {
        // A side's zone lies on the ranks near the other side.
        let zone = near[1 - side];
        let mut square = 0;
        while square < N {
            table[side][square] = if zone >> square & 1 == 1 { !0 } else { zone };
            square += 1;
        }
        side += 1;
    }
    table
}

/// Zobrist keys by side, kind and square. [`PieceKind::MAX`] rows spare a bounds check.
pub(crate) const fn piece_keys<const N: usize, const K: usize>(
    spec: &VariantSpec,
) -> [[[u64; N]; PieceKind::MAX]; 2] {
    let mut table = [[[0; N]; PieceKind::MAX]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < K {
            let mut square = 0;
            while square < N {
                table[side][kind][square] = zobrist::piece_key(spec, side, kind, square);
                square += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    table
}
