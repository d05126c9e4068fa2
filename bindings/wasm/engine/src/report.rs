//! Search reports and results for JavaScript.

use komadai_engine::{Bound, Info, Level, Score, WdlModel};
use komadai_rules::{Move, VariantId};
use serde::Serialize;

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ScoreInfo {
    /// Hundredths of a pawn, for the side to move.
    score: i32,
    /// Plies to mate; negative if the side to move is mated.
    mate: Option<i32>,
    /// `lower` and `upper` are bounds of a search that was stopped.
    #[cfg_attr(test, ts(type = "'exact' | 'lower' | 'upper'"))]
    bound: &'static str,
    /// Expected score of the side to move, in permille; a draw is half a win.
    win: u32,
}

impl ScoreInfo {
    fn new(wdl: WdlModel, score: Score, bound: Bound) -> ScoreInfo {
        let [win, draw, _] = wdl.win_draw_loss(score);
        ScoreInfo {
            score: score.centipawns(),
            mate: score.mate_plies(),
            bound: match bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            win: win + draw / 2,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchInfo {
    depth: u32,
    /// Number of the principal variation, from 1 for the best.
    pv_index: u32,
    seldepth: u32,
    #[serde(flatten)]
    score: ScoreInfo,
    nodes: u64,
    time_ms: u64,
    /// Fill of the hash table, in permille.
    hashfull: u32,
    pv: Vec<String>,
}

impl SearchInfo {
    pub(crate) fn of(variant: VariantId, wdl: WdlModel, info: &Info) -> SearchInfo {
        SearchInfo {
            depth: info.depth,
            pv_index: info.pv_index,
            seldepth: info.seldepth,
            score: ScoreInfo::new(wdl, info.score, info.bound),
            nodes: info.nodes,
            time_ms: info.time_ms,
            hashfull: info.hashfull,
            pv: line(variant, &info.pv),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SearchResult {
    /// The move to play; null only if the game is over.
    #[serde(rename = "move")]
    best: Option<String>,
    /// The side to move wins at once by declaring its entered king.
    declares: bool,
    /// The expected reply.
    ponder: Option<String>,
    #[serde(flatten)]
    score: ScoreInfo,
    depth: u32,
    nodes: u64,
    pv: Vec<String>,
}

impl SearchResult {
    pub(crate) fn of(
        variant: VariantId,
        wdl: WdlModel,
        found: &komadai_engine::SearchResult,
        declares: bool,
    ) -> SearchResult {
        SearchResult {
            best: found.best.map(|mv| mv.display(variant).to_string()),
            declares,
            ponder: found.ponder.map(|mv| mv.display(variant).to_string()),
            score: ScoreInfo::new(wdl, found.score, found.bound),
            depth: found.depth,
            nodes: found.nodes,
            pv: line(variant, &found.pv),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LevelInfo {
    #[cfg_attr(test, ts(type = "`${number}`"))]
    level: String,
    /// Elo; 1000 is a player with two plies of lookahead that counts pieces.
    rating: i32,
}

impl LevelInfo {
    pub(crate) fn new(level: Level, rating: i32) -> LevelInfo {
        LevelInfo {
            level: level.to_string(),
            rating,
        }
    }
}

pub(crate) fn line(variant: VariantId, moves: &[Move]) -> Vec<String> {
    moves
        .iter()
        .map(|mv| mv.display(variant).to_string())
        .collect()
}
