use alloc::string::String;
use core::iter::Peekable;
use core::str::SplitWhitespace;

use komadai_notation::Dialect;

use crate::go::{Go, GoProblem, MateLimit};
use crate::protocol::Protocol;
use crate::text::word_excerpt;

/// The keywords of `go`. None of them is a move or a number.
const WORDS: [&str; 13] = [
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
    "searchmoves",
];

struct Parser<'a> {
    protocol: Protocol,
    words: Peekable<SplitWhitespace<'a>>,
    go: Go,
}

impl Go {
    /// Reads the text after `go`. Unreadable words are listed in `problems`.
    pub(crate) fn read(rest: &str, protocol: Protocol) -> Self {
        let mut parser = Parser {
            protocol,
            words: rest.split_whitespace().peekable(),
            go: Go::default(),
        };
        while let Some(word) = parser.words.next() {
            parser.read_word(word);
        }
        parser.go.clocks = parser.go.clocks.read_as(protocol.dialect);
        parser.go
    }
}

impl<'a> Parser<'a> {
    fn read_word(&mut self, word: &'a str) {
        match word {
            "infinite" => self.go.infinite = true,
            "ponder" => self.go.ponder = true,
            "depth" => self.go.depth = self.small_number(word).or(self.go.depth),
            "nodes" => self.go.nodes = self.number(word).or(self.go.nodes),
            "movetime" => self.go.move_time_ms = self.number(word).or(self.go.move_time_ms),
            "movestogo" => {
                let moves = self.small_number(word).map(|moves| moves.max(1));
                self.go.moves_to_go = moves.or(self.go.moves_to_go);
            }
            "btime" | "wtime" | "binc" | "winc" => self.read_clock(word),
            "byoyomi" => {
                let byoyomi = self.number(word);
                self.go.clocks.byoyomi_ms = byoyomi.or(self.go.clocks.byoyomi_ms);
            }
            "mate" => self.read_mate(word),
            "searchmoves" => self.read_moves(),
            _ => self.report(GoProblem::UnknownWord(word_excerpt(word))),
        }
    }

    fn report(&mut self, problem: GoProblem) {
        self.go.problems.push(problem);
    }

