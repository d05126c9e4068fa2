//! A chart of the losses during training.

use std::fmt::Write as _;

use super::train::Epoch;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;

/// The training and validation losses of the epochs as an SVG. The loss before training is far greater,
/// so the chart begins with epoch 1.
#[must_use]
pub fn curve_svg(title: &str, epochs: &[Epoch]) -> String {
    let epochs: Vec<&Epoch> = epochs.iter().filter(|epoch| epoch.number > 0).collect();
    let losses = epochs
        .iter()
        .flat_map(|epoch| [epoch.training, epoch.validation.target]);
    let (min, max) = losses.fold((f64::MAX, f64::MIN), |(min, max), loss| {
        (min.min(loss), max.max(loss))
    });
    let span = (max - min).max(1e-9);
    let last = epochs.len().max(2) as f64;
    let x = |number: f64| LEFT + (number - 1.0) / (last - 1.0) * (WIDTH - LEFT - RIGHT);
    let y = |loss: f64| TOP + (max - loss) / span * (HEIGHT - TOP - BOTTOM);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{title}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>"
    );
    for part in 0..=4 {
        let loss = min + span * f64::from(part) / 4.0;
        let at = y(loss);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    let mut line = |name: &str, colour: &str, row: f64, of: &dyn Fn(&Epoch) -> f64| {
        let points = epochs.iter();
        let points: Vec<String> = points
            .map(|epoch| format!("{:.1},{:.1}", x(f64::from(epoch.number)), y(of(epoch))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{row}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            WIDTH - RIGHT
        );
    };
    line("training", "#0a6", TOP + 14.0, &|epoch| epoch.training);
    line("validation", "#c40", TOP + 30.0, &|epoch| {
        epoch.validation.target
    });
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch 1 to {}, cross entropy in nats</text>\n</svg>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 14.0,
        epochs.len()
    );
    svg
}
