//! Chart of the levels' ratings.

use std::fmt::Write as _;

use super::record::LevelRecord;
use super::table::title;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 120.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 46.0;
/// One colour per variant; labels at the lines identify them without colours too.
const COLOURS: [&str; 4] = ["#0b6e99", "#b3541e", "#3f7d20", "#7b4fa3"];

/// Draws an SVG with a line per variant: ratings with their 95 % intervals over levels.
#[must_use]
pub fn level_chart(records: &[LevelRecord]) -> String {
    let lines: Vec<Line<'_>> = (records.iter().zip(COLOURS.iter().cycle()))
        .map(|(record, colour)| Line {
            name: title(record),
            colour,
            points: points(record),
        })
        .collect();
    let mut chart = Chart::new(&lines);
    chart.grid();
    for line in &lines {
        chart.line(line);
    }
    chart.names(&lines);
    chart.svg.push_str("</svg>\n");
    chart.svg
}

struct Line<'a> {
    name: &'a str,
    colour: &'static str,
    points: Vec<Point>,
}

struct Chart {
    svg: String,
    max_level: f64,
    low: f64,
    high: f64,
}

/// Ratings between two grid lines.
const GRID: f64 = 200.0;

impl Chart {
    fn new(lines: &[Line<'_>]) -> Self {
        let all = || lines.iter().flat_map(|line| &line.points);
        let low = all().map(|p| p.1 - p.2).fold(1_000.0, f64::min);
        let high = all().map(|p| p.1 + p.2).fold(1_000.0, f64::max);
        Chart {
            svg: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
                 font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n\
                 <title>Ratings of the levels</title>\n\
                 <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
            ),
            max_level: all().map(|p| p.0).fold(2.0, f64::max),
            low: (low / GRID).floor() * GRID,
            high: (high / GRID).ceil() * GRID,
        }
    }

    fn x(&self, level: f64) -> f64 {
        LEFT + (level - 1.0) / (self.max_level - 1.0) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, rating: f64) -> f64 {
        let share = (rating - self.low) / (self.high - self.low).max(1.0);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    fn add(&mut self, element: &str) {
        let _ = writeln!(self.svg, "{element}");
    }

    fn grid(&mut self) {
        let mut rating = self.low;
        while rating <= self.high {
            let y = self.y(rating);
            let end = WIDTH - RIGHT;
            let colour = if rating == 1_000.0 { "#888" } else { "#e4e4e4" };
            self.add(&format!(
                "<path d=\"M{LEFT} {y:.1}H{end}\" stroke=\"{colour}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444\">{rating}</text>",
                LEFT - 8.0,
                y + 4.0
            ));
            rating += GRID;
        }
        for level in 1..=self.max_level as u32 {
            self.add(&format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444\">{level}</text>",
                self.x(f64::from(level)),
                HEIGHT - BOTTOM + 18.0
            ));
        }
        self.add(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444\">level (the two-ply \
             player has 1000)</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 8.0
        ));
    }

    fn line(&mut self, line: &Line<'_>) {
        let colour = line.colour;
        let path: Vec<String> = (line.points.iter())
            .map(|&(level, rating, _)| format!("{:.1} {:.1}", self.x(level), self.y(rating)))
            .collect();
        self.add(&format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join("L")
        ));
        for &(level, rating, error) in &line.points {
            self.add(&format!(
                "<path d=\"M{0:.1} {1:.1}V{2:.1}\" stroke=\"{colour}\"/>\
                 <circle cx=\"{0:.1}\" cy=\"{3:.1}\" r=\"3\" fill=\"{colour}\"/>",
                self.x(level),
                self.y(rating - error),
                self.y(rating + error),
                self.y(rating)
            ));
        }
    }

    /// Labels the lines at their ends; labels that would overlap are moved apart.
    fn names(&mut self, lines: &[Line<'_>]) {
        let mut names: Vec<(f64, &Line<'_>)> = (lines.iter())
            .filter_map(|line| Some((self.y(line.points.last()?.1), line)))
            .collect();
        names.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut lowest = f64::MIN;
        for (y, line) in names {
            lowest = y.max(lowest + 16.0);
            self.add(&format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{}\">{}</text>",
                WIDTH - RIGHT + 10.0,
                lowest + 4.0,
                line.colour,
                line.name
            ));
        }
    }
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
