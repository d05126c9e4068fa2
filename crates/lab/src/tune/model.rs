//! The weights while they are learned.

use komadai_engine::tuning::{
    DANGER_DIVISOR, HAND_STEPS, Layout, MAX_DANGER_UNITS, MAX_MOBILITY, encode_weights,
    initial_piece_values,
};
use komadai_rules::{GameId, GameSpec, PieceKind};

use super::adam::Adam;
use super::lessons::{Lesson, Packed, THEIRS};

/// How far off the evaluation is over some positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// Mean cross entropy to what is learned: results mixed with what searches found.
    pub target: f64,
    /// Mean cross entropy to the results alone.
    pub result: f64,
}

/// A weight is the sum of its own share and of one it has in common with others of its kind, so
/// that what is rarely met is at least as good as the rest of its group. Weights that are each
/// other's mirror images are one.
#[derive(Clone, Debug)]
pub struct Model {
    layout: Layout,
    /// `[weight]`: the weight it shares its own share with
    twin: Vec<u16>,
    /// `[weight]`: its group
    group: Vec<u16>,
    /// `[unit]`: the unit it is one with
    unit_twin: Vec<u8>,
    own: Vec<f32>,
    common: Vec<f32>,
    units: Vec<f32>,
    sums: Vec<f32>,
    adam_own: Adam,
    adam_common: Adam,
    adam_units: Adam,
    scale: f32,
    /// How much of the target is the result.
    result_share: f32,
}

/// Slopes gathered over some positions.
pub(super) struct Slopes {
    sums: Vec<f32>,
    units: Vec<f32>,
}

struct Danger {
    cost: f32,
    slope: f32,
}

impl Model {
    /// What is known before anything is learned: the values of men and a first guess at danger.
    #[must_use]
    pub fn new(game: GameId, layout: Layout, scale: f32, result_share: f32) -> Self {
        let groups = Groups::new(game.spec(), &layout);
        let mut model = Model {
            own: vec![0.0; layout.sums()],
            common: vec![0.0; groups.count],
            units: vec![0.0; layout.units()],
            sums: vec![0.0; layout.sums()],
            adam_own: Adam::new(layout.sums()),
            adam_common: Adam::new(groups.count),
            adam_units: Adam::new(layout.units()),
            twin: groups.twin,
            group: groups.group,
            unit_twin: groups.unit_twin,
            layout,
            scale,
            result_share,
        };
        for index in 0..layout.kinds {
            let kind = PieceKind::new(index as u8);
            let (board, hand) = initial_piece_values(game, kind);
            model.common[usize::from(model.group[layout.placed(kind, 0)])] = board;
            model.common[usize::from(model.group[layout.in_hand(kind, 0)])] = hand;
            model.units[layout.attack(kind)] = 5.0;
            model.units[layout.waiting(kind)] = 5.0;
            model.units[layout.check(kind)] = 2.0;
        }
        model.units[layout.weak()] = 6.0;
        model.refresh();
        model
    }

    fn refresh(&mut self) {
        for (index, sum) in self.sums.iter_mut().enumerate() {
            let own = self.own[usize::from(self.twin[index])];
            *sum = own + self.common[usize::from(self.group[index])];
        }
    }

    /// Centipawns at which the better side scores 73 %.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The units of danger, in the order of the layout.
    #[must_use]
    pub fn units(&self) -> &[f32] {
        &self.units
    }

