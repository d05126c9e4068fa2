use komadai_notation::Dialect;
use komadai_uci::{Info, ScoreValue};

use crate::matches::contestant::SearchInfo;

const MATE: i32 = 30_000;

/// Merges an `info` message about the best move.
pub(super) fn update(known: &mut SearchInfo, info: &Info, dialect: Dialect) {
    // Of several principal variations only the first counts.
    if info.multi_pv.is_some_and(|number| number != 1) {
        return;
    }
    if let Some(score) = info.score {
        known.score = Some(score.value.to_text(dialect));
        known.centipawns = Some(centipawns(score.value));
    }
    known.depth = info.depth.or(known.depth);
    known.nodes = info.nodes.or(known.nodes);
}

fn centipawns(score: ScoreValue) -> i32 {
    match score {
        ScoreValue::Centipawns(value) => value.clamp(-MATE, MATE),
        ScoreValue::Mate(_) => MATE,
        ScoreValue::Mated(_) => -MATE,
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::VariantId;
    use komadai_uci::{EngineMessage, Protocol};

    use super::*;

    fn after(dialect: Dialect, lines: &[&str]) -> SearchInfo {
        let protocol = Protocol::new(dialect, VariantId::Shogi);
        let mut known = SearchInfo::default();
        for line in lines {
            if let Ok(EngineMessage::Info(info)) = EngineMessage::parse(line, protocol) {
                update(&mut known, &info, dialect);
            }
        }
        known
    }

    #[test]
    fn the_last_info_about_the_best_move_counts() {
        let known = after(
            Dialect::Usi,
            &[
                "info depth 3 seldepth 5 score cp 12 nodes 100 pv 7g7f",
                "info depth 4 multipv 2 score cp -900 nodes 200",
                "info depth 4 multipv 1 score mate -3 nodes 300",
                "info string score cp 77",
                "score cp 5",
            ],
        );
        let expected = SearchInfo {
            score: Some("mate -3".into()),
            centipawns: Some(-MATE),
            depth: Some(4),
            nodes: Some(300),
        };
        assert_eq!(known, expected);
    }

    #[test]
    fn scores_keep_the_unit_of_the_protocol() {
        for (dialect, score, centipawns) in [
            (Dialect::Usi, "mate 4", MATE),
            (Dialect::Uci, "mate 4", MATE),
            (Dialect::Uci, "mate -4", -MATE),
            (Dialect::Uci, "mate 0", -MATE),
            (Dialect::Usi, "mate +", MATE),
            (Dialect::Usi, "mate -0", -MATE),
            (Dialect::Uci, "cp -35", -35),
        ] {
            let known = after(dialect, &[&format!("info score {score}")]);
            assert_eq!(known.score.as_deref(), Some(score));
            assert_eq!(known.centipawns, Some(centipawns), "{score}");
        }
        let known = after(Dialect::Uci, &["info score cp 9999999"]);
        assert_eq!(known.centipawns, Some(MATE));
    }
}
