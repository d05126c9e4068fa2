use crate::support::{PROGRAM, komadai_lab};

#[test]
fn a_build_is_as_fast_as_itself() {
    let program = format!("usi:{PROGRAM}");
    let output = komadai_lab(&[
        "pace",
        "torishogi",
        "--b",
        &program,
        "--b-arg",
        "usi",
        "--nodes",
        "3000",
        "--rounds",
        "1",
    ])
    .ok();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "pace torishogi a full b komadai-lab");
    assert_eq!(lines.len(), 6, "{output}");
    assert!(lines[1].ends_with("position startpos"), "{output}");
    let ratio = lines[5]
        .strip_prefix("ratio torishogi ")
        .and_then(|rest| rest.split(' ').next());
    let ratio: f64 = ratio.and_then(|r| r.parse().ok()).expect("a ratio");
    assert!(ratio > 0.0);
}

#[test]
fn engines_that_cannot_be_compared_are_refused() {
    for (line, status, part) in [
        ("pace shogi", 2, "--b"),
        ("pace go --b full", 2, "minishogi"),
        ("pace shogi --b full --nodes 0", 2, "--nodes"),
        (
            "pace shogi --b 3 --nodes 9",
            2,
            "engine b: a player below full strength",
        ),
        (
            "pace shogi --b usi:/no/engine",
            1,
            "engine b: cannot start /no/engine",
        ),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let error = komadai_lab(&words);
        assert_eq!(error.status, status, "{line}");
        assert!(error.stderr.contains(part), "{line}: {}", error.stderr);
    }
}
