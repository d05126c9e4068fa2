//! Messages that report a search.

use komadai_engine::{Bound, Info, MateOutcome, MateResult, Score, SearchResult, WdlModel};
use komadai_uci::{BestMove, Checkmate, EngineMessage, ScoreValue};

use crate::job::Job;

/// `time_ms` is the time since `go`.
pub(crate) fn info(job: &Job, wdl: WdlModel, info: &Info, time_ms: u64) -> komadai_uci::Info {
    komadai_uci::Info {
        depth: Some(info.depth),
        seldepth: Some(info.seldepth),
        multi_pv: Some(info.pv_index),
        score: Some(komadai_uci::Score {
            value: score(info.score),
            bound: match info.bound {
                Bound::Exact => komadai_uci::Bound::Exact,
                Bound::Lower => komadai_uci::Bound::Lower,
                Bound::Upper => komadai_uci::Bound::Upper,
            },
        }),
        wdl: (job.show_wdl).then(|| wdl.win_draw_loss(info.score)),
        nodes: Some(info.nodes),
        nps: (info.nodes * 1_000).checked_div(time_ms),
        hash_full: Some(info.hashfull),
        time_ms: Some(time_ms),
        pv: info.pv.clone(),
        ..komadai_uci::Info::default()
    }
}

pub(crate) fn score(score: Score) -> ScoreValue {
    match score.mate_plies() {
        Some(plies) => ScoreValue::mate_in_plies(plies),
        None => ScoreValue::Centipawns(score.centipawns()),
    }
}

pub(crate) enum Found {
    /// `None` if the search failed or was not needed.
    Search(Option<SearchResult>),
    /// `None` if there was no memory for the solver.
    Mate(Option<MateResult>),
}

pub(crate) fn answer(job: &Job, found: Found) -> EngineMessage {
    match found {
        Found::Search(found) => EngineMessage::BestMove(best_move(job, found)),
        Found::Mate(found) if job.mate_only => EngineMessage::Checkmate(checkmate(found)),
        Found::Mate(found) => {
            EngineMessage::BestMove(match found.as_ref().map(|it| &it.line[..]) {
                Some([best, rest @ ..]) => BestMove::Move {
                    best: *best,
                    ponder: rest.first().copied(),
                },
                _ => best_move(job, None),
            })
        }
    }
}

/// USI's `go mate` accepts only a line of checks that ends in mate.
fn checkmate(found: Option<MateResult>) -> Checkmate {
    match found {
        Some(found) => match found.outcome {
            MateOutcome::Mate { .. } => Checkmate::Mate(found.line),
            MateOutcome::NoMate => Checkmate::NoMate,
            MateOutcome::Unknown => Checkmate::Timeout,
        },
        None => Checkmate::Timeout,
    }
}

fn best_move(job: &Job, found: Option<SearchResult>) -> BestMove {
    if job.declares {
        return BestMove::DeclareWin;
    }
    if found.as_ref().is_some_and(|found| resigns(job, found)) {
        return BestMove::Resign;
    }
    let best = found.as_ref().and_then(|found| found.best);
    // After a failed search any legal move is better than none.
    match best.or_else(|| job.game.position().legal_moves().first().copied()) {
        Some(best) => BestMove::Move {
            best,
            ponder: found.and_then(|found| found.ponder),
        },
        None => BestMove::without_legal_move(job.protocol.dialect),
    }
}

/// `true` if the score is low enough to resign. A lower bound does not tell.
fn resigns(job: &Job, found: &SearchResult) -> bool {
    let score = found.score.centipawns();
    found.bound != Bound::Lower && job.resigns_at.is_some_and(|limit| score <= limit)
}
