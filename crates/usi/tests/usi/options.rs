//! Options with visible effects.

use std::time::Duration;

use komadai_engine::{Score, WdlModel};
use komadai_rules::VariantId;

use crate::support::{Engine, best, has, talk};

#[test]
fn options_that_guis_look_for_are_listed() {
    for (protocol, names) in [
        (
            "usi",
            "UCI_Variant USI_Hash Clear_Hash Threads MultiPV USI_Ponder Move_Overhead \
             UCI_LimitStrength UCI_Elo Skill_Level UCI_AnalyseMode UCI_ShowWDL EnteringKingRule \
             MaxMovesToDraw ResignValue DrawValueBlack DrawValueWhite Repetition Perpetual_Check \
             Stalemate N_Move_Rule Slow_Mover MinimumThinkingTime PvInterval Debug_Log_File",
        ),
        (
            "uci",
            "UCI_Variant Hash Threads MultiPV Ponder UCI_LimitStrength UCI_Elo UCI_AnalyseMode \
             UCI_ShowWDL EnteringKingRule MaxMovesToDraw DrawValueBlack DrawValueWhite Repetition Stalemate",
        ),
    ] {
        let said = talk(protocol, &[protocol]);
        for name in names.split_whitespace() {
            let line = format!("option name {name} type ");
            assert!(said.iter().any(|said| said.starts_with(&line)), "{line}");
        }
    }
    let said = talk("uci", &["uci"]);
    for name in ["Slow Mover", "Debug Log File", "PvInterval"] {
        let line = format!("option name {name} type ");
        assert!(said.iter().any(|said| said.starts_with(&line)), "{line}");
    }
}

#[test]
fn options_of_other_engines_have_a_reason_for_no_effect() {
    for protocol in ["usi", "uci"] {
        for (name, reason) in [
            ("EvalDir", "EvalFile chooses the evaluation"),
            ("Use NNUE", "EvalFile chooses the evaluation"),
            ("BookFile", "there is no opening book"),
            ("USI_OwnBook", "there is no opening book"),
            ("OwnBook", "there is no opening book"),
            ("BookMoves", "there is no opening book"),
            ("nodestime", "time is measured by the clock only"),
            (
                "GenerateAllLegalMoves",
                "all legal moves are always searched",
            ),
            ("ConsiderationMode", "info lines do not depend on the mode"),
            ("UCI_Chess960", "Chess960 is not supported"),
            ("UCI_EngineAbout", "informational only"),
            ("VariantPath", "the four games are built in"),
        ] {
            let said = talk(protocol, &[&format!("setoption name {name} value x")]);
            let line = format!("info string {name} has no effect: {reason}");
            assert_eq!(said, [line]);
        }
    }
    for (name, value, what) in [
        ("ResignValue", "300", "resigning"),
        ("EnteringKingRule", "CSARule24", "a declaration"),
    ] {
        let option = format!("setoption name {name} value {value}");
        let line = format!("info string {name} has no effect in UCI: UCI cannot express {what}");
        assert_eq!(talk("uci", &[&option]), [line]);
        assert!(talk("usi", &[&option]).is_empty());
    }
}

#[test]
fn the_debug_log_has_all_input_and_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("engine.log");
    std::fs::write(&path, "kept\n").expect("a file");
    let option = format!("setoption name Debug Log File value {}", path.display());
    talk(
        "uci",
        &[
            &option,
            "isready",
            "go depth 1",
            "stop",
            "setoption name Debug Log File value <empty>",
            "isready",
        ],
    );
    let log = std::fs::read_to_string(&path).expect("the file");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(
        lines[..4],
        ["kept", ">> isready", "<< readyok", ">> go depth 1"]
    );
    assert!(lines.iter().any(|line| line.starts_with("<< bestmove ")));
    // Nothing is appended after the log is turned off.
    let closing = ">> setoption name Debug Log File value <empty>";
    assert!(lines.contains(&closing), "{log}");
    let logged = lines.iter().filter(|line| **line == ">> isready");
    assert_eq!(logged.count(), 1, "{log}");

    let nowhere = "setoption name Debug Log File value /no/such/folder/x";
    let said = talk("uci", &[nowhere, "isready"]);
    assert!(
        said[0].starts_with("info string ERROR: cannot write \"/no/such/folder/x\": "),
        "{said:?}"
    );
    assert!(has(&said, "readyok"));
}

