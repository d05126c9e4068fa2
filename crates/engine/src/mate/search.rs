//! Depth-first proof-number search (Nagai 2002) with initial estimates, thresholds controlled against
//! circles (TCA), sums replaced by maxima where a node would be counted twice, and repetitions kept
//! apart by the way to them.

use komadai_rules::{Hand, Move, MoveList, Position, Variant};

use crate::mate::control::{MateControl, MateProgress, SolveLimits};
use crate::mate::entry::Key;
use crate::mate::estimate::Estimator;
use crate::mate::hands;
use crate::mate::node::{Arrival, Child, Node, list_moves};
use crate::mate::number::{INFINITE, Number, TOO_LARGE_TO_ADD};
use crate::mate::path::Path;
use crate::mate::problem::Problem;
use crate::mate::repetition_table::RepetitionTable;
use crate::mate::similar_moves::{self, is_better_promoted};
use crate::mate::table::Table;
use crate::mate::value::{Plies, Ply, UNLIMITED, Value, one_less};

/// Lines longer than this are given up, as if they repeated a position.
pub(crate) const MAX_PLY: Ply = 4000;

/// Stop flag, clock and limits are looked at after so many nodes.
const NODES_PER_CHECK: u64 = 1024;

/// A search and what it remembers.
pub(crate) struct Search<V: Variant> {
    pub(crate) table: Table,
    pub(crate) repetitions: RepetitionTable,
    estimator: Estimator,
    path: Path,
    /// The nodes from the root on; those behind the current one are kept for their memory.
    stack: Vec<Node<V>>,
    depth: usize,
    /// Nodes by which limits are extended, because what is known of some child may be circular.
    extensions: u32,
    /// What the tables hold entries of.
    problem: Option<Problem>,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
}

impl<V: Variant> Search<V> {
    pub(crate) fn new(table: Table, repetitions: RepetitionTable) -> Self {
        Search {
            table,
            repetitions,
            estimator: Estimator::new::<V>(),
            path: Path::new(),
            stack: Vec::new(),
            depth: 0,
            extensions: 0,
            problem: None,
            nodes: 0,
            stopped: false,
        }
    }

    /// Begins to count anew. What was found of another problem is forgotten.
    pub(crate) fn begin(&mut self, position: &Position<V>, attacks: bool) {
        self.nodes = 0;
        self.stopped = false;
        let problem = Problem::of(position, attacks);
        if self.problem.is_some_and(|known| known != problem) {
            self.table.clear();
            self.repetitions.clear();
        }
        self.problem = Some(problem);
    }

    /// Searches a position for a mate in at most `plies`, until it is solved or stopped. `attacks`
    /// says whether the attacker is to move.
    pub(crate) fn run(
        &mut self,
        position: &Position<V>,
        attacks: bool,
        plies: Plies,
        limits: &SolveLimits,
        control: &mut MateControl<'_>,
    ) -> Value {
        self.path.clear();
        self.depth = 0;
        self.extensions = 0;
        // Many short searches may each miss the count at which limits are looked at.
        self.stopped |= self.must_stop(limits, control);
        let key = Key::of(position, attacks);
        self.prepare(
            0,
            &Arrival {
                position: *position,
                key,
                way: way_from(key),
                attacks,
                plies,
                sums: u64::MAX,
                first_visit: true,
            },
        );
        let unlimited = plies >= UNLIMITED;
        let mut thresholds = if unlimited {
            (0, 0)
        } else {
            (INFINITE, INFINITE)
        };
        loop {
            self.stack[0].given = thresholds;
            let value = self.search_root(limits, control);
            if value.is_solved() || self.stopped {
                if !self.stopped {
                    self.table.store(key, 0, &value, None);
                }
                return value;
            }
            thresholds = (
                next_threshold(value.pn).max(thresholds.0),
                next_threshold(value.dn).max(thresholds.1),
            );
        }
    }

    /// The move that decided the last search.
    pub(crate) fn best_at_root(&self) -> Move {
        self.stack[0].best().m
    }

