//! Which weights count in a position, written down for whoever learns them.

use std::marker::PhantomData;

use komadai_rules::{
    AnyPosition, Game, GameId, Minishogi, PieceKind, Position, Shogi, Shogun, Side, Square,
    Torishogi,
};

use super::walk::{PARTS, Sink};
use super::weights::{DANGER_SHIFT, SUM_PARTS, UNIT_PARTS};
use super::{Evaluator, Layout};

/// Danger of this many units squared, divided by this, is its cost in centipawns.
pub const DANGER_DIVISOR: f32 = (1u32 << DANGER_SHIFT) as f32 * SUM_PARTS as f32
    / (UNIT_PARTS * PARTS * UNIT_PARTS * PARTS) as f32;
/// No more units than this count.
pub const MOST_UNITS: f32 = 200.0;

/// The weights of one position, as its side to move sees them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// Weights that add up, once for each time they count, and whether for the side to move.
    pub sums: Vec<(u16, bool)>,
    /// Danger units against the side to move's king, and how often.
    pub danger_to_us: Vec<(u8, f32)>,
    /// The same against the other king.
    pub danger_to_them: Vec<(u8, f32)>,
}

/// Writes down the weights of a position; nothing if it is of another game.
pub type Tracer = Box<dyn Fn(&AnyPosition) -> Trace>;

struct Writer<G: Game> {
    us: Side,
    /// `[side]`: its king's square, as the first side sees it.
    kings: [Option<Square>; 2],
    trace: Trace,
    game: PhantomData<G>,
}

impl<G: Game> Sink for Writer<G> {
    fn sum(&mut self, side: Side, weight: usize) {
        self.trace.sums.push((weight as u16, side == self.us));
    }

    fn man(&mut self, side: Side, kind: PieceKind, at: Square) {
        let seen = |of: Side| {
            let king = self.kings[of.index()];
            king.map(|king| match side {
                Side::First => king,
                Side::Second => king.rotate_180(G::ID),
            })
        };
        let layout = Layout::of::<G>();
        for weight in layout.standing::<G>(kind, at, seen(side), seen(!side)) {
            self.sum(side, weight);
        }
    }

    fn held(&mut self, side: Side, kind: PieceKind, count: u8) {
        for weight in Layout::of::<G>().held(kind, count) {
            self.sum(side, weight);
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

/// What writes down the weights of a game's positions, and the layout they follow.
///
/// ```
/// use komadai_engine::tuning::trace;
/// use komadai_rules::{AnyPosition, GameId};
///
/// let (layout, trace) = trace(GameId::Torishogi);
/// let found = trace(&AnyPosition::start(GameId::Torishogi));
/// assert!(found.sums.iter().all(|(weight, _)| usize::from(*weight) < layout.sums()));
/// ```
#[must_use]
pub fn trace(game: GameId) -> (Layout, Tracer) {
    fn write<G: Game>(evaluator: &Evaluator<G>, position: &Position<G>) -> Trace {
        let mut writer = Writer::<G> {
            us: position.side_to_move(),
            kings: Side::BOTH.map(|side| position.king(side)),
            trace: Trace::default(),
            game: PhantomData,
        };
        evaluator.walk(position, &mut writer);
        writer.trace
    }
    macro_rules! of {
        ($game:ident) => {{
            let evaluator = Evaluator::<$game>::new();
            let trace = move |position: &AnyPosition| match position {
                AnyPosition::$game(position) => write(&evaluator, position),
                _ => Trace::default(),
            };
            (Layout::of::<$game>(), Box::new(trace))
        }};
    }
    match game {
        GameId::Shogi => of!(Shogi),
        GameId::Minishogi => of!(Minishogi),
        GameId::Torishogi => of!(Torishogi),
        GameId::Shogun => of!(Shogun),
    }
}

/// The file of weights: sums in centipawns, then units of danger.
#[must_use]
pub fn bytes_of_weights(sums: &[f32], units: &[f32]) -> Vec<u8> {
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
    use komadai_rules::RuleSet;

    /// The weights of every game that the crate is shipped with, as the tuner would have them.
    fn numbers(game: GameId, layout: Layout) -> (Vec<f32>, Vec<f32>) {
        let numbers = weights::read(weights::of_game(game));
        assert_eq!(numbers.len(), layout.sums() + layout.units(), "{game}");
        let (sums, units) = numbers.split_at(layout.sums());
        let parts =
            |of: &[i16], parts: i32| of.iter().map(|&n| f32::from(n) / parts as f32).collect();
        (parts(sums, SUM_PARTS), parts(units, UNIT_PARTS))
    }

    fn danger(list: &[(u8, f32)], units: &[f32]) -> f32 {
        let sum: f32 = list
            .iter()
            .map(|&(unit, times)| units[usize::from(unit)] * times)
            .sum();
        let sum = sum.clamp(0.0, MOST_UNITS);
        sum * sum / DANGER_DIVISOR
    }

    #[test]
    fn what_is_written_down_adds_up_to_the_evaluation() {
        for game in GameId::ALL {
            let (layout, trace) = trace(game);
            let (sums, units) = numbers(game, layout);
            assert_eq!(
                bytes_of_weights(&sums, &units),
                weights::of_game(game),
                "{game}"
            );
            let mut engine = crate::AnyEngine::new(game, 0);
            let mut seed = 1_u64;
            for _ in 0..20 {
                let start = AnyPosition::start(game);
                let mut played = komadai_rules::AnyGame::new(start, RuleSet::default_for(game));
                while played.outcome().is_none() && played.moves().len() < 120 {
                    let found = trace(&played.position());
                    let sum: f32 = found.sums.iter().fold(0.0, |sum, &(weight, ours)| {
                        let value = sums[usize::from(weight)];
                        if ours { sum + value } else { sum - value }
                    });
                    let sum = sum - danger(&found.danger_to_us, &units)
                        + danger(&found.danger_to_them, &units);
                    let said = engine.evaluate(&played.position()).centipawns() as f32;
                    assert!((sum - said).abs() < 1.5, "{game}: {sum} and {said}");
                    let moves = played.legal_moves();
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let mv = moves[(seed >> 33) as usize % moves.len()];
                    played.play(mv).expect("legal");
                }
            }
        }
    }
}
