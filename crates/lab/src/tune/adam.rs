//! Adam: each weight has its own pace (Kingma and Ba, 2015), with decay kept apart from it
//! (Loshchilov and Hutter, 2019).

const MEAN: f32 = 0.9;
const SPREAD: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The pace of a list of weights.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f32>,
    spread: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Adam {
            mean: vec![0.0; weights],
            spread: vec![0.0; weights],
            steps: 0,
        }
    }

    /// Moves `weights` against their `slopes`, about `pace` each, and draws them to nothing by
    /// the share `decay` of the pace.
    pub(super) fn step(&mut self, weights: &mut [f32], slopes: &[f32], pace: f32, decay: f32) {
        self.steps += 1;
        let mean_is = 1.0 - MEAN.powi(self.steps);
        let spread_is = 1.0 - SPREAD.powi(self.steps);
        for (i, weight) in weights.iter_mut().enumerate() {
            let slope = slopes[i];
            self.mean[i] += (slope - self.mean[i]) * (1.0 - MEAN);
            self.spread[i] += (slope * slope - self.spread[i]) * (1.0 - SPREAD);
            let way = self.mean[i] / mean_is;
            let size = (self.spread[i] / spread_is).sqrt() + TINY;
            *weight -= pace * (way / size + decay * *weight);
        }
    }
}
