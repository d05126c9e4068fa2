//! The weights of the evaluation, its gradient and its loss.

use komadai_engine::tuning::{
    DANGER_DIVISOR, HAND_STEPS, Layout, MAX_DANGER_UNITS, MAX_MOBILITY, encode_weights,
    initial_piece_values,
};
use komadai_rules::{PieceKind, VariantId, VariantSpec};

use super::adam::Adam;
use super::data::{PackedPositions, THEIRS, TrainingPosition};

/// The loss over some positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// Mean cross entropy with the target: results mixed with scores of searches.
    pub target: f64,
    /// Mean cross entropy with the results alone.
    pub result: f64,
}

/// The weights. Each is the sum of an individual part and a part shared with its group, so that a weight
/// with few samples is near the mean of its group. Mirrored weights are equal.
#[derive(Clone, Debug)]
pub struct Model {
    layout: Layout,
    /// `[weight]`: the lower of the weight and its mirror image
    canonical: Vec<u16>,
    /// `[weight]`: its group
    group: Vec<u16>,
    /// `[unit]`: the lower of the unit and its mirror image
    canonical_unit: Vec<u8>,
    individual: Vec<f32>,
    shared: Vec<f32>,
    units: Vec<f32>,
    sums: Vec<f32>,
    adam_individual: Adam,
    adam_shared: Adam,
    adam_units: Adam,
    scale: f32,
    /// Share of the result in the target; the rest is the score.
    result_weight: f32,
}

/// The gradient of the loss, summed over some positions.
pub(super) struct Gradient {
    sums: Vec<f32>,
    units: Vec<f32>,
}

struct Danger {
    cost: f32,
    slope: f32,
}

impl Model {
    /// The initial weights: the engine's piece values and rough values of danger.
    ///
    /// `scale` is the score in centipawns for an expected score of 73 % (the logistic function of 1).
    #[must_use]
    pub fn new(variant: VariantId, layout: Layout, scale: f32, result_weight: f32) -> Self {
        let groups = Groups::new(variant.spec(), &layout);
        let mut model = Model {
            individual: vec![0.0; layout.sums()],
            shared: vec![0.0; groups.count],
            units: vec![0.0; layout.units()],
            sums: vec![0.0; layout.sums()],
            adam_individual: Adam::new(layout.sums()),
            adam_shared: Adam::new(groups.count),
            adam_units: Adam::new(layout.units()),
            canonical: groups.canonical,
            group: groups.group,
            canonical_unit: groups.canonical_unit,
            layout,
            scale,
            result_weight,
        };
        for index in 0..layout.kinds {
            let kind = PieceKind::new(index as u8);
            let (board, hand) = initial_piece_values(variant, kind);
            model.shared[usize::from(model.group[layout.placed(kind, 0)])] = board;
            model.shared[usize::from(model.group[layout.in_hand(kind, 0)])] = hand;
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
            let individual = self.individual[usize::from(self.canonical[index])];
            *sum = individual + self.shared[usize::from(self.group[index])];
        }
    }

    /// The score in centipawns for an expected score of 73 %.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The units of danger, in the order of the layout.
    #[must_use]
    pub fn units(&self) -> &[f32] {
        &self.units
    }

