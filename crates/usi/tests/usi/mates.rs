//! `go mate` in both protocols.

use std::time::Duration;

use komadai_rules::VariantId;
use serde_json::Value;

use crate::support::{Engine, MATE_IN_ONE, best, has, talk};

#[test]
fn a_mate_is_found_and_written_as_the_protocol_has_it() {
    let said = talk("usi", &[MATE_IN_ONE, "go depth 3"]);
    assert_eq!(best(&said), "G*5b");
    assert!(
        said.iter().any(|line| line.contains("score mate 1 ")),
        "{said:?}"
    );
    let said = talk("uci", &[MATE_IN_ONE, "go depth 3"]);
    assert_eq!(best(&said), "G@e8");
    let said = talk("usi", &[MATE_IN_ONE, "go mate 10000"]);
    assert!(has(&said, "checkmate G*5b"), "{said:?}");
    let no_mate = "position startpos";
    assert!(has(
        &talk("usi", &[no_mate, "go mate 5000"]),
        "checkmate nomate"
    ));
    // Mate in 1,525.
    let long = "position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    assert!(has(
        &talk("usi", &[long, "go mate 50"]),
        "checkmate timeout"
    ));
    // The mated side has no legal move.
    let mated = "position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1";
    assert!(has(
        &talk("usi", &[mated, "go mate 50"]),
        "checkmate nomate"
    ));
}

/// Problems are published without the attacker's king.
#[test]
fn a_position_with_one_king_is_solved_but_not_searched() {
    let problem = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let said = talk("usi", &[problem, "go mate 5000"]);
    assert!(has(&said, "checkmate G*5b"), "{said:?}");
    let said = talk("usi", &[problem, "go depth 2", "eval"]);
    assert!(has(&said, "bestmove resign"), "{said:?}");
    let refusals = said.iter().filter(|line| line.contains("no king"));
    assert_eq!(refusals.count(), 2, "{said:?}");
}

/// A win by declaration is no mate and must not hide one.
#[test]
fn a_mate_is_found_although_the_king_may_be_declared() {
    let entered = "position sfen +P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b 2RB3P 1";
    assert_eq!(best(&talk("usi", &[entered, "go depth 3"])), "win");
    // Results of a search with declarations must not hide it either.
    let mut engine = Engine::start("usi");
    for search_before in [false, true] {
        engine.say(entered);
        if search_before {
            engine.say("go infinite");
            engine.listen(Duration::from_millis(300));
            engine.say("stop");
            engine.expect("bestmove");
        }
        engine.say("go mate 20000");
        let found = engine.expect("checkmate");
        assert!(found.split(' ').count() >= 4, "{found}");
    }
    engine.quit();
}

/// Plies and positions of the problems of `komadai-lab mates`.
fn short_mates(game: VariantId) -> [(u32, Vec<String>); 2] {
    [3, 5].map(|plies| {
        let lab = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/mates");
        let path = format!("{lab}/{game}-{plies}.jsonl");
        let text = std::fs::read_to_string(path).expect("the problems");
        let problems = text.lines().skip(1).map(|line| {
            let problem: Value = serde_json::from_str(line).expect("JSON");
            problem["position"].as_str().expect("a position").to_owned()
        });
        (plies, problems.collect())
    })
}

/// Reductions hide mates from a search that is just deep enough.
#[test]
fn every_short_mate_is_announced() {
    for game in VariantId::ALL {
        let mut engine = Engine::start("uci");
        engine.say(&format!("setoption name UCI_Variant value {game}"));
        for (plies, positions) in short_mates(game) {
            let moves = plies.div_ceil(2);
            for position in positions.iter().step_by(4) {
                engine.say("ucinewgame");
                engine.say(&format!("position sfen {position}\ngo mate {moves}"));
                let mut last = String::new();
                loop {
                    let line = engine.expect("");
                    if line.starts_with("bestmove") {
                        break;
                    }
                    last = line;
                }
                let mate = last.split(" score mate ").nth(1);
                let mate: Option<u32> = mate
                    .and_then(|rest| rest.split(' ').next())
                    .and_then(|number| number.parse().ok());
                assert!(
                    mate.is_some_and(|found| found <= moves),
                    "{game} {position}: {last}"
                );
            }
        }
        engine.quit();
    }
}

#[test]
fn a_search_for_a_mate_ends_without_one() {
    let mut engine = Engine::start("uci");
    engine.say("setoption name UCI_Variant value minishogi");
    engine.say("position startpos\ngo mate 1");
    engine.expect("bestmove");
    // A mate in two is no mate in one.
    engine.say("setoption name UCI_Variant value shogi");
    engine.say("position sfen 9/6k2/9/6P2/9/9/9/9/4K4 b 2G 1\ngo mate 1 nodes 50000");
    engine.expect("bestmove");
    engine.say("go mate 2");
    assert!(engine.expect("info depth").contains(" pv "));
    engine.expect("bestmove");
    engine.quit();
}