#[test]
fn info_lines_keep_the_pv_interval() {
    let go = ["position startpos", "go depth 5"];
    let iterations = |said: &[String]| -> Vec<String> {
        (said.iter())
            .filter_map(|line| line.strip_prefix("info depth "))
            .map(|line| line.split(' ').next().unwrap_or_default().into())
            .collect()
    };
    let all = iterations(&talk("uci", &go));
    assert_eq!(all, ["1", "2", "3", "4", "5"]);
    let option = "setoption name PvInterval value 60000";
    let few = iterations(&talk("uci", &[&[option][..], &go].concat()));
    assert_eq!(few, ["1", "5"]);
}

#[test]
fn extension_commands_are_answered_and_disturb_no_search() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(protocol);
        engine.say("position startpos\neval");
        let colour = if protocol == "usi" { "black" } else { "white" };
        let eval = engine.expect("eval cp ");
        assert!(eval.contains(&format!(" for {colour} to move")), "{eval}");
        engine.say("position sfen 4k4/9/4R4/9/9/9/9/9/4K4 w - 2\neval");
        engine.expect("eval none for ");
        engine.say("compiler");
        engine.expect("compiler rustc ");
        engine.say("bench 1");
        engine.expect("shogi nodes ");
        engine.expect("bench ");
        engine.say("speedtest 1");
        let speed = engine.expect("speedtest nodes ");
        assert!(speed.contains(" nps "), "{speed}");
        engine.say("go infinite");
        engine.expect("info depth 1");
        for command in ["eval", "bench", "speedtest"] {
            engine.say(command);
            let refusal = "info string a search is running: send stop, then";
            engine.expect(&format!("{refusal} {command} again"));
        }
        engine.say("compiler");
        engine.expect("compiler ");
        engine.say("stop");
        engine.expect("bestmove");
        engine.quit();
    }
}

/// The first player's king has entered with ten pieces, 28 points on the board and in hand.
const ENTERED: &str = "position sfen +P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b 2RB3P 1";
/// One point less.
const NOT_YET: &str = "position sfen +P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b 2RB2P 1";

#[test]
fn an_entered_king_is_declared_if_the_rules_allow_it() {
    let go = "go depth 1";
    assert_eq!(best(&talk("usi", &[ENTERED, go])), "win");
    assert_ne!(best(&talk("usi", &[NOT_YET, go])), "win");
    for (rule, wins) in [
        ("CSARule27", true),
        ("CSARule27H", true),
        // Under 24-point rules 28 points are a draw.
        ("CSARule24", false),
        ("NoEnteringKing", false),
    ] {
        let option = format!("setoption name EnteringKingRule value {rule}");
        let said = talk("usi", &[&option, ENTERED, go]);
        assert_eq!(best(&said) == "win", wins, "{rule}: {said:?}");
    }
    // Analysis requires moves; UCI cannot express a declaration.
    let analysing = ["setoption name UCI_AnalyseMode value true", ENTERED, go];
    assert_ne!(best(&talk("usi", &analysing)), "win");
    assert_ne!(best(&talk("uci", &[ENTERED, go])), "win");
    let endless = talk("usi", &[ENTERED, "go infinite", "stop"]);
    assert_ne!(best(&endless), "win");
}

/// The first player has only a king, the second holds two rooks, two bishops and four golds.
const LOST: &str = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g 1";

#[test]
fn the_engine_resigns_at_the_resign_value() {
    let go = "go depth 1";
    let option = "setoption name ResignValue value 1500";
    assert_ne!(best(&talk("usi", &[LOST, go])), "resign");
    assert_eq!(best(&talk("usi", &[option, LOST, go])), "resign");
    assert_ne!(
        best(&talk("usi", &[option, "position startpos", go])),
        "resign"
    );
    let analysing = "setoption name UCI_AnalyseMode value true";
    assert_ne!(best(&talk("usi", &[option, analysing, LOST, go])), "resign");
}

