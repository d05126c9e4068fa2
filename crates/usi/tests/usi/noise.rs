//! Fuzzing with thousands of random lines: every answer is valid in the protocol, and the engine still
//! answers at the end.

use crate::support::komadai_engine;

/// Small numbers keep searches short.
const WORDS: &[&str] = &[
    "usi",
    "uci",
    "isready",
    "usinewgame",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "sfen",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "winc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "stop",
    "ponderhit",
    "gameover",
    "win",
    "d",
    "eval",
    "compiler",
    "debug",
    "on",
    "UCI_Variant",
    "USI_Variant",
    "Threads",
    "MultiPV",
    "Level",
    "Skill",
    "UCI_Elo",
    "UCI_LimitStrength",
    "EnteringKingRule",
    "MaxMovesToDraw",
    "ResignValue",
    "Repetition",
    "N",
    "Move",
    "Rule",
    "Overhead",
    "Slow",
    "Mover",
    "MinimumThinkingTime",
    "PvInterval",
    "EvalFile",
    "true",
    "false",
    "easy",
    "full",
    "default",
    "shogi",
    "minishogi",
    "torishogi",
    "shogun",
    "chess",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-0",
    "1e3",
    "0x10",
    "99999999999999999999999",
    "7g7f",
    "3c3d",
    "8h2b+",
    "P*5e",
    "c3c4",
    "e2e4",
    "P@e5",
    "a1a9",
    "0000",
    "resign",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
    "rbsgk/4p/5/P4/KGSBR",
    "4k4/9/9/9/9/9/9/9/4K4",
    "8/8/8/8/8/8/8/8",
    "b",
    "w",
    "-",
    "2P3p",
    "[]",
    "[Pp]",
    "KQkq",
    "５七",
    "\u{0}",
    "\u{7}",
    "\u{1b}[2J",
    "\"",
    "\\",
    "🦀",
    "…",
];

/// Reproducible random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

fn noise(seed: u64, lines: usize) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::new();
    for _ in 0..lines {
        // Often starts with a valid command.
        let begun = [
            "",
            "go",
            "position",
            "position startpos moves",
            "setoption name",
        ];
        text.push_str(begun[dice.below(begun.len())]);
        for _ in 0..dice.below(9) {
            text.push(' ');
            text.push_str(WORDS[dice.below(WORDS.len())]);
        }
        text.push('\n');
        if dice.below(4) == 0 {
            text.push_str("stop\n");
        }
    }
    text.push_str("stop\nisready\nquit\n");
    text
}

#[test]
fn random_lines_are_answered_and_do_no_harm() {
    let factor = std::env::var("KOMADAI_TEST_FACTOR").ok().map_or(1, |text| {
        text.parse().expect("KOMADAI_TEST_FACTOR is a whole number")
    });
    for (seed, protocol) in (1..=3).flat_map(|seed| [(seed, "usi"), (seed, "uci")]) {
        let text = noise(seed, 400 * factor);
        let run = komadai_engine(&text, &[protocol]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "seed {seed}");
        let known = [
            "info ",
            "id ",
            "option ",
            "usiok",
            "uciok",
            "readyok",
            "bestmove ",
            "checkmate ",
        ];
        let (mut ready, mut moves) = (0, 0);
        for line in run.stdout.lines() {
            // Output of `d`, `eval` and `compiler` for people.
            let shown = line.is_empty()
                || line.starts_with([' ', '+'])
                || ["game ", "position ", "fen ", "check ", "eval ", "compiler "]
                    .iter()
                    .any(|word| line.starts_with(word));
            let expected = known.iter().any(|word| line.starts_with(word));
            assert!(shown || expected, "seed {seed}: {line}");
            assert!(!line.chars().any(char::is_control), "seed {seed}: {line:?}");
            assert!(!line.contains("the search failed"), "seed {seed}");
            ready += usize::from(line == "readyok");
            moves += usize::from(line.starts_with("bestmove ") || line.starts_with("checkmate "));
        }
        let is_asked = |line: &&str| line.split_whitespace().next() == Some("isready");
        let asked = text.lines().filter(is_asked).count();
        assert_eq!(ready, asked, "seed {seed}");
        assert!(moves > 0, "seed {seed}");
    }
}