    /// Searches from the root until its numbers exceed its limits.
    fn search_root(&mut self, limits: &SolveLimits, control: &mut MateControl<'_>) -> Value {
        self.extensions = 0;
        self.enter();
        loop {
            let node = &self.stack[self.depth];
            let value = node.value();
            if self.stopped || value.pn >= node.limits.0 || value.dn >= node.limits.1 {
                if self.depth == 0 {
                    self.path.pop();
                    return value;
                }
                self.leave(value);
                continue;
            }
            self.descend();
            if self.nodes % NODES_PER_CHECK == 0 {
                self.check(limits, control);
            }
        }
    }

    /// Goes to the best child of the current node, or takes in its value at once if that is enough.
    fn descend(&mut self) {
        let node = &self.stack[self.depth];
        let best = node.best();
        let (child_key, first_visit, sums) = (best.key, best.value.unvisited, best.value.sums);
        let child_limits = node.child_limits();
        let way = node.way ^ way_key(best.m, node.ply);
        let (ply, attacks, plies) = (node.ply + 1, !node.attacks, one_less(node.plies));
        let mut position = node.position;
        position.play_unchecked(best.m);
        if ply >= MAX_PLY {
            self.take_in(Value::repeated(child_key.hand, plies, 1, 0));
            return;
        }
        self.prepare(
            self.depth + 1,
            &Arrival {
                position,
                key: child_key,
                way,
                attacks,
                plies,
                sums,
                first_visit,
            },
        );
        let child = &mut self.stack[self.depth + 1];
        child.given = child_limits;
        if first_visit {
            let value = child.value();
            // A new node ends an extension.
            self.extensions = self.extensions.saturating_sub(1);
            if value.pn >= child_limits.0 || value.dn >= child_limits.1 {
                self.nodes += 1;
                self.take_in(value);
                return;
            }
        }
        self.depth += 1;
        self.enter();
    }

    /// Begins to search the current node.
    fn enter(&mut self) {
        self.nodes += 1;
        self.avoid_double_counting();
        let node = &mut self.stack[self.depth];
        self.path.push(node.key);
        node.extensions_at_entry = self.extensions;
        if node.has_old_child {
            self.extensions += 1;
        }
        self.set_limits();
    }

    /// Goes back to the parent.
    fn leave(&mut self, value: Value) {
        let node = &self.stack[self.depth];
        self.extensions = self.extensions.min(node.extensions_at_entry);
        self.path.pop();
        self.depth -= 1;
        self.take_in(value);
    }

    /// Takes in what was found of the best child of the current node.
    fn take_in(&mut self, value: Value) {
        let node = &mut self.stack[self.depth];
        let best = node.best();
        if !self.stopped {
            self.table
                .store(best.key, node.ply + 1, &value, Some(node.key));
            if value.dn == 0 && value.is_repetition() {
                let way = node.way ^ way_key(best.m, node.ply);
                self.repetitions.insert(way, value.repeats, value.plies);
            }
        }
        node.update_best(value);
        self.set_limits();
        let node = &mut self.stack[self.depth];
        if self.extensions == 0 && node.extensions_at_entry > 0 {
            // The extension is over: back to where it began.
            node.limits = (0, 0);
        }
    }

    /// The limits of the current node: as given, or a little farther while they are extended.
    fn set_limits(&mut self) {
        let extended = self.extensions > 0;
        let node = &mut self.stack[self.depth];
        node.limits = node.given;
        if extended {
            let value = node.value();
            if !value.is_solved() {
                node.limits.0 = node.limits.0.max((value.pn + 1).min(INFINITE));
                node.limits.1 = node.limits.1.max((value.dn + 1).min(INFINITE));
            }
        }
    }

