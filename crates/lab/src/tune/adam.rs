//! The optimiser AdamW: Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter,
//! 2019).

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The moments of a list of weights.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Adam {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
            steps: 0,
        }
    }

    /// One step of gradient descent.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let first_bias = 1.0 - BETA1.powi(self.steps);
        let second_bias = 1.0 - BETA2.powi(self.steps);
        for (i, weight) in weights.iter_mut().enumerate() {
            let slope = gradient[i];
            self.first[i] += (slope - self.first[i]) * (1.0 - BETA1);
            self.second[i] += (slope * slope - self.second[i]) * (1.0 - BETA2);
            let mean = self.first[i] / first_bias;
            let deviation = (self.second[i] / second_bias).sqrt() + EPSILON;
            *weight -= rate * (mean / deviation + decay * *weight);
        }
    }
}
