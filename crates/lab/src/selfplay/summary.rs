//! Summary of self-play files: results, positions left out of training, distributions.

use komadai_engine::fnv1a;
use komadai_rules::{Side, VariantId};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::game::{SelfPlayEnd, SelfPlayGame};
use super::reader::SelfPlayReader;
use super::sample::{Sample, SampleCounts, SampleFilter, Sampler, is_held_out};
use crate::record_file::{Record as _, RecordFileError};

pub(super) const PLIES_PER_ROW: u16 = 20;
pub(super) const CENTIPAWNS_PER_ROW: i16 = 250;

/// Positions in a range of plies or scores, by the result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DataRow {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

impl DataRow {
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Mean result, from 0 to 1; 0.5 without a position.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self.positions() {
            0 => 0.5,
            all => (self.won as f64 + self.drawn as f64 / 2.0) / all as f64,
        }
    }

    fn add(&mut self, result: i8) {
        match result {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct DataSummary {
    pub games: u64,
    /// Games with the same moves as an earlier one.
    pub repeated_games: u64,
    /// Games won by the first player, drawn, won by the second.
    pub results: [u64; 3],
    /// Games that ended by the rules, adjudicated, with a mate found.
    pub ends: [u64; 3],
    /// Positions with a score.
    pub positions: u64,
    /// Positions kept for training or validation, and positions left out.
    pub counts: SampleCounts,
    /// Kept positions in held-out games.
    pub held_out: u64,
    /// Kept positions by ply, `PLIES_PER_ROW` a row.
    pub by_ply: Vec<DataRow>,
    /// Kept positions by score for the side to move, `CENTIPAWNS_PER_ROW` a row, the middle row around 0.
    pub by_score: Vec<DataRow>,
    max_score: i16,
    seen: HashSet<u64>,
}

impl DataSummary {
    /// Reads at most `games` games of each file and passes every kept position to `each`, with `true` if
    /// it is held out.
    ///
    /// # Errors
    /// If a file can't be read, has games of another variant than the first one, or an illegal move.
    pub fn read(
        files: &[PathBuf],
        games: u32,
        each: &mut dyn FnMut(&Sample, bool),
    ) -> Result<(Option<VariantId>, Self), RecordFileError> {
        let filter = SampleFilter::default();
        let mut summary = DataSummary {
            max_score: filter.max_score,
            ..DataSummary::default()
        };
        let mut sampler = Sampler::new(filter);
        let mut variant = None;
        for path in files {
            let reader = SelfPlayReader::open(path)?;
            let found = reader.variant();
            match *variant.get_or_insert(found) {
                first if first != found => return Err(other_game(path, found, first)),
                _ => summary.add_file(
                    path,
                    reader.take(games as usize),
                    found,
                    &mut sampler,
                    each,
                )?,
            }
        }
        summary.counts = sampler.counts();
        summary.seen = HashSet::new();
        Ok((variant, summary))
    }

    fn add_file(
        &mut self,
        path: &Path,
        games: impl Iterator<Item = Result<SelfPlayGame, RecordFileError>>,
        variant: VariantId,
        sampler: &mut Sampler,
        each: &mut dyn FnMut(&Sample, bool),
    ) -> Result<(), RecordFileError> {
        for played in games {
            let played = played?;
            let samples = sampler.samples(variant, &played);
            let samples = samples.map_err(|error| RecordFileError::Record {
                path: path.into(),
                place: format!("game {}", error.game),
                why: error.to_string(),
            })?;
            self.add_game(&played);
            let held_out = is_held_out(played.number);
            for sample in &samples {
                self.add_sample(sample, held_out);
                each(sample, held_out);
            }
        }
        Ok(())
    }

    fn add_game(&mut self, played: &SelfPlayGame) {
        self.games += 1;
        self.positions += played.moves.len() as u64;
        self.results[match played.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        }] += 1;
        self.ends[match played.end {
            SelfPlayEnd::Rules => 0,
            SelfPlayEnd::Adjudication => 1,
            SelfPlayEnd::MateFound => 2,
        }] += 1;
        let moves: Vec<u8> = played
            .all_moves()
            .flat_map(|mv| mv.raw().to_le_bytes())
            .collect();
        if !self.seen.insert(fnv1a::hash(&moves)) {
            self.repeated_games += 1;
        }
    }

    fn add_sample(&mut self, sample: &Sample, held_out: bool) {
        self.held_out += u64::from(held_out);
        let row = usize::from(sample.ply / PLIES_PER_ROW);
        if self.by_ply.len() <= row {
            self.by_ply.resize(row + 1, DataRow::default());
        }
        self.by_ply[row].add(sample.result);
        let middle = usize::from(
            self.max_score
                .unsigned_abs()
                .div_ceil(CENTIPAWNS_PER_ROW as u16),
        );
        self.by_score.resize(2 * middle + 1, DataRow::default());
        let half = i32::from(CENTIPAWNS_PER_ROW) / 2;
        let offset = (i32::from(sample.score) + half).div_euclid(i32::from(CENTIPAWNS_PER_ROW));
        let row = (middle as i32 + offset).clamp(0, 2 * middle as i32);
        self.by_score[row as usize].add(sample.result);
    }

    /// Rows of `by_ply` with the first ply of each.
    pub fn plies(&self) -> impl Iterator<Item = (i32, DataRow)> + '_ {
        let rows = self.by_ply.iter().enumerate();
        rows.map(|(row, &found)| (row as i32 * i32::from(PLIES_PER_ROW), found))
    }

    /// Rows of `by_score` with the middle score of each.
    pub fn scores(&self) -> impl Iterator<Item = (i32, DataRow)> + '_ {
        let middle = self.by_score.len() as i32 / 2;
        let rows = self.by_score.iter().enumerate();
        rows.map(move |(row, &found)| {
            ((row as i32 - middle) * i32::from(CENTIPAWNS_PER_ROW), found)
        })
    }

    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 560\" \
             font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{title}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"56\" y=\"20\" font-size=\"14\">{title}</text>\n"
        );
        let plies: Vec<(i32, DataRow)> = self.plies().collect();
        let scores: Vec<(i32, DataRow)> = self.scores().collect();
        panel(&mut svg, 40.0, "by ply", &plies);
        panel(
            &mut svg,
            300.0,
            "by score in centipawns for the side to move",
            &scores,
        );
        svg.push_str("</svg>\n");
        svg
    }
}

