//! `komadai tune` and `komadai mates`.

use crate::support::komadai;

#[test]
fn weights_are_learned_from_self_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = folder.path().join(name);
        path.to_str().expect("UTF-8").to_owned()
    };
    let (games, weights, curve) = (path("games"), path("weights"), path("curve.svg"));
    let play = [
        "selfplay",
        "minishogi",
        "--nodes",
        "50",
        "--games",
        "60",
        "--output",
        &games,
    ];
    komadai(&play).ok();
    let tune = |game: &str, share: &str| {
        komadai(&[
            "tune",
            game,
            "--data",
            &games,
            "--epochs",
            "2",
            "--result-share",
            share,
            "--output",
            &weights,
            "--curve",
            &curve,
        ])
    };
    let printed = tune("minishogi", "0.5").ok();
    assert!(printed.starts_with("learned from "), "{printed}");
    assert_eq!(printed.matches("epoch ").count(), 3, "{printed}");
    let shipped = "../engine/src/eval/weights/minishogi.weights";
    let length = |path: &str| std::fs::metadata(path).expect("a file").len();
    assert_eq!(length(&weights), length(shipped));
    let svg = std::fs::read_to_string(&curve).expect("a picture");
    assert!(svg.starts_with("<svg "), "{svg}");

    let refused = tune("shogi", "0.5");
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .stderr
            .contains("has games of minishogi, not of shogi"),
        "{}",
        refused.stderr
    );
    let refused = komadai(&[
        "tune",
        "minishogi",
        "--data",
        &games,
        "--pace",
        "nan",
        "--output",
        &weights,
    ]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("--pace is between 0 and 1000"),
        "{}",
        refused.stderr
    );
    let nowhere = path("nowhere/weights");
    let refused = komadai(&[
        "tune",
        "minishogi",
        "--data",
        &games,
        "--epochs",
        "1",
        "--output",
        &nowhere,
    ]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("cannot write"),
        "{}",
        refused.stderr
    );
    let few = path("few");
    let play = [
        "selfplay",
        "minishogi",
        "--nodes",
        "50",
        "--games",
        "2",
        "--output",
        &few,
    ];
    komadai(&play).ok();
    let before = length(&weights);
    let refused = komadai(&["tune", "minishogi", "--data", &few, "--output", &weights]);
    assert_eq!((refused.status, length(&weights)), (2, before));
    assert!(
        refused.stderr.contains("there is nothing to learn from"),
        "{}",
        refused.stderr
    );

    let refused = tune("minishogi", "1.5");
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("--result-share is between 0 and 1"),
        "{}",
        refused.stderr
    );
}

#[test]
fn mates_are_made_and_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mates.jsonl");
    let file = path.to_str().expect("UTF-8");
    let make = [
        "mates",
        "minishogi",
        "--plies",
        "3",
        "--count",
        "3",
        "--output",
        file,
    ];
    komadai(&make).ok();
    let solved = komadai(&["mates", "--solve", file]).ok();
    let expected = "minishogi in 3 plies: solved 3 of 3 with 100000 nodes each, ";
    assert!(solved.starts_with(expected), "{solved}");
    let refused = komadai(&["mates", "minishogi", "--plies", "4"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .stderr
            .contains("a mate takes 1, 3, 5 or 7 plies, not 4"),
        "{}",
        refused.stderr
    );
    std::fs::write(&path, "{}").expect("a file");
    let refused = komadai(&["mates", "--solve", file]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("the first line must be like"),
        "{}",
        refused.stderr
    );
}
