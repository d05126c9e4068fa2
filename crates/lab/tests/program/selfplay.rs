use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{PROGRAM, komadai_lab};

#[test]
fn games_are_played_read_and_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.kmds");
    let file = path.to_str().expect("UTF-8");
    let line = "selfplay torishogi --nodes 50 --games 60 --concurrency 2 --output";
    let mut line: Vec<&str> = line.split(' ').collect();
    line.push(file);
    let printed = komadai_lab(&line).ok();
    let number = |text: &str, name: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let word = line.and_then(|line| line.split_whitespace().next());
        word.expect(name).parse().expect("a number")
    };
    assert_eq!(number(&printed, "games "), 60);
    let positions = number(&printed, "positions ");

    let read = komadai_lab(&["selfplay", "--read", file]).ok();
    assert!(
        read.starts_with("{\"komadai_selfplay\":1,\"game\":\"torishogi\",\"seed\":1,\"nodes\":50,\"whole_iterations\":true,")
    );
    assert_eq!(
        (number(&read, "games "), number(&read, "positions ")),
        (60, positions)
    );
    let kept = number(&read, "kept ");
    assert!(kept > 0 && kept < positions, "{read}");
    for name in ["won first ", "ended on-the-board ", "left-out in-check "] {
        number(&read, name);
    }

    let picture = folder.path().join("games.svg");
    let picture = picture.to_str().expect("UTF-8");
    let counted = komadai_lab(&["data", file, "--svg", picture]).ok();
    assert!(
        counted.starts_with("game torishogi\ngames 60 repeated 0\n"),
        "{counted}"
    );
    assert_eq!(number(&counted, "kept "), kept);
    assert_eq!(table_sum(&counted, "from ply"), kept);
    assert_eq!(table_sum(&counted, "score"), kept);
    let picture = std::fs::read_to_string(picture).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.contains("<rect "));
    let twice = komadai_lab(&["data", file, file, "--games", "5"]).ok();
    assert_eq!(number(&twice, "games "), 10);
    assert!(twice.contains("games 10 repeated 5\n"), "{twice}");

    let game = komadai_lab(&["selfplay", "--read", file, "--game", "7"]).ok();
    let lines: Vec<&str> = game.lines().collect();
    assert_eq!(lines[0], "game 7 torishogi");
    assert!(lines[1].starts_with("random "), "{game}");
    assert!(lines[2].contains(" cp "), "{game}");
    assert!(lines[lines.len() - 1].starts_with("winner "), "{game}");
    let error = komadai_lab(&["selfplay", "--read", file, "--game", "60"]).refused();
    assert!(error.contains("has no game 60"), "{error}");

    // The file accepts more games, but no other settings.
    let mut more = line.clone();
    more[5] = "62";
    let run = komadai_lab(&more);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("has 60 games: resuming after them"),
        "{}",
        run.stderr
    );
    assert_eq!(number(&run.stdout, "games "), 62);
    more[5] = "61";
    let fewer = komadai_lab(&more);
    assert!(
        fewer.stderr.contains("62 games: nothing is left"),
        "{}",
        fewer.stderr
    );
    more[3] = "51";
    let error = komadai_lab(&more).refused();
    assert!(
        error.contains("nodes is 50 in the file and 51 now"),
        "{error}"
    );
}

fn table_sum(text: &str, name: &str) -> u64 {
    let lines = text.lines().map(str::trim);
    let rows = lines.skip_while(|line| !line.starts_with(name)).skip(1);
    let rows = rows.take_while(|line| line.starts_with(|c: char| c == '-' || c.is_ascii_digit()));
    rows.map(|row| {
        let count = row.split_whitespace().nth(1).expect("a number");
        count.parse::<u64>().expect("a number")
    })
    .sum()
}

#[cfg(unix)]
#[test]
fn interrupted_self_play_says_how_to_resume() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.kmds");
    let child = Command::new(PROGRAM)
        .args([
            "selfplay",
            "minishogi",
            "--nodes",
            "200",
            "--games",
            "1000000",
            "--output",
        ])
        .arg(&path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    for _ in 0..3_000 {
        if std::fs::metadata(&path).is_ok_and(|file| file.len() > 2_000) {
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
    let expected = "interrupted; the same command resumes with game ";
    assert!(text.contains(expected), "{text}");
    komadai_lab(&["selfplay", "--read", path.to_str().expect("UTF-8")]).ok();
}

#[test]
fn bad_input_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.kmds");
    let file = file.to_str().expect("UTF-8");
    for (line, part) in [
        ("selfplay shogi --concurrency 0", "at least 1 game"),
        ("selfplay shogi --nodes 0", "at least 1 node"),
        ("selfplay shogi --random-moves 9-3", "from 9 to 3"),
        ("selfplay shogi --random-moves 0", "from 1 to 60"),
        ("selfplay shogi --games 4000000000", "from 1 to 1000000"),
        ("selfplay shogi --random-moves few", "MIN-MAX"),
        ("selfplay shogi --win 5", "SCORE:MOVES"),
        (
            "selfplay shogi --eval-file /no/file",
            "--eval-file \"/no/file\": cannot read it",
        ),
        (
            "selfplay shogi --max-plies 10",
            "more plies than random moves",
        ),
        ("selfplay go", "go"),
        ("selfplay", "GAME"),
    ] {
        let mut args: Vec<&str> = line.split_whitespace().collect();
        args.extend(["--output", file]);
        let run = komadai_lab(&args);
        assert_eq!(run.status, 2, "{line}");
        assert!(run.stderr.contains(part), "{line}: {}", run.stderr);
    }
    assert_eq!(komadai_lab(&["selfplay", "shogi"]).status, 2);
    let error = komadai_lab(&["selfplay", "--read", "/no/file"]).refused();
    assert!(error.contains("/no/file"), "{error}");
    assert!(!std::path::Path::new(file).exists());
}
