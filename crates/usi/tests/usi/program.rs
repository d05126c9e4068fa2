//! The program, started by its path alone or with arguments.

use crate::support::{best, komadai_engine};

#[test]
fn the_first_word_chooses_the_protocol() {
    for (word, option, position, start) in [
        ("usi", "USI_Hash", "position startpos", "7g7f"),
        ("uci", "Hash", "position startpos", "c3c4"),
    ] {
        let search = format!("isready\n{position}\ngo depth 2 searchmoves {start}\n");
        let input = format!("\n  {word}\n{search}quit\n");
        let said = komadai_engine(&input, &[]).ok();
        let said: Vec<String> = said.lines().map(String::from).collect();
        assert!(said[0].starts_with("id name Komadai "), "{said:?}");
        for line in [format!("{word}ok"), "readyok".into()] {
            assert!(said.contains(&line), "{line}: {said:?}");
        }
        let option = format!("option name {option} type spin ");
        assert!(said.iter().any(|line| line.starts_with(&option)));
        assert_eq!(best(&said), start);
    }
}

/// As a person at a terminal may begin.
#[test]
fn without_either_word_the_protocol_is_uci() {
    let said = komadai_engine("position startpos\ngo perft 1\nquit\n", &[]).ok();
    assert!(said.contains("\nc3c4: 1\n"), "{said}");
    assert_eq!(komadai_engine("", &[]).ok(), "");
}

#[test]
fn either_protocol_can_be_an_argument() {
    for (protocol, first) in [("usi", "7g7f: 1"), ("uci", "c3c4: 1")] {
        let said = komadai_engine("go perft 1\n", &[protocol]).ok();
        assert!(said.lines().any(|line| line == first), "{said}");
    }
}

#[test]
fn help_and_version_are_printed() {
    let help = komadai_engine("", &["--help"]).ok();
    for word in ["Usage: komadai-engine", "UCI_Variant", "EvalFile"] {
        assert!(help.contains(word), "{help}");
    }
    let version = komadai_engine("", &["--version"]).ok();
    let expected = concat!("komadai-engine ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(version, expected);
    let refused = komadai_engine("", &["xboard"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("Usage: komadai-engine"));
}
