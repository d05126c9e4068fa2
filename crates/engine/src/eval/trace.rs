//! Which weights count in a position, recorded for learning them.

use std::marker::PhantomData;

use komadai_rules::{
    AnyPosition, PieceKind, Position, Side, Square, Variant, VariantId, any_enum, match_pair,
    match_variant,
};

use super::features::{FeatureSink, PARTS};
use super::weights::{DANGER_SHIFT, SUM_PARTS, UNIT_PARTS};
use super::{Evaluator, Layout};
use crate::out_of_memory::OutOfMemory;

/// Units of danger squared, divided by this, are centipawns.
pub const DANGER_DIVISOR: f32 = (1u32 << DANGER_SHIFT) as f32 * SUM_PARTS as f32
    / (UNIT_PARTS * PARTS * UNIT_PARTS * PARTS) as f32;
/// Upper bound of the units of danger to one king.
pub const MAX_DANGER_UNITS: f32 = 200.0;

/// The weights of one position, as its side to move sees them.
///
/// ```
/// use komadai_rules::{AnyPosition, VariantId};
/// use komadai_engine::tuning::{Trace, trace};
/// let (layout, trace) = trace(VariantId::Minishogi).unwrap();
/// let traced: Trace = trace(&AnyPosition::start(VariantId::Minishogi));
/// // The side to move has the tempo.
/// assert!(traced.sums.contains(&(layout.tempo() as u16, true)));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// Indices of sums, once for each time they count, and whether for the side to move.
    pub sums: Vec<(u16, bool)>,
    /// Indices of units of danger to the king of the side to move, and how often they count.
    pub danger_to_us: Vec<(u8, f32)>,
    /// The same for the other king.
    pub danger_to_them: Vec<(u8, f32)>,
}

/// Traces a position; empty if it is of another game.
pub type Tracer = Box<dyn Fn(&AnyPosition) -> Trace>;

any_enum! {
    /// The evaluation of one game.
    enum AnyEvaluator = Evaluator;
}

struct Recorder<V: Variant> {
    us: Side,
    /// `[side]`: its king's square, as the first side sees it.
    kings: [Option<Square>; 2],
    trace: Trace,
    game: PhantomData<V>,
}

impl<V: Variant> FeatureSink for Recorder<V> {
    fn weight(&mut self, side: Side, weight: usize) {
        self.trace.sums.push((weight as u16, side == self.us));
    }

    fn piece(&mut self, side: Side, kind: PieceKind, at: Square) {
        let seen = |of: Side| {
            let king = self.kings[of.index()];
            king.map(|king| match side {
                Side::First => king,
                Side::Second => king.rotate_180(V::ID),
            })
        };
        let layout = Layout::of::<V>();
        for weight in layout.piece_weights::<V>(kind, at, seen(side), seen(!side)) {
            self.weight(side, weight);
        }
    }

    fn in_hand(&mut self, side: Side, kind: PieceKind, count: u8) {
        for weight in Layout::of::<V>().hand_weights(kind, count) {
            self.weight(side, weight);
        }
    }

    fn danger(&mut self, king: Side, unit: usize, parts: i32) {
        if parts == 0 {
            return;
        }
        let times = parts as f32 / PARTS as f32;
        let list = if king == self.us {
            &mut self.trace.danger_to_us
        } else {
            &mut self.trace.danger_to_them
        };
        list.push((unit as u8, times));
    }
}

/// A tracer of a game's positions and the layout that its traces follow.
///
/// # Errors
/// There is no memory for the evaluation.
///
/// ```
/// use komadai_engine::tuning::trace;
/// use komadai_rules::{AnyPosition, VariantId};
///
/// let (layout, trace) = trace(VariantId::Torishogi)?;
/// let traced = trace(&AnyPosition::start(VariantId::Torishogi));
/// assert!(traced.sums.iter().all(|(weight, _)| usize::from(*weight) < layout.sums()));
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
pub fn trace(variant: VariantId) -> Result<(Layout, Tracer), OutOfMemory> {
    fn record<V: Variant>(evaluator: &Evaluator<V>, position: &Position<V>) -> Trace {
        let mut recorder = Recorder::<V> {
            us: position.side_to_move(),
            kings: Side::BOTH.map(|side| position.king(side)),
            trace: Trace::default(),
            game: PhantomData,
        };
        evaluator.features(position, &mut recorder);
        recorder.trace
    }
    let layout = match_variant!(variant, V => Layout::of::<V>());
    let evaluator: AnyEvaluator = match_variant!(variant, V => {
        Evaluator::<V>::new().map_err(OutOfMemory::evaluation)?.into()
    });
    let trace = move |position: &AnyPosition| {
        match_pair!(
            (AnyEvaluator, &evaluator, evaluator), (AnyPosition, position, typed)
                => record(evaluator, typed),
            else Trace::default()
        )
    };
    Ok((layout, Box::new(trace)))
}

