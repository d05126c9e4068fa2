//! Comparison of acknowledged moves with the log of a game.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentMove {
    pub text: String,
    /// Number of its event, once acknowledged.
    pub seq: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    Unreadable {
        answer: String,
    },
    Missing {
        /// Moves before it.
        ply: usize,
        text: String,
    },
    Doubled {
        ply: usize,
        text: String,
    },
    /// The log has another move than the acknowledged one, or one that was never sent.
    Different {
        ply: usize,
        sent: String,
        logged: String,
    },
    /// Two acknowledged moves have the same event number, or decreasing ones.
    Number {
        ply: usize,
        seq: u32,
    },
}

impl Fault {
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "game-unreadable",
            Self::Missing { .. } => "move-missing",
            Self::Doubled { .. } => "move-doubled",
            Self::Different { .. } => "move-different",
            Self::Number { .. } => "event-number",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { answer } => write!(f, "the game cannot be read: {answer}"),
            Self::Missing { ply, text } => {
                write!(f, "{text} was acknowledged at ply {ply} and is missing")
            }
            Self::Doubled { ply, text } => write!(f, "{text} is there twice, at ply {ply} again"),
            Self::Different { ply, sent, logged } => {
                write!(f, "at ply {ply} {sent} was sent and {logged} is there")
            }
            Self::Number { ply, seq } => {
                write!(
                    f,
                    "the move at ply {ply} was acknowledged as event {seq}, which is taken"
                )
            }
        }
    }
}

/// Compares the sent moves of a game with those in its log. A move that was never acknowledged may be in the log or
/// not.
#[must_use]
pub fn check_log(sent: &[SentMove], logged: &[String]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut last_seq = 0;
    for (ply, SentMove { text, seq }) in sent.iter().enumerate() {
        let Some(seq) = *seq else { continue };
        if seq <= last_seq {
            faults.push(Fault::Number { ply, seq });
        }
        last_seq = seq;
        if logged.len() <= ply {
            let text = text.clone();
            faults.push(Fault::Missing { ply, text });
        }
    }
    for (ply, text) in logged.iter().enumerate() {
        let expected = sent.get(ply).map(|sent| &sent.text);
        if expected == Some(text) {
            continue;
        }
        let text = text.clone();
        faults.push(if ply > 0 && logged[ply - 1] == text {
            Fault::Doubled { ply, text }
        } else if sent.get(ply + 1).is_some_and(|sent| sent.text == text) {
            let text = sent[ply].text.clone();
            Fault::Missing { ply, text }
        } else {
            Fault::Different {
                ply,
                sent: expected.cloned().unwrap_or_else(|| "nothing".into()),
                logged: text,
            }
        });
        // Later moves are shifted by this fault, so they are not compared.
        break;
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(acknowledged: usize) -> Vec<SentMove> {
        ["7g7f", "3c3d", "2g2f", "8c8d"]
            .iter()
            .enumerate()
            .map(|(ply, &text)| SentMove {
                text: text.into(),
                seq: (ply < acknowledged).then_some(5 + ply as u32),
            })
            .collect()
    }

    fn logged(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.into()).collect()
    }

    fn kinds(faults: &[Fault]) -> Vec<&str> {
        faults.iter().map(Fault::kind).collect()
    }

    #[test]
    fn a_whole_log_has_no_faults() {
        let all = logged(&["7g7f", "3c3d", "2g2f", "8c8d"]);
        assert_eq!(check_log(&sent(4), &all), []);
        // The last move was unacknowledged: both logs are correct.
        assert_eq!(check_log(&sent(3), &all), []);
        assert_eq!(check_log(&sent(3), &all[..3]), []);
    }

    #[test]
    fn a_missing_acknowledged_move_is_found() {
        let end = check_log(&sent(4), &logged(&["7g7f", "3c3d", "2g2f"]));
        assert_eq!(kinds(&end), ["move-missing"]);
        let middle = check_log(&sent(3), &logged(&["7g7f", "2g2f", "8c8d"]));
        assert_eq!(
            middle,
            [Fault::Missing {
                ply: 1,
                text: "3c3d".into()
            }]
        );
        let all = check_log(&sent(4), &[]);
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn a_doubled_move_is_found() {
        let log = logged(&["7g7f", "3c3d", "3c3d", "2g2f", "8c8d"]);
        assert_eq!(kinds(&check_log(&sent(4), &log)), ["move-doubled"]);
        let at_the_end = logged(&["7g7f", "3c3d", "2g2f", "8c8d", "8c8d"]);
        assert_eq!(kinds(&check_log(&sent(4), &at_the_end)), ["move-doubled"]);
    }

    #[test]
    fn a_different_move_is_found() {
        let log = logged(&["7g7f", "4c4d", "2g2f", "8c8d"]);
        assert_eq!(kinds(&check_log(&sent(4), &log)), ["move-different"]);
        let more = logged(&["7g7f", "3c3d", "2g2f", "8c8d", "6g6f"]);
        assert_eq!(kinds(&check_log(&sent(4), &more)), ["move-different"]);
    }

    #[test]
    fn two_moves_as_one_event_are_found() {
        let mut moves = sent(4);
        moves[2].seq = moves[1].seq;
        let log = logged(&["7g7f", "3c3d", "2g2f", "8c8d"]);
        assert_eq!(kinds(&check_log(&moves, &log)), ["event-number"]);
    }
}
