//! What is known of a node.

use komadai_rules::Hand;

use crate::mate::number::{INFINITE, Number};

/// Plies to a mate. Negative where not even being mated already is allowed.
pub(crate) type Plies = i32;

/// No limit of length.
pub(crate) const UNLIMITED: Plies = 65_000;

/// One ply fewer, unless there is no limit.
#[inline(always)]
pub(crate) fn one_less(plies: Plies) -> Plies {
    if plies >= UNLIMITED {
        UNLIMITED
    } else {
        plies - 1
    }
}

/// One ply more, unless there is no limit.
#[inline(always)]
pub(crate) fn one_more(plies: Plies) -> Plies {
    (plies + 1).min(UNLIMITED)
}

/// A ply of the line that is searched, counted from the root.
pub(crate) type Ply = u16;

/// In place of the ply at which a repetition began: there is none.
pub(crate) const NO_REPETITION: Ply = Ply::MAX;

/// What is known of a node: numbers while it is open; what proves or disproves it once it is solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// Proof number: 0 once a mate is proved.
    pub(crate) pn: Number,
    /// Disproof number: 0 once it is shown that there is none.
    pub(crate) dn: Number,
    /// Of a proof: mate in at most so many plies. Of a disproof: no mate in so many.
    pub(crate) plies: Plies,
    /// Roughly how many nodes were searched for it.
    pub(crate) effort: u32,
    /// The attacker's hand: of a proof the least that mates, of a disproof the most that does not.
    pub(crate) hand: Hand,
    /// While it is open: the children whose numbers are added up, as bits by index.
    pub(crate) sums: u64,
    /// Of a disproof: the ply of the first position that it repeats.
    pub(crate) repeats: Ply,
    /// Whether nothing but an estimate is known.
    pub(crate) unvisited: bool,
}

impl Value {
    pub(crate) fn open(pn: Number, dn: Number, effort: u32, sums: u64) -> Value {
        Value {
            pn,
            dn,
            plies: 0,
            effort,
            hand: Hand::EMPTY,
            sums,
            repeats: NO_REPETITION,
            unvisited: false,
        }
    }

    pub(crate) fn estimate(pn: Number, dn: Number) -> Value {
        Value {
            unvisited: true,
            ..Value::open(pn, dn, 1, u64::MAX)
        }
    }

    pub(crate) fn proved(hand: Hand, plies: Plies, effort: u32) -> Value {
        Value {
            plies,
            hand,
            ..Value::open(0, INFINITE, effort, 0)
        }
    }

    pub(crate) fn disproved(hand: Hand, plies: Plies, effort: u32) -> Value {
        Value {
            plies,
            hand,
            ..Value::open(INFINITE, 0, effort, 0)
        }
    }

    /// A disproof that holds only on the way by which the node was reached.
    pub(crate) fn repeated(hand: Hand, plies: Plies, effort: u32, repeats: Ply) -> Value {
        Value {
            repeats,
            ..Value::disproved(hand, plies, effort)
        }
    }

    #[inline(always)]
    pub(crate) fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    #[inline(always)]
    pub(crate) fn is_repetition(&self) -> bool {
        self.repeats != NO_REPETITION
    }

    /// The number that the side to move at a node wants to be small: phi.
    #[inline(always)]
    pub(crate) fn phi(&self, attacks: bool) -> Number {
        if attacks { self.pn } else { self.dn }
    }

    /// The other one: delta.
    #[inline(always)]
    pub(crate) fn delta(&self, attacks: bool) -> Number {
        if attacks { self.dn } else { self.pn }
    }
}
