//! Commands of the protocols.

use std::time::Duration;

use crate::support::{Engine, MATE_IN_ONE, best, has, komadai_engine, talk};

#[test]
fn either_first_word_is_understood_by_both() {
    for started in ["usi", "uci"] {
        for word in ["usi", "uci"] {
            let said = talk(started, &[word, "isready", "quit"]);
            assert!(has(&said, &format!("{word}ok")) && has(&said, "readyok"));
            assert!(said.iter().any(|line| line.starts_with("id name Komadai")));
            let games = "combo default shogi var shogi var minishogi var torishogi var shogun";
            let line = format!("option name UCI_Variant type {games}");
            assert!(said.iter().any(|said| said.starts_with(&line)), "{said:?}");
            let hash = if word == "usi" {
                "option name USI_Hash "
            } else {
                "option name Hash "
            };
            assert!(said.iter().any(|line| line.starts_with(hash)));
        }
    }
}

#[test]
fn usi_writes_usi_and_uci_writes_fairy_stockfishs_spelling_in_all_games() {
    let perft = |protocol: &str, variable: &str, game: &str| {
        let variant = format!("setoption name {variable} value {game}");
        talk(
            protocol,
            &[
                protocol,
                &variant,
                "position startpos",
                "go perft 1",
                "quit",
            ],
        )
    };
    for (game, usi, uci, moves) in [
        ("shogi", "7g7f", "c3c4", 30),
        ("minishogi", "5d5c", "a2a3", 14),
        ("torishogi", "3d3c", "e4e5", 17),
        ("shogun", "4g4e", "e2e4", 20),
    ] {
        for variable in ["UCI_Variant", "USI_Variant"] {
            let said = perft("usi", variable, game);
            assert!(has(&said, &format!("{usi}: 1")), "{game} {said:?}");
            assert!(has(&said, &format!("Nodes searched: {moves}")));
            let said = perft("uci", variable, game);
            assert!(has(&said, &format!("{uci}: 1")), "{game} {said:?}");
            assert!(has(&said, &format!("Nodes searched: {moves}")));
        }
    }
}

#[test]
fn choosing_a_game_sends_its_description() {
    let said = talk(
        "uci",
        &["uci", "setoption name UCI_Variant value torishogi"],
    );
    let line = "info string variant torishogi files 7 ranks 7 pocket 6 template shogi startpos \
        rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[] w - - 0 1";
    assert!(has(&said, line), "{said:?}");
}

#[test]
fn go_perft_counts_by_move() {
    let said = talk(
        "usi",
        &["position startpos moves 7g7f", "go perft 2", "quit"],
    );
    assert!(has(&said, "Nodes searched: 1110"), "{said:?}");
    let mut sum = 0;
    for line in said.iter().filter(|line| !line.starts_with("Nodes")) {
        if let Some((_, nodes)) = line.split_once(": ") {
            sum += nodes.parse::<u64>().expect("a number");
        }
    }
    assert_eq!(sum, 1110);
    let said = talk(
        "uci",
        &["setoption name UCI_Variant value minishogi", "go perft 4"],
    );
    assert!(has(&said, "Nodes searched: 35401"));
    assert!(has(&talk("uci", &["go perft 0"]), "Nodes searched: 1"));
}

/// Regression: recursion overflowed the stack.
#[test]
fn go_perft_beyond_the_maximum_depth_is_refused() {
    for protocol in ["usi", "uci"] {
        for depth in ["33", "100000", "4294967295"] {
            let said = talk(protocol, &[&format!("go perft {depth}"), "isready"]);
            let line = format!("info string perft goes to depth 32 at most, not {depth}");
            assert_eq!(said, [line.as_str(), "readyok"]);
        }
    }
}

#[test]
fn positions_are_read_in_every_spelling() {
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL";
    let expected = format!("position {after} w - 2");
    for position in [
        "position startpos moves 7g7f".into(),
        "position startpos moves c3c4".into(),
        format!("position sfen {after} w - 2"),
        format!("position sfen {after} w - 2 moves"),
        format!("position {after} w - 2"),
        format!("position fen {after}[-] b 0 1"),
        format!("position fen {after}[] b - - 0 1"),
    ] {
        for protocol in ["usi", "uci"] {
            let said = talk(protocol, &[&position, "d"]);
            assert!(has(&said, &expected), "{position}: {said:?}");
            assert!(has(&said, &format!("fen {after}[] b - - 0 1")));
        }
    }
}

