//! Paired rounds: in each, every contender walks through the case once, in varying order, and the
//! ratio is taken within the round. Load on the machine disturbs neighbours alike.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::case::{Case, Convention};
use crate::peer::{Peer, Sample};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Contender {
    pub peer: String,
    pub convention: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub game: String,
    pub name: String,
    pub positions: usize,
    pub depth: u32,
    /// By contender. Nodes are equal, except where a peer follows another rule.
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

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub rounds: u32,
    /// A run repeats its walk for about this long.
    pub seconds: f64,
    pub seed: u64,
}

/// Nodes of one walk of a contender, and its seconds by round.
#[derive(Clone, Debug, PartialEq)]
pub struct Walks {
    pub nodes: u64,
    pub seconds: Vec<f64>,
}

/// Runs the contenders 0, 1, … in paired rounds. `run` does a run of several walks.
pub fn paired(
    contenders: usize,
    plan: &Plan,
    run: &mut dyn FnMut(usize, u32) -> Result<Sample, String>,
) -> Result<Vec<Walks>, String> {
    // Untimed warm-up, which also determines the number of repetitions.
    let mut repeats = Vec::new();
    let mut walks = Vec::new();
    for contender in 0..contenders {
        let mut count = 1;
        let nodes = loop {
            let sample = run(contender, count)?;
            let took = sample.seconds * f64::from(count);
            if took > plan.seconds / 4.0 || count > 1 << 24 {
                let wanted = plan.seconds / sample.seconds.max(1e-9);
                count = (wanted as u32).max(1);
                break sample.nodes;
            }
            count *= 4;
        };
        repeats.push(count);
        walks.push(Walks {
            nodes,
            seconds: Vec::new(),
        });
    }

    let mut order: Vec<usize> = (0..contenders).collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    for round in 0..plan.rounds {
        // A shuffled order, then its reverse.
        if round % 2 == 0 {
            order.shuffle(&mut random);
        } else {
            order.reverse();
        }
        for &contender in &order {
            let sample = run(contender, repeats[contender])?;
            let walked = &mut walks[contender];
            if sample.nodes != walked.nodes {
                return Err(format!(
                    "contender {contender} found {}, then {}",
                    walked.nodes, sample.nodes
                ));
            }
            walked.seconds.push(sample.seconds);
        }
    }
    Ok(walks)
}

pub fn measure(
    case: &Case,
    peers: &mut [Box<dyn Peer>],
    conventions: &[Convention],
    plan: &Plan,
) -> Result<Measured, String> {
    let mut contenders = Vec::new();
    for (index, peer) in peers.iter().enumerate() {
        for &convention in conventions {
            if peer.plays(case.variant()) && peer.knows(convention) {
                contenders.push((index, convention));
            }
        }
    }
    let walks = paired(contenders.len(), plan, &mut |contender, count| {
        let (index, convention) = contenders[contender];
        peers[index].prepare(case, convention)?.run(count)
    })
    .map_err(|error| format!("{}: {error}", case.id()))?;
    let times = contenders
        .iter()
        .zip(walks)
        .map(|(&(index, convention), walks)| Times {
            contender: Contender {
                peer: peers[index].name().to_owned(),
                convention: convention.name().to_owned(),
            },
            nodes: walks.nodes,
            seconds: walks.seconds,
        })
        .collect();
    Ok(Measured {
        game: case.game.clone(),
        name: case.name.clone(),
        positions: case.positions.len(),
        depth: case.depth,
        times,
    })
}

/// Median and quartiles.
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

/// Komadai's speed per node relative to the peer's, by round.
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
    fn every_round_meets_every_contender_once_and_orders_alternate() {
        let plan = Plan {
            rounds: 4,
            seconds: 0.0,
            seed: 1,
        };
        let mut seen = Vec::new();
        let walks = paired(3, &plan, &mut |contender, times| {
            assert_eq!(times, 1);
            seen.push(contender);
            Ok(Sample {
                nodes: 7,
                seconds: 1.0,
            })
        })
        .unwrap();
        assert!(walks.iter().all(|w| w.nodes == 7 && w.seconds.len() == 4));
        let rounds: Vec<&[usize]> = seen[3..].chunks(3).collect();
        let backwards = |round: &[usize]| round.iter().rev().copied().collect::<Vec<_>>();
        assert_eq!(rounds[1], backwards(rounds[0]));
        assert_eq!(rounds[3], backwards(rounds[2]));
    }

    #[test]
    fn a_walk_that_counts_differently_the_second_time_is_an_error() {
        let plan = Plan {
            rounds: 1,
            seconds: 0.0,
            seed: 1,
        };
        let mut nodes = 0;
        let walks = paired(1, &plan, &mut |_, _| {
            nodes += 1;
            Ok(Sample {
                nodes,
                seconds: 1.0,
            })
        });
        assert!(walks.is_err());
    }

    #[test]
    fn quartiles_lie_between_numbers() {
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!(spread.median, 2.5);
        assert_eq!((spread.low, spread.high), (1.75, 3.25));
    }
}
