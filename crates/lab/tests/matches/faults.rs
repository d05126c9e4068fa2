//! Bad engines: each loses with its reason, and the match goes on.

use komadai_lab::{MatchHeader, MatchPlan, TimeControl, Who, replay_game};
use komadai_rules::GameId;
use std::path::Path;
use std::time::Duration;

use crate::support::{ending, own, plan, play, shell};

/// Plays against a bad engine, which must lose all games for this reason.
#[track_caller]
fn loses(plan: &MatchPlan, reason: &str, detail: &[&str]) {
    let (standing, games) = play(plan);
    assert_eq!(standing.wins, plan.games, "{games:?}");
    let is_fault = ending(reason).is_fault();
    let faults = if is_fault { plan.games } else { 0 };
    assert_eq!(standing.faults, [0, faults]);
    let header = MatchHeader::of(plan);
    for game in games {
        assert_eq!(game.reason, ending(reason), "{game:?}");
        assert_eq!(game.winner, Some(Who::A));
        let found = game.detail.clone().unwrap_or_default();
        for part in detail {
            assert!(found.contains(part), "{found}");
        }
        replay_game(&header, &game).expect("it fits its log");
    }
}

/// The other is a player that never thinks: on a busy machine it shall not be the late one.
fn against(on_go: &str) -> MatchPlan {
    plan(GameId::Minishogi, own("random"), shell(on_go))
}

#[test]
fn who_crashes_loses() {
    let plan = against("echo out of cheese >&2; exit 3");
    loses(&plan, "crash", &["exit status: 3", "out of cheese"]);
    loses(&against("kill -9 $$"), "crash", &["signal: 9"]);
}

#[test]
fn who_closes_its_output_loses() {
    let mut plan = against("exec >&-; sleep 100");
    plan.games = 2;
    plan.concurrency = 2;
    loses(&plan, "crash", &["closed its output"]);
}

#[test]
fn who_stalls_loses() {
    let mut plan = against("sleep 100");
    plan.games = 2;
    plan.concurrency = 2;
    plan.patience_ms = 200;
    loses(&plan, "stall", &["no move within 200 ms", "told to stop"]);
}

#[test]
fn who_floods_loses() {
    let mut plan = against("while :; do echo info string busy; done");
    plan.games = 2;
    plan.patience_ms = 200;
    loses(&plan, "stall", &["no move within 200 ms"]);
}

#[test]
fn who_is_late_loses() {
    let mut plan = against("sleep 0.4; echo bestmove resign");
    plan.time = TimeControl::MoveTimeMs(100);
    plan.margin_ms = 50;
    plan.games = 2;
    loses(&plan, "time", &["margin of 50 ms"]);
}

/// The answer was thrown away when it came while the end of the time was noticed.
#[test]
fn who_is_a_few_milliseconds_late_loses_on_time() {
    let mut plan = against("sleep 0.152; echo bestmove resign");
    plan.time = TimeControl::MoveTimeMs(100);
    plan.margin_ms = 50;
    plan.games = 10;
    loses(&plan, "time", &["margin of 50 ms"]);
}

/// Without a clock an answer after the end of patience is a stall.
#[test]
fn who_answers_after_patience_has_stalled() {
    let mut plan = against("sleep 0.4; echo bestmove resign");
    plan.games = 2;
    plan.patience_ms = 100;
    loses(
        &plan,
        "stall",
        &["no move within 100 ms; it answered after"],
    );
}

#[test]
fn within_the_margin_nobody_is_late() {
    let mut plan = against("sleep 0.2; echo bestmove resign");
    plan.time = TimeControl::MoveTimeMs(1);
    plan.margin_ms = 20_000;
    plan.games = 2;
    loses(&plan, "resignation", &[]);
}

#[test]
fn who_plays_illegally_loses() {
    loses(
        &against("echo bestmove 1a1b+"),
        "illegal-move",
        &["\"1a1b+\": "],
    );
    loses(
        &against("echo bestmove P*3c ponder 1a1b"),
        "illegal-move",
        &["\"P*3c\": "],
    );
}

#[test]
fn who_talks_nonsense_loses() {
    let plan = against("printf '\\377\\376\\n\\nbestmove \\033xyzzy\\n'");
    loses(&plan, "illegal-move", &["xyzzy", "\\u{1b}"]);
    loses(&against("echo bestmove"), "illegal-move", &["\"\": "]);
    let plan = against("head -c 300000 /dev/zero; echo; echo bestmove 9z9z");
    loses(&plan, "illegal-move", &["9z9z"]);
}

#[test]
fn who_sees_no_move_where_there_is_one_loses() {
    loses(
        &against("echo 'bestmove (none)'"),
        "no-move",
        &["there are"],
    );
    loses(
        &against("echo bestmove win"),
        "illegal-move",
        &["declaration is off"],
    );
}

#[test]
fn who_resigns_has_not_failed() {
    loses(&against("echo bestmove resign"), "resignation", &[]);
}

/// Nothing that a match started lives on, not even what an engine started.
#[test]
fn processes_are_ended() {
    let folder = crate::support::folder();
    let pids = folder.path().join("pids");
    let note = pids.display();
    let on_go = format!("echo $$ >> {note}; sleep 300 & echo $! >> {note}; wait");
    let mut plan = against(&on_go);
    plan.games = 2;
    plan.patience_ms = 200;
    loses(&plan, "stall", &[]);
    all_end(&pids, 4);
}

/// What an engine had started outlived it when it ended by itself.
#[test]
fn what_an_engine_leaves_behind_is_ended() {
    for (then, reason, details, processes) in [
        ("exit 3", "crash", &["exit status: 3"][..], 2),
        ("exec >&- 2>&-; exit 3", "crash", &["exit status: 3"], 2),
        // It goes on to the next game and ends when it is told to quit.
        ("echo bestmove resign", "resignation", &[], 2),
    ] {
        for output in ["", ">/dev/null 2>&1"] {
            let folder = crate::support::folder();
            let pids = folder.path().join("pids");
            let on_go = format!("sleep 300 {output} & echo $! >> {}; {then}", pids.display());
            let mut plan = against(&on_go);
            plan.games = 2;
            loses(&plan, reason, details);
            all_end(&pids, processes);
        }
    }
}

/// Waits until none of the processes in a file runs any more.
#[track_caller]
fn all_end(pids: &Path, count: usize) {
    let pids = std::fs::read_to_string(pids).expect("numbers of processes");
    assert_eq!(pids.lines().count(), count);
    for pid in pids.lines() {
        // Killing takes effect a little later.
        let ended = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            has_ended(pid)
        });
        assert!(ended, "process {pid} lives on");
    }
}

fn has_ended(pid: &str) -> bool {
    // A process that nobody has waited for is still listed, as a zombie.
    std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
}
