//! Logs: resuming, rejecting, replaying.

use komadai_lab::{
    EngineId, EngineSpec, LoggedMatch, MatchError, MatchEvent, MatchLog, MatchPlan, replay_game,
    run_match,
};
use komadai_rules::VariantId;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::{folder, internal, plan, run, shell, timeless};

fn levels() -> MatchPlan {
    let mut plan = plan(VariantId::Minishogi, internal("middle"), internal("easy"));
    plan.games = 12;
    plan
}

fn play_some(plan: &MatchPlan, path: &Path, games: usize) -> MatchError {
    let mut log = MatchLog::open(path, plan).unwrap();
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let mut watch = |event: MatchEvent<'_>| {
        seen += usize::from(matches!(event, MatchEvent::Game { .. }));
        stop.store(seen >= games, Ordering::Relaxed);
    };
    run_match(plan, &mut log, &stop, &mut watch).expect_err("it was stopped")
}

#[test]
fn an_interrupted_match_is_resumed_to_the_same_result() {
    let folder = folder();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let mut plan = levels();
    let expected = run(&plan, &whole).unwrap();
    assert_eq!(expected.games(), 12);

    let error = play_some(&plan, &broken, 3);
    assert!(
        matches!(error, MatchError::Interrupted { next: 3 }),
        "{error}"
    );
    // A torn last line, and then more threads.
    let mut bytes = fs::read(&broken).unwrap();
    bytes.truncate(bytes.len() - 40);
    fs::write(&broken, bytes).unwrap();
    plan.concurrency = 3;
    play_some(&plan, &broken, 4);
    assert_eq!(run(&plan, &broken).unwrap(), expected);

    let games = |path: &Path| {
        let log = LoggedMatch::read(path).unwrap();
        log.games.values().map(timeless).collect::<Vec<_>>()
    };
    assert_eq!(games(&broken), games(&whole));
}

#[test]
fn a_log_that_was_cut_off_within_a_character_is_resumed() {
    let folder = folder();
    let path = folder.path().join("log");
    let mut plan = plan(
        VariantId::Minishogi,
        internal("easy"),
        shell("echo bestmove é; : é"),
    );
    plan.games = 2;
    let expected = run(&plan, &path).unwrap();
    let whole = fs::read(&path).unwrap();
    // Half of an é: in the last line, and in the first one.
    let in_game = whole.windows(2).rposition(|two| two == "é".as_bytes());
    let in_header = whole.windows(2).position(|two| two == "é".as_bytes());
    assert!(in_header < whole.iter().position(|&byte| byte == b'\n'));
    for (cut, games) in [(in_game, 1), (in_header, 0)] {
        fs::write(&path, &whole[..=cut.unwrap()]).unwrap();
        if games > 0 {
            assert_eq!(LoggedMatch::read(&path).unwrap().games.len(), games);
        }
        assert_eq!(MatchLog::open(&path, &plan).unwrap().games().len(), games);
        assert_eq!(run(&plan, &path).unwrap(), expected);
    }
}

#[test]
fn a_match_can_be_made_longer_and_shorter() {
    let folder = folder();
    let path = folder.path().join("log");
    let mut plan = levels();
    plan.games = 4;
    run(&plan, &path).unwrap();
    plan.games = 8;
    assert_eq!(run(&plan, &path).unwrap().games(), 8);
    plan.games = 2;
    assert_eq!(run(&plan, &path).unwrap().games(), 2);
}

