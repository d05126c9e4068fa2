//! Useless interpositions (muda-ai): what is put in the way of a check, just taken by the
//! piece that gives it, and changes nothing.
//!
//! The defender is *mated within n plies, useless interpositions not counted*, if each of its moves
//! either loses to a mate within n − 1 plies, counted the same way, or puts a piece between the king
//! and the one piece that gives check, and that piece takes it with check such that the defender is
//! mated within the same n plies even if the piece taken goes back to its hand. `docs/mates.md` has
//! the reasons.

use std::collections::BTreeMap;

use komadai_rules::{Bitboard, Move, Position, SetupRules, Variant};

use crate::mate::control::{MateControl, MateLimits, SolveLimits};
use crate::mate::entry::Key;
use crate::mate::solver::MateSolver;
use crate::mate::value::{Plies, UNLIMITED};

/// Longer mates are not looked through.
const MAX_PLIES: usize = 99;

/// Nodes to find out that a node is no mate at all, which ends most lines at once.
const NODES_FOR_NO_MATE: u64 = 2_000;

/// Nodes in all, unless the limits allow for a number of their own.
const NODES: u64 = 5_000_000;

/// A mate counted without useless interpositions.
///
/// ```
/// use komadai_engine::{MateControl, MateLimits, MateSolver, UselessInterpositions};
/// use komadai_notation::parse_setup;
/// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
/// # let setup = parse_setup(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let mut solver = MateSolver::new(1).unwrap();
/// let limits = MateLimits { exact: true, ..MateLimits::default() };
/// let mut control = MateControl::default();
/// let line = solver.solve(&position, &limits, &mut control).line;
/// let counted = solver.useless_interpositions(&position, &line, &limits, &mut control);
/// let expected = UselessInterpositions { plies: 1, in_line: vec![] };
/// assert_eq!(counted, Some(expected));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UselessInterpositions {
    /// Plies to mate without them: as many as the line has, or fewer.
    pub plies: u32,
    /// Where the line has one, as plies counted from 0. The capture after it is as useless.
    pub in_line: Vec<usize>,
}

impl<V: Variant> MateSolver<V> {
    /// The length of a mate when useless interpositions are not counted, and where its line has some.
    /// `line` is one of exact length, as [`solve`](MateSolver::solve) gives it. `None` if limits end
    /// the search, or the line has over 99 plies. Of the limits, nodes and time count.
    ///
    /// ```
    /// use komadai_engine::{MateControl, MateLimits, MateSolver};
    /// use komadai_notation::parse_position;
    /// use komadai_rules::{AnyPosition, VariantId, SetupRules};
    ///
    /// // The shortest mate against every defence has three plies; with what is dropped before the lance not
    /// // counted there is a mate in one.
    /// let text = "7pk/9/7G1/8S/8L/9/9/9/9 b p 1";
    /// let AnyPosition::Shogi(position) = parse_position(VariantId::Shogi, text, SetupRules::Mate)? else {
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

/// Counts without useless interpositions.
struct Count<'a, 'c, V: Variant> {
    solver: &'a mut MateSolver<V>,
    limits: SolveLimits,
    control: &'a mut MateControl<'c>,
    /// By board, hand of the attacker and who is to move: mate within so many plies, and no mate
    /// within so many.
    known: BTreeMap<(u64, u64, bool), (Plies, Plies)>,
}

impl<V: Variant> Count<'_, '_, V> {
    /// The fewest plies, at most `longest`; `None` if limits end the search.
    fn length(&mut self, position: &Position<V>, attacks: bool, longest: usize) -> Option<Plies> {
        let first = usize::from(attacks);
        for plies in (first..longest).step_by(2) {
            if self.is_mate(position, attacks, plies as Plies)? {
                return Some(plies as Plies);
            }
        }
        Some(longest as Plies)
    }

    /// The plies of a line at which an interposition is useless.
    fn in_line(&mut self, start: &Position<V>, line: &[Move]) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut position = *start;
        for (ply, &m) in line.iter().enumerate() {
            if ply % 2 == 1 && line.get(ply + 1).is_some_and(|next| next.to() == m.to()) {
                let plies = self.length(&position, false, line.len() - ply)?;
                if is_interposition(&position, m) && self.is_useless(&position, m, plies)? {
                    found.push(ply);
                }
            }
            position.play_unchecked(m);
        }
        Some(found)
    }

    /// Whether the attacker mates within so many plies; `attacks` tells whether it is to move. `None`
    /// if limits end the search.
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
        // A mate by the ordinary count is one by this count too; where there is none of any length,
        // useless interpositions make none.
        let search = &mut self.solver.search;
        if plies >= 3 && search.table.range(key).1 < UNLIMITED {
            let limits = self.limits.at_most(search.nodes + NODES_FOR_NO_MATE);
            search.run(position, true, UNLIMITED, &limits, self.control);
            search.go_on(&self.limits, self.control);
        }
        match search.table.range(key) {
            (Some(proved), _) if proved <= plies => return Some(true),
            (_, UNLIMITED..) => return Some(false),
            _ => {}
        }
        for m in position.checking_moves().to_vec() {
            let mut next = *position;
            next.play_unchecked(m);
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
        // What is no interposition decides soonest.
        for interposes in [false, true] {
            for &m in &replies {
                if is_interposition(position, m) != interposes {
                    continue;
                }
                let mut next = *position;
                next.play_unchecked(m);
                let lost = interposes && self.is_useless(position, m, plies)?
                    || plies >= 2 && self.is_mate(&next, true, plies - 1)?;
                if !lost {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Whether the piece that gives check takes an interposition, and mates within as many plies
    /// without it.
    fn is_useless(&mut self, position: &Position<V>, m: Move, plies: Plies) -> Option<bool> {
        let Some(checker) = position.checkers().first() else {
            return Some(false);
        };
        let mut interposed = *position;
        interposed.play_unchecked(m);
        for capture in interposed.checking_moves().to_vec() {
            if capture.to() != m.to() || capture.from() != Some(checker) {
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

/// Whether a move puts a piece between the king and the one piece that gives check.
fn is_interposition<V: Variant>(position: &Position<V>, m: Move) -> bool {
    position.interposition_squares().contains(m.to())
        && m.from() != position.king(position.side_to_move())
}

/// The position after a capture, with the piece that was taken back in the other side's hand.
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