    /// The file the engine reads.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        encode_weights(&self.sums, &self.units)
    }

    /// What a man is worth on the board and in hand, in centipawns: the share it has in common.
    #[must_use]
    pub fn worth(&self, kind: PieceKind) -> (f32, f32) {
        let of = |weight: usize| self.common[usize::from(self.group[weight])];
        (
            of(self.layout.placed(kind, 0)),
            of(self.layout.in_hand(kind, 0)),
        )
    }

    /// Centipawns for the side to move.
    fn evaluate(&self, lesson: &Lesson<'_>) -> (f32, Danger, Danger) {
        let mut sum = 0.0;
        for &weight in lesson.sums {
            let value = self.sums[usize::from(weight & !THEIRS)];
            sum += if weight & THEIRS == 0 { value } else { -value };
        }
        let (us, them) = (self.danger(lesson.to_us), self.danger(lesson.to_them));
        (sum - us.cost + them.cost, us, them)
    }

    fn danger(&self, list: &[(u8, f32)]) -> Danger {
        let units = list
            .iter()
            .map(|&(unit, times)| self.units[usize::from(unit)] * times);
        let units: f32 = units.sum();
        if units <= 0.0 || units >= MAX_DANGER_UNITS {
            let units = units.clamp(0.0, MAX_DANGER_UNITS);
            return Danger {
                cost: units * units / DANGER_DIVISOR,
                slope: 0.0,
            };
        }
        Danger {
            cost: units * units / DANGER_DIVISOR,
            slope: 2.0 * units / DANGER_DIVISOR,
        }
    }

    fn target(&self, lesson: &Lesson<'_>) -> f32 {
        let found = sigmoid(lesson.score / self.scale);
        self.result_share * lesson.result + (1.0 - self.result_share) * found
    }

    pub(super) fn slopes(&self) -> Slopes {
        Slopes {
            sums: vec![0.0; self.sums.len()],
            units: vec![0.0; self.units.len()],
        }
    }

    /// Adds the slopes of one position's loss; gives the loss.
    pub(super) fn learn(&self, lesson: &Lesson<'_>, slopes: &mut Slopes) -> f64 {
        let (value, us, them) = self.evaluate(lesson);
        let said = sigmoid(value / self.scale);
        let target = self.target(lesson);
        let off = said - target;
        for &weight in lesson.sums {
            let sign = if weight & THEIRS == 0 { off } else { -off };
            slopes.sums[usize::from(weight & !THEIRS)] += sign;
        }
        for (danger, list, sign) in [(us, lesson.to_us, -off), (them, lesson.to_them, off)] {
            if danger.slope != 0.0 {
                for &(unit, times) in list {
                    slopes.units[usize::from(unit)] += sign * danger.slope * times;
                }
            }
        }
        entropy(said, target)
    }

    /// Moves the weights once and empties the slopes.
    pub(super) fn step(&mut self, slopes: &mut Slopes, positions: usize, pace: f32, decay: f32) {
        let mut own = vec![0.0; self.own.len()];
        let mut common = vec![0.0; self.common.len()];
        let share = 1.0 / positions as f32;
        for (index, slope) in slopes.sums.iter_mut().enumerate() {
            let slope = std::mem::take(slope) * share;
            own[usize::from(self.twin[index])] += slope;
            common[usize::from(self.group[index])] += slope;
        }
        let mut unit_slopes = vec![0.0; self.units.len()];
        for (index, slope) in slopes.units.iter_mut().enumerate() {
            unit_slopes[usize::from(self.unit_twin[index])] += std::mem::take(slope) * share;
        }
        self.adam_own.step(&mut self.own, &own, pace, decay);
        self.adam_common.step(&mut self.common, &common, pace, 0.0);
        // A unit is worth several centipawns: it has to move more slowly.
        self.adam_units
            .step(&mut self.units, &unit_slopes, pace / 20.0, 0.0);
        for index in 0..self.units.len() {
            self.units[index] = self.units[usize::from(self.unit_twin[index])];
        }
        self.refresh();
    }

    /// How far off it is.
    pub(super) fn loss(&self, packed: &Packed) -> Loss {
        let mut loss = Loss::default();
        for index in 0..packed.len() {
            let lesson = packed.get(index);
            let said = sigmoid(self.evaluate(&lesson).0 / self.scale);
            loss.target += entropy(said, self.target(&lesson));
            loss.result += entropy(said, lesson.result);
        }
        let count = packed.len().max(1) as f64;
        loss.target /= count;
        loss.result /= count;
        loss
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross entropy of what was said against what was right, in nats.
pub(super) fn entropy(said: f32, right: f32) -> f64 {
    let said = f64::from(said.clamp(1e-6, 1.0 - 1e-6));
    let right = f64::from(right);
    -(right * said.ln() + (1.0 - right) * (1.0 - said).ln())
}

/// Which weights go together.
struct Groups {
    twin: Vec<u16>,
    group: Vec<u16>,
    unit_twin: Vec<u8>,
    count: usize,
}

impl Groups {
    fn new(spec: &GameSpec, layout: &Layout) -> Self {
        let weights = layout.sums();
        let mut it = Groups {
            twin: (0..weights as u16).collect(),
            group: vec![0; weights],
            unit_twin: (0..layout.units() as u8).collect(),
            count: 1,
        };
        let turned = |file: usize, files: usize| files - 1 - file;
        let reach = layout.files.max(layout.ranks);
        let (wide, high) = (2 * layout.files - 1, 2 * layout.ranks - 1);
        for index in 0..layout.kinds {
            let kind = PieceKind::new(index as u8);
            let image = mirror_image(spec, kind);
            for unit in [Layout::attack, Layout::waiting, Layout::check] {
                let twin = unit(layout, kind).min(unit(layout, image));
                it.unit_twin[unit(layout, kind)] = twin as u8;
            }
            // Those that are each other's image have their groups in common too.
            let placed = 1 + kind.index().min(image.index()) * (5 + 2 * reach);
            let hand = placed + 1;
            let mobility = placed + 2;
            let loose = [placed + 3, placed + 4];
            let own = placed + 5;
            let theirs = own + reach;
            it.count = it.count.max(theirs + reach);
            for square in 0..layout.squares {
                let (file, rank) = (square / layout.ranks, square % layout.ranks);
                let other = turned(file, layout.files) * layout.ranks + rank;
                let weight = layout.placed(kind, square);
                it.join(weight, layout.placed(image, other), placed);
            }
            for relation in 0..layout.relations() {
                let (file, rank) = (relation / high, relation % high);
                let other = turned(file, wide) * high + rank;
                let steps = (file.abs_diff(layout.files - 1)).max(rank.abs_diff(layout.ranks - 1));
                let weight = layout.own_king(kind, relation);
                it.join(weight, layout.own_king(image, other), own + steps);
                let weight = layout.enemy_king(kind, relation);
                it.join(weight, layout.enemy_king(image, other), theirs + steps);
            }
            for count in 0..=MAX_MOBILITY {
                let weight = layout.mobility(kind, count);
                it.join(weight, layout.mobility(image, count), mobility);
            }
            for nth in 0..HAND_STEPS {
                let weight = layout.in_hand(kind, nth);
                it.join(weight, layout.in_hand(image, nth), hand);
            }
            for to_move in [false, true] {
                let weight = layout.hanging(kind, to_move);
                let group = loose[usize::from(to_move)];
                it.join(weight, layout.hanging(image, to_move), group);
            }
        }
        it
    }

    fn join(&mut self, weight: usize, image: usize, group: usize) {
        self.twin[weight] = weight.min(image) as u16;
        self.group[weight] = group as u16;
    }
}

/// The kind that moves as this one does in a mirror.
fn mirror_image(spec: &GameSpec, kind: PieceKind) -> PieceKind {
    let moves = |index: usize, turn: i8| {
        let steps = spec.kinds[index].moves.iter();
        let mut steps: Vec<_> = steps
            .map(|step| (step.dx * turn, step.dy, step.max))
            .collect();
        steps.sort_unstable();
        steps
    };
    let wanted = moves(kind.index(), -1);
    if moves(kind.index(), 1) == wanted {
        return kind;
    }
    let other = (0..spec.kinds.len()).find(|&index| moves(index, 1) == wanted);
    other.map_or(kind, |index| PieceKind::new(index as u8))
}
