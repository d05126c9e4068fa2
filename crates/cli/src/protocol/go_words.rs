//! The words behind `go`. Whoever sends them waits for a move: what can't be understood is left out
//! and told, and the rest is searched.

use std::iter::Peekable;
use std::str::SplitWhitespace;

use komadai_notation::Dialect;
use komadai_rules::Side;

use super::command::{Command, shorten};
use super::go::{Go, Milliseconds};

/// Words with a meaning of their own: no move is called so.
const KNOWN: [&str; 14] = [
    "infinite",
    "ponder",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movestogo",
    "mate",
    "perft",
    "searchmoves",
];

struct Words<'a> {
    left: Peekable<SplitWhitespace<'a>>,
    complaints: Vec<String>,
}

impl<'a> Words<'a> {
    /// The next word, unless it has a meaning of its own.
    fn argument(&mut self) -> Option<&'a str> {
        self.left.next_if(|word| !KNOWN.contains(word))
    }

    /// The number behind a word. Negative ones, which some programs send for clocks that ran out, are 0.
    fn number(&mut self, name: &str) -> Option<Milliseconds> {
        let complaint = match self.argument() {
            None => format!("{name} needs a number"),
            Some(word) => match word.parse::<i64>() {
                Ok(number) => return Some(u64::try_from(number).unwrap_or(0)),
                Err(_) => format!("{name} needs a number, not \"{}\"", shorten(word)),
            },
        };
        self.complaints.push(complaint);
        None
    }
}

/// Reads what stands behind `go`. Only counting positions without a depth is an error: it is answered
/// by no move.
pub(super) fn read(rest: &str, dialect: Dialect) -> Result<Command<'_>, String> {
    let mut go = Go::default();
    let mut words = Words {
        left: rest.split_whitespace().peekable(),
        complaints: Vec::new(),
    };
    while let Some(word) = words.left.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => {
                let depth = words.number(word).map(|depth| depth.try_into());
                go.depth = depth.map(|depth| depth.unwrap_or(u32::MAX)).or(go.depth);
            }
            "nodes" => go.nodes = words.number(word).or(go.nodes),
            "movetime" => go.move_time = words.number(word).or(go.move_time),
            "movestogo" => {
                let moves = words.number(word).map(|moves| moves.max(1));
                go.moves_to_go = moves.or(go.moves_to_go);
            }
            "btime" | "wtime" | "binc" | "winc" => {
                let Some(ms) = words.number(word) else {
                    continue;
                };
                let black = dialect.black();
                let clock = go.clock_mut(if word.starts_with('b') { black } else { !black });
                if word.ends_with("time") {
                    clock.left_ms = ms;
                } else {
                    clock.increment_ms = ms;
                }
            }
            "byoyomi" => {
                let Some(ms) = words.number(word) else {
                    continue;
                };
                for side in Side::BOTH {
                    go.clock_mut(side).byoyomi_ms = ms;
                }
            }
            "mate" => {
                let endless = words.left.next_if(|next| *next == "infinite").is_some();
                let named = words.left.peek().is_some_and(|next| !KNOWN.contains(next));
                go.mate = Some(if endless || !named {
                    None
                } else {
                    words.number(word)
                });
            }
            "perft" => {
                return match words.number(word) {
                    Some(depth) => Ok(Command::Perft(depth.try_into().unwrap_or(u32::MAX))),
                    None => Err(words.complaints.pop().unwrap_or_default()),
                };
            }
            "searchmoves" => {
                while let Some(text) = words.argument() {
                    go.moves.push(text);
                }
            }
            _ => {
                let complaint = format!("unknown limit \"{}\" of go", shorten(word));
                words.complaints.push(complaint);
            }
        }
    }
    go.complaints = words.complaints;
    Ok(Command::Go(go))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str, dialect: Dialect) -> Go<'_> {
        match read(line, dialect) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_first_player_is_black_in_usi_and_white_in_uci() {
        let line = "btime 1000 wtime 2000 binc 10 winc 20 byoyomi 30";
        let usi = go_of(line, Dialect::Usi).clock.unwrap();
        let uci = go_of(line, Dialect::Uci).clock.unwrap();
        assert_eq!(usi[Side::First.index()].left_ms, 1000);
        assert_eq!(uci[Side::First.index()].left_ms, 2000);
        assert_eq!(uci[Side::Second.index()].increment_ms, 10);
        assert_eq!(usi[Side::Second.index()].byoyomi_ms, 30);
    }

    #[test]
    fn limits_are_read() {
        let go = go_of("depth 4 nodes 100 movetime -5 movestogo 0", Dialect::Uci);
        assert_eq!(
            (go.depth, go.nodes, go.move_time),
            (Some(4), Some(100), Some(0))
        );
        assert_eq!(go.moves_to_go, Some(1));
        for (line, mate) in [
            ("mate infinite", Some(None)),
            ("mate 500", Some(Some(500))),
            ("mate", Some(None)),
            ("mate depth 3", Some(None)),
            ("depth 3", None),
        ] {
            let go = go_of(line, Dialect::Usi);
            assert_eq!((go.mate, go.complaints.len()), (mate, 0), "{line}");
        }
    }

    #[test]
    fn words_behind_searchmoves_were_all_taken_as_moves() {
        for line in [
            "searchmoves e2e4 d2d4 depth 5 nodes 9",
            "depth 5 searchmoves e2e4 d2d4 nodes 9",
            "depth 5 nodes 9 searchmoves e2e4 d2d4",
            "searchmoves e2e4 depth 5 nodes 9 searchmoves d2d4",
        ] {
            let go = go_of(line, Dialect::Uci);
            assert_eq!(go.moves, ["e2e4", "d2d4"], "{line}");
            assert_eq!((go.depth, go.nodes), (Some(5), Some(9)), "{line}");
            assert!(go.complaints.is_empty(), "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_left_out_and_told() {
        for (line, complaint) in [
            ("depth", "depth needs a number"),
            ("depth nodes 7", "depth needs a number"),
            ("depth x nodes 7", "depth needs a number, not \"x\""),
            ("fast nodes 7", "unknown limit \"fast\" of go"),
            ("mate soon", "mate needs a number, not \"soon\""),
            (
                "nodes 99999999999999999999",
                "nodes needs a number, not \"99999999999999999999\"",
            ),
        ] {
            let go = go_of(line, Dialect::Uci);
            assert_eq!(go.complaints, [complaint], "{line}");
            assert_eq!(go.nodes, line.ends_with(" 7").then_some(7), "{line}");
        }
        assert!(read("perft", Dialect::Uci).is_err());
        assert!(read("perft many", Dialect::Uci).is_err());
    }
}
