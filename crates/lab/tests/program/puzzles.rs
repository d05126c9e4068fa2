use crate::support::komadai_lab;

#[test]
fn puzzles_are_mined_resumed_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("minishogi.jsonl");
    let path = path.to_str().expect("a path");
    let mine = |games, more: &[&str]| {
        let args = [
            "puzzles",
            "minishogi",
            "--out",
            path,
            "--count",
            "3",
            "--kinds",
            "mate",
        ];
        komadai_lab(&[&args[..], &["--seed", "3", "--games", games], more].concat())
    };
    let first = mine("2", &[]);
    assert_eq!(first.status, 0, "{}", first.stderr);
    let again = mine("24", &[]);
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("give --resume"), "{}", again.stderr);
    let said = mine("24", &["--resume"]).ok();
    assert!(said.starts_with("3 puzzles from "), "{said}");

    let said = komadai_lab(&["puzzles", "check", path]).ok();
    assert_eq!(said, "minishogi mate 3 tactic 0 defence 0 wrong 0\n");

    let text = std::fs::read_to_string(path).expect("the file");
    let bad = text.replacen("\"position\":\"", "\"position\":\"9", 1);
    std::fs::write(path, bad).expect("written");
    let run = komadai_lab(&["puzzles", "check", path]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("minishogi.jsonl, line 2: "),
        "{}",
        run.stderr
    );
}

#[test]
fn bad_arguments_are_refused() {
    let run = komadai_lab(&["puzzles", "minishogi"]);
    assert_eq!(run.status, 2);
    let run = komadai_lab(&[
        "puzzles",
        "minishogi",
        "--out",
        "x.jsonl",
        "--kinds",
        "riddle",
    ]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("there is no kind of puzzle \"riddle\""),
        "{}",
        run.stderr
    );
    let run = komadai_lab(&["puzzles", "check", "/nowhere/x.jsonl"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("cannot read"), "{}", run.stderr);
}
