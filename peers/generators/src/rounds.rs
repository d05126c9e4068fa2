//! Paired rounds: in each, every contender walks through the case once, in an order that changes,
//! and the round's ratio is taken from its own two times. What disturbs the machine disturbs
//! neighbours alike.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::case::{Case, Convention};
use crate::peer::{Peer, Run};

/// Who walks, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Contender {
    pub peer: String,
    pub convention: String,
}

/// All times of one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub game: String,
    pub name: String,
    pub positions: usize,
    pub depth: u32,
    /// Nodes of one walk, by contender: equal, save where the peer follows another rule.
    pub times: Vec<Times>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Times {
    #[serde(flatten)]
    pub contender: Contender,
    pub nodes: u64,
    /// Seconds of one walk, by round.
    pub seconds: Vec<f64>,
}

/// How often and how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub rounds: u32,
    /// A run repeats its walk until it has taken about this long.
    pub seconds: f64,
    pub seed: u64,
}

/// Measures a case with every peer that plays the game.
pub fn measure(
    case: &Case,
    peers: &mut [Box<dyn Peer>],
    conventions: &[Convention],
    plan: &Plan,
) -> Result<Measured, String> {
    let mut contenders = Vec::new();
    for (index, peer) in peers.iter().enumerate() {
        for &convention in conventions {
            if peer.plays(case.game()) && peer.knows(convention) {
                contenders.push((index, convention));
            }
        }
    }

    // Once around, untimed: warms caches and finds how often each must repeat.
    let mut repeats = BTreeMap::new();
    let mut times = Vec::new();
    for &(index, convention) in &contenders {
        let peer = &mut peers[index];
        let name = peer.name().to_owned();
        let mut run = peer.prepare(case, convention)?;
        let mut sample = run.run(1)?;
        let mut count = 1;
        while sample.seconds * f64::from(count) < plan.seconds / 2.0 && count < 1 << 24 {
            let wanted = plan.seconds / sample.seconds.max(1e-9);
            count = (wanted as u32).clamp(count * 2, count * 64);
            if sample.seconds * f64::from(count) > plan.seconds / 2.0 {
                break;
            }
            sample = run.run(count)?;
        }
        repeats.insert((index, convention.name()), count);
        times.push(Times {
            contender: Contender {
                peer: name,
                convention: convention.name().to_owned(),
            },
            nodes: sample.nodes,
            seconds: Vec::new(),
        });
    }

    let mut order: Vec<usize> = (0..contenders.len()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    for round in 0..plan.rounds {
        // A shuffled order, then the same backwards: whoever came first comes last.
        if round % 2 == 0 {
            order.shuffle(&mut random);
        } else {
            order.reverse();
        }
        for &at in &order {
            let (index, convention) = contenders[at];
            let count = repeats[&(index, convention.name())];
            let mut run: Box<dyn Run> = peers[index].prepare(case, convention)?;
            let sample = run.run(count)?;
            if sample.nodes != times[at].nodes {
                return Err(format!(
                    "{}: {} counted {} nodes, then {}",
                    case.id(),
                    times[at].contender.peer,
                    times[at].nodes,
                    sample.nodes
                ));
            }
            times[at].seconds.push(sample.seconds);
        }
    }
    Ok(Measured {
        game: case.game.clone(),
        name: case.name.clone(),
        positions: case.positions.len(),
        depth: case.depth,
        times,
    })
}

/// The middle of some numbers and where their middle half lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub low: f64,
    pub median: f64,
    pub high: f64,
}

impl Spread {
    pub fn of(mut numbers: Vec<f64>) -> Spread {
        numbers.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (numbers.len() - 1) as f64;
            let (below, above) = (place.floor() as usize, place.ceil() as usize);
            numbers[below] + (numbers[above] - numbers[below]) * (place - place.floor())
        };
        Spread {
            low: at(0.25),
            median: at(0.5),
            high: at(0.75),
        }
    }
}

impl Measured {
    pub fn id(&self) -> String {
        format!("{}-{}", self.game, self.name)
    }

    pub fn of(&self, peer: &str, convention: Convention) -> Option<&Times> {
        self.times
            .iter()
            .find(|t| t.contender.peer == peer && t.contender.convention == convention.name())
    }
}

/// How many times as fast `ours` goes through a node as `theirs`, round by round.
pub fn ratio(ours: &Times, theirs: &Times) -> Spread {
    let per_node = |t: &Times, round: usize| t.seconds[round] / t.nodes as f64;
    Spread::of(
        (0..ours.seconds.len().min(theirs.seconds.len()))
            .map(|round| per_node(theirs, round) / per_node(ours, round))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_numbers() {
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!(spread.median, 2.5);
        assert_eq!((spread.low, spread.high), (1.75, 3.25));
    }
}
