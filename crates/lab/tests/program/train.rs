//! `komadai-lab train`, and `komadai-lab data` with nets.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{PROGRAM, Run, komadai_lab};

struct Folder(tempfile::TempDir);

impl Folder {
    fn with_games(games: &str) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        let games = ["--games", games, "--output", &folder.path("games")];
        komadai_lab(&[&["selfplay", "minishogi", "--nodes", "30"], &games[..]].concat()).ok();
        folder
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("UTF-8").to_owned()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }

    fn train(&self, net: &str, more: &[&str]) -> Run {
        let (games, net) = (self.path("games"), self.path(net));
        let line = ["train", "minishogi", "--data", &games, "--output", &net];
        let small = ["--l1", "32", "--batch", "256", "--learning-rate", "0.003"];
        komadai_lab(&[&line[..], &small, more].concat())
    }
}

#[test]
fn a_net_is_trained_resumed_and_evaluates() {
    let folder = Folder::with_games("100");
    let (checkpoint, curve) = (folder.path("checkpoint"), folder.path("curve.svg"));
    let three = ["--epochs", "3", "--curve", &curve, "--threads", "1"];
    let printed = folder.train("net", &three).ok();
    assert!(printed.starts_with("positions "), "{printed}");
    assert_eq!(printed.matches("\nepoch ").count(), 3, "{printed}");
    for part in ["\nconstant held-out 0.", "\nbest epoch ", "\nnet "] {
        assert!(printed.contains(part), "{printed}");
    }
    assert!(folder.read("curve.svg").starts_with(b"<svg "));
    assert!(folder.read("net").starts_with(b"KNUE"));

    let kept = ["--epochs", "3", "--checkpoint", &checkpoint, "--resume"];
    assert!(folder.train("again", &kept).ok().contains("\nbest epoch "));
    assert!(folder.read("net") == folder.read("again"));
    let resumed = folder.train("resumed", &kept);
    assert!(
        resumed.stderr.contains("3 epochs are done"),
        "{}",
        resumed.stderr
    );
    assert!(folder.read("net") == folder.read("resumed"));
    let other = folder.train("other", &[&kept[..], &["--seed", "2"]].concat());
    assert!(other.refused().contains("made with another plan"));

    let (games, net) = (folder.path("games"), folder.path("net"));
    let (dump, evaluations) = (folder.path("dump"), folder.path("evaluations"));
    let files = [
        "--dump",
        &dump,
        "--net",
        &net,
        "--evaluations",
        &evaluations,
    ];
    komadai_lab(&[&["data", &games], &files[..]].concat()).ok();
    let dumped = folder.read("dump");
    assert!(dumped.starts_with(b"{\"komadai_positions\":1,\"game\":\"minishogi\","));
    let evaluations = String::from_utf8(folder.read("evaluations")).expect("UTF-8");
    let count = evaluations
        .lines()
        .filter(|line| line.parse::<i32>().is_ok())
        .count();
    assert!(
        printed.contains(&format!(" held-out {count} ")),
        "{printed}"
    );
    let bad = ["data", &games, "--net", &games, "--evaluations", &dump];
    let refused = komadai_lab(&bad);
    assert_eq!(refused.status, 2, "{}", refused.stderr);
}

#[test]
fn training_continues_from_a_net_without_its_checkpoint() {
    let folder = Folder::with_games("100");
    let trained = folder.train("net", &["--epochs", "3"]).ok();
    let (games, net, next) = (
        folder.path("games"),
        folder.path("net"),
        folder.path("next"),
    );
    let checkpoint = folder.path("checkpoint");
    let line = ["train", "minishogi", "--data", &games, "--output", &next];
    let kept = ["--checkpoint", &checkpoint, "--resume", "--epochs", "1"];
    let from = ["--batch", "256", "--learning-rate", "1e-7", "--from"];
    let printed = komadai_lab(&[&line[..], &kept, &from, &[&net]].concat()).ok();
    let loss = |printed: &str| -> f64 {
        let (_, number) = printed.rsplit_once("quantised ").expect("a loss");
        number
            .split_whitespace()
            .next()
            .expect("a number")
            .parse()
            .expect("a number")
    };
    // The learning rate is too small to change the net noticeably.
    let difference = loss(&printed) - loss(&trained);
    assert!(difference.abs() < 2e-4, "{trained} {printed}");

    folder.train("other", &["--epochs", "1"]).ok();
    let other = komadai_lab(&[&line[..], &kept, &from, &[&folder.path("other")]].concat());
    assert!(other.refused().contains("made with another plan"));
    let shogi = folder.path("games of Tori Shogi");
    komadai_lab(&[
        "selfplay",
        "torishogi",
        "--nodes",
        "5",
        "--games",
        "60",
        "--output",
        &shogi,
    ])
    .ok();
    let line = ["train", "torishogi", "--data", &shogi, "--output", &next];
    let other = komadai_lab(&[&line[..], &from, &[&net]].concat());
    assert!(
        other
            .refused()
            .contains("the net to begin with is of minishogi, not torishogi")
    );
}

#[test]
fn bad_training_input_is_explained() {
    let folder = Folder::with_games("4");
    assert!(
        folder
            .train("net", &[])
            .refused()
            .contains("too few positions")
    );
    let games = folder.path("games");
    for (line, part) in [
        ("minishogi --l1 100", "multiple of 32"),
        ("minishogi --lambda 2", "share of the result"),
        ("minishogi --learning-rate nan", "learning rate"),
        ("minishogi --scale 0", "scale"),
        ("shogi", "games of minishogi, not of shogi"),
        (
            "minishogi --curve no/such/file",
            "there is no folder no/such",
        ),
        ("minishogi --resume", "--checkpoint"),
    ] {
        let net = folder.path("net");
        let mut args = vec!["train"];
        args.extend(line.split(' '));
        args.extend(["--data", &games, "--output", &net]);
        let run = komadai_lab(&args);
        assert_eq!(run.status, 2, "{line}");
        assert!(run.stderr.contains(part), "{line}: {}", run.stderr);
    }
    assert!(!std::path::Path::new(&folder.path("net")).exists());
}

#[cfg(unix)]
#[test]
fn interrupted_training_leaves_a_checkpoint() {
    let folder = Folder::with_games("60");
    let checkpoint = folder.path("checkpoint");
    let child = Command::new(PROGRAM)
        .args(["train", "minishogi", "--l1", "32", "--batch", "64"])
        .args(["--epochs", "100000", "--patience", "100000"])
        .args([
            "--data",
            &folder.path("games"),
            "--output",
            &folder.path("net"),
        ])
        .args(["--checkpoint", &checkpoint])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    for _ in 0..6_000 {
        if std::path::Path::new(&checkpoint).exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(asked.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        text.contains("interrupted; the same command with --resume goes on"),
        "{text}"
    );
    assert!(
        folder
            .read("checkpoint")
            .starts_with(b"{\"komadai_checkpoint\":1,")
    );
}