    /// Makes a node of the stack ready: lists its moves and looks up what is known of them.
    fn prepare(&mut self, depth: usize, arrival: &Arrival<V>) {
        let ply = depth as Ply;
        if self.stack.len() == depth {
            self.stack.push(Node::new(arrival, ply));
        } else {
            self.stack[depth].reset(arrival, ply);
        }
        let node = &mut self.stack[depth];
        let (position, attacks) = (&arrival.position, arrival.attacks);
        let mut moves = MoveList::new();
        list_moves(&node.position, attacks, &mut moves);
        let side = position.side_to_move();
        let king = position.king(if attacks { !side } else { side });
        for &m in &moves {
            let child_key = Key::after(position, attacks, m);
            self.table.prefetch(child_key.board);
            let promotable = !m.is_promotion()
                && m.from().is_some_and(|from| {
                    position.piece_at(from).is_some_and(|piece| {
                        is_better_promoted::<V>(piece.kind, side, from, m.to())
                    })
                });
            node.children.push(Child {
                m,
                key: child_key,
                value: Value::estimate(1, 1),
                order: king.map_or(0, |king| {
                    self.estimator.order(position, m, king, promotable)
                }),
                after: 0,
                before: 0,
            });
        }
        similar_moves::link(position, attacks, &mut node.children);
        self.look_up_children(depth, arrival.first_visit);
    }

    fn look_up_children(&mut self, depth: usize, first_visit: bool) {
        let node = &mut self.stack[depth];
        let (attacks, plies, ply) = (node.attacks, node.plies, node.ply);
        let at_least = if attacks { 0 } else { 1 };
        for index in 0..node.children.len() {
            let child = node.children[index];
            let value = if let Some(repeats) = self.path.find_as_good(child.key) {
                Value::repeated(child.key.hand, plies, 1, repeats)
            } else if plies < at_least + 1 {
                Value::disproved(child.key.hand, at_least - 1, 1)
            } else {
                let found = self.table.probe(child.key, ply + 1, one_less(plies));
                let mut value = found.map_or_else(|| Value::estimate(1, 1), |found| found.value);
                if let Some(found) = found {
                    node.has_old_child |= found.is_old;
                    if found.may_repeat {
                        let way = node.way ^ way_key(child.m, ply);
                        if let Some((repeats, no_plies)) =
                            self.repetitions.get(way, one_less(plies))
                        {
                            value =
                                Value::repeated(child.key.hand, no_plies, value.effort, repeats);
                        }
                    }
                }
                if value.unvisited && !value.is_solved() {
                    let estimate = self.estimator.estimate(&node.position, child.m, attacks);
                    value.pn = value.pn.max(estimate.pn);
                    value.dn = value.dn.max(estimate.dn);
                }
                value
            };
            node.children[index].value = value;
            let mut waits = false;
            if !value.is_solved() {
                if value.delta(attacks) >= TOO_LARGE_TO_ADD || adds_nothing(node, index) {
                    node.do_not_add(index as u16);
                }
                let mut after = child.after;
                while after != 0 && !waits {
                    let other = &node.children[usize::from(after - 1)];
                    waits = !other.value.is_solved();
                    after = other.after;
                }
                if !waits && !attacks && first_visit && value.unvisited {
                    let mut next = node.position;
                    next.play_unchecked(child.m);
                    if let Some(value) = solve_leaf(&next) {
                        node.children[index].value = value;
                        self.table.store(child.key, ply + 1, &value, None);
                    }
                }
            }
            if !waits {
                node.ranking.push(index as u16);
            }
            if node.children[index].value.phi(attacks) == 0 {
                break;
            }
        }
        node.rank_all();
    }

    /// If the best child was searched last from elsewhere, and that leads back to a node on the line,
    /// there are two ways from that node to the child: it counts the larger of both, not the sum
    /// (Kishimoto 2010).
    fn avoid_double_counting(&mut self) {
        let node = &self.stack[self.depth];
        if node.ranking.is_empty() || self.depth == 0 {
            return;
        }
        let Some((branch, child, attacks)) = self.find_branch() else {
            return;
        };
        for depth in (0..self.depth).rev() {
            let node = &mut self.stack[depth];
            if node.key == branch {
                let best = node.ranking[0];
                node.do_not_add(best);
                let other = (node.ranking[1..].iter().copied())
                    .find(|&index| node.children[usize::from(index)].key == child);
                if let Some(other) = other {
                    node.do_not_add(other);
                }
                return;
            }
            if node.attacks == attacks && node.delta_beside_best() > SIDE_STREAM {
                return;
            }
        }
    }

