use crate::support::komadai;

#[test]
fn help_lists_every_command() {
    let help = komadai(&["--help"]).ok();
    for word in [
        "serve",
        "backup",
        "restore",
        "rebuild",
        "load",
        "chaos",
        "games",
        "match",
        "pace",
        "openings",
        "selfplay",
        "data",
        "train",
        "mates",
        "puzzles",
        "levels",
        "perft",
        "position",
        "convert",
        "usi",
        "uci",
        "bench",
        "Minishogi",
        "Tori Shogi",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for line in help.lines() {
        assert!(line.len() <= 100, "{line}");
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for (command, words) in [
        (
            "perft",
            &["Examples:", "--lists", "depth D nodes N", "torishogi"][..],
        ),
        (
            "position",
            &[
                "Examples:",
                "--rule",
                "JSON",
                "status 2",
                "docs/position.schema.json",
            ],
        ),
        (
            "convert",
            &[
                "Examples:",
                "--from",
                "--to",
                "Shift-JIS",
                "line:column",
                "status 2",
            ],
        ),
        ("usi", &["UCI_Variant", "go perft N"]),
        ("uci", &["UCI_Variant", "Fairy-Stockfish"]),
        ("bench", &["Examples:", "--depth", "bench N"]),
        (
            "serve",
            &[
                "Examples:",
                "http://127.0.0.1:8000",
                "--lan",
                "--public-url",
            ],
        ),
        (
            "load",
            &["Examples:", "--games", "--json", "status 1", "docs/load.md"],
        ),
        (
            "chaos",
            &[
                "Examples:",
                "--kills",
                "--seed",
                "status 1",
                "docs/reliability.md",
            ],
        ),
        ("games", &["Examples:", "--count", "--level"]),
        (
            "levels",
            &["Examples:", "--log", "--record", "docs/engine.md"],
        ),
        (
            "match",
            &["Examples:", "--sprt", "--log", "usi:PATH", "docs/match.md"],
        ),
        ("openings", &["Examples:", "--count", "--max-score"]),
        (
            "selfplay",
            &["Examples:", "--games", "--read", "docs/selfplay.md"],
        ),
        ("mates", &["Examples:", "--plies", "--solve", "--nodes"]),
    ] {
        let help = komadai(&[command, "--help"]).ok();
        for word in words {
            assert!(help.contains(word), "{command}: {word}");
        }
    }
}

#[test]
fn examples_of_the_help_run() {
    let mut ran = 0;
    for command in ["perft", "position"] {
        let help = komadai(&[command, "--help"]).ok();
        for line in help
            .lines()
            .filter_map(|line| line.trim().strip_prefix("komadai "))
        {
            let words = split(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            komadai(&words).ok();
            ran += 1;
        }
    }
    assert!(ran >= 7, "{ran}");
}

/// Splits a line as a shell does, with single quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.into());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}

#[test]
fn version_is_printed() {
    let version = komadai(&["--version"]).ok();
    assert_eq!(version, format!("komadai {}\n", env!("CARGO_PKG_VERSION")));
}
