use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::support::{PROGRAM, Run, komadai_lab};

pub(crate) fn log() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.jsonl");
    (folder, log)
}

pub(crate) fn run(line: &str, log: &Path) -> Run {
    let mut args: Vec<&str> = line.split_whitespace().collect();
    args.push("--log");
    args.push(log.to_str().expect("UTF-8"));
    komadai_lab(&args)
}

#[track_caller]
fn has_line(output: &str, line: &str) {
    assert!(
        output.lines().any(|found| found == line),
        "{line}\n{output}"
    );
}

/// The engine behind a pipe plays the same moves as the built-in one, so each wins once with either
/// side, or both games are drawn.
#[test]
fn our_program_is_an_opponent_in_both_protocols() {
    for game in ["shogi", "minishogi", "torishogi", "shogun"] {
        for protocol in ["usi", "uci"] {
            let (_folder, log) = log();
            let line = format!(
                "match {game} --a full --b {protocol}:{PROGRAM} --b-arg {protocol} --nodes 300 \
                 --games 2 --b-option Hash=64"
            );
            let output = run(&line, &log).ok();
            has_line(&output, &format!("match {game} a full b komadai-lab"));
            has_line(&output, "pentanomial 0 0 1 0 0");
            has_line(&output, "faults a 0 b 0");
            let log = log.to_str().unwrap();
            let replayed = komadai_lab(&["match", "--replay", log]).ok();
            assert!(replayed.starts_with("2 games, "), "{replayed}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_without_memory_for_its_hash_table_does_not_start() {
    let (_folder, log) = log();
    let arguments = "minishogi --a full --a-option Hash=4096 --b full --depth 1 --games 2 --log";
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 1000000 && exec \"$@\"",
            "sh",
            PROGRAM,
            "match",
        ])
        .args(arguments.split(' '))
        .arg(&log)
        .output()
        .expect("it runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let line = "komadai-lab: engine a: no memory for a hash table of 4096 MB\n";
    assert_eq!((output.status.code(), said.as_str()), (Some(1), line));
}

#[test]
fn a_net_that_cannot_be_loaded_ends_the_match() {
    let (_folder, log) = log();
    for protocol in ["usi", "uci"] {
        let line = format!(
            "match minishogi --a {protocol}:{PROGRAM} --a-arg {protocol} --a-option EvalFile=/no/such/net --b full \
             --nodes 100 --games 2"
        );
        let Run { status, stderr, .. } = run(&line, &log);
        assert_eq!(status, 1, "{stderr}");
        assert!(
            stderr.contains("ERROR: EvalFile \"/no/such/net\": "),
            "{stderr}"
        );
    }
}

#[test]
fn programs_play_each_other_by_the_clock() {
    let (_folder, log) = log();
    for time in [
        "--time 0.4 --increment 0.02",
        "--time 0 --byoyomi 0.05",
        "--move-time 0.05",
        "--depth 2",
    ] {
        let _ = std::fs::remove_file(&log);
        let line = format!(
            "match minishogi --a usi:{PROGRAM} --a-arg usi --b uci:{PROGRAM} --b-arg uci \
             --b-option Level=1 --games 2 --margin 5 --concurrency 2 {time}"
        );
        let output = run(&line, &log).ok();
        has_line(&output, "faults a 0 b 0");
        assert!(output.contains("\ngames 2 +"), "{output}");
    }
}

fn kill(child: &mut Child) {
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
}

fn start(line: &str, log: &Path) -> Child {
    Command::new(PROGRAM)
        .args(line.split_whitespace())
        .arg("--log")
        .arg(log)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

fn wait_for_lines(log: &Path, lines: usize) {
    for _ in 0..3_000 {
        let text = std::fs::read_to_string(log).unwrap_or_default();
        if text.lines().count() >= lines {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the match does not go on");
}

#[test]
fn a_killed_match_resumes_with_the_same_result() {
    let line = format!(
        "match minishogi --a usi:{PROGRAM} --a-arg usi --a-option Level=9 --b easy \
         --nodes 1000 --games 30"
    );
    let (_folder, whole) = log();
    let expected = run(&line, &whole).ok();
    assert!(expected.contains("\ngames 30 +"), "{expected}");

    let (_folder, broken) = log();
    for lines in [3, 6] {
        let mut child = start(&line, &broken);
        wait_for_lines(&broken, lines);
        kill(&mut child);
    }
    let again = run(&line, &broken);
    assert_eq!((again.status, again.stdout), (0, expected));
    assert!(
        again.stderr.contains("games: resuming after them"),
        "{}",
        again.stderr
    );
    // With all games played, or a test decided, nothing is left to play.
    let decided = line.replace("--games 30", "--games 400 --sprt -900,-800");
    for line in [&line, &decided] {
        let nothing = run(line, &broken);
        let said = "games: nothing is left to play";
        assert_eq!(nothing.status, 0, "{}", nothing.stderr);
        assert!(nothing.stderr.contains(said), "{}", nothing.stderr);
    }
}

/// An engine that reads nothing while it thinks does not see the end of its input.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_match_leaves_no_engine_running() {
    let (folder, log) = log();
    let (engine, note) = (folder.path().join("engine"), folder.path().join("pids"));
    let script = format!(
        "#!/bin/sh
        while read -r word rest; do case $word in
          usi) echo 'option name UCI_Variant type string default shogi'; echo usiok;;
          isready) echo readyok;;
          go) sleep 300 & echo $$ $! > {note}.new; mv {note}.new {note}; wait; sleep 300;;
        esac; done",
        note = note.display()
    );
    write_program(&engine, &script);
    let engine = engine.display();
    let mut child = start(
        &format!("match shogi --a usi:{engine} --b full --nodes 9"),
        &log,
    );
    let pids = (0..3_000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        std::fs::read_to_string(&note).ok()
    });
    kill(&mut child);
    let pids = pids.expect("the engine thinks");
    assert_eq!(pids.split_whitespace().count(), 2);
    for pid in pids.split_whitespace() {
        let ended = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            // An unreaped process is still listed, as a zombie.
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
            stat.map_or(true, |stat| stat.contains(") Z "))
        });
        assert!(ended, "process {pid} lives on");
    }
}

