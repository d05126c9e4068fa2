use crate::support::komadai_lab;

#[test]
fn every_command_is_listed_and_has_help_with_examples() {
    let list = komadai_lab(&["--help"]).ok();
    for line in list.lines() {
        assert!(line.len() <= 100, "{line}");
    }
    for (command, words) in [
        (
            "match",
            &["Examples:", "--sprt", "--log", "usi:PATH", "docs/match.md"][..],
        ),
        ("pace", &["Examples:", "--rounds"]),
        ("openings", &["Examples:", "--count", "--max-score"]),
        ("games", &["Examples:", "--count", "--level"]),
        (
            "levels",
            &["Examples:", "--log", "--record", "docs/engine.md"],
        ),
        (
            "selfplay",
            &["Examples:", "--games", "--read", "docs/selfplay.md"],
        ),
        ("data", &["Examples:", "--svg", "docs/selfplay.md"]),
        ("train", &["Examples:", "--checkpoint", "docs/nets.md"]),
        ("mates", &["Examples:", "--plies", "--solve", "--nodes"]),
        ("puzzles", &["Examples:", "--resume", "docs/puzzles.md"]),
    ] {
        assert!(list.contains(&format!("  {command} ")), "{command}: {list}");
        let help = komadai_lab(&[command, "--help"]).ok();
        for word in words {
            assert!(help.contains(word), "{command}: {word}");
        }
        assert!(!help.contains("komadai match"), "{help}");
    }
}

#[test]
fn version_is_printed() {
    let version = komadai_lab(&["--version"]).ok();
    let expected = concat!("komadai-lab ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(version, expected);
}
