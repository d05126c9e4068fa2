//! What a search reports and finds, as it crosses the boundary.

use komadai_engine::{Bound, Info, Level, Score, WdlModel};
use komadai_notation::move_text;
use komadai_rules::{Move, VariantId};
use serde::Serialize;

/// What a score is worth.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ScoreInfo {
    /// Hundredths of a pawn, for the side to move.
    score: i32,
    /// Plies to mate; negative when the side to move is mated.
    mate: Option<i32>,
    /// Whether the score is exact. Where a search was broken off, it may be no worse than it says
    /// (`lower`), or no better (`upper`).
    #[cfg_attr(test, ts(type = "'exact' | 'lower' | 'upper'"))]
    bound: &'static str,
    /// Wins to be expected of the side to move, per mille; half of the draws are counted as such.
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

/// One principal variation of one iteration.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchInfo {
    depth: u32,
    /// Which principal variation it is, from 1, the best.
    pv_index: u32,
    seldepth: u32,
    #[serde(flatten)]
    score: ScoreInfo,
    nodes: u64,
    time_ms: u64,
    /// Share of the hash table in use, per mille.
    hashfull: u32,
    /// The principal variation.
    pv: Vec<String>,
}

impl SearchInfo {
    pub(crate) fn of(game: VariantId, wdl: WdlModel, info: &Info) -> SearchInfo {
        SearchInfo {
            depth: info.depth,
            pv_index: info.pv_index,
            seldepth: info.seldepth,
            score: ScoreInfo::new(wdl, info.score, info.bound),
            nodes: info.nodes,
            time_ms: info.time_ms,
            hashfull: info.hashfull,
            pv: line(game, &info.pv),
        }
    }
}

/// What the search found.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SearchResult {
    /// The move to play; nothing only when the game is over.
    #[serde(rename = "move")]
    best: Option<String>,
    /// The side to move wins at once by declaring that its king has entered.
    declares: bool,
    /// The reply it expects.
    ponder: Option<String>,
    #[serde(flatten)]
    score: ScoreInfo,
    depth: u32,
    nodes: u64,
    /// The principal variation.
    pv: Vec<String>,
}

impl SearchResult {
    pub(crate) fn of(
        game: VariantId,
        wdl: WdlModel,
        found: &komadai_engine::SearchResult,
        declares: bool,
    ) -> SearchResult {
        SearchResult {
            best: found.best.map(|m| move_text(game, m)),
            declares,
            ponder: found.ponder.map(|m| move_text(game, m)),
            score: ScoreInfo::new(wdl, found.score, found.bound),
            depth: found.depth,
            nodes: found.nodes,
            pv: line(game, &found.pv),
        }
    }
}

/// A numbered level of one game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LevelInfo {
    #[cfg_attr(test, ts(type = "`${number}`"))]
    level: String,
    /// In Elo, where a player that looks two plies ahead and counts pieces has 1000.
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

/// Moves as texts.
pub(crate) fn line(game: VariantId, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|m| move_text(game, *m)).collect()
}
