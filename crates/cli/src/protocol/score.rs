//! Scores as each protocol writes them.

use komadai_engine::Score;
use komadai_notation::Dialect;

/// A score; USI counts mates in plies, UCI in moves of the side that mates.
pub(super) fn text(dialect: Dialect, score: Score) -> String {
    match (dialect, score.mate_plies()) {
        (Dialect::Uci, Some(plies)) => {
            let moves = if plies > 0 {
                (plies + 1) / 2
            } else {
                plies / 2
            };
            format!("mate {moves}")
        }
        // To be mated already is "mate -0" in USI.
        (Dialect::Usi, Some(0)) => "mate -0".into(),
        _ => score.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_plies_or_moves() {
        for (score, usi, uci) in [
            (Score::mate_in(1), "mate 1", "mate 1"),
            (Score::mate_in(3), "mate 3", "mate 2"),
            (Score::mated_in(2), "mate -2", "mate -1"),
            (Score::mated_in(0), "mate -0", "mate 0"),
            (Score::from_centipawns(-35), "cp -35", "cp -35"),
        ] {
            assert_eq!(text(Dialect::Usi, score), usi);
            assert_eq!(text(Dialect::Uci, score), uci);
        }
    }
}
