use crate::support::komadai;

#[test]
fn help_lists_what_players_and_hosts_need_in_groups() {
    for option in ["-h", "--help"] {
        let help = komadai(&[option]).ok();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        let at = |line: &str| lines.iter().position(|found| *found == line);
        let headings = [
            "Host games:",
            "Run the engine for a GUI:",
            "Examine positions and records:",
            "Options:",
        ];
        let places: Vec<usize> = headings.map(|heading| at(heading).expect(heading)).into();
        assert!(places.is_sorted(), "{help}");
        for (group, command) in [
            (0, "serve"),
            (0, "backup"),
            (0, "restore"),
            (0, "rebuild"),
            (1, "usi"),
            (1, "uci"),
            (2, "position"),
            (2, "mate"),
            (2, "perft"),
            (2, "convert"),
        ] {
            let entry = format!("  {command:<8}  ");
            let listed = &lines[places[group]..places[group + 1]];
            let listed = listed.iter().filter(|line| line.starts_with(&entry));
            assert_eq!(listed.count(), 1, "{command}");
        }
        for hidden in ["load", "chaos", "bench", "match", "selfplay"] {
            let entry = format!("  {hidden} ");
            assert!(!help.contains(&entry), "{hidden}");
        }
        assert!(help.contains("komadai-lab --help"));
        for line in lines {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
    assert!(komadai(&["--help"]).ok().contains("komadai chaos"));
}

#[test]
fn commands_of_the_laboratory_say_where_they_are() {
    for line in [
        "match minishogi --a full --b easy --nodes 9 --log m.jsonl",
        "pace shogi --help",
        "openings shogi",
        "games shogi",
        "levels shogi",
        "selfplay shogi",
        "data x.kmds",
        "train shogi",
        "mates shogi",
        "puzzles check x.jsonl",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let command = words[0];
        let said = komadai(&words).refused();
        let expected =
            format!("komadai: {command} is a command of komadai-lab: komadai-lab {command} …");
        assert_eq!(said, expected);
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