#[test]
fn a_log_of_other_settings_is_refused() {
    let folder = folder();
    let path = folder.path().join("log");
    let plan = levels();
    run(&plan, &path).unwrap();
    let before = fs::read(&path).unwrap();
    let mut seed = plan.clone();
    seed.seed = 5;
    let mut rules = plan.clone();
    rules.rules.max_plies = Some(77);
    let mut engine = plan.clone();
    engine.b = internal("random");
    let mut margin = plan.clone();
    margin.margin_ms = 1;
    for (other, part) in [
        (seed, "seed is 1 in the file and 5 now"),
        (rules, "rules is"),
        (engine, "\"player\":\"random\""),
        (margin, "margin_ms is 100 in the file and 1 now"),
    ] {
        let error = MatchLog::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert_eq!(error.matches(" in the file and ").count(), 1, "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_log_without_games_is_begun_anew() {
    let folder = folder();
    let path = folder.path().join("log");
    let mut other = levels();
    other.seed = 5;
    drop(MatchLog::open(&path, &other).unwrap());
    let plan = levels();
    run(&plan, &path).unwrap();
    assert_eq!(LoggedMatch::read(&path).unwrap().header.seed, plan.seed);
}

#[test]
fn other_files_are_left_alone() {
    let folder = folder();
    let path = folder.path().join("file");
    let plan = levels();
    for (text, part) in [
        ("dear diary", "is not a match log"),
        ("{\"komadai_match\":1}\n", "is not a match log"),
        ("[1]\n[2]\n", "is not a match log"),
    ] {
        fs::write(&path, text).unwrap();
        let error = MatchLog::open(&path, &plan).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    // A log cut off in its first line had no games.
    fs::write(&path, "{\"komadai_match\":1,\"game\":\"mini").unwrap();
    assert!(MatchLog::open(&path, &plan).unwrap().games().is_empty());
    assert!(MatchLog::open(folder.path(), &plan).is_err());
}

#[test]
fn bad_lines_are_reported_with_their_number() {
    let folder = folder();
    let path = folder.path().join("log");
    let plan = levels();
    run(&plan, &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for (bad, part) in [("{}", "line 3"), (lines[1], "game 0 is in the log twice")] {
        let mut lines = lines.clone();
        lines[2] = bad;
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let error = LoggedMatch::read(&path).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("line 3"), "{error}");
        assert_eq!(MatchLog::open(&path, &plan).unwrap_err().to_string(), error);
    }
}

#[test]
fn a_log_is_open_once() {
    let folder = folder();
    let path = folder.path().join("log");
    let plan = levels();
    let first = MatchLog::open(&path, &plan).unwrap();
    let error = MatchLog::open(&path, &plan).unwrap_err().to_string();
    assert!(error.contains("in use"), "{error}");
    drop(first);
    MatchLog::open(&path, &plan).unwrap();
}

#[test]
fn replaying_detects_a_changed_log() {
    let folder = folder();
    let path = folder.path().join("log");
    let plan = plan(VariantId::Shogun, internal("middle"), internal("random"));
    run(&plan, &path).unwrap();
    let log = LoggedMatch::read(&path).unwrap();
    let game = &log.games[&0];
    replay_game(&log.header, game).unwrap();

    let check = |change: &dyn Fn(&mut komadai_lab::PlayedGame), part: &str| {
        let mut changed = game.clone();
        change(&mut changed);
        let error = replay_game(&log.header, &changed).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    check(
        &|game| game.moves[0].text = "a1a1".into(),
        "ply 9: \"a1a1\"",
    );
    check(&|game| game.moves[1].text = "z9".into(), "ply 10: \"z9\"");
    check(&|game| game.start = "nowhere".into(), "bad start");
    let end = |game: &mut komadai_lab::PlayedGame| {
        game.moves.pop();
    };
    check(&end, "the moves lead to no end");
    let winner = |game: &mut komadai_lab::PlayedGame| {
        game.winner = Some(!game.winner.unwrap_or(EngineId::A));
    };
    check(&winner, "the log says");
    let mut header = log.header.clone();
    header.rules.insert("repetition".into(), "never".into());
    assert!(replay_game(&header, game).is_err());
    header.game = "go".into();
    assert!(replay_game(&header, game).is_err());
}

#[test]
fn impossible_plans_are_refused() {
    let check = |change: &dyn Fn(&mut MatchPlan), part: &str| {
        let mut plan = levels();
        change(&mut plan);
        let folder = folder();
        let error = run(&plan, &folder.path().join("log")).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    };
    check(&|plan| plan.games = 7, "7 is not an even number");
    check(&|plan| plan.games = 0, "0 is not an even number");
    check(&|plan| plan.games = 1_000_002, "from 2 to 1000000");
    check(&|plan| plan.patience_ms = 0, "at least 1 millisecond");
    check(&|plan| plan.concurrency = 0, "at least 1");
    check(
        &|plan| plan.variant = VariantId::Shogi,
        "the match is of shogi",
    );
    check(
        &|plan| plan.time = komadai_lab::TimeControl::Nodes(0),
        "no time to think",
    );
    check(
        &|plan| plan.b = EngineSpec::parse("usi:/no/such/engine", &[], &[]).unwrap(),
        "engine b: cannot start /no/such/engine",
    );
}