#[test]
fn every_limit_ends_a_search() {
    for limit in [
        "go depth 3",
        "go nodes 500",
        "go movetime 50",
        "go btime 1000 wtime 1000 byoyomi 10",
        "go btime 1000 wtime 1000 binc 10 winc 10",
        "go wtime 1000 btime 1000 movestogo 10",
        "go mate 1",
        "go depth 2 searchmoves G*5b",
    ] {
        let said = talk("uci", &[MATE_IN_ONE, limit, "quit"]);
        assert!(
            said.iter().any(|line| line.starts_with("bestmove ")),
            "{limit}: {said:?}"
        );
    }
}

#[test]
fn only_searchmoves_are_searched() {
    let said = talk("usi", &["position startpos", "go depth 2 searchmoves 9g9f"]);
    assert_eq!(best(&said), "9g9f");
    let said = talk("usi", &["position startpos", "go depth 2 searchmoves 9g9e"]);
    assert!(
        has(&said, "info string \"9g9e\" is not legal here"),
        "{said:?}"
    );
    assert!(best(&said).len() >= 4);
}

#[test]
fn limits_behind_searchmoves_are_read() {
    for go in [
        "go searchmoves 9g9f 1g1f depth 2",
        "go depth 2 searchmoves 9g9f 1g1f",
        "go searchmoves 9g9f depth 2 searchmoves 1g1f",
    ] {
        let said = talk("usi", &["position startpos", go]);
        assert!(["9g9f", "1g1f"].contains(&best(&said)), "{go}: {said:?}");
        assert!(
            !said.iter().any(|line| line.starts_with("info string")),
            "{said:?}"
        );
    }
}

/// A GUI must never wait for a move in vain.
#[test]
fn a_go_that_cannot_be_read_is_answered_by_a_move() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(protocol);
        engine.say("setoption name UCI_Variant value minishogi");
        for (go, complaint) in [
            ("go sideways", "unknown limit \"sideways\" of go"),
            ("go depth 2 fast", "unknown limit \"fast\" of go"),
            ("go depth", "depth needs a number"),
            ("go depth many", "depth needs a number, not \"many\""),
            ("go nodes depth 2", "nodes needs a number"),
            (
                "go btime abc wtime abc",
                "btime needs a number, not \"abc\"",
            ),
            (
                "go btime -5 wtime -5",
                "btime is negative: -5 is taken as 0",
            ),
            ("go movetime -5", "movetime is negative: -5 is taken as 0"),
            ("go searchmoves zz depth 2", "bad move: "),
            ("go searchmoves 9a9b", "bad move: "),
        ] {
            engine.say(go);
            engine.expect(&format!("info string {complaint}"));
            engine.expect("bestmove");
        }
        engine.quit();
    }
}

/// Stops a search after the best move has failed high or low.
#[test]
fn an_aborted_iteration_reports_a_bound_and_a_move_to_ponder_on() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(protocol);
        engine.say("setoption name UCI_Variant value minishogi");
        let mut bounds = 0;
        for nodes in (1_000..40_000).step_by(997) {
            engine.say("ucinewgame");
            engine.say(&format!("position startpos moves 3e3d\ngo nodes {nodes}"));
            let mut last = String::new();
            let answer = loop {
                let line = engine.expect("");
                if line.starts_with("bestmove") {
                    break line;
                }
                last = line;
            };
            assert!(answer.contains(" ponder "), "{nodes}: {last} {answer}");
            let score = last.split(" score ").nth(1).expect("a score");
            let bound = score.split(' ').nth(2).expect("what follows the score");
            bounds += u32::from(bound == "lowerbound" || bound == "upperbound");
        }
        assert!(bounds > 0);
        engine.quit();
    }
}

#[test]
fn without_a_legal_move_the_answer_is_resign_or_none() {
    let mated = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2";
    assert!(has(&talk("usi", &[mated, "go depth 2"]), "bestmove resign"));
    assert!(has(&talk("uci", &[mated, "go depth 2"]), "bestmove (none)"));
}

#[test]
fn the_engine_moves_where_only_its_own_rules_end_the_game() {
    // The GUI may count repetitions otherwise, or not at all.
    let cycle = "2h3h 8b7b 3h2h 7b8b ".repeat(4);
    let position = format!("position startpos moves {cycle}");
    let said = talk("usi", &[&position, "go depth 2"]);
    assert_ne!(best(&said), "resign");
    assert!(
        !said.iter().any(|line| line.starts_with("info string")),
        "{said:?}"
    );
}

#[test]
fn every_level_answers() {
    for level in ["easy", "middle", "full"] {
        let option = format!("setoption name Level value {level}");
        let said = talk("usi", &[&option, "position startpos", "go nodes 200"]);
        assert!(best(&said).len() >= 4);
    }
}

