//! `komadai tune` and `komadai mates`.

use std::process::{Command, Stdio};

use crate::support::{Run, komadai};

#[test]
fn weights_are_tuned_on_self_play() {
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
    assert!(printed.starts_with("training positions "), "{printed}");
    assert_eq!(printed.matches("epoch ").count(), 3, "{printed}");
    let shipped = "../engine/src/games/weights/minishogi.weights";
    let length = |path: &str| std::fs::metadata(path).expect("a file").len();
    assert_eq!(length(&weights), length(shipped));
    let svg = std::fs::read_to_string(&curve).expect("a picture");
    assert!(svg.starts_with("<svg "), "{svg}");

    // Not after all the learning.
    let nowhere = path("nowhere/weights");
    let refused = komadai(&["tune", "minishogi", "--data", &games, "--output", &nowhere]);
    is_refused(&refused, "there is no folder");
    let refused = tune("shogi", "0.5");
    is_refused(&refused, "has games of minishogi, not of shogi");
    let refused = komadai(&[
        "tune",
        "minishogi",
        "--data",
        &games,
        "--learning-rate",
        "nan",
        "--output",
        &weights,
    ]);
    is_refused(&refused, "--learning-rate is between 0 and 1000");
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
    assert_eq!(length(&weights), before);
    is_refused(&refused, "too few positions to train and validate on");

    let refused = tune("minishogi", "1.5");
    is_refused(&refused, "--result-share is between 0 and 1");
}

/// It learned to the end and then wrote nothing.
#[test]
fn weights_are_written_if_nobody_reads_the_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let games = path("games");
    let games = games.to_str().expect("UTF-8");
    let play = "selfplay minishogi --nodes 50 --games 60 --output";
    let play: Vec<&str> = play.split(' ').chain([games]).collect();
    komadai(&play).ok();
    let mut learning = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(["tune", "minishogi", "--data", games, "--epochs", "1"])
        .arg("--output")
        .arg(path("weights"))
        .arg("--curve")
        .arg(path("curve.svg"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(learning.stdout.take());
    learning.wait().expect("it ends");
    assert!(path("weights").exists() && path("curve.svg").exists());
}

#[test]
fn mates_are_generated_and_solved() {
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
    is_refused(
        &refused,
        "a mate takes an odd number of plies, at most 15, not 4",
    );
    let refused = komadai(&["mates", "minishogi", "--output", "no/such/file"]);
    is_refused(&refused, "there is no folder no/such");
    let refused = komadai(&["mates", "shogi", "--solve", file]);
    is_refused(&refused, "has problems of minishogi, not of shogi");
    let refused = komadai(&["mates", "--solve", file, "--plies", "3"]);
    is_refused(&refused, "cannot be used with");
    std::fs::write(&path, "{}").expect("a file");
    let refused = komadai(&["mates", "--solve", file]);
    is_refused(&refused, "the first line must be like");
}

/// The command line or a file was wrong, and the program said what.
#[track_caller]
fn is_refused(run: &Run, why: &str) {
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains(why), "{}", run.stderr);
}