    /// The next word, unless it is a keyword of `go`.
    fn argument(&mut self) -> Option<&'a str> {
        self.words.next_if(|word| !WORDS.contains(word))
    }

    fn number(&mut self, word: &str) -> Option<u64> {
        let word = String::from(word);
        let Some(text) = self.argument() else {
            self.report(GoProblem::MissingNumber { word });
            return None;
        };
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let negative = text.parse::<i64>().is_ok();
        let text = word_excerpt(text);
        if negative {
            self.report(GoProblem::NegativeNumber { word, text });
            return Some(0);
        }
        self.report(GoProblem::BadNumber { word, text });
        None
    }

    /// A number, saturated at `u32::MAX`.
    fn small_number(&mut self, word: &str) -> Option<u32> {
        let number = self.number(word)?;
        Some(u32::try_from(number).unwrap_or(u32::MAX))
    }

    fn read_clock(&mut self, word: &str) {
        let Some(ms) = self.number(word) else {
            return;
        };
        let black = self.protocol.dialect.black();
        let side = if word.starts_with('b') { black } else { !black };
        let clocks = &mut self.go.clocks;
        let pair = if word.ends_with("time") {
            &mut clocks.time_ms
        } else {
            &mut clocks.increment_ms
        };
        pair[side.index()] = Some(ms);
    }

    /// `mate` alone has no limit.
    fn read_mate(&mut self, word: &str) {
        let endless = self.words.next_if(|next| *next == "infinite").is_some();
        let has_limit = !endless && self.words.peek().is_some_and(|next| !WORDS.contains(next));
        let limit = if has_limit { self.number(word) } else { None };
        self.go.mate = Some(match (limit, self.protocol.dialect) {
            (None, _) => MateLimit::Unlimited,
            (Some(ms), Dialect::Usi) => MateLimit::TimeMs(ms),
            (Some(moves), Dialect::Uci) => MateLimit::Moves(moves),
        });
    }

    /// The moves end at the next keyword.
    fn read_moves(&mut self) {
        while let Some(word) = self.argument() {
            match self.protocol.read_move(word) {
                Ok(mv) => self.go.search_moves.push(mv),
                Err(source) => {
                    let text = word_excerpt(word);
                    self.report(GoProblem::BadMove { text, source });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Clocks;
    use alloc::format;
    use alloc::string::ToString as _;
    use alloc::vec::Vec;
    use komadai_rules::{Side, VariantId};

    fn read(line: &str, dialect: Dialect) -> Go {
        Go::read(line, Protocol::new(dialect, VariantId::Shogun))
    }

    #[test]
    fn the_first_player_is_black_in_usi_and_white_in_uci() {
        let line = "btime 1000 wtime 2000 binc 10 winc 20 byoyomi 30";
        let [first, second] = Side::BOTH.map(Side::index);
        let usi = read(line, Dialect::Usi).clocks;
        let uci = read(line, Dialect::Uci).clocks;
        assert_eq!(usi.time_ms[first], Some(1_010));
        assert_eq!(uci.time_ms[first], Some(2_000));
        assert_eq!(uci.increment_ms[second], Some(10));
        assert_eq!((usi.byoyomi_ms, uci.byoyomi_ms), (Some(30), Some(30)));
    }

    #[test]
    fn the_increment_is_part_of_the_time_in_uci_and_beside_it_in_usi() {
        let [first, second] = Side::BOTH.map(Side::index);
        for (line, usi, uci) in [
            ("binc 100 btime 0", Some(100), Some(0)),
            ("btime 5 byoyomi 30", Some(5), Some(5)),
            ("binc 100", None, None),
        ] {
            let time =
                |dialect: Dialect| read(line, dialect).clocks.time_ms[dialect.black().index()];
            assert_eq!(
                (time(Dialect::Usi), time(Dialect::Uci)),
                (usi, uci),
                "{line}"
            );
        }
        let clocks = |time_ms: [u64; 2]| Clocks {
            time_ms: time_ms.map(Some),
            increment_ms: [Some(100); 2],
            byoyomi_ms: None,
        };
        let text = |clocks, dialect| {
            let go = Go {
                clocks,
                ..Go::default()
            };
            let mut line = String::new();
            go.push(&mut line, Protocol::new(dialect, VariantId::Shogi));
            line
        };
        let usual = clocks([1_100, 2_000]);
        let usi = text(usual, Dialect::Usi);
        assert_eq!(usi, " btime 1000 wtime 1900 binc 100 winc 100");
        let uci = text(usual, Dialect::Uci);
        assert_eq!(uci, " btime 2000 wtime 1100 binc 100 winc 100");
        for dialect in [Dialect::Usi, Dialect::Uci] {
            for clocks in [usual, clocks([0, u64::MAX])] {
                let back = read(&text(clocks, dialect), dialect).clocks;
                assert_eq!(back.time_ms, clocks.time_ms);
            }
        }
        // Before the first move of a game without main time.
        let line = text(clocks([0, 60]), Dialect::Usi);
        assert_eq!(line, " btime 0 wtime 0 binc 0 winc 60");
        let back = read(&line, Dialect::Usi).clocks;
        assert_eq!(
            (back.time_ms[first], back.time_ms[second]),
            (Some(0), Some(60))
        );
    }

    #[test]
    fn limits_are_read() {
        let go = read("depth 4 nodes 100 movetime 5 movestogo 0", Dialect::Uci);
        let limits = (go.depth, go.nodes, go.move_time_ms, go.moves_to_go);
        assert_eq!(limits, (Some(4), Some(100), Some(5), Some(1)));
        for (line, usi, uci) in [
            ("mate infinite", MateLimit::Unlimited, MateLimit::Unlimited),
            ("mate 500", MateLimit::TimeMs(500), MateLimit::Moves(500)),
            ("mate", MateLimit::Unlimited, MateLimit::Unlimited),
            ("mate depth 3", MateLimit::Unlimited, MateLimit::Unlimited),
        ] {
            for (dialect, mate) in [(Dialect::Usi, usi), (Dialect::Uci, uci)] {
                let go = read(line, dialect);
                assert_eq!((go.mate, go.problems.len()), (Some(mate), 0), "{line}");
            }
        }
    }

    #[test]
    fn search_moves_end_at_the_next_word_of_go() {
        for line in [
            "searchmoves e2e4 d2d4 depth 5 nodes 9",
            "depth 5 searchmoves e2e4 d2d4 nodes 9",
            "depth 5 nodes 9 searchmoves e2e4 d2d4",
            "searchmoves e2e4 depth 5 nodes 9 searchmoves d2d4",
        ] {
            let go = read(line, Dialect::Uci);
            assert_eq!(go.search_moves.len(), 2, "{line}");
            assert_eq!((go.depth, go.nodes), (Some(5), Some(9)), "{line}");
            assert!(go.problems.is_empty(), "{line}");
        }
    }

    #[test]
    fn unreadable_words_are_reported_as_problems() {
        for (line, problem) in [
            ("depth", "depth needs a number"),
            ("depth nodes 7", "depth needs a number"),
            ("depth x nodes 7", "depth needs a number, not \"x\""),
            ("fast nodes 7", "unknown limit \"fast\" of go"),
            ("mate soon", "mate needs a number, not \"soon\""),
            ("btime abc", "btime needs a number, not \"abc\""),
            ("wtime -50 nodes 7", "wtime is negative: -50 is taken as 0"),
            (
                "nodes 99999999999999999999",
                "nodes needs a number, not \"99999999999999999999\"",
            ),
        ] {
            let go = read(line, Dialect::Uci);
            let problems: Vec<_> = go.problems.iter().map(|p| p.to_string()).collect();
            assert_eq!(problems, [problem], "{line}");
            assert_eq!(go.nodes, line.ends_with(" 7").then_some(7), "{line}");
        }
        let go = read("searchmoves zz e2e4", Dialect::Uci);
        assert_eq!((go.problems.len(), go.search_moves.len()), (1, 1));
        assert!(format!("{}", go.problems[0]).starts_with("bad move: "));
    }
}