#[test]
fn malformed_lines_are_answered_and_change_nothing() {
    for protocol in ["usi", "uci"] {
        let bad = [
            "xyzzy",
            "position",
            "position sfen rubbish",
            "setoption",
            "setoption name Nonsense value 3",
            "setoption name UCI_Variant value chess",
            "setoption name Hash value -4",
            "go perft",
            "go perft many",
            "bench 0",
            "５七",
        ];
        for line in bad {
            let said = talk(
                protocol,
                &["position startpos moves 7g7f", line, "d", "isready"],
            );
            assert!(said[0].starts_with("info string "), "{line}: {said:?}");
            assert!(said.iter().any(|line| line.ends_with(" w - 2")), "{line}");
            assert_eq!(said.last().map(String::as_str), Some("readyok"));
        }
        for harmless in [
            "",
            "   ",
            "gameover win",
            "stop",
            "ponderhit",
            "usinewgame",
            "ucinewgame",
        ] {
            assert_eq!(
                talk(protocol, &[harmless, "isready"]),
                ["readyok"],
                "{harmless}"
            );
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_answered() {
    let output = komadai_engine(*b"\xff\xfe\0\nisready\n", &["uci"]).ok();
    assert!(output.ends_with("readyok\n"), "{output}");
}

#[test]
fn stop_ends_a_running_search() {
    let mut engine = Engine::start("usi");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.expect("info depth 2");
    engine.say("isready");
    engine.expect("readyok");
    // Commands that would disturb the search are refused; a new position is accepted.
    engine.say("go depth 1");
    engine.expect("info string a search is running: send stop, then go again");
    engine.say("setoption name UCI_Variant value shogun");
    engine.expect("info string a search is running: send stop, then setoption UCI_Variant again");
    engine.say("position startpos moves 7g7f");
    engine.say("stop");
    let line = engine.expect("bestmove");
    assert!(line.split(' ').nth(1).is_some_and(|mv| mv.len() >= 4));
    // Ready for the next one at once.
    engine.say("go depth 1");
    engine.expect("bestmove");
    engine.quit();
}

#[test]
fn every_principal_variation_has_another_move() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(protocol);
        engine.say("setoption name MultiPV value 3");
        engine.say("position startpos\ngo depth 2");
        let first: Vec<String> = (1..=3)
            .map(|rank| {
                let line = engine.expect("info depth 2 ");
                assert!(line.contains(&format!(" multipv {rank} ")), "{line}");
                line.split(" pv ")
                    .nth(1)
                    .and_then(|pv| pv.split(' ').next())
                    .expect("a move")
                    .to_owned()
            })
            .collect();
        assert!(
            first[0] != first[1] && first[1] != first[2] && first[0] != first[2],
            "{first:?}"
        );
        engine.expect("bestmove");
        engine.say("setoption name MultiPV value 0");
        engine.expect("info string MultiPV must be a whole number from 1 to 500");
        engine.quit();
    }
}

#[test]
fn a_go_right_after_stop_is_answered() {
    let mut engine = Engine::start("usi");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.expect("info depth 2");
    // Does not wait for the first answer.
    engine.say("stop\nposition startpos moves 7g7f\ngo depth 1");
    engine.expect("bestmove");
    engine.expect("bestmove");
    engine.quit();
}

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    let mut engine = Engine::start("uci");
    engine.say(MATE_IN_ONE);
    engine.say("go infinite depth 2");
    let said = engine.listen(Duration::from_millis(500));
    assert!(
        !said.iter().any(|line| line.starts_with("bestmove")),
        "{said:?}"
    );
    engine.say("stop");
    engine.expect("bestmove G@e8");
    engine.quit();
}

#[test]
fn pondering_lasts_until_ponderhit() {
    let mut engine = Engine::start("usi");
    // Later output waits for the search, not for the start of the program.
    engine.say("usi");
    engine.expect("usiok");
    engine.say("position startpos");
    engine.say("go ponder btime 100 wtime 100 byoyomi 100");
    let said = engine.listen(Duration::from_millis(700));
    // Nodes and time are counted from `go` on.
    assert!(
        said.last().is_some_and(|line| !line.contains(" time 0 ")),
        "{said:?}"
    );
    assert!(
        !said.iter().any(|line| line.starts_with("bestmove")),
        "{said:?}"
    );
    engine.say("ponderhit");
    engine.expect("bestmove");
    engine.quit();
}

#[test]
fn quit_ends_a_search() {
    let mut engine = Engine::start("uci");
    engine.say("go infinite");
    engine.expect("info depth 1");
    engine.quit();
}

#[test]
fn the_end_of_input_ends_an_endless_search_and_awaits_a_limited_one() {
    let said = talk("usi", &["go infinite"]);
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove")));
    let said = talk("usi", &["go depth 4"]);
    assert!(
        said.iter().any(|line| line.starts_with("info depth 4 ")),
        "{said:?}"
    );
}
