use std::fs;
use std::path::Path;

use crate::support::komadai_lab;

fn docs() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_documents_match_the_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path();
    fs::create_dir(copy.join("levels")).expect("a folder");
    fs::write(copy.join("engine.md"), read(&docs().join("engine.md"))).expect("a page");
    for game in ["shogi", "minishogi", "torishogi", "shogun"] {
        let name = format!("levels/{game}.json");
        fs::write(copy.join(&name), read(&docs().join(&name))).expect("a record");
    }
    let folder = copy.to_str().expect("a path");
    komadai_lab(&["levels", "--document", folder]).ok();
    for name in ["engine.md", "levels/chart.svg"] {
        assert!(
            read(&copy.join(name)) == read(&docs().join(name)),
            "{name} is out of date: komadai-lab levels --document docs"
        );
    }
    fs::write(copy.join("engine.md"), "no tables here").expect("a page");
    let complaint = komadai_lab(&["levels", "--document", folder]).refused();
    assert!(
        complaint.contains("has no line <!-- levels -->"),
        "{complaint}"
    );
}

#[test]
fn a_finished_ladder_is_not_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, record) = (folder.path().join("log"), folder.path().join("record"));
    let (log, record) = (
        log.to_str().expect("a path"),
        record.to_str().expect("a path"),
    );
    let play = || {
        let all = [
            "levels",
            "minishogi",
            "--log",
            log,
            "--record",
            record,
            "--games",
            "2",
            "--player",
            "random",
            "--player",
            "skill:0:0:300:200:500:0",
        ];
        let output = komadai_lab(&all).ok();
        (output, read(Path::new(record)), read(Path::new(log)))
    };
    let first = play();
    assert!(
        first.0.contains("| skill:0:0:300:200:500:0 |"),
        "{}",
        first.0
    );
    assert_eq!(first.2.lines().count(), 1 + 2 * 2);
    assert_eq!(play(), first);
    for (args, part) in [
        (&["levels"][..], "--log"),
        (&["levels", "minishogi"], "--log"),
        (
            &["levels", "minishogi", "--log", log, "--seed", "2"],
            "seed is 1 in the file",
        ),
        (
            &["levels", "shogi", "--log", log, "--player", "god"],
            "unknown player",
        ),
        (
            &["levels", "shogi", "--log", log, "--player", "two-ply"],
            "it is not measured",
        ),
        (
            &[
                "levels", "shogi", "--log", log, "--player", "3", "--player", "3",
            ],
            "player 3 is listed twice",
        ),
        (
            &["levels", "shogi", "--log", log, "--record", "no/such/file"],
            "there is no folder no/such",
        ),
    ] {
        let run = komadai_lab(args);
        assert!(
            run.status == 2 && run.stderr.contains(part),
            "{}",
            run.stderr
        );
    }
}
