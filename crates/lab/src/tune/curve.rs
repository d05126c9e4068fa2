//! A chart of the losses during tuning.

use super::train::Epoch;
use crate::loss_chart::{LossLine, loss_chart};

/// The training and validation losses of the epochs as an SVG. The loss before training is far greater,
/// so the chart begins with epoch 1.
#[must_use]
pub fn curve_svg(title: &str, epochs: &[Epoch]) -> String {
    let line = |name, colour, of: fn(&Epoch) -> f64| LossLine {
        name,
        colour,
        losses: (epochs.iter())
            .filter(|epoch| epoch.number > 0)
            .map(of)
            .collect(),
    };
    let lines = [
        line("training", "#0a6", |epoch| epoch.training),
        line("validation", "#c40", |epoch| epoch.validation.target),
    ];
    loss_chart(title, "cross entropy in nats", &lines)
}
