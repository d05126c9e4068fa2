//! Chart of losses over epochs.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;

pub(crate) struct LossLine {
    pub(crate) name: &'static str,
    pub(crate) colour: &'static str,
    pub(crate) losses: Vec<f64>,
}

/// `unit` is that of the losses.
pub(crate) fn loss_chart(title: &str, unit: &str, lines: &[LossLine]) -> String {
    let losses = lines.iter().flat_map(|line| &line.losses);
    let (min, max) = losses.fold((f64::MAX, f64::MIN), |(min, max), &loss| {
        (min.min(loss), max.max(loss))
    });
    let span = (max - min).max(1e-9);
    let epochs = lines
        .iter()
        .map(|line| line.losses.len())
        .max()
        .unwrap_or(0);
    let last = epochs.max(2) as f64;
    let x = |index: usize| LEFT + index as f64 / (last - 1.0) * (WIDTH - LEFT - RIGHT);
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
    for (row, line) in lines.iter().enumerate() {
        let points = line.losses.iter().enumerate();
        let points: Vec<String> = points
            .map(|(index, &loss)| format!("{:.1},{:.1}", x(index), y(loss)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{colour}\">{}</text>",
            points.join(" "),
            WIDTH - RIGHT,
            TOP + 14.0 + 16.0 * row as f64,
            line.name,
            colour = line.colour,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch 1 to {epochs}, {unit}</text>\n</svg>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 14.0,
    );
    svg
}
