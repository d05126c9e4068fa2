//! Node of the current line: its moves and the value of each child.

use std::cmp::Ordering;

use komadai_rules::{Hand, Move, MoveList, Position, Variant};

use crate::mate::entry::Key;
use crate::mate::hands;
use crate::mate::number::{INFINITE, Number, TOO_LARGE_TO_ADD, add};
use crate::mate::value::{Plies, Ply, UNLIMITED, Value, one_more};

/// A move and the value of the node after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    pub(crate) key: Key,
    pub(crate) value: Value,
    /// Ordering key for children of equal numbers: smaller first.
    pub(crate) order: i32,
    /// Index plus one of the similar move that is tried before this one; 0 for none.
    pub(crate) predecessor: u16,
    /// Index plus one of the similar move that is tried after this one; 0 for none.
    pub(crate) successor: u16,
}

/// State of a node on arrival, beside its ply.
pub(crate) struct Arrival<V: Variant> {
    pub(crate) position: Position<V>,
    pub(crate) key: Key,
    /// Path key: hash of the moves from the root.
    pub(crate) path_key: u64,
    pub(crate) attacks: bool,
    /// Maximum length of the mate searched for.
    pub(crate) plies: Plies,
    /// Bit set of the children whose numbers are added up.
    pub(crate) sum_mask: u64,
    /// No value is known yet.
    pub(crate) first_visit: bool,
}

/// A node on the current line. It caches its children's values, so that the table is probed once
/// for each.
pub(crate) struct Node<V: Variant> {
    pub(crate) position: Position<V>,
    pub(crate) key: Key,
    /// Path key: hash of the moves from the root.
    pub(crate) path_key: u64,
    pub(crate) ply: Ply,
    pub(crate) attacks: bool,
    /// Maximum length of the mate searched for.
    pub(crate) plies: Plies,
    pub(crate) children: Vec<Child>,
    /// Indices of the children, the best first, without deferred ones, whose predecessor is open.
    pub(crate) ranking: Vec<u16>,
    /// Bit set of the children whose numbers are added up; of the others only the largest counts.
    pub(crate) sum_mask: u64,
    /// Some child's value comes from a smaller ply.
    pub(crate) has_old_child: bool,
    /// Thresholds of proof and disproof number, as given and as extended.
    pub(crate) given: (Number, Number),
    pub(crate) limits: (Number, Number),
    /// Threshold extensions pending when the node was entered.
    pub(crate) extensions_at_entry: u32,
}

impl<V: Variant> Node<V> {
    pub(crate) fn new(arrival: &Arrival<V>, ply: Ply) -> Self {
        Node {
            position: arrival.position,
            key: arrival.key,
            path_key: arrival.path_key,
            ply,
            attacks: arrival.attacks,
            plies: arrival.plies,
            children: Vec::new(),
            ranking: Vec::new(),
            sum_mask: arrival.sum_mask,
            has_old_child: false,
            given: (0, 0),
            limits: (0, 0),
            extensions_at_entry: 0,
        }
    }

    /// Reuses the node and its allocations, without children.
    pub(crate) fn reset(&mut self, arrival: &Arrival<V>, ply: Ply) {
        self.position = arrival.position;
        (self.key, self.path_key, self.ply) = (arrival.key, arrival.path_key, ply);
        (self.attacks, self.plies, self.sum_mask) =
            (arrival.attacks, arrival.plies, arrival.sum_mask);
        self.has_old_child = false;
        self.children.clear();
        self.ranking.clear();
    }

    /// The child searched next. Panics if no child is ranked.
    #[inline(always)]
    pub(crate) fn best(&self) -> &Child {
        &self.children[usize::from(self.ranking[0])]
    }

    #[inline(always)]
    fn adds(&self, index: u16) -> bool {
        index < 64 && self.sum_mask >> index & 1 == 1
    }

    /// Takes the maximum instead of the sum for this child.
    pub(crate) fn remove_from_sum(&mut self, index: u16) {
        if index < 64 {
            self.sum_mask &= !(1 << index);
        }
    }

    /// Search order of two children.
    fn compare(&self, one: u16, other: u16) -> Ordering {
        let (a, b) = (
            &self.children[usize::from(one)],
            &self.children[usize::from(other)],
        );
        let (x, y) = (&a.value, &b.value);
        let order = (x.phi(self.attacks).cmp(&y.phi(self.attacks)))
            .then_with(|| x.delta(self.attacks).cmp(&y.delta(self.attacks)));
        if order != Ordering::Equal {
            return order;
        }
        let mut order = Ordering::Equal;
        if x.pn == 0 {
            order = x.plies.cmp(&y.plies);
        } else if x.dn == 0 {
            order = x.repeats.cmp(&y.repeats);
        }
        if !self.attacks {
            order = order.reverse();
        }
        order
            .then_with(|| x.effort.cmp(&y.effort))
            .then_with(|| a.order.cmp(&b.order))
            .then_with(|| one.cmp(&other))
    }

    pub(crate) fn rank_all(&mut self) {
        let mut ranking = std::mem::take(&mut self.ranking);
        ranking.sort_unstable_by(|&one, &other| self.compare(one, other));
        self.ranking = ranking;
    }

    /// Inserts a child into the sorted ranking.
    fn rank(&mut self, index: u16) {
        let place = self
            .ranking
            .partition_point(|&other| self.compare(other, index) == Ordering::Less);
        self.ranking.insert(place, index);
    }

