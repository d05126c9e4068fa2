//! Export of trained weights to a net, and its loss.

use komadai_engine::nnue::{Net, NetError, OUTPUT_BUCKETS, reference_eval};
use komadai_rules::VariantId;

use super::data::NetData;
use super::descent::{CENTIPAWNS, Target, share};
use super::kernel::QA;
use super::positions::Positions;
use super::weights::{QB, Weights};

/// Rounds the weights to the integers of a net.
pub(super) fn export(weights: &Weights, variant: VariantId) -> Result<Net, NetError> {
    let scaled = weights.output.weights.iter();
    let scaled: Vec<i16> = scaled.map(|&weight| (weight * QB) as i16).collect();
    let mut biases = [0; OUTPUT_BUCKETS];
    for (to, &from) in biases.iter_mut().zip(&weights.output.biases) {
        *to = (from * (QA * QB)).round_ties_even() as i32;
    }
    Net::new(
        variant,
        &weights.first_layer(),
        &weights.first_bias(),
        &scaled,
        biases,
    )
}

/// Mean squared error of the exported net over all held-out positions, by the reference evaluation.
pub(super) fn quantised_loss(net: &Net, data: &NetData, target: Target, threads: usize) -> f64 {
    const PART: usize = 1_024;
    let firsts: Vec<usize> = (0..data.held_out.len()).step_by(PART).collect();
    let mut losses = vec![0.0; firsts.len()];
    let jobs = firsts.iter().zip(&mut losses).collect();
    share(threads, jobs, &|(&first, loss)| {
        for index in first..(first + PART).min(data.held_out.len()) {
            let output = reference_eval(net, &data.held_out[index]) as f32 / CENTIPAWNS;
            let wanted = target.of(&data.validation.get(index));
            *loss += f64::from(target.prediction(output) - wanted).powi(2);
        }
    });
    losses.iter().sum::<f64>() / data.held_out.len().max(1) as f64
}

/// Mean squared error of the best constant prediction.
pub(super) fn constant_loss(positions: &Positions, target: Target) -> f64 {
    let (mut sum, mut squares) = (0.0, 0.0);
    for record in positions.iter() {
        let wanted = f64::from(target.of(&record));
        sum += wanted;
        squares += wanted * wanted;
    }
    let count = positions.len().max(1) as f64;
    squares / count - (sum / count).powi(2)
}

#[cfg(test)]
mod tests {
    use super::super::descent::outputs;
    use super::super::positions::Record;
    use super::super::trainer::{NetPlan, NetStep, NetTrainer};
    use super::*;
    use crate::selfplay::{SelfPlayFile, SelfPlayPlan, run_self_play};
    use fearless_simd::Level;
    use std::sync::atomic::AtomicBool;

    /// Compares training weights with the exported net, from lists of features and from a position.
    #[test]
    fn a_net_evaluates_as_its_weights_did_in_training() {
        for variant in VariantId::ALL {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("games");
            let mut plan = SelfPlayPlan::new(variant, 50);
            plan.nodes = 20;
            plan.evaluation = komadai_engine::Evaluation::Classical;
            let mut file = SelfPlayFile::open(&path, &plan).expect("a file");
            run_self_play(&plan, &mut file, &AtomicBool::new(false), &mut |_| ()).expect("games");
            let data = NetData::read(variant, &[path], u32::MAX, &mut |_| ()).expect("positions");
            let plan = NetPlan {
                l1: 32,
                epochs: 4,
                batch: 100,
                learning_rate: 0.01,
                ..NetPlan::DEFAULT
            };
            let mut trainer = NetTrainer::new(&data, plan, 1).expect("a plan");
            while trainer.step(&data).expect("memory") != NetStep::Done {}
            let net = trainer.current(&data).expect("memory");
            let records: Vec<Record<'_>> = data.validation.iter().collect();
            let outputs = outputs(Level::new(), &trainer.weights, &records);
            let mut evaluations: Vec<i32> = data.evaluations(&net).collect();
            for (output, evaluation) in outputs.iter().zip(&evaluations) {
                // The net's integers are divided twice, towards zero.
                let difference = output * CENTIPAWNS - *evaluation as f32;
                assert!(difference.abs() < 1.1, "{variant}: {output} {evaluation}");
            }
            evaluations.sort_unstable();
            evaluations.dedup();
            assert!(evaluations.len() > 10, "{variant}: {evaluations:?}");
        }
    }

    #[test]
    fn a_net_survives_the_round_trip_through_weights() {
        for variant in VariantId::ALL {
            let net = Net::random(variant, 64, 3).expect("memory");
            assert!(
                export(&Weights::of(&net), variant).expect("memory") == net,
                "{variant}"
            );
        }
    }

    #[test]
    fn the_loss_of_the_best_constant_is_the_variance() {
        let mut positions = Positions::new(1);
        for result in [0, 2, 2, 2] {
            positions.push(&Record {
                us: &[],
                them: &[],
                score: 0,
                result,
                bucket: 0,
            });
        }
        let target = Target {
            result_weight: 1.0,
            scale: 400.0,
        };
        assert!((constant_loss(&positions, target) - 3.0 / 16.0).abs() < 1e-12);
    }
}