#[cfg(unix)]
fn write_program(path: &Path, script: &str) {
    std::fs::write(path, script).expect("a file");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).expect("a program");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_resume() {
    let (_folder, log) = log();
    let line = "match minishogi --a full --b full --nodes 3000 --games 1000 --concurrency 2";
    let child = start(line, &log);
    wait_for_lines(&log, 2);
    let pid = child.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(asked.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        text.contains("interrupted; the same command resumes with game "),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn bad_engines_lose_and_are_reported() {
    let (folder, log) = log();
    let engine = folder.path().join("bad engine");
    let script = "#!/bin/sh
        while read -r word rest; do case $word in
          usi) echo 'option name UCI_Variant type string default shogi'; echo usiok;;
          isready) echo readyok;;
          go) echo bestmove 5a5a;;
          quit) exit;;
        esac; done";
    write_program(&engine, script);
    let spec = format!("usi:{}", engine.display());
    let log = log.to_str().unwrap();
    let run = komadai_lab(&[
        "match",
        "minishogi",
        "--a",
        &spec,
        "--b",
        "easy",
        "--nodes",
        "10",
        "--games",
        "4",
        "--log",
        log,
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    has_line(&run.stdout, "match minishogi a bad engine b 1");
    has_line(&run.stdout, "pentanomial 2 0 0 0 0");
    has_line(&run.stdout, "elo unknown: all pairs ended alike");
    has_line(&run.stdout, "ended illegal-move 4 (+0 =0 -4)");
    has_line(&run.stdout, "faults a 4 b 0");
    let complaints = run.stderr.lines().collect::<Vec<_>>();
    assert_eq!(complaints.len(), 4, "{complaints:?}");
    let expected = "komadai-lab: game 0: a loses after 10 plies by illegal-move: \"5a5a\": ";
    assert!(complaints[0].starts_with(expected), "{complaints:?}");

    let game = komadai_lab(&["match", "--replay", log, "--game", "1"]).ok();
    has_line(&game, "game 1 minishogi");
    has_line(&game, "first b (1)");
    has_line(&game, "second a (bad engine)");
    has_line(&game, "winner b (1) by illegal-move");
    assert!(game.contains("\nbecause \"5a5a\": "), "{game}");
}

#[test]
fn the_sprt_is_printed() {
    let (_folder, log) = log();
    let line = "match minishogi --a full --b random --nodes 200 --sprt 0,100 --elo normalised \
                --concurrency 2";
    let output = run(line, &log).ok();
    has_line(
        &output,
        "sprt normalised Elo 0 against 100, alpha 0.05, beta 0.05",
    );
    let llr = output
        .lines()
        .find(|line| line.starts_with("llr "))
        .expect("an llr");
    assert!(llr.ends_with(" (-2.94 to 2.94) H1 accepted"), "{llr}");
}

#[test]
fn a_game_can_be_printed() {
    let (_folder, log) = log();
    let line = "match torishogi --a full --b random --time 1 --increment 0.02 --games 2 --margin 5";
    run(line, &log).ok();
    let path = log.to_str().unwrap();
    let game = komadai_lab(&["match", "--replay", path, "--game", "0"]).ok();
    has_line(&game, "time 1 s + 0.02 s a move");
    has_line(&game, "winner a (full) by checkmate");
    let first = game
        .lines()
        .find(|line| line.starts_with("9 "))
        .expect("the first ply after the opening");
    for part in [" ms, ", " ms left, cp ", ", depth ", " nodes"] {
        assert!(first.contains(part), "{first}");
    }
    let error = komadai_lab(&["match", "--replay", path, "--game", "9"]).refused();
    assert!(
        error.contains("no game 9; it has games from 0 to 1"),
        "{error}"
    );

    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replace("\"winner\":\"a\"", "\"winner\":\"b\"")).unwrap();
    let error = komadai_lab(&["match", "--replay", path]).refused();
    assert!(error.contains("game 0: the log says "), "{error}");
}

