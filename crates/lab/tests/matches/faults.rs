//! Failing engines: each loses with its termination, and the match continues.

use komadai_lab::{EngineId, MatchHeader, MatchPlan, TimeControl, replay_game};
use komadai_rules::VariantId;
use std::path::Path;
use std::time::Duration;

use crate::support::{internal, plan, play, shell, termination};

/// Plays against a failing engine, which must lose all games with this termination.
#[track_caller]
fn loses(plan: &MatchPlan, reason: &str, detail: &[&str]) {
    let (standing, games) = play(plan);
    assert_eq!(standing.wins, plan.games, "{games:?}");
    let is_fault = termination(reason).is_fault();
    let faults = if is_fault { plan.games } else { 0 };
    assert_eq!(standing.faults, [0, faults]);
    let header = MatchHeader::of(plan).expect("memory");
    for game in games {
        assert_eq!(game.reason, termination(reason), "{game:?}");
        assert_eq!(game.winner, Some(EngineId::A));
        let found = game.detail.clone().unwrap_or_default();
        for part in detail {
            assert!(found.contains(part), "{found}");
        }
        replay_game(&header, &game).expect("it fits its log");
    }
}

/// Opposes the random player, which is never late, even on a busy machine.
fn against(on_go: &str) -> MatchPlan {
    plan(VariantId::Minishogi, internal("random"), shell(on_go))
}

#[test]
fn a_crash_loses() {
    let plan = against("echo out of cheese >&2; exit 3");
    loses(&plan, "crash", &["exit status: 3", "out of cheese"]);
    loses(&against("kill -9 $$"), "crash", &["signal: 9"]);
}

#[test]
fn closing_the_output_loses() {
    let mut plan = against("exec >&-; sleep 100");
    plan.games = 2;
    plan.concurrency = 2;
    loses(&plan, "crash", &["closed its output"]);
}

#[test]
fn a_stall_loses() {
    let mut plan = against("sleep 100");
    plan.games = 2;
    plan.concurrency = 2;
    plan.patience_ms = 200;
    loses(&plan, "stall", &["no move within 200 ms", "of `stop`"]);
}

#[test]
fn endless_output_without_a_move_loses() {
    let mut plan = against("while :; do echo info string busy; done");
    plan.games = 2;
    plan.patience_ms = 200;
    loses(&plan, "stall", &["no move within 200 ms"]);
}

#[test]
fn a_late_move_loses() {
    let mut plan = against("sleep 0.4; echo bestmove resign");
    plan.time = TimeControl::MoveTimeMs(100);
    plan.margin_ms = 50;
    plan.games = 2;
    loses(&plan, "time", &["margin of 50 ms"]);
}

#[test]
fn a_move_a_few_milliseconds_late_loses_on_time() {
    let mut plan = against("sleep 0.152; echo bestmove resign");
    plan.time = TimeControl::MoveTimeMs(100);
    plan.margin_ms = 50;
    plan.games = 10;
    loses(&plan, "time", &["margin of 50 ms"]);
}

#[test]
fn without_a_clock_a_move_after_patience_is_a_stall() {
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
fn a_move_within_the_margin_is_in_time() {
    let mut plan = against("sleep 0.2; echo bestmove resign");
    plan.time = TimeControl::MoveTimeMs(1);
    plan.margin_ms = 20_000;
    plan.games = 2;
    loses(&plan, "resignation", &[]);
}

#[test]
fn an_illegal_move_loses() {
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
fn an_unparsable_move_loses() {
    let plan = against("printf '\\377\\376\\n\\nbestmove \\033xyzzy\\n'");
    loses(&plan, "illegal-move", &["xyzzy", "\\u{1b}"]);
    loses(&against("echo bestmove"), "illegal-move", &["\"\": "]);
    let plan = against("head -c 300000 /dev/zero; echo; echo bestmove 9z9z");
    loses(&plan, "illegal-move", &["9z9z"]);
}

#[test]
fn a_wrong_claim_of_no_move_or_of_a_win_loses() {
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
fn resigning_is_not_a_fault() {
    loses(&against("echo bestmove resign"), "resignation", &[]);
}

#[test]
fn a_stalled_engine_and_its_children_are_killed() {
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

#[test]
fn children_of_an_engine_that_exits_are_killed() {
    for (then, reason, details, processes) in [
        ("exit 3", "crash", &["exit status: 3"][..], 2),
        ("exec >&- 2>&-; exit 3", "crash", &["exit status: 3"], 2),
        // This engine plays both games and exits on `quit`.
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

/// Waits until none of the processes listed in a file is running.
#[track_caller]
fn all_end(pids: &Path, count: usize) {
    let pids = std::fs::read_to_string(pids).expect("numbers of processes");
    assert_eq!(pids.lines().count(), count);
    for pid in pids.lines() {
        // A kill takes effect with a delay.
        let ended = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            has_ended(pid)
        });
        assert!(ended, "process {pid} is still running");
    }
}

fn has_ended(pid: &str) -> bool {
    // An unreaped process is a zombie.
    std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
}

/// A program that thinks for `btime + binc` less 300 ms, as USI allows.
#[test]
fn a_program_that_uses_its_increment_as_usi_counts_it_is_in_time() {
    let on_go = "set -- $rest; ms=$2; [ $4 -lt $ms ] && ms=$4; ms=$((ms + $6 - 300))
        sleep $((ms / 1000)).$(printf %03d $((ms % 1000))); echo bestmove resign";
    let mut plan = against(on_go);
    plan.time = TimeControl::Clock {
        base_ms: 1_000,
        increment_ms: 1_000,
        byoyomi_ms: 0,
    };
    plan.games = 2;
    plan.margin_ms = 500;
    let (standing, _) = play(&plan);
    assert_eq!(standing.terminations["resignation"], [2, 0, 0]);
}
