//! Faulty positions, commands queued during a search, and limits that come with `ponderhit`.

use std::time::Duration;

use crate::support::{Engine, best, has, talk};

#[test]
fn an_illegal_position_is_played_up_to_the_fault() {
    for protocol in ["usi", "uci"] {
        for (moves, fault) in [
            ("2g2f 8c8d 2g2f 3c3d", "illegal move 3 "),
            ("2g2f 8c8d zz 3c3d", "bad move 3 \"zz\": "),
        ] {
            let said = talk(
                protocol,
                &[
                    "position startpos moves 7g7f",
                    &format!("position startpos moves {moves}"),
                    "d",
                    "go nodes 50",
                ],
            );
            let fault = format!("info string {fault}");
            assert!(said[0].starts_with(&fault), "{said:?}");
            assert!(said[0].ends_with("; the moves before it are played"));
            assert!(said.iter().any(|line| line.ends_with(" b - 3")), "{said:?}");
            let best = best(&said);
            let legal = talk(
                protocol,
                &["position startpos moves 2g2f 8c8d", "go perft 1"],
            );
            assert!(has(&legal, &format!("{best}: 1")), "{best}");
        }
    }
}

#[test]
fn an_unreadable_position_is_answered_without_a_move() {
    for (protocol, answer) in [("usi", "resign"), ("uci", "(none)")] {
        let lines = [
            "position startpos moves 7g7f",
            "position sfen rubbish",
            "go nodes 50",
            "position startpos",
            "go nodes 50",
        ];
        let said = talk(protocol, &lines);
        assert!(said[1].starts_with("info string nothing to search: bad position for shogi: "));
        let best = |line: &&String| line.starts_with("bestmove");
        let moves: Vec<_> = said.iter().filter(best).collect();
        assert_eq!(moves.len(), 2, "{said:?}");
        assert_eq!(*moves[0], format!("bestmove {answer}"));
        assert!(moves[1].len() > "bestmove (none)".len(), "{said:?}");
    }
}

#[test]
fn commands_behind_a_finite_search_wait_for_it() {
    for protocol in ["usi", "uci"] {
        let script = [
            "position startpos",
            "go nodes 30000",
            "go nodes 10",
            "setoption name MultiPV value 2",
            "isready",
            "position startpos moves 7g7f",
            "go depth 1",
            "go infinite",
            "stop",
            "quit",
        ];
        let said = talk(protocol, &script);
        let moves = said.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(moves.count(), 4, "{said:?}");
        let at = |text: &str| said.iter().position(|line| line.contains(text));
        let (ready, second) = (at("readyok"), at(" multipv 2 "));
        assert!(ready.is_some() && ready < second, "{said:?}");
        assert!(!said.iter().any(|line| line.contains("a search is running")));
    }
}

#[test]
fn stop_ends_a_search_that_other_commands_wait_for() {
    let mut engine = Engine::start("usi");
    engine.say("position startpos\ngo depth 100");
    engine.expect("info depth 2");
    engine.say("setoption name MultiPV value 2\nstop");
    engine.expect("bestmove");
    engine.say("go depth 2");
    assert!(engine.expect("info depth 2 ").contains(" multipv 1 "));
    engine.expect("info depth 2 ");
    engine.expect("bestmove");
    engine.quit();
}

/// "Early ponder" of ShogiHome and usi-csa-bridge.
#[test]
fn clocks_that_come_with_ponderhit_are_limits() {
    for word in ["", " btime 100000 wtime 100000 binc 5"] {
        let mut engine = Engine::start("usi");
        engine.say(&format!("position startpos moves 7g7f\ngo ponder{word}"));
        let said = engine.listen(Duration::from_millis(300));
        assert!(!said.iter().any(|line| line.starts_with("bestmove")));
        engine.say("ponderhit btime 0 wtime 0 byoyomi 200");
        engine.expect("bestmove");
        let said = engine.listen(Duration::from_millis(300));
        assert!(!said.iter().any(|line| line.starts_with("bestmove")));
        engine.quit();
    }
}
