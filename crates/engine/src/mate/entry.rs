//! Entry of the solver's transposition table.

use komadai_rules::{Hand, Move, Position, Variant};

use crate::mate::number::Number;
use crate::mate::value::{Plies, UNLIMITED};

/// Board and attacker's hand. Pieces never leave the game, so these two determine the defender's
/// hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) board: u64,
    /// The attacker's hand.
    pub(crate) hand: Hand,
}

impl Key {
    /// `attacks`: the attacker is to move.
    pub(crate) fn of<V: Variant>(position: &Position<V>, attacks: bool) -> Key {
        let side = position.side_to_move();
        Key {
            board: position.board_key(),
            hand: position.hand(if attacks { side } else { !side }),
        }
    }

    /// Order-preserving key for sorted tables.
    pub(crate) fn bits(self) -> (u64, u64) {
        (self.board, self.hand.bits())
    }

    pub(crate) fn after<V: Variant>(position: &Position<V>, attacks: bool, mv: Move) -> Key {
        Key {
            board: position.board_key_after(mv),
            hand: if attacks {
                position.hand_after(mv)
            } else {
                position.hand(!position.side_to_move())
            },
        }
    }
}

/// One board with one hand of the attacker: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Entry {
    /// Board key; 0 if the entry is vacant.
    board: u64,
    hand: u64,
    pub(crate) pn: Number,
    pub(crate) dn: Number,
    /// Parent from which it was searched last; 0 if unknown.
    parent_board: u64,
    parent_hand: u64,
    pub(crate) sum_mask: u64,
    /// Mate in fewer plies than this; 0 if nothing is proved.
    proved_below: u16,
    /// No mate in fewer plies than this.
    disproved_below: u16,
    /// Smallest ply at which it was reached.
    pub(crate) min_ply: u16,
    /// Effort as a small float, and the flag [`MAY_REPEAT`].
    effort_and_flag: u16,
}

const MAY_REPEAT: u16 = 1 << 15;

impl Entry {
    pub(crate) const VACANT: Entry = Entry {
        board: 0,
        hand: 0,
        pn: 0,
        dn: 0,
        parent_board: 0,
        parent_hand: 0,
        sum_mask: 0,
        proved_below: 0,
        disproved_below: 0,
        min_ply: 0,
        effort_and_flag: 0,
    };

    pub(crate) fn new(key: Key) -> Entry {
        Entry {
            board: key.board,
            hand: key.hand.bits(),
            pn: 1,
            dn: 1,
            sum_mask: u64::MAX,
            min_ply: u16::MAX,
            ..Entry::VACANT
        }
    }

    pub(crate) fn clear(&mut self) {
        self.board = 0;
    }

    #[inline(always)]
    pub(crate) fn is_vacant(&self) -> bool {
        self.board == 0
    }

    #[inline(always)]
    pub(crate) fn has_board(&self, board: u64) -> bool {
        self.board == board
    }

    #[inline(always)]
    pub(crate) fn is_of(&self, key: Key) -> bool {
        self.hand == key.hand.bits() && self.board == key.board
    }

    #[inline(always)]
    pub(crate) fn board(&self) -> u64 {
        self.board
    }

    #[inline(always)]
    pub(crate) fn hand(&self) -> Hand {
        Hand::from_bits(self.hand)
    }

    pub(crate) fn parent(&self) -> Option<Key> {
        (self.parent_board != 0).then(|| Key {
            board: self.parent_board,
            hand: Hand::from_bits(self.parent_hand),
        })
    }

    pub(crate) fn set_parent(&mut self, parent: Key) {
        self.parent_board = parent.board;
        self.parent_hand = parent.hand.bits();
    }

    #[inline(always)]
    pub(crate) fn is_proved_in(&self, plies: Plies) -> bool {
        self.proved_below != 0 && Plies::from(self.proved_below) <= plies + 1
    }

