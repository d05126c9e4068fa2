//! Depth-first proof-number search (df-pn, Nagai 2002) with heuristic initial numbers (df-pn+), the
//! threshold controlling algorithm (TCA) against cycles, maxima instead of sum_mask where a node would
//! be counted twice, and repetitions stored by path key.

use komadai_rules::{Hand, Move, MoveList, Position, Variant};

use crate::mate::control::{MateControl, MateProgress, SolveLimits};
use crate::mate::entry::Key;
use crate::mate::estimate::Estimator;
use crate::mate::hands;
use crate::mate::node::{Arrival, Child, Node, list_moves};
use crate::mate::number::{INFINITE, Number, TOO_LARGE_TO_ADD};
use crate::mate::path::{Path, move_path_key, root_path_key};
use crate::mate::problem::Problem;
use crate::mate::repetition_table::RepetitionTable;
use crate::mate::similar_moves::{self, is_better_promoted};
use crate::mate::table::Table;
use crate::mate::value::{Plies, Ply, UNLIMITED, Value, one_less};

/// Maximum ply of a line; longer ones count as repetitions.
pub(crate) const MAX_PLY: Ply = 4000;

/// Interval at which stop flag, clock and limits are checked.
const NODES_PER_CHECK: u64 = 1024;

pub(crate) struct Search<V: Variant> {
    pub(crate) table: Table,
    pub(crate) repetitions: RepetitionTable,
    estimator: Estimator,
    path: Path,
    /// Nodes from the root on. Those below the current one are kept for their allocations.
    stack: Vec<Node<V>>,
    depth: usize,
    /// TCA: number of nodes by which thresholds are extended, because a child's value may come from
    /// a cycle.
    extensions: u32,
    /// Problem whose entries are in the tables.
    problem: Option<Problem>,
    /// [`MAX_PLY`], except in tests.
    pub(crate) max_ply: Ply,
    /// A line was cut at the maximum ply: a disproof of the root may be wrong.
    was_cut: bool,
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
            max_ply: MAX_PLY,
            was_cut: false,
            nodes: 0,
            stopped: false,
        }
    }

    /// Resets the counters. Clears the tables if the problem differs.
    pub(crate) fn begin(&mut self, position: &Position<V>, attacks: bool) {
        self.nodes = 0;
        self.stopped = false;
        let problem = Problem::of(position, attacks);
        if self.problem.is_some_and(|known| known != problem) {
            self.clear();
        }
        self.problem = Some(problem);
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.repetitions.clear();
    }

    /// Returns `true` if the last search proved that there is no mate.
    pub(crate) fn disproves(&self, value: &Value) -> bool {
        value.dn == 0 && !self.was_cut
    }

    /// Searches for a mate within `plies` until the position is solved or the search stopped.
    /// `attacks`: the attacker is to move.
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
        if std::mem::take(&mut self.was_cut) {
            // Below the root a cut leaves traces here alone, as a repetition does.
            self.repetitions.clear();
        }
        // Short searches may never reach the node count at which limits are checked.
        self.stopped |= self.must_stop(limits, control);
        let key = Key::of(position, attacks);
        self.prepare(
            0,
            &Arrival {
                position: *position,
                key,
                path_key: root_path_key(key),
                attacks,
                plies,
                sum_mask: u64::MAX,
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
                if !self.stopped && (value.dn != 0 || self.disproves(&value)) {
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
        self.stack[0].best().mv
    }

    /// Searches from the root until its numbers reach their thresholds.
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
                self.return_to_parent(value);
                continue;
            }
            self.descend();
            if self.nodes % NODES_PER_CHECK == 0 {
                self.check(limits, control);
            }
        }
    }

    /// Descends to the best child of the current node, or stores its value if it exceeds the
    /// thresholds at once.
    fn descend(&mut self) {
        let node = &self.stack[self.depth];
        let best = node.best();
        let (child_key, first_visit, sum_mask) =
            (best.key, best.value.unvisited, best.value.sum_mask);
        let child_limits = node.child_limits();
        let path_key = node.path_key ^ move_path_key(best.mv, node.ply);
        let (ply, attacks, plies) = (node.ply + 1, !node.attacks, one_less(node.plies));
        let mut position = node.position;
        position.play_unchecked(best.mv);
        if ply >= self.max_ply {
            self.was_cut = true;
            self.back_up(Value::repeated(child_key.hand, plies, 1, 0));
            return;
        }
        self.prepare(
            self.depth + 1,
            &Arrival {
                position,
                key: child_key,
                path_key,
                attacks,
                plies,
                sum_mask,
                first_visit,
            },
        );
        let child = &mut self.stack[self.depth + 1];
        child.given = child_limits;
        if first_visit {
            let value = child.value();
            // An unvisited node ends a TCA extension.
            self.extensions = self.extensions.saturating_sub(1);
            if value.pn >= child_limits.0 || value.dn >= child_limits.1 {
                self.nodes += 1;
                self.back_up(value);
                return;
            }
        }
        self.depth += 1;
        self.enter();
    }

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

    fn return_to_parent(&mut self, value: Value) {
        let node = &self.stack[self.depth];
        self.extensions = self.extensions.min(node.extensions_at_entry);
        self.path.pop();
        self.depth -= 1;
        self.back_up(value);
    }

    /// Stores the value of the current node's best child.
    fn back_up(&mut self, value: Value) {
        let node = &mut self.stack[self.depth];
        let best = node.best();
        if !self.stopped {
            self.table
                .store(best.key, node.ply + 1, &value, Some(node.key));
            if value.dn == 0 && value.is_repetition() {
                let path_key = node.path_key ^ move_path_key(best.mv, node.ply);
                self.repetitions
                    .insert(path_key, value.repeats, value.plies);
            }
        }
        node.update_best(value);
        self.set_limits();
        let node = &mut self.stack[self.depth];
        if self.extensions == 0 && node.extensions_at_entry > 0 {
            // The extension is over: return to the node where it began.
            node.limits = (0, 0);
        }
    }

    /// Sets the current node's thresholds: as given, or beyond its numbers while extended (TCA).
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

    /// Initialises the node at `depth`: generates its moves and probes the tables for each.
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
        for &mv in &moves {
            let child_key = Key::after(position, attacks, mv);
            self.table.prefetch(child_key.board);
            let promotable = !mv.is_promotion()
                && mv.from().is_some_and(|from| {
                    position.piece_at(from).is_some_and(|piece| {
                        is_better_promoted::<V>(piece.kind, side, from, mv.to())
                    })
                });
            node.children.push(Child {
                mv,
                key: child_key,
                value: Value::estimate(1, 1),
                order: king.map_or(0, |king| {
                    self.estimator.order(position, mv, king, promotable)
                }),
                predecessor: 0,
                successor: 0,
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
                        let path_key = node.path_key ^ move_path_key(child.mv, ply);
                        if let Some((repeats, no_plies)) =
                            self.repetitions.get(path_key, one_less(plies))
                        {
                            value =
                                Value::repeated(child.key.hand, no_plies, value.effort, repeats);
                        }
                    }
                }
                if value.unvisited && !value.is_solved() {
                    let estimate = self.estimator.estimate(&node.position, child.mv, attacks);
                    value.pn = value.pn.max(estimate.pn);
                    value.dn = value.dn.max(estimate.dn);
                }
                value
            };
            node.children[index].value = value;
            let mut is_deferred = false;
            if !value.is_solved() {
                if value.delta(attacks) >= TOO_LARGE_TO_ADD || is_covered_by_promotion(node, index)
                {
                    node.remove_from_sum(index as u16);
                }
                let mut predecessor = child.predecessor;
                while predecessor != 0 && !is_deferred {
                    let other = &node.children[usize::from(predecessor - 1)];
                    is_deferred = !other.value.is_solved();
                    predecessor = other.predecessor;
                }
                if !is_deferred && !attacks && first_visit && value.unvisited {
                    let mut next = node.position;
                    next.play_unchecked(child.mv);
                    if let Some(value) = solve_leaf(&next) {
                        node.children[index].value = value;
                        self.table.store(child.key, ply + 1, &value, None);
                    }
                }
            }
            if !is_deferred {
                node.ranking.push(index as u16);
            }
            if node.children[index].value.phi(attacks) == 0 {
                break;
            }
        }
        node.rank_all();
    }

    /// If the best child was last searched from a different parent that descends from a node on the
    /// line, two paths lead from that node to the child: its numbers are combined by maximum
    /// instead of sum (Kishimoto 2010).
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
                node.remove_from_sum(best);
                let other = (node.ranking[1..].iter().copied())
                    .find(|&index| node.children[usize::from(index)].key == child);
                if let Some(other) = other {
                    node.remove_from_sum(other);
                }
                return;
            }
            if node.attacks == attacks && node.delta_beside_best() > SIDE_STREAM {
                return;
            }
        }
    }

    /// A node on the line, other than the current one, from which the table leads to the best
    /// child: its key, the key of its child on that path, and `true` if the attacker is to move
    /// there.
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
            // The numbers of a node with many other children say little about this path.
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

    pub(crate) fn must_stop(&self, limits: &SolveLimits, control: &MateControl<'_>) -> bool {
        limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || limits.until_ms.is_some_and(|until| control.now() >= until)
            || control.stop_requested()
    }

    /// Resumes after a search with narrower limits.
    pub(crate) fn resume(&mut self, limits: &SolveLimits, control: &MateControl<'_>) {
        self.stopped &= self.must_stop(limits, control);
    }

    /// Checks limits, clock and stop flag, and reports progress.
    #[cold]
    fn check(&mut self, limits: &SolveLimits, control: &mut MateControl<'_>) {
        self.stopped |= self.must_stop(limits, control);
        if control.wants_progress() {
            let line: Vec<Move> = (self.stack[..self.depth].iter())
                .map(|node| node.best().mv)
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

/// Tolerance for contributions of other children along a path.
const SIDE_STREAM: Number = 6;

fn next_threshold(number: Number) -> Number {
    (number + number / 10 * 7 + number % 10 * 7 / 10 + 1).min(INFINITE)
}

/// `true` for a move without promotion beside the same move with promotion: its numbers are not
/// added.
fn is_covered_by_promotion<V: Variant>(node: &Node<V>, index: usize) -> bool {
    let mv = node.children[index].mv;
    let Some(from) = mv.from() else { return false };
    node.attacks
        && !mv.is_promotion()
        && node.children[index].predecessor == 0
        && (node.children.iter()).any(|other| other.mv == Move::promotion(from, mv.to()))
}

/// Solves a node of the attacker that has no checks, or a mate in one.
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
