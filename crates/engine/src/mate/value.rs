//! Value of a node: proof and disproof number, or its solved value.

use komadai_rules::Hand;

use crate::mate::number::{INFINITE, Number};

/// Plies to a mate; negative where even an existing mate is excluded.
pub(crate) type Plies = i32;

pub(crate) const UNLIMITED: Plies = 65_000;

/// `plies - 1`, unless unlimited.
#[inline(always)]
pub(crate) fn one_less(plies: Plies) -> Plies {
    if plies >= UNLIMITED {
        UNLIMITED
    } else {
        plies - 1
    }
}

/// `plies + 1`, unless unlimited.
#[inline(always)]
pub(crate) fn one_more(plies: Plies) -> Plies {
    (plies + 1).min(UNLIMITED)
}

/// Ply of the current line, from the root.
pub(crate) type Ply = u16;

/// Value of [`Value::repeats`] without a repetition.
pub(crate) const NO_REPETITION: Ply = Ply::MAX;

/// Proof and disproof number of an open node, or the proof or disproof of a solved one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// Proof number; 0 once a mate is proved.
    pub(crate) pn: Number,
    /// Disproof number; 0 once it is disproved.
    pub(crate) dn: Number,
    /// Proof: mate within so many plies. Disproof: no mate within so many.
    pub(crate) plies: Plies,
    /// Approximate number of nodes searched.
    pub(crate) effort: u32,
    /// The attacker's hand. Proof: the smallest that mates. Disproof: the largest that does not.
    pub(crate) hand: Hand,
    /// Open node: bit set of the children whose numbers are added up.
    pub(crate) sum_mask: u64,
    /// Disproof: ply of the first position that it repeats.
    pub(crate) repeats: Ply,
    /// Only an estimate is known.
    pub(crate) unvisited: bool,
}

impl Value {
    pub(crate) fn open(pn: Number, dn: Number, effort: u32, sum_mask: u64) -> Value {
        Value {
            pn,
            dn,
            plies: 0,
            effort,
            hand: Hand::EMPTY,
            sum_mask,
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

    /// A disproof that holds only for the path that led to the node.
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

    /// Phi of df-pn: proof number at the attacker's nodes, disproof number at the defender's.
    #[inline(always)]
    pub(crate) fn phi(&self, attacks: bool) -> Number {
        if attacks { self.pn } else { self.dn }
    }

    /// Delta of df-pn: phi with the numbers exchanged.
    #[inline(always)]
    pub(crate) fn delta(&self, attacks: bool) -> Number {
        if attacks { self.dn } else { self.pn }
    }
}