/// Draws a bar for each row and a line of mean results, from 0 at the bottom to 1 at the top.
fn panel(svg: &mut String, top: f64, name: &str, rows: &[(i32, DataRow)]) {
    const LEFT: f64 = 56.0;
    const WIDTH: f64 = 560.0;
    const HEIGHT: f64 = 200.0;
    let most = rows.iter().map(|(_, row)| row.positions()).max();
    let most = most.unwrap_or(0).max(1) as f64;
    let step = WIDTH / rows.len().max(1) as f64;
    let bottom = top + HEIGHT;
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{}\">{name}</text>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#c40\">mean result</text>\
         <path d=\"M{LEFT} {bottom}H{}\" stroke=\"#888\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most:.0}</text>",
        top + 12.0,
        LEFT + WIDTH,
        top + 12.0,
        LEFT + WIDTH,
        LEFT - 4.0,
        top + 24.0,
    );
    let scale = (HEIGHT - 20.0) / most;
    let mut points = Vec::new();
    for (index, (at, row)) in rows.iter().enumerate() {
        let x = LEFT + index as f64 * step;
        let height = row.positions() as f64 * scale;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#0a6\" \
             fill-opacity=\"0.6\"/>",
            bottom - height,
            step * 0.9,
        );
        if row.positions() > 0 {
            let y = bottom - row.mean() * (HEIGHT - 20.0);
            points.push(format!("{:.1},{y:.1}", x + step * 0.45));
        }
        if index % rows.len().div_ceil(12).max(1) == 0 {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{at}</text>",
                x + step * 0.45,
                bottom + 14.0
            );
        }
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#c40\" stroke-width=\"2\"/>",
        points.join(" ")
    );
}

fn other_game(path: &Path, found: VariantId, first: VariantId) -> RecordFileError {
    RecordFileError::Header {
        path: path.into(),
        expected: SelfPlayGame::FILE,
        why: format!("names {found}, where the files before have {first}"),
    }
}