#[test]
fn bad_input_is_explained() {
    let (_folder, log) = log();
    for (line, part) in [
        (
            "match shogi --b full",
            "--move-time SECONDS, --nodes N or --depth N",
        ),
        (
            "match shogi --b best --nodes 9",
            "engine b: unknown engine \"best\"",
        ),
        (
            "match shogi --a usi: --b full --nodes 9",
            "engine a: \"usi:\" names no program",
        ),
        (
            "match shogi --b full --b-option Hash --nodes 9",
            "expected NAME=VALUE",
        ),
        (
            "match shogi --b full --nodes 9 --games 3",
            "3 is not an even number",
        ),
        (
            "match shogi --b full --nodes 9 --games 4000000000",
            "from 2 to 1000000",
        ),
        (
            "match shogi --b full --nodes 9 --patience 0",
            "patience must last",
        ),
        ("match shogi --b full --nodes 0", "leaves no time to think"),
        ("match shogi --b full --time 0", "leaves no time to think"),
        (
            "match shogi --b full --nodes 9 --concurrency 0",
            "at least 1 game",
        ),
        (
            "match shogi --b full --nodes 9 --sprt 5,5",
            "must be less than that of H1",
        ),
        (
            "match shogi --b full --nodes 9 --sprt 0,5 --alpha 0.7",
            "alpha must lie between",
        ),
        (
            "match shogi --b full --nodes 9 --rule repetition=draw-9",
            "repetition cannot be",
        ),
        (
            "match shogi --b full --nodes 9 --openings /no/file",
            "/no/file",
        ),
    ] {
        let error = run(line, &log).refused();
        assert!(error.contains(part), "{line}: {error}");
    }
    assert!(!log.exists());
}

#[test]
fn bad_command_lines_are_explained() {
    let (_folder, log) = log();
    // Errors of several lines.
    for (line, part) in [
        ("match go --b full --nodes 9", "go"),
        ("match shogi --b full --time soon", "expected seconds"),
        ("match shogi --b full --time=-1", "expected seconds from 0"),
        (
            "match shogi --b full --nodes 9 --depth 9",
            "cannot be used with",
        ),
        ("match shogi --b full --nodes 9 --increment 1", "--time"),
        ("match shogi --b full --nodes 9 --sprt 5", "ELO0,ELO1"),
        (
            "match shogi --b full --nodes 9 --adjudicate-win 5",
            "SCORE:MOVES",
        ),
        ("match shogi --nodes 9", "--b"),
        ("match --b full --nodes 9", "GAME"),
    ] {
        let error = run(line, &log);
        assert_eq!(error.status, 2, "{line}");
        assert!(error.stderr.contains(part), "{line}: {}", error.stderr);
    }
    assert!(!log.exists());
    assert_eq!(
        komadai_lab(&["match", "shogi", "--b", "full", "--nodes", "9"]).status,
        2
    );
    let error = run("match shogi --b usi:/no/engine --nodes 9", &log);
    assert_eq!(error.status, 1);
    assert!(
        error.stderr.contains("engine b: cannot start /no/engine"),
        "{}",
        error.stderr
    );
    let error = komadai_lab(&["match", "--replay", "/no/log"]).refused();
    assert!(error.contains("/no/log"), "{error}");
}

#[test]
fn a_log_of_another_match_is_refused() {
    let (_folder, log) = log();
    run("match minishogi --b random --nodes 50 --games 2", &log).ok();
    let error = run("match minishogi --b random --nodes 60 --games 2", &log).refused();
    let part = "time is {\"nodes\":50} in the file and {\"nodes\":60} now";
    assert!(error.contains(part), "{error}");
}
