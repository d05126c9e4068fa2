//! Search speed on the bench positions: `speed [nodes [width]]`.
//!
//! Searches each position with a number of nodes and prints the speed of each variant. With a width,
//! alternates with a random net of that many accumulators per side and prints its speed and the ratio to
//! the classical evaluation.

use komadai_engine::nnue::Net;
use komadai_engine::{AnyEngine, Control, Evaluation, Limits, bench_positions};
use komadai_rules::{AnyGame, AnyPosition, RuleSet, SetupRules, VariantId};
use std::error::Error;
use std::time::{Duration, Instant};

/// Totals of the searches with one evaluation.
#[derive(Default)]
struct Searched {
    nodes: u64,
    time: Duration,
    depths: Vec<u32>,
}

impl Searched {
    fn knps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64() / 1_000.0
    }
}

#[expect(clippy::disallowed_methods, reason = "it measures speed")]
fn search(
    played: &AnyGame,
    nodes: u64,
    evaluation: &Evaluation,
    sum: &mut Searched,
) -> Result<(), Box<dyn Error>> {
    let mut engine = AnyEngine::new(played.variant(), 64)?;
    engine.set_evaluation(evaluation)?;
    let started = Instant::now();
    let found = engine.search(played, &Limits::nodes(nodes), &mut Control::default())?;
    sum.time += started.elapsed();
    sum.nodes += found.nodes;
    sum.depths.push(found.depth);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments.next().map_or(Ok(500_000), |text| text.parse())?;
    let width: Option<usize> = arguments.next().map(|text| text.parse()).transpose()?;
    for variant in VariantId::ALL {
        let net = match width {
            None => None,
            Some(width) => Some(Evaluation::from(Net::random(variant, width, 1)?)),
        };
        let (mut classical, mut by_net) = (Searched::default(), Searched::default());
        for (_, text) in bench_positions().iter().filter(|(of, _)| *of == variant) {
            let position = AnyPosition::parse(variant, text, SetupRules::Play)?;
            let played = AnyGame::new(position, RuleSet::default_for(variant));
            search(&played, nodes, &Evaluation::Classical, &mut classical)?;
            if let Some(net) = &net {
                search(&played, nodes, net, &mut by_net)?;
            }
        }
        let speed = classical.knps();
        println!("{variant}: {speed:.0} knps, depths {:?}", classical.depths);
        if net.is_some() {
            let (with_net, depths) = (by_net.knps(), &by_net.depths);
            let ratio = with_net / speed;
            println!(
                "{variant}: {with_net:.0} knps with a net, depths {depths:?}, ratio {ratio:.2}"
            );
        }
    }
    Ok(())
}