#[test]
fn wdl_is_sent_with_scores_if_asked_for() {
    let go = [
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL b - 1",
        "go depth 2",
    ];
    assert!(!talk("uci", &go).iter().any(|line| line.contains(" wdl ")));
    let option = "setoption name UCI_ShowWDL value true";
    for (evaluation, wdl) in [
        ("default", WdlModel::nnue(VariantId::Shogi)),
        ("classical", WdlModel::classical(VariantId::Shogi)),
    ] {
        let evaluation = format!("setoption name EvalFile value {evaluation}");
        let said = talk("uci", &[&[&evaluation, option][..], &go].concat());
        let line = said.iter().find(|line| line.starts_with("info depth 2 "));
        let line = line.expect("an iteration");
        let after = |word: &str| line.split(word).nth(1).expect("a number");
        let score = after(" score cp ").split(' ').next().expect("a number");
        let score = Score::from_centipawns(score.parse().expect("a number"));
        let [win, draw, loss] = wdl.win_draw_loss(score);
        assert!(
            after(" wdl ").starts_with(&format!("{win} {draw} {loss} ")),
            "{line}"
        );
    }
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let said = talk("uci", &[option, mate, "go depth 3"]);
    assert!(
        said.iter()
            .any(|line| line.contains(" score mate 1 wdl 1000 0 0 "))
    );
}

#[test]
fn moves_to_draw_are_counted_in_the_search() {
    // One ply before the limit only a mate counts.
    let lines = [
        "setoption name MaxMovesToDraw value 3",
        "position startpos moves 7g7f 3c3d",
        "go depth 3",
    ];
    let said = talk("usi", &lines);
    assert!(
        said.iter().any(|line| line.contains(" score cp 0 ")),
        "{said:?}"
    );
    let lines = [&["setoption name DrawValueBlack value -30"], &lines[..]].concat();
    let said = talk("usi", &lines);
    assert!(
        said.iter().any(|line| line.contains(" score cp -30 ")),
        "{said:?}"
    );
}

#[test]
fn rules_of_the_gui_are_followed() {
    let said = talk(
        "usi",
        &[
            "setoption name UCI_Variant value minishogi",
            "setoption name Repetition value sente-loses-4",
            "setoption name Repetition value creator-loses-3",
            "position startpos",
            "d",
        ],
    );
    assert!(
        said.iter()
            .any(|line| line.starts_with("info string repetition cannot be creator-loses-3")),
        "{said:?}"
    );
    let said = talk("usi", &["setoption name Stalemate value draw", "isready"]);
    assert_eq!(said, ["readyok"]);
}

#[test]
fn two_threads_play_and_stop() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(protocol);
        engine.say("setoption name Threads value 2");
        for game in ["shogi", "minishogi", "torishogi", "shogun"] {
            engine.say(&format!("setoption name UCI_Variant value {game}"));
            engine.say("position startpos\ngo nodes 5000");
            engine.expect("bestmove");
            engine.say("go infinite");
            engine.expect("info depth 3");
            engine.say("stop");
            engine.expect("bestmove");
        }
        engine.quit();
    }
}

#[test]
fn pondering_works_in_both_protocols() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(protocol);
        engine.say("setoption name Ponder value true");
        engine.say("position startpos");
        engine.say("go ponder wtime 1000 btime 1000 winc 0 binc 0");
        engine.expect("info depth 2");
        // The search continues after the move's share of the time.
        let said = engine.listen(Duration::from_millis(500));
        assert!(
            !said.iter().any(|line| line.starts_with("bestmove")),
            "{said:?}"
        );
        engine.say("ponderhit");
        engine.expect("bestmove");
        // The opponent played another move.
        engine.say("go ponder wtime 1000 btime 1000");
        engine.expect("info depth 2");
        engine.say("stop");
        engine.expect("bestmove");
        // A game that ends during pondering does not block the next one.
        engine.say("go ponder wtime 1000 btime 1000");
        engine.expect("info depth 2");
        engine.say("gameover lose");
        engine.expect("bestmove");
        engine.say("position startpos\ngo depth 1");
        engine.expect("bestmove");
        engine.quit();
    }
}