/// A file of weights, from sums in centipawns and units of danger in the order of the layout.
///
/// ```
/// use komadai_engine::tuning::encode_weights;
/// assert_eq!(encode_weights(&[0.0, 0.0], &[0.0]), [0; 6]);
/// assert_ne!(encode_weights(&[1.0, -1.0], &[0.0])[..2], [0; 2]);
/// ```
#[must_use]
pub fn encode_weights(sums: &[f32], units: &[f32]) -> Vec<u8> {
    let number = |value: &f32, parts: i32| {
        let rounded = (value * parts as f32).round();
        (rounded.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16).to_le_bytes()
    };
    let sums = sums.iter().flat_map(|value| number(value, SUM_PARTS));
    let units = units.iter().flat_map(|value| number(value, UNIT_PARTS));
    sums.chain(units).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights;
    use crate::games::data;
    use komadai_rules::RuleSet;

    /// The weights that the crate is shipped with, as the tuner has them.
    fn weights_of(variant: VariantId, layout: Layout) -> (Vec<f32>, Vec<f32>) {
        let bytes = data(variant).expect("a trained game").weights;
        let numbers = weights::read(bytes).expect("memory");
        assert_eq!(numbers.len(), layout.len(), "{variant}");
        let (sums, units) = numbers.split_at(layout.sums());
        let scaled =
            |of: &[i16], parts: i32| of.iter().map(|&n| f32::from(n) / parts as f32).collect();
        let decoded: (Vec<f32>, Vec<f32>) = (scaled(sums, SUM_PARTS), scaled(units, UNIT_PARTS));
        assert_eq!(encode_weights(&decoded.0, &decoded.1), bytes, "{variant}");
        decoded
    }

    fn danger(list: &[(u8, f32)], units: &[f32]) -> f32 {
        let sum: f32 = list
            .iter()
            .map(|&(unit, times)| units[usize::from(unit)] * times)
            .sum();
        let sum = sum.clamp(0.0, MAX_DANGER_UNITS);
        sum * sum / DANGER_DIVISOR
    }

    /// Random moves from the start.
    fn random_positions(variant: VariantId, seed: u64) -> Vec<AnyPosition> {
        let mut seed = seed;
        let start = AnyPosition::start(variant);
        let mut played = komadai_rules::AnyGame::new(start, RuleSet::default_for(variant));
        let mut positions = Vec::new();
        while played.outcome().is_none() && played.moves().len() < 120 {
            positions.push(played.position());
            let moves = played.legal_moves();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[(seed >> 33) as usize % moves.len()];
            played.play(mv).expect("legal");
        }
        positions
    }

    #[test]
    fn traces_add_up_to_the_evaluation() {
        let trained = VariantId::ALL
            .into_iter()
            .filter(|game| data(*game).is_some());
        for game in trained {
            let (layout, trace) = trace(game).expect("memory");
            let (sums, units) = weights_of(game, layout);
            let mut engine = crate::AnyEngine::new(game, 0).expect("memory");
            engine
                .set_evaluation(&crate::Evaluation::Classical)
                .expect("memory");
            for position in (1..=20).flat_map(|seed| random_positions(game, seed)) {
                let traced = trace(&position);
                let sum: f32 = traced.sums.iter().fold(0.0, |sum, &(weight, ours)| {
                    let value = sums[usize::from(weight)];
                    if ours { sum + value } else { sum - value }
                });
                let sum = sum - danger(&traced.danger_to_us, &units)
                    + danger(&traced.danger_to_them, &units);
                let score = engine.evaluate(&position).expect("memory");
                let score = score.centipawns() as f32;
                assert!((sum - score).abs() < 1.5, "{game}: {sum} and {score}");
            }
        }
    }
}