    /// A node on the line, other than the current one, from which the table leads to the best child:
    /// its key, that of its child on that way, and whether the attacker is to move there.
    fn find_branch(&self) -> Option<(Key, Key, bool)> {
        let node = &self.stack[self.depth];
        let mut key = node.best().key;
        let mut attacks = node.attacks;
        let (mut last_pn, mut last_dn) = (INFINITE, INFINITE);
        let (mut adds_pn, mut adds_dn) = (true, true);
        for step in 0..self.depth {
            let (parent, pn, dn) = self.table.parent(key)?;
            if step == 0 && parent == node.key {
                return None;
            }
            // The numbers of a node with tributaries say little about this way.
            adds_dn &= dn <= last_dn + SIDE_STREAM;
            adds_pn &= pn <= last_pn + SIDE_STREAM;
            if parent == node.key || self.path.find(parent).is_some() {
                let adds = if attacks { adds_dn } else { adds_pn };
                return adds.then_some((parent, key, attacks));
            }
            if !adds_pn && !adds_dn {
                return None;
            }
            (key, last_pn, last_dn) = (parent, pn, dn);
            attacks = !attacks;
        }
        None
    }

    /// Whether a limit is reached, or a stop was asked for.
    pub(crate) fn must_stop(&self, limits: &SolveLimits, control: &MateControl<'_>) -> bool {
        limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || limits.until_ms.is_some_and(|until| control.now() >= until)
            || control.stop_requested()
    }

    /// Goes on after narrower limits than these have ended a search.
    pub(crate) fn go_on(&mut self, limits: &SolveLimits, control: &MateControl<'_>) {
        self.stopped &= self.must_stop(limits, control);
    }

    /// Looks at limits, clock and stop flag, and reports progress.
    #[cold]
    fn check(&mut self, limits: &SolveLimits, control: &mut MateControl<'_>) {
        self.stopped |= self.must_stop(limits, control);
        if control.wants_progress() {
            let line: Vec<Move> = (self.stack[..self.depth].iter())
                .map(|node| node.best().m)
                .collect();
            let root = self.stack[0].value();
            control.report(&MateProgress {
                nodes: self.nodes,
                table_permille: self.table.permille(),
                pn: root.pn / 2,
                dn: root.dn / 2,
                line,
            });
        }
    }
}

/// How much may flow into a node beside the way that is looked at.
const SIDE_STREAM: Number = 6;

fn next_threshold(number: Number) -> Number {
    (number + number / 10 * 7 + number % 10 * 7 / 10 + 1).min(INFINITE)
}

/// Whether a child is so much like another that its number is not added to the other's.
fn adds_nothing<V: Variant>(node: &Node<V>, index: usize) -> bool {
    let m = node.children[index].m;
    let Some(from) = m.from() else { return false };
    node.attacks
        && !m.is_promotion()
        && node.children[index].after == 0
        && (node.children.iter()).any(|other| other.m == Move::promotion(from, m.to()))
}

/// Solves a node of the attacker without moves that give check, or with one that mates.
pub(crate) fn solve_leaf<V: Variant>(position: &Position<V>) -> Option<Value> {
    let mut checks = MoveList::new();
    position.list_checking_moves(&mut checks);
    if checks.is_empty() {
        let hand = hands::attacker_disproof(position, Hand::UNBOUNDED);
        return Some(Value::disproved(hand, UNLIMITED, 1));
    }
    let mate = position.mate_in_one_of(&checks)?;
    let mut next = *position;
    next.play_unchecked(mate);
    let hand = hands::before_move(position, mate, hands::defender_proof(&next, Hand::EMPTY));
    Some(Value::proved(hand, 1, 1))
}

/// The key of a way before its first move. The same moves lead round in circles from one position and not
/// from another.
fn way_from(root: Key) -> u64 {
    let (board, hand) = root.bits();
    board ^ mixed(hand)
}

/// What a move at this ply adds to the key of a way.
fn way_key(m: Move, ply: Ply) -> u64 {
    mixed(u64::from(m.raw()) << 16 | u64::from(ply))
}

/// A number like any other (SplitMix64).
fn mixed(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
