//! Useless interpositions (muda-ai): drops and moves between the king and the checker that the
//! checker captures without any change to the mate.
//!
//! The defender is *mated within n plies, useless interpositions not counted*, if each of its moves
//! either loses to a mate within n − 1 plies, counted the same way, or is an interposition that the
//! only checker captures with check such that the defender is mated within the same n plies even if
//! the captured piece returns to its hand. `docs/mates.md` gives the reasons.

use std::collections::BTreeMap;

use komadai_rules::{Bitboard, Move, Position, SetupRules, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::entry::Key;
use crate::mate::solver::MateSolver;
use crate::mate::value::{Plies, UNLIMITED};

/// Longer mates are not examined.
const MAX_PLIES: usize = 99;

/// Node limit for a disproof of a mate of any length, which ends most lines at once.
const NODES_FOR_NO_MATE: u64 = 2_000;

/// Total node limit, unless the limits set one.
const NODES: u64 = 5_000_000;

/// Length of a mate without its useless interpositions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UselessInterpositions {
    /// Plies to mate, at most the length of the line.
    pub plies: u32,
    /// Plies of the line's useless interpositions, from 0. The capture after each is not counted
    /// either.
    pub in_line: Vec<usize>,
}

impl<V: Variant> MateSolver<V> {
    /// Counts the plies of a mate without useless interpositions and lists those of its line.
    /// `line` has exact length, as returned by [`solve`](MateSolver::solve). `None` if limits end
    /// the search or the line has over 99 plies. Only the limits of nodes and time apply.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver};
    /// use komadai_rules::{AnyPosition, SetupRules, VariantId};
    ///
    /// // The shortest mate against every defence has three plies; without the useless
    /// // interposition before the lance, one.
    /// let text = "7pk/9/7G1/8S/8L/9/9/9/9 b p 1";
    /// let AnyPosition::Shogi(position) = AnyPosition::parse(VariantId::Shogi, text, SetupRules::Mate)? else {
    ///     unreachable!("a position of Shogi");
    /// };
    /// let mut solver = MateSolver::new(1)?;
    /// let limits = MateLimits { exact: true, ..MateLimits::default() };
    /// let mut control = MateControl::default();
    /// let mate = solver.solve(&position, &limits, &mut control);
    /// let useless = solver.useless_interpositions(&position, &mate.line, &limits, &mut control);
    /// assert_eq!((mate.line.len(), useless.expect("no limits").plies), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn useless_interpositions(
        &mut self,
        position: &Position<V>,
        line: &[Move],
        limits: &MateLimits,
        control: &mut MateControl<'_>,
    ) -> Option<UselessInterpositions> {
        if line.len() > MAX_PLIES {
            return None;
        }
        self.search.begin(position, true);
        let limits = SolveLimits::begin(limits, control);
        let mut count = Count {
            solver: self,
            limits: limits.at_most(limits.nodes.unwrap_or(NODES)),
            control,
            known: BTreeMap::new(),
        };
        let plies = count.length(position, true, line.len())?;
        let in_line = count.in_line(position, line)?;
        Some(UselessInterpositions {
            plies: plies as u32,
            in_line,
        })
    }
}

struct Count<'a, 'c, V: Variant> {
    solver: &'a mut MateSolver<V>,
    limits: SolveLimits,
    control: &'a mut MateControl<'c>,
    /// `(board, attacker's hand, attacker to move)` → mate within, no mate within so many plies.
    known: BTreeMap<(u64, u64, bool), (Plies, Plies)>,
}

impl<V: Variant> Count<'_, '_, V> {
    /// Length of the mate, at most `longest`; `None` if limits end the search.
    fn length(&mut self, position: &Position<V>, attacks: bool, longest: usize) -> Option<Plies> {
        let first = usize::from(attacks);
        for plies in (first..longest).step_by(2) {
            if self.is_mate(position, attacks, plies as Plies)? {
                return Some(plies as Plies);
            }
        }
        Some(longest as Plies)
    }

