//! Lines of the protocols as commands.

use komadai_notation::Dialect;

use super::go::Go;
use super::go_words;

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    /// Nothing: an empty line or one that only informs.
    Nothing,
    /// `usi` or `uci`: introduce yourself and speak that protocol from now on.
    Introduce(Dialect),
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    /// `position`: what comes before `moves`, and the moves.
    Position {
        position: &'a str,
        moves: Vec<&'a str>,
    },
    Go(Go<'a>),
    Perft(u32),
    Stop,
    PonderHit,
    Display,
    /// What the position looks like without a search.
    Eval,
    /// What the program was made with.
    Compiler,
    /// The fixed searches of `komadai bench`, to this depth.
    Bench(u32),
    /// The same, measured.
    SpeedTest(u32),
    Quit,
}

/// How deep `bench` looks if it isn't told: as deep as `komadai bench`.
const BENCH_DEPTH: u32 = 6;
/// Deep enough that the searches take seconds.
const SPEED_DEPTH: u32 = 12;
/// Seconds; nothing else is heard meanwhile.
const MOST_DEPTH: u32 = 14;

/// Reads a line; the error says what is wrong with it.
pub(crate) fn parse(line: &str, dialect: Dialect) -> Result<Command<'_>, String> {
    let line = line.trim();
    let (word, rest) = split_word(line);
    Ok(match word {
        "" | "debug" | "register" => Command::Nothing,
        "usi" => Command::Introduce(Dialect::Usi),
        "uci" => Command::Introduce(Dialect::Uci),
        "isready" => Command::IsReady,
        "usinewgame" | "ucinewgame" => Command::NewGame,
        "setoption" => set_option(rest)?,
        "position" => position(rest)?,
        "go" => go_words::read(rest, dialect)?,
        // A game can end while its next move is pondered on.
        "stop" | "gameover" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "compiler" => Command::Compiler,
        "bench" => Command::Bench(depth_of(word, rest, BENCH_DEPTH)?),
        "speedtest" => Command::SpeedTest(depth_of(word, rest, SPEED_DEPTH)?),
        "quit" => Command::Quit,
        _ => return Err(format!("unknown command \"{}\"", shorten(word))),
    })
}

/// The first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.find(char::is_whitespace) {
        Some(end) => (&text[..end], text[end..].trim_start()),
        None => (text, ""),
    }
}

/// At most so much of a strange word is repeated.
pub(super) fn shorten(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

fn set_option(rest: &str) -> Result<Command<'static>, String> {
    let mut words = rest.split_whitespace();
    if words.next() != Some("name") {
        return Err("expected \"setoption name NAME [value VALUE]\"".into());
    }
    let words: Vec<&str> = words.collect();
    let split = words.iter().position(|word| *word == "value");
    let (name, value) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    if name.is_empty() {
        return Err("setoption names no option".into());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

fn position(rest: &str) -> Result<Command<'_>, String> {
    if rest.is_empty() {
        return Err("expected \"position startpos|sfen …|fen … [moves …]\"".into());
    }
    // The position ends at the word "moves", which no position contains.
    let mut moves_at = None;
    for (at, word) in crate::position::words(rest) {
        if word == "moves" {
            moves_at = Some(at);
            break;
        }
    }
    let (position, moves) = match moves_at {
        Some(at) => (&rest[..at], &rest[at + "moves".len()..]),
        None => (rest, ""),
    };
    Ok(Command::Position {
        position,
        moves: moves.split_whitespace().collect(),
    })
}

/// How deep `bench` and `speedtest` are to look.
fn depth_of(command: &str, rest: &str, default: u32) -> Result<u32, String> {
    if rest.is_empty() {
        return Ok(default);
    }
    (rest.parse().ok())
        .filter(|depth| (1..=MOST_DEPTH).contains(depth))
        .ok_or_else(|| {
            let rest = shorten(rest);
            format!("{command} needs a depth from 1 to {MOST_DEPTH}, not \"{rest}\"")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_may_have_spaces_in_name_and_value() {
        let expected = Command::SetOption {
            name: "Move Overhead".into(),
            value: "a b".into(),
        };
        let line = " setoption  name Move  Overhead value a b ";
        assert_eq!(parse(line, Dialect::Uci), Ok(expected));
        assert!(parse("setoption", Dialect::Uci).is_err());
        assert!(parse("setoption name value 3", Dialect::Uci).is_err());
    }

    #[test]
    fn the_position_ends_at_the_moves() {
        let parsed = parse("position sfen 4k4/9 b - 1 moves 7g7f 3c3d", Dialect::Usi);
        let expected = Command::Position {
            position: "sfen 4k4/9 b - 1 ",
            moves: vec!["7g7f", "3c3d"],
        };
        assert_eq!(parsed, Ok(expected));
        assert!(parse("position", Dialect::Usi).is_err());
    }

    #[test]
    fn a_bench_has_a_depth_of_its_own() {
        assert_eq!(
            parse("bench", Dialect::Uci),
            Ok(Command::Bench(BENCH_DEPTH))
        );
        assert_eq!(
            parse("speedtest 3", Dialect::Usi),
            Ok(Command::SpeedTest(3))
        );
        for bad in ["bench 0", "bench 101", "bench deep", "speedtest 3 4"] {
            assert!(parse(bad, Dialect::Uci).is_err(), "{bad}");
        }
    }

    #[test]
    fn strange_lines_are_errors_on_one_line() {
        for line in ["xyzzy", "\u{7}\u{1b}[2J", &"q".repeat(5000), "５七"] {
            let error = parse(line, Dialect::Usi).unwrap_err();
            assert!(
                error.chars().all(|c| !c.is_control()) && error.len() < 300,
                "{error}"
            );
        }
    }
}
