//! Chart of the losses during training.

use super::trainer::NetEpoch;
use crate::loss_chart::{LossLine, loss_chart};

#[must_use]
pub fn net_curve_svg(title: &str, epochs: &[NetEpoch]) -> String {
    let line = |name, colour, of: fn(&NetEpoch) -> f64| LossLine {
        name,
        colour,
        losses: epochs.iter().map(of).collect(),
    };
    let lines = [
        line("training", "#0a6", |epoch| epoch.training),
        line("held out", "#c40", |epoch| epoch.held_out),
        line("held out, quantised", "#26c", |epoch| epoch.quantised),
    ];
    loss_chart(title, "squared error of the expected result", &lines)
}
