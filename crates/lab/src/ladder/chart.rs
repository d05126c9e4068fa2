//! The levels' ratings as a picture.

use std::fmt::Write as _;

use super::record::LevelRecord;
use super::table::title;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 120.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 46.0;
/// One for each game: told apart also by those who see no colours, by marks and names at the lines.
const COLOURS: [&str; 4] = ["#0b6e99", "#b3541e", "#3f7d20", "#7b4fa3"];

/// A line for each game: levels across, ratings with their intervals up.
#[must_use]
pub fn level_chart(records: &[LevelRecord]) -> String {
    let lines: Vec<(&LevelRecord, Vec<Point>)> = records
        .iter()
        .map(|record| (record, points(record)))
        .collect();
    let all = || lines.iter().flat_map(|(_, points)| points);
    let hundreds = |value: f64, up: bool| {
        let steps = value / 200.0;
        200.0 * if up { steps.ceil() } else { steps.floor() }
    };
    let low = hundreds(all().map(|p| p.1 - p.2).fold(1_000.0, f64::min), false);
    let high = hundreds(all().map(|p| p.1 + p.2).fold(1_000.0, f64::max), true);
    let most = all().map(|p| p.0).fold(2.0, f64::max);
    let x = |level: f64| LEFT + (level - 1.0) / (most - 1.0) * (WIDTH - LEFT - RIGHT);
    let y = |rating: f64| {
        HEIGHT - BOTTOM - (rating - low) / (high - low).max(1.0) * (HEIGHT - TOP - BOTTOM)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>Ratings of the levels</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    let mut add = |line: String| {
        // Writing to a text does not fail.
        let _ = writeln!(svg, "{line}");
    };
    let mut rating = low;
    while rating <= high {
        let at = y(rating);
        let end = WIDTH - RIGHT;
        let colour = if rating == 1_000.0 { "#888" } else { "#e4e4e4" };
        add(format!(
            "<path d=\"M{LEFT} {at:.1}H{end}\" stroke=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444\">{rating}</text>",
            LEFT - 8.0,
            at + 4.0
        ));
        rating += 200.0;
    }
    for level in 1..=most as u32 {
        add(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444\">{level}</text>",
            x(f64::from(level)),
            HEIGHT - BOTTOM + 18.0
        ));
    }
    add(format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444\">level (the two-ply \
         player has 1000)</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 8.0
    ));
    let mut names: Vec<(f64, &str, &str)> = Vec::new();
    for ((record, points), colour) in lines.iter().zip(COLOURS) {
        let path: Vec<String> = points
            .iter()
            .map(|&(level, rating, _)| format!("{:.1} {:.1}", x(level), y(rating)))
            .collect();
        add(format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join("L")
        ));
        for &(level, rating, error) in points {
            add(format!(
                "<path d=\"M{0:.1} {1:.1}V{2:.1}\" stroke=\"{colour}\"/>\
                 <circle cx=\"{0:.1}\" cy=\"{3:.1}\" r=\"3\" fill=\"{colour}\"/>",
                x(level),
                y(rating - error),
                y(rating + error),
                y(rating)
            ));
        }
        if let Some(&(_, rating, _)) = points.last() {
            names.push((y(rating), title(record), colour));
        }
    }
    // Names keep out of each other's way.
    names.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut lowest = f64::MIN;
    for (at, name, colour) in names {
        let at = at.max(lowest + 16.0);
        lowest = at;
        add(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            WIDTH - RIGHT + 10.0,
            at + 4.0
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Level, rating and error.
type Point = (f64, f64, f64);

fn points(record: &LevelRecord) -> Vec<Point> {
    let mut points: Vec<Point> = record
        .players
        .iter()
        .filter_map(|player| {
            let level: u32 = player.player.parse().ok()?;
            Some((
                f64::from(level),
                f64::from(player.rating),
                f64::from(player.error),
            ))
        })
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}
