//! Lines of the protocols as commands.

use komadai_notation::Dialect;
use komadai_rules::Side;

use super::go::{Go, Milliseconds};

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
    Quit,
}

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
        "go" => go(rest, dialect)?,
        // A game can end while its next move is pondered on.
        "stop" | "gameover" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" => Command::Display,
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

fn go(rest: &str, dialect: Dialect) -> Result<Command<'_>, String> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    let (black, white) = (dialect.black(), !dialect.black());
    while let Some(word) = words.next() {
        let mut number = || number(word, words.next());
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => go.depth = Some(number()?.try_into().unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(number()?),
            "movetime" => go.move_time = Some(number()?),
            "btime" => go.clock_mut(black).left_ms = number()?,
            "wtime" => go.clock_mut(white).left_ms = number()?,
            "binc" => go.clock_mut(black).increment_ms = number()?,
            "winc" => go.clock_mut(white).increment_ms = number()?,
            "byoyomi" => {
                let byoyomi = number()?;
                for side in Side::BOTH {
                    go.clock_mut(side).byoyomi_ms = byoyomi;
                }
            }
            "movestogo" => go.moves_to_go = Some(number()?.max(1)),
            "mate" => {
                let limit = words.next_if(|next| *next != "searchmoves");
                go.mate = Some(match limit {
                    None | Some("infinite") => None,
                    limit => Some(self::number(word, limit)?),
                });
            }
            "perft" => {
                return Ok(Command::Perft(number()?.try_into().unwrap_or(u32::MAX)));
            }
            "searchmoves" => go.moves = words.by_ref().collect(),
            _ => return Err(format!("unknown limit \"{}\" of go", shorten(word))),
        }
    }
    Ok(Command::Go(go))
}

/// A number; negative ones, which some programs send for clocks that ran out, are 0.
fn number(name: &str, word: Option<&str>) -> Result<Milliseconds, String> {
    let word = word.ok_or_else(|| format!("{name} needs a number"))?;
    match word.parse::<i64>() {
        Ok(number) => Ok(u64::try_from(number).unwrap_or(0)),
        Err(_) => Err(format!("{name} needs a number, not \"{}\"", shorten(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str, dialect: Dialect) -> Go<'_> {
        match parse(line, dialect) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

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
    fn the_first_player_is_black_in_usi_and_white_in_uci() {
        let line = "go btime 1000 wtime 2000 binc 10 winc 20 byoyomi 30";
        let usi = go_of(line, Dialect::Usi).clock.unwrap();
        let uci = go_of(line, Dialect::Uci).clock.unwrap();
        assert_eq!(usi[Side::First.index()].left_ms, 1000);
        assert_eq!(uci[Side::First.index()].left_ms, 2000);
        assert_eq!(uci[Side::Second.index()].increment_ms, 10);
        assert_eq!(usi[Side::Second.index()].byoyomi_ms, 30);
    }

    #[test]
    fn limits_are_read() {
        let go = go_of("go depth 4 nodes 100 movetime -5 movestogo 0", Dialect::Uci);
        assert_eq!(
            (go.depth, go.nodes, go.move_time),
            (Some(4), Some(100), Some(0))
        );
        assert_eq!(go.moves_to_go, Some(1));
        assert_eq!(go_of("go mate infinite", Dialect::Usi).mate, Some(None));
        assert_eq!(go_of("go mate 500", Dialect::Usi).mate, Some(Some(500)));
        assert_eq!(
            go_of("go searchmoves e2e4 d2d4", Dialect::Uci).moves.len(),
            2
        );
        for bad in [
            "go depth",
            "go depth x",
            "go fast",
            "go perft",
            "go nodes 99999999999999999999",
        ] {
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