    /// Length of the shortest known mate.
    pub(crate) fn proved_plies(&self) -> Option<Plies> {
        (self.proved_below != 0).then(|| Plies::from(self.proved_below) - 1)
    }

    #[inline(always)]
    pub(crate) fn is_disproved_in(&self, plies: Plies) -> bool {
        plies < Plies::from(self.disproved_below)
    }

    /// Largest number of plies known to contain no mate; -1 if nothing is known.
    pub(crate) fn disproved_plies(&self) -> Plies {
        Plies::from(self.disproved_below) - 1
    }

    pub(crate) fn set_proved(&mut self, plies: Plies, effort: u32) {
        let below = (plies + 1).clamp(1, UNLIMITED) as u16;
        if self.proved_below == 0 || below < self.proved_below {
            self.proved_below = below;
        }
        self.raise_effort(effort.saturating_add(SOLVED_BONUS));
    }

    pub(crate) fn set_disproved(&mut self, plies: Plies, effort: u32) {
        let below = (plies + 1).clamp(0, UNLIMITED + 1) as u16;
        self.disproved_below = self.disproved_below.max(below);
        self.raise_effort(effort.saturating_add(SOLVED_BONUS));
    }

    /// Marks a repetition below the node: its numbers no longer hold.
    pub(crate) fn set_may_repeat(&mut self) {
        self.effort_and_flag |= MAY_REPEAT;
        self.pn = 1;
        self.dn = 1;
    }

    #[inline(always)]
    pub(crate) fn may_repeat(&self) -> bool {
        self.effort_and_flag & MAY_REPEAT != 0
    }

    /// Approximate number of nodes searched below it.
    #[inline(always)]
    pub(crate) fn effort(&self) -> u32 {
        unpack(self.effort_and_flag & !MAY_REPEAT)
    }

    pub(crate) fn raise_effort(&mut self, effort: u32) {
        let packed = pack(effort).max(self.effort_and_flag & !MAY_REPEAT);
        self.effort_and_flag = self.effort_and_flag & MAY_REPEAT | packed;
    }

    /// Halves the effort, so that old entries are replaced eventually.
    pub(crate) fn age(&mut self) {
        let packed = pack(self.effort() / 2);
        self.effort_and_flag = self.effort_and_flag & MAY_REPEAT | packed;
    }
}

/// Extra effort that keeps solved entries longer.
const SOLVED_BONUS: u32 = 1000;

const MANTISSA_BITS: u32 = 10;

/// Encodes a number as exponent and mantissa in 15 bits; monotonic.
fn pack(effort: u32) -> u16 {
    let shift = (32 - effort.leading_zeros()).saturating_sub(MANTISSA_BITS);
    if shift == 0 {
        return effort as u16;
    }
    // The mantissa's highest bit is always set and adds one to the exponent.
    let mantissa = (effort >> shift) as u16 - (1 << (MANTISSA_BITS - 1));
    ((shift as u16 + 1) << (MANTISSA_BITS - 1)) + mantissa
}

fn unpack(packed: u16) -> u32 {
    let exponent = u32::from(packed >> (MANTISSA_BITS - 1));
    if exponent < 2 {
        return u32::from(packed);
    }
    let mantissa = u32::from(packed) & ((1 << (MANTISSA_BITS - 1)) - 1);
    (mantissa + (1 << (MANTISSA_BITS - 1))) << (exponent - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_efforts_keep_their_order_and_nine_bits() {
        let mut before = 0;
        for effort in (0..2000)
            .chain((0..32).map(|bits| 1 << bits))
            .chain([u32::MAX])
        {
            let back = unpack(pack(effort));
            assert!(
                back <= effort && effort - back <= effort >> 9,
                "{effort} {back}"
            );
            if effort > before {
                assert!(pack(before) <= pack(effort), "{before} {effort}");
            }
            before = effort;
        }
        assert!(pack(u32::MAX) < MAY_REPEAT);
    }

    #[test]
    fn an_entry_fits_a_cache_line() {
        assert_eq!(size_of::<Entry>(), 64);
    }
}