    /// Combined weight of the deferred moves.
    fn deferred_weight(&self) -> Number {
        let deferred = (self.children.len() - self.ranking.len()) as Number;
        if deferred == 0 {
            0
        } else {
            (deferred / 8).max(1)
        }
    }

    /// Sum and maximum of the children's deltas from `place` in the ranking on.
    fn deltas_from(&self, place: usize) -> (Number, Number) {
        let (mut sum, mut max) = (0, 0);
        for &index in &self.ranking[place..] {
            let delta = self.children[usize::from(index)].value.delta(self.attacks);
            if self.adds(index) {
                sum = add(sum, delta);
            } else {
                max = max.max(delta);
            }
        }
        (sum, max)
    }

    fn delta(&self) -> Number {
        let (sum, max) = self.deltas_from(0);
        add(add(sum, max), self.deferred_weight())
    }

    fn phi(&self) -> Number {
        if self.ranking.is_empty() {
            INFINITE
        } else {
            self.best().value.phi(self.attacks)
        }
    }

    /// Thresholds for the best child.
    pub(crate) fn child_limits(&self) -> (Number, Number) {
        let (phi, delta) = if self.attacks {
            self.limits
        } else {
            (self.limits.1, self.limits.0)
        };
        let second = self.ranking.get(1).map_or(INFINITE, |&index| {
            self.children[usize::from(index)].value.phi(self.attacks)
        });
        let child_phi = phi.min(add(second, 1));
        let (sum, max) = self.deltas_from(1);
        let mut others = add(sum, self.deferred_weight());
        if self.adds(self.ranking[0]) {
            others = add(others, max);
        }
        let child_delta = delta.saturating_sub(others);
        if self.attacks {
            (child_phi, child_delta)
        } else {
            (child_delta, child_phi)
        }
    }

    /// Share of the other children in the node's delta.
    pub(crate) fn delta_beside_best(&self) -> Number {
        self.delta()
            .saturating_sub(self.best().value.delta(self.attacks))
    }

    /// Stores the best child's new value. If it is solved, its successor enters the ranking.
    pub(crate) fn update_best(&mut self, value: Value) {
        let index = self.ranking.remove(0);
        let at = usize::from(index);
        self.children[at].value = value;
        if !value.is_solved() && value.delta(self.attacks) >= TOO_LARGE_TO_ADD {
            self.remove_from_sum(index);
        }
        self.rank(index);
        if value.phi(self.attacks) == 0 || !value.is_solved() {
            return;
        }
        let mut next = self.children[at].successor;
        while next != 0 {
            let child = &self.children[usize::from(next - 1)];
            // Moves solved at lookup were not deferred.
            if !child.value.is_solved() {
                self.rank(next - 1);
                break;
            }
            next = child.successor;
        }
    }

    /// Value of the node, backed up from its children.
    pub(crate) fn value(&self) -> Value {
        let phi = self.phi();
        if phi == 0 {
            return self.won();
        }
        let delta = self.delta();
        if delta == 0 {
            return self.lost();
        }
        let (pn, dn) = if self.attacks {
            (phi, delta)
        } else {
            (delta, phi)
        };
        let effort = self.effort(self.best().value.effort);
        Value::open(pn, dn, effort, self.sum_mask)
    }

    fn effort(&self, of_children: u32) -> u32 {
        of_children.saturating_add(self.children.len().saturating_sub(1) as u32)
    }

    /// Value of a node where a move of the side to move reaches its goal.
    fn won(&self) -> Value {
        let best = self.best();
        let plies = one_more(best.value.plies);
        let effort = self.effort(best.value.effort);
        if self.attacks {
            let hand = hands::before_move(&self.position, best.mv, best.value.hand);
            return Value::proved(hand, plies, effort);
        }
        if best.value.is_repetition() && best.value.repeats < self.ply {
            return Value::repeated(self.key.hand, plies, effort, best.value.repeats);
        }
        let hand = hands::defender_disproof(&self.position, best.mv, best.value.hand);
        Value::disproved(hand, plies, effort)
    }

    /// Value of a node where no move of the side to move reaches its goal.
    fn lost(&self) -> Value {
        let values = || (self.ranking.iter()).map(|&index| &self.children[usize::from(index)]);
        let effort = self.effort(values().map(|child| child.value.effort).max().unwrap_or(1));
        if !self.attacks {
            let children = values().fold(Hand::EMPTY, |hand, child| hand.union(child.value.hand));
            let hand = hands::defender_proof(&self.position, children);
            let longest = values().map(|child| child.value.plies).max().unwrap_or(-1);
            return Value::proved(hand, one_more(longest), effort);
        }
        let shortest = values().map(|child| child.value.plies).min();
        let plies = one_more(shortest.unwrap_or(UNLIMITED));
        let repeats = values().map(|child| child.value.repeats).min();
        if let Some(repeats) = repeats.filter(|&repeats| repeats < self.ply) {
            return Value::repeated(self.key.hand, plies, effort, repeats);
        }
        let children = values().fold(Hand::UNBOUNDED, |hand, child| {
            hand.intersection(hands::before_move(
                &self.position,
                child.mv,
                child.value.hand,
            ))
        });
        let hand = hands::attacker_disproof(&self.position, children);
        Value::disproved(hand, plies, effort)
    }
}

/// Moves considered at a node: the attacker's checks, or all moves of the defender.
pub(crate) fn list_moves<V: Variant>(position: &Position<V>, attacks: bool, list: &mut MoveList) {
    if attacks {
        position.list_checking_moves(list);
    } else {
        position.list_legal_moves(list);
    }
}