#[test]
fn the_weakest_of_all_strength_limits_applies() {
    let deep = |options: &[&str]| {
        let go = [
            "setoption name UCI_Elo value 2300",
            "position startpos",
            "go depth 9",
        ];
        let said = talk("uci", &[&go[..1], options, &go[1..]].concat());
        said.iter().any(|line| line.starts_with("info depth 9 "))
    };
    let limited = "setoption name UCI_LimitStrength value true";
    assert!(deep(&[]));
    assert!(!deep(&[limited]));
    // Levels that only evaluate moves send no depth.
    let shallow = ["setoption name Skill Level value 0", limited];
    let said = talk(
        "uci",
        &[&shallow[..], &["position startpos", "go depth 9"]].concat(),
    );
    assert!(
        !said.iter().any(|line| line.starts_with("info depth 2 ")),
        "{said:?}"
    );
}

#[test]
fn a_mate_is_searched_at_full_strength_at_every_level() {
    // A mate in three plies: gold, king, gold.
    let mate = "position sfen 9/6k2/9/6P2/9/9/9/9/4K4 b 2G 1";
    let said = talk(
        "usi",
        &["setoption name Level value 1", mate, "go mate 30000"],
    );
    let found = said.iter().find(|line| line.starts_with("checkmate "));
    assert_eq!(
        found.map(|line| line.split(' ').count()),
        Some(4),
        "{said:?}"
    );
}

#[test]
fn limited_strength_answers_within_its_limits() {
    for option in [
        "setoption name Skill Level value 3",
        "setoption name UCI_LimitStrength value true",
        "setoption name Level value 2",
    ] {
        let elo = "setoption name UCI_Elo value 700";
        let said = talk("uci", &[elo, option, "position startpos", "go depth 30"]);
        assert!(best(&said).len() >= 4, "{option}");
        // At full strength no iteration as deep as this one ends at once.
        assert!(
            !said.iter().any(|line| line.starts_with("info depth 9 ")),
            "{said:?}"
        );
    }
    let said = talk("uci", &["setoption name Nonsense value 1"]);
    assert!(has(&said, "info string unknown option \"Nonsense\""));
}

#[cfg(target_os = "linux")]
fn talk_within(kilobytes: u32, lines: &[&str]) -> Vec<String> {
    let run = assert_cmd::Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$1\" usi"])
        .args([&kilobytes.to_string(), crate::support::PROGRAM])
        .write_stdin(lines.join("\n"))
        .output()
        .expect("it runs");
    let output = String::from_utf8(run.stdout).expect("UTF-8");
    assert!(run.status.success(), "{:?} {output}", run.status);
    output.lines().map(String::from).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_hash_table_without_memory_is_refused_and_the_old_one_kept() {
    let go = "go depth 3";
    let said = talk_within(
        1_000_000,
        &[
            "setoption name USI_Hash value 32",
            "setoption name USI_Hash value 4096",
            "position startpos",
            go,
        ],
    );
    let line = "info string ERROR: no memory for a hash table of 4096 MB: keeping the one of 32 MB";
    assert!(has(&said, line), "{said:?}");
    assert!(best(&said).len() >= 4);
}

/// Each thread has 10 MB of its own.
#[cfg(target_os = "linux")]
#[test]
fn threads_without_memory_are_refused_and_the_old_number_kept() {
    let lines = [
        "setoption name Threads value 256",
        "position startpos",
        "go depth 3",
    ];
    let said = talk_within(1_000_000, &lines);
    let line = "info string ERROR: no memory for 256 threads: keeping 1";
    assert!(has(&said, line), "{said:?}");
    assert!(best(&said).len() >= 4);
}

#[test]
fn defaults_are_listed_although_options_are_set() {
    let said = talk("usi", &["setoption name USI_Hash value 32", "usi"]);
    let listed = "option name USI_Hash type spin default 64 min 1 max 4096";
    assert!(has(&said, listed), "{said:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn another_game_takes_over_a_table_that_fits_only_once() {
    let said = talk_within(
        1_000_000,
        &[
            "setoption name USI_Hash value 512",
            "position startpos",
            "go depth 3",
            "stop",
            "setoption name USI_Variant value minishogi",
            "position startpos",
            "go depth 3",
        ],
    );
    assert!(!said.iter().any(|line| line.contains("no memory")));
    let moves = said.iter().filter(|line| line.starts_with("bestmove "));
    assert_eq!(moves.count(), 2, "{said:?}");
}
