//! Set-wise steps: one shift of a bitboard moves all pieces that share a step.

use crate::spec::piece_spec::{PieceKindSpec, StepUse};
use crate::spec::variant_spec::VariantSpec;
use crate::types::bitboard::Bitboard;

/// A step `(dx, dy)` of one side and the kinds that have it.
#[derive(Clone, Copy, Debug)]
pub struct StepSet<B: Bitboard> {
    /// Offset of the target's index.
    pub(crate) delta: i8,
    /// Valid targets, which exclude steps past the first or last rank. Steps past the first or last
    /// file leave the integer.
    pub(crate) into: B,
    /// The [classes](classes) with this step, one bit per class; 0 ends a list of sets.
    pub(crate) classes: u8,
    pub(crate) only: StepUse,
}

pub(crate) const MAX_STEP_SETS: usize = 20;

pub(crate) const MAX_CLASSES: usize = 8;

const fn same_moves(one: &PieceKindSpec, other: &PieceKindSpec) -> bool {
    if one.moves.len() != other.moves.len() {
        return false;
    }
    let mut i = 0;
    while i < one.moves.len() {
        let (a, b) = (&one.moves[i], &other.moves[i]);
        if a.dx != b.dx || a.dy != b.dy || a.max != b.max || a.only as u8 != b.only as u8 {
            return false;
        }
        i += 1;
    }
    true
}

/// Groups the kinds in the bit set `kinds` by equal steps: one bit set of kinds per class,
/// terminated by 0.
pub(crate) const fn classes(spec: &VariantSpec, kinds: u16) -> [u16; MAX_CLASSES] {
    let mut classes = [0; MAX_CLASSES];
    let mut left = kinds;
    let mut count = 0;
    while left != 0 {
        assert!(count < MAX_CLASSES, "at most 8 classes of kinds step alike");
        let first = left.trailing_zeros() as usize;
        let mut kind = first;
        while kind < spec.kinds.len() {
            if left >> kind & 1 == 1 && same_moves(&spec.kinds[first], &spec.kinds[kind]) {
                classes[count] |= 1 << kind;
            }
            kind += 1;
        }
        left &= !classes[count];
        count += 1;
    }
    classes
}

/// A [`StepSet`] before it is narrowed to the bitboard of the variant.
#[derive(Clone, Copy)]
pub(crate) struct WideStepSet {
    pub(crate) delta: i8,
    pub(crate) into: u128,
    pub(crate) classes: u8,
    pub(crate) only: StepUse,
}

/// The steps of each side with the classes that have them.
pub(crate) const fn step_sets(
    spec: &VariantSpec,
    classes: &[u16; MAX_CLASSES],
) -> [[WideStepSet; MAX_STEP_SETS]; 2] {
    const NONE: WideStepSet = WideStepSet {
        delta: 0,
        into: 0,
        classes: 0,
        only: StepUse::Both,
    };
    let mut sets = [[NONE; MAX_STEP_SETS]; 2];
    let mut count = 0;
    let mut class = 0;
    while class < MAX_CLASSES && classes[class] != 0 {
        let moves = spec.kinds[classes[class].trailing_zeros() as usize].moves;
        let mut m = 0;
        while m < moves.len() {
            assert!(moves[m].max == 1, "a class of steppers has no sliders");
            let delta = moves[m].dx * spec.ranks as i8 + moves[m].dy;
            let mut at = 0;
            while at < count
                && !(sets[0][at].delta == delta && sets[0][at].only as u8 == moves[m].only as u8)
            {
                at += 1;
            }
            if at == count {
                assert!(
                    count < MAX_STEP_SETS,
                    "steppers have at most 20 different steps"
                );
                count += 1;
                sets[0][at] = WideStepSet {
                    delta,
                    into: ranks_with_room(spec, -moves[m].dy),
                    classes: 0,
                    only: moves[m].only,
                };
                sets[1][at] = WideStepSet {
                    delta: -delta,
                    into: ranks_with_room(spec, moves[m].dy),
                    ..sets[0][at]
                };
            }
            sets[0][at].classes |= 1 << class;
            sets[1][at].classes |= 1 << class;
            m += 1;
        }
        class += 1;
    }
    sets
}

/// Squares that are still on the board after `dy` ranks forward, as seen by the first side.
const fn ranks_with_room(spec: &VariantSpec, dy: i8) -> u128 {
    let mut set = 0;
    let mut square = 0;
    while square < spec.files as usize * spec.ranks as usize {
        let rank = (square % spec.ranks as usize) as i8 + dy;
        if rank >= 0 && rank < spec.ranks as i8 {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}