    /// Plies of a line at which an interposition is useless.
    fn in_line(&mut self, start: &Position<V>, line: &[Move]) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut position = *start;
        for (ply, &mv) in line.iter().enumerate() {
            if ply % 2 == 1 && line.get(ply + 1).is_some_and(|next| next.to() == mv.to()) {
                let plies = self.length(&position, false, line.len() - ply)?;
                if is_interposition(&position, mv) && self.is_useless(&position, mv, plies)? {
                    found.push(ply);
                }
            }
            position.play_unchecked(mv);
        }
        Some(found)
    }

    /// `true` if the attacker mates within `plies`; `attacks`: it is to move. `None` if limits end
    /// the search.
    fn is_mate(&mut self, position: &Position<V>, attacks: bool, plies: Plies) -> Option<bool> {
        let key = Key::of(position, attacks);
        let (board, hand) = key.bits();
        let known = (self.known.get(&(board, hand, attacks))).copied();
        let (proved, disproved) = known.unwrap_or((UNLIMITED, -1));
        if proved <= plies {
            return Some(true);
        }
        if disproved >= plies {
            return Some(false);
        }
        self.solver.search.nodes += 1;
        if self.solver.search.must_stop(&self.limits, self.control) {
            return None;
        }
        let mates = if attacks {
            self.attacker_mates(position, key, plies)?
        } else {
            self.defender_is_mated(position, plies)?
        };
        let known = if mates {
            (plies, disproved)
        } else {
            (proved, plies)
        };
        self.known.insert((board, hand, attacks), known);
        Some(mates)
    }

    fn attacker_mates(&mut self, position: &Position<V>, key: Key, plies: Plies) -> Option<bool> {
        if plies < 1 {
            return Some(false);
        }
        // A mate by the ordinary count is a mate by this one; without any mate by the ordinary
        // count, there is none by this one.
        let search = &mut self.solver.search;
        if plies >= 3 && search.table.range(key).1 < UNLIMITED {
            let limits = self.limits.at_most(search.nodes + NODES_FOR_NO_MATE);
            search.run(position, true, UNLIMITED, &limits, self.control);
            search.resume(&self.limits, self.control);
        }
        match search.table.range(key) {
            (Some(proved), _) if proved <= plies => return Some(true),
            (_, UNLIMITED..) => return Some(false),
            _ => {}
        }
        for mv in position.checking_moves().to_vec() {
            let mut next = *position;
            next.play_unchecked(mv);
            if self.is_mate(&next, false, plies - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn defender_is_mated(&mut self, position: &Position<V>, plies: Plies) -> Option<bool> {
        let replies = position.legal_moves().to_vec();
        if replies.is_empty() {
            return Some(position.in_check());
        }
        // Other moves decide sooner than interpositions.
        for interposes in [false, true] {
            for &mv in &replies {
                if is_interposition(position, mv) != interposes {
                    continue;
                }
                let mut next = *position;
                next.play_unchecked(mv);
                let lost = interposes && self.is_useless(position, mv, plies)?
                    || plies >= 2 && self.is_mate(&next, true, plies - 1)?;
                if !lost {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// `true` if the checker captures the interposed piece and mates within as many plies without
    /// it.
    fn is_useless(&mut self, position: &Position<V>, mv: Move, plies: Plies) -> Option<bool> {
        let Some(checker) = position.checkers().first() else {
            return Some(false);
        };
        let mut interposed = *position;
        interposed.play_unchecked(mv);
        for capture in interposed.checking_moves().to_vec() {
            if capture.to() != mv.to() || capture.from() != Some(checker) {
                continue;
            }
            let Some(next) = after_giving_back(&interposed, capture) else {
                continue;
            };
            if self.is_mate(&next, false, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// `true` if the move puts a piece between the king and the only checker.
fn is_interposition<V: Variant>(position: &Position<V>, mv: Move) -> bool {
    position.interposition_squares().contains(mv.to())
        && mv.from() != position.king(position.side_to_move())
}

/// Position after a capture, with the captured piece in the other side's hand.
fn after_giving_back<V: Variant>(position: &Position<V>, capture: Move) -> Option<Position<V>> {
    let kind = position.captured_hand_kind(capture)?;
    let attacker = position.side_to_move();
    let mut next = *position;
    next.play_unchecked(capture);
    let mut setup = next.to_setup();
    let [taker, giver] = [attacker, !attacker].map(|side| side.index());
    setup.hands[taker][kind.index()] = setup.hands[taker][kind.index()].checked_sub(1)?;
    setup.hands[giver][kind.index()] += 1;
    Position::from_setup(&setup, SetupRules::Mate).ok()
}
