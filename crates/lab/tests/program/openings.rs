use crate::matches::{log, run};
use crate::support::komadai_lab;

#[test]
fn generated_openings_can_be_played() {
    let (folder, log) = log();
    let file = folder.path().join("mine.jsonl");
    let file = file.to_str().unwrap();
    let args = [
        "openings",
        "minishogi",
        "--count",
        "5",
        "--nodes",
        "1000",
        "--seed",
        "9",
    ];
    let printed = komadai_lab(&args).ok();
    let header = "{\"openings\":1,\"game\":\"minishogi\",\"count\":5,\"command\":\"komadai-lab openings \
                  minishogi --count 5 --seed 9 --plies 6 --nodes 1000 --max-score 80\"}";
    assert_eq!(printed.lines().next(), Some(header));
    assert_eq!(printed.lines().count(), 6);
    komadai_lab(&[&args[..], &["--output", file]].concat()).ok();
    assert_eq!(std::fs::read_to_string(file).unwrap(), printed);

    let line = format!("match minishogi --b easy --nodes 50 --games 4 --openings {file}");
    run(&line, &log).ok();
    let line = format!("match shogi --b easy --nodes 50 --games 4 --openings {file}");
    let error = run(&line, &folder.path().join("other")).refused();
    assert!(
        error.contains("openings of minishogi, not of shogi"),
        "{error}"
    );
    let none = komadai_lab(&["openings", "minishogi", "--count", "0"]);
    assert_eq!((none.status, none.stdout.as_str()), (2, ""));
    assert!(none.stderr.contains("--count"), "{}", none.stderr);
    // Other rules and another evaluation give other openings, and the header names both.
    let other = [
        "--eval-file",
        "classical",
        "--rule",
        "repetition=sente-loses-4",
    ];
    let others = komadai_lab(&[&args[..], &other].concat()).ok();
    let header = others.lines().next().unwrap();
    assert!(
        header.contains("--max-score 80 --eval-file classical --rule repetition=sente-loses-4\""),
        "{header}"
    );
    assert_ne!(others.lines().last(), printed.lines().last());
    let bad = komadai_lab(&[&args[..], &["--rule", "repetition=never"]].concat()).refused();
    assert!(bad.contains("bad rule \"repetition=never\""), "{bad}");
    let bad = komadai_lab(&[&args[..], &["--eval-file", "missing.nnue"]].concat()).refused();
    assert!(bad.contains("--eval-file \"missing.nnue\""), "{bad}");
    let shogi = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/shogi.nnue");
    let bad = komadai_lab(&[&args[..], &["--eval-file", shogi]].concat()).refused();
    assert!(bad.contains("a net of shogi, not of minishogi"), "{bad}");
    // There are 14 first moves.
    let few = komadai_lab(&[
        "openings",
        "minishogi",
        "--plies",
        "1",
        "--count",
        "100",
        "--nodes",
        "100",
    ]);
    assert_eq!(few.status, 1);
    assert!(
        few.stderr.contains("of 100 openings found"),
        "{}",
        few.stderr
    );
    // The openings found are written.
    let found = few.stdout.lines().count() - 1;
    assert!((1..=14).contains(&found), "{}", few.stdout);
    let header = few.stdout.lines().next().unwrap();
    assert!(header.contains(&format!("\"count\":{found},")), "{header}");
}

#[test]
fn generated_files_are_overwritten_only_on_demand() {
    let (folder, _) = log();
    let file = folder.path().join("kept.jsonl");
    let path = file.to_str().unwrap();
    for line in [
        "openings minishogi --count 1 --nodes 100 --output",
        "mates minishogi --plies 1 --count 1 --output",
    ] {
        std::fs::write(&file, "kept").unwrap();
        let args: Vec<&str> = line.split(' ').chain([path]).collect();
        let error = komadai_lab(&args).refused();
        assert!(error.contains("exists: give --overwrite"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
        komadai_lab(&[&args[..], &["--overwrite"]].concat()).ok();
        assert_ne!(std::fs::read_to_string(&file).unwrap(), "kept");
    }
}