    /// The weights as the file that the engine reads.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        encode_weights(&self.sums, &self.units)
    }

    /// Mean values of a piece on the board and in hand, in centipawns.
    #[must_use]
    pub fn piece_values(&self, kind: PieceKind) -> (f32, f32) {
        let of = |weight: usize| self.shared[usize::from(self.group[weight])];
        (
            of(self.layout.placed(kind, 0)),
            of(self.layout.in_hand(kind, 0)),
        )
    }

    /// Centipawns for the side to move.
    fn evaluate(&self, position: &TrainingPosition<'_>) -> (f32, Danger, Danger) {
        let mut sum = 0.0;
        for &weight in position.sums {
            let value = self.sums[usize::from(weight & !THEIRS)];
            sum += if weight & THEIRS == 0 { value } else { -value };
        }
        let (us, them) = (self.danger(position.to_us), self.danger(position.to_them));
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

    fn target(&self, position: &TrainingPosition<'_>) -> f32 {
        let found = sigmoid(position.score / self.scale);
        self.result_weight * position.result + (1.0 - self.result_weight) * found
    }

    pub(super) fn zero_gradient(&self) -> Gradient {
        Gradient {
            sums: vec![0.0; self.sums.len()],
            units: vec![0.0; self.units.len()],
        }
    }

    /// Adds the gradient of one position's loss, and returns the loss.
    pub(super) fn add_gradient(
        &self,
        position: &TrainingPosition<'_>,
        gradient: &mut Gradient,
    ) -> f64 {
        let (value, us, them) = self.evaluate(position);
        let predicted = sigmoid(value / self.scale);
        let target = self.target(position);
        let error = predicted - target;
        for &weight in position.sums {
            let sign = if weight & THEIRS == 0 { error } else { -error };
            gradient.sums[usize::from(weight & !THEIRS)] += sign;
        }
        for (danger, list, sign) in [
            (us, position.to_us, -error),
            (them, position.to_them, error),
        ] {
            if danger.slope != 0.0 {
                for &(unit, times) in list {
                    gradient.units[usize::from(unit)] += sign * danger.slope * times;
                }
            }
        }
        entropy(predicted, target)
    }

    /// One step against the mean gradient, which is set to zero.
    pub(super) fn step(
        &mut self,
        gradient: &mut Gradient,
        positions: usize,
        rate: f32,
        decay: f32,
    ) {
        let mut individual = vec![0.0; self.individual.len()];
        let mut shared = vec![0.0; self.shared.len()];
        let share = 1.0 / positions as f32;
        for (index, slope) in gradient.sums.iter_mut().enumerate() {
            let slope = std::mem::take(slope) * share;
            individual[usize::from(self.canonical[index])] += slope;
            shared[usize::from(self.group[index])] += slope;
        }
        let mut unit_gradient = vec![0.0; self.units.len()];
        for (index, slope) in gradient.units.iter_mut().enumerate() {
            unit_gradient[usize::from(self.canonical_unit[index])] += std::mem::take(slope) * share;
        }
        self.adam_individual
            .step(&mut self.individual, &individual, rate, decay);
        self.adam_shared.step(&mut self.shared, &shared, rate, 0.0);
        // A unit of danger costs several centipawns, so its rate is lower.
        self.adam_units
            .step(&mut self.units, &unit_gradient, rate / 20.0, 0.0);
        for index in 0..self.units.len() {
            self.units[index] = self.units[usize::from(self.canonical_unit[index])];
        }
        self.refresh();
    }

    /// The mean loss over these positions.
    pub(super) fn loss(&self, positions: &PackedPositions) -> Loss {
        let mut loss = Loss::default();
        for index in 0..positions.len() {
            let position = positions.get(index);
            let predicted = sigmoid(self.evaluate(&position).0 / self.scale);
            loss.target += entropy(predicted, self.target(&position));
            loss.result += entropy(predicted, position.result);
        }
        let count = positions.len().max(1) as f64;
        loss.target /= count;
        loss.result /= count;
        loss
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross entropy of a prediction with the target, in nats.
pub(super) fn entropy(predicted: f32, target: f32) -> f64 {
    let predicted = f64::from(predicted.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}

/// Mirror images and groups of the weights.
struct Groups {
    canonical: Vec<u16>,
    group: Vec<u16>,
    canonical_unit: Vec<u8>,
    count: usize,
}

impl Groups {
    fn new(spec: &VariantSpec, layout: &Layout) -> Self {
        let weights = layout.sums();
        let mut groups = Groups {
            canonical: (0..weights as u16).collect(),
            group: vec![0; weights],
            canonical_unit: (0..layout.units() as u8).collect(),
            count: 1,
        };
        let mirrored = |file: usize, files: usize| files - 1 - file;
        let reach = layout.files.max(layout.ranks);
        let (wide, high) = (2 * layout.files - 1, 2 * layout.ranks - 1);
        for index in 0..layout.kinds {
            let kind = PieceKind::new(index as u8);
            let image = mirror_image(spec, kind);
            for unit in [Layout::attack, Layout::waiting, Layout::check] {
                let canonical = unit(layout, kind).min(unit(layout, image));
                groups.canonical_unit[unit(layout, kind)] = canonical as u8;
            }
            // Mirror images share their groups.
            let placed = 1 + kind.index().min(image.index()) * (5 + 2 * reach);
            let hand = placed + 1;
            let mobility = placed + 2;
            let loose = [placed + 3, placed + 4];
            let own = placed + 5;
            let theirs = own + reach;
            groups.count = groups.count.max(theirs + reach);
            for square in 0..layout.squares {
                let (file, rank) = (square / layout.ranks, square % layout.ranks);
                let other = mirrored(file, layout.files) * layout.ranks + rank;
                let weight = layout.placed(kind, square);
                groups.join(weight, layout.placed(image, other), placed);
            }
            for relation in 0..layout.relations() {
                let (file, rank) = (relation / high, relation % high);
                let other = mirrored(file, wide) * high + rank;
                let steps = (file.abs_diff(layout.files - 1)).max(rank.abs_diff(layout.ranks - 1));
                let weight = layout.own_king(kind, relation);
                groups.join(weight, layout.own_king(image, other), own + steps);
                let weight = layout.enemy_king(kind, relation);
                groups.join(weight, layout.enemy_king(image, other), theirs + steps);
            }
            for count in 0..=MAX_MOBILITY {
                let weight = layout.mobility(kind, count);
                groups.join(weight, layout.mobility(image, count), mobility);
            }
            for nth in 0..HAND_STEPS {
                let weight = layout.in_hand(kind, nth);
                groups.join(weight, layout.in_hand(image, nth), hand);
            }
            let (waiting, to_move) = (layout.hanging(kind), layout.hanging_to_move(kind));
            groups.join(waiting, layout.hanging(image), loose[0]);
            groups.join(to_move, layout.hanging_to_move(image), loose[1]);
        }
        groups
    }

    fn join(&mut self, weight: usize, image: usize, group: usize) {
        self.canonical[weight] = weight.min(image) as u16;
        self.group[weight] = group as u16;
    }
}

/// The kind whose moves are the mirror image of this one's; itself if there is no other.
fn mirror_image(spec: &VariantSpec, kind: PieceKind) -> PieceKind {
    let moves = |index: usize, dx_sign: i8| {
        let steps = spec.kinds[index].moves.iter();
        let mut steps: Vec<_> = steps
            .map(|step| (step.dx * dx_sign, step.dy, step.max))
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
