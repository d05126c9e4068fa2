//! What a program tells of its search.

use crate::matches::contestant::Said;

/// A mate as centipawns.
const MATE: i32 = 30_000;

/// Takes from an `info` line what is said about the best line.
pub(super) fn hear(said: &mut Said, line: &str) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let mut heard = said.clone();
    while let Some(word) = words.next() {
        match word {
            // What follows are moves or anything at all.
            "string" | "pv" => break,
            // Only the best of several lines counts.
            "multipv" if words.clone().next() != Some("1") => return,
            "depth" => heard.depth = words.next().and_then(|n| n.parse().ok()),
            "nodes" => heard.nodes = words.next().and_then(|n| n.parse().ok()),
            "score" => {
                let score = (words.next(), words.next());
                if let (Some(kind), Some(value)) = score
                    && let Some(centipawns) = centipawns(kind, value)
                {
                    heard.score = Some(format!("{kind} {value}"));
                    heard.centipawns = Some(centipawns);
                }
            }
            _ => {}
        }
    }
    *said = heard;
}

/// `cp 35`, `mate 3`, and in USI also `mate +`, `mate -` and `mate -0`.
fn centipawns(kind: &str, value: &str) -> Option<i32> {
    match kind {
        "cp" => Some(value.parse::<i32>().ok()?.clamp(-MATE, MATE)),
        "mate" => {
            let distance = value.trim_start_matches(['+', '-']);
            let known = distance.is_empty() || distance.parse::<u32>().is_ok();
            // To be mated already is `mate 0` in UCI.
            let lost = value.starts_with('-') || value == "0";
            known.then_some(if lost { -MATE } else { MATE })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_on_the_best_line_counts() {
        let mut said = Said::default();
        for line in [
            "info depth 3 seldepth 5 score cp 12 nodes 100 pv 7g7f depth 9",
            "info depth 4 multipv 2 score cp -900 nodes 200",
            "info depth 4 multipv 1 score mate -3 nodes 300",
            "info string score cp 77",
            "score cp 5",
        ] {
            hear(&mut said, line);
        }
        assert_eq!(
            said,
            Said {
                score: Some("mate -3".into()),
                centipawns: Some(-MATE),
                depth: Some(4),
                nodes: Some(300),
            }
        );
    }

    #[test]
    fn scores_become_centipawns() {
        for (kind, value, expected) in [
            ("cp", "-35", Some(-35)),
            ("cp", "9999999", Some(MATE)),
            ("mate", "5", Some(MATE)),
            ("mate", "+", Some(MATE)),
            ("mate", "-", Some(-MATE)),
            ("mate", "-0", Some(-MATE)),
            ("mate", "0", Some(-MATE)),
            ("mate", "soon", None),
            ("cp", "x", None),
            ("wdl", "1", None),
        ] {
            assert_eq!(centipawns(kind, value), expected, "{kind} {value}");
        }
    }
}
