//! What differs between USI and UCI.

use komadai_engine::Score;
use komadai_notation::{fairy_fen, fairy_move, setup_text, usi_move};
use komadai_rules::{AnyPosition, GameId, Move};

/// Which protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The protocol of Shogi programs.
    Usi,
    /// The protocol of chess programs, spelled as Fairy-Stockfish does.
    Uci,
}

impl Dialect {
    /// The word that opens the protocol.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Uci => "uci",
        }
    }

    pub(crate) fn move_text(self, game: GameId, mv: Move) -> String {
        match self {
            Self::Usi => usi_move(game, mv),
            Self::Uci => fairy_move(game, mv),
        }
    }

    pub(crate) fn position_text(self, position: &AnyPosition) -> String {
        match self {
            Self::Usi => setup_text(&position.to_setup()),
            Self::Uci => fairy_fen(position),
        }
    }

    /// The answer where there is no move.
    pub(crate) const fn no_move(self) -> &'static str {
        match self {
            Self::Usi => "resign",
            Self::Uci => "(none)",
        }
    }

    /// A score; USI counts mates in plies, UCI in moves of the side that mates.
    pub(crate) fn score(self, score: Score) -> String {
        match (self, score.mate_plies()) {
            (Self::Uci, Some(plies)) => {
                let moves = if plies > 0 {
                    (plies + 1) / 2
                } else {
                    plies / 2
                };
                format!("mate {moves}")
            }
            // To be mated already is "mate -0" in USI.
            (Self::Usi, Some(0)) => "mate -0".into(),
            _ => score.to_string(),
        }
    }

    /// An option's name: USI permits no spaces and gives two options names of its own.
    pub(crate) fn option_name(self, name: &str) -> String {
        match (self, name) {
            (Self::Usi, "Hash" | "Ponder") => format!("USI_{name}"),
            (Self::Usi, _) => name.replace(' ', "_"),
            (Self::Uci, _) => name.into(),
        }
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
            assert_eq!(Dialect::Usi.score(score), usi);
            assert_eq!(Dialect::Uci.score(score), uci);
        }
    }
}
