//! Line of the shortest mate against the longest defence that leaves the attacker the fewest pieces
//! in hand.

use std::collections::BTreeMap;

use komadai_rules::{Hand, Move, MoveList, Position, Variant};

use crate::mate::control::{MateControl, SolveLimits};
use crate::mate::entry::Key;
use crate::mate::node::list_moves;
use crate::mate::search::Search;
use crate::mate::value::Plies;

/// Node limit of comparing lines by the pieces left in hand, raised to the nodes that the mate took.
/// Long problems have too many lines of equal length to compare all.
const NODES_FOR_COMPARING: u64 = 1_000_000;

/// A node whose best moves are all compared.
struct Step<V: Variant> {
    position: Position<V>,
    key: Key,
    attacks: bool,
    /// Exact length of the mate.
    plies: Plies,
    moves: Vec<Move>,
    next: usize,
    best: Option<(u32, Move)>,
}

/// `(board, attacker's hand)` → fewest pieces left at the end, and the move that achieves it.
type Known = BTreeMap<(u64, u64), (u32, Move)>;

impl<V: Variant> Search<V> {
    /// Line of the shortest mate, of exactly `plies`, against the longest defence; among equals the
    /// one that leaves the fewest pieces in the attacker's hand. `attacks`: the attacker moves
    /// first. Empty if limits end the search; any such line if they end the comparison.
    pub(crate) fn optimal_line(
        &mut self,
        start: &Position<V>,
        attacks: bool,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Vec<Move> {
        let line = self.exact_line(start, attacks, plies, limits, control);
        let key = Key::of(start, attacks);
        let fewest = fewest_possible(key.hand, attacks, plies);
        if line.is_empty() || left_in_hand(start, attacks, &line) == fewest {
            return line;
        }
        let nodes = self.nodes + self.nodes.max(NODES_FOR_COMPARING);
        let compared = self.compare_lines(start, attacks, plies, &limits.at_most(nodes), control);
        self.resume(limits, control);
        compared.unwrap_or(line)
    }

    /// Like [`Self::optimal_line`], without regard to the hand: after each move of the defender
    /// there is no mate in two plies fewer.
    fn exact_line(
        &mut self,
        start: &Position<V>,
        attacks: bool,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *start;
        let mut attacks = attacks;
        for left in (1..=plies).rev() {
            let mv = if attacks && left == 1 {
                position.mate_in_one()
            } else if attacks {
                self.shortest_mate(&position, left, limits, control)
            } else {
                let value = self.run(&position, false, left - 2, limits, control);
                (value.dn == 0).then(|| self.best_at_root())
            };
            let Some(mv) = mv else { return Vec::new() };
            position.play_unchecked(mv);
            line.push(mv);
            attacks = !attacks;
        }
        line
    }

    /// A move of the attacker that mates within `plies`, the move included.
    fn shortest_mate(
        &mut self,
        position: &Position<V>,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<Move> {
        if let Some((mv, _)) = self.next_of_line(position, true, plies) {
            return Some(mv);
        }
        let value = self.run(position, true, plies, limits, control);
        (value.pn == 0).then(|| self.best_at_root())
    }

    /// Compares all best moves of both sides; `None` if limits end the comparison.
    fn compare_lines(
        &mut self,
        start: &Position<V>,
        attacks: bool,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<Vec<Move>> {
        let mut known = Known::new();
        // An explicit stack: lines may have thousands of plies.
        let mut steps = vec![self.step(start, attacks, plies, limits, control)?];
        while let Some(step) = steps.last_mut() {
            let fewest = fewest_possible(step.key.hand, step.attacks, step.plies);
            let enough = step.best.is_some_and(|(left, _)| left == fewest);
            let Some(&mv) = step.moves.get(step.next).filter(|_| !enough) else {
                known.insert(step.key.bits(), step.best?);
                steps.pop();
                continue;
            };
            let key = Key::after(&step.position, step.attacks, mv);
            let left = if step.plies == 1 {
                Some(key.hand.total())
            } else {
                known.get(&key.bits()).map(|&(left, _)| left)
            };
            if let Some(left) = left {
                if step.best.is_none_or(|(best, _)| left < best) {
                    step.best = Some((left, mv));
                }
                step.next += 1;
                continue;
            }
            let mut position = step.position;
            position.play_unchecked(mv);
            let (attacks, plies) = (!step.attacks, step.plies - 1);
            let step = self.step(&position, attacks, plies, limits, control)?;
            steps.push(step);
        }
        read_line(start, attacks, plies, &known)
    }

    /// A node with its best moves: the fastest mates, or the longest defences. `None` if limits end
    /// the search.
    fn step(
        &mut self,
        position: &Position<V>,
        attacks: bool,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<Step<V>> {
        let mut list = MoveList::new();
        list_moves(position, attacks, &mut list);
        let mut moves = Vec::new();
        for &mv in &list {
            let mut next = *position;
            next.play_unchecked(mv);
            let is_best = if attacks {
                self.is_mated_within(&next, plies - 1, limits, control)?
            } else {
                plies < 3 || !self.mates_within(&next, plies - 3, limits, control)?
            };
            if is_best {
                moves.push(mv);
            }
        }
        moves.sort_by_key(|&mv| Key::after(position, attacks, mv).hand.total());
        Some(Step {
            position: *position,
            key: Key::of(position, attacks),
            attacks,
            plies,
            moves,
            next: 0,
            best: None,
        })
    }

    /// `true` if the attacker, to move, mates within `plies`; `None` if limits end the search.
    pub(crate) fn mates_within(
        &mut self,
        position: &Position<V>,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<bool> {
        self.within(position, true, plies, limits, control)
    }

    /// `true` if the defender, to move, is mated within `plies`; `None` if limits end the search.
    pub(crate) fn is_mated_within(
        &mut self,
        position: &Position<V>,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<bool> {
        if !position.has_legal_move() {
            return Some(position.in_check());
        }
        if plies < 2 {
            return Some(false);
        }
        self.within(position, false, plies, limits, control)
    }

    fn within(
        &mut self,
        position: &Position<V>,
        attacks: bool,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Option<bool> {
        match self.table.range(Key::of(position, attacks)) {
            (Some(proved), _) if proved <= plies => return Some(true),
            (_, disproved) if disproved >= plies => return Some(false),
            _ => {}
        }
        let value = self.run(position, attacks, plies, limits, control);
        match value.pn {
            0 => Some(true),
            _ => self.disproves(&value).then_some(false),
        }
    }
}

/// Pieces in the attacker's hand after a line.
pub(crate) fn left_in_hand<V: Variant>(start: &Position<V>, attacks: bool, line: &[Move]) -> u32 {
    let side = start.side_to_move();
    let attacker = if attacks { side } else { !side };
    let mut position = *start;
    for &mv in line {
        position.play_unchecked(mv);
    }
    position.hand(attacker).total()
}

/// Lower bound of the pieces left after `plies`: each move of the attacker drops at most one.
fn fewest_possible(hand: Hand, attacks: bool, plies: Plies) -> u32 {
    let moves = (plies + i32::from(attacks)) / 2;
    hand.total().saturating_sub(moves as u32)
}

fn read_line<V: Variant>(
    start: &Position<V>,
    attacks: bool,
    plies: Plies,
    known: &Known,
) -> Option<Vec<Move>> {
    let mut position = *start;
    let mut attacks = attacks;
    let mut line = Vec::new();
    for _ in 0..plies {
        let &(_, mv) = known.get(&Key::of(&position, attacks).bits())?;
        position.play_unchecked(mv);
        line.push(mv);
        attacks = !attacks;
    }
    Some(line)
}
