use komadai_rules::Reason;
use serde_json::{Value, json};

use crate::support::{position, schema};

fn strings(value: &Value) -> Vec<&str> {
    let items = value.as_array().expect("an array");
    items
        .iter()
        .map(|item| item.as_str().expect("a string"))
        .collect()
}

#[test]
fn the_start_position_of_each_game_is_reported() {
    for (game, text, moves) in [
        (
            "shogi",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            30,
        ),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", 14),
        (
            "torishogi",
            "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
            17,
        ),
        (
            "shogun",
            "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1",
            20,
        ),
    ] {
        let said = position(&[game]);
        assert_eq!(said["game"], game);
        assert_eq!(said["position"], text);
        assert_eq!(said["side"], "first");
        assert_eq!(said["check"], false);
        assert_eq!(strings(&said["legal"]).len(), moves);
        assert_eq!(said["repetition"], 1);
        assert_eq!(said["outcome"], Value::Null);
        // Every form of the start position gives the same result.
        assert_eq!(position(&[game, "--position", "startpos"]), said);
        assert_eq!(position(&[game, "--position", text, "--moves", ""]), said);
    }
}

#[test]
fn moves_are_read_in_both_spellings_and_written_in_the_games_own() {
    let usi = position(&["shogi", "--moves", "7g7f 3c3d 8h2b+"]);
    let uci = position(&["shogi", "--moves", " c3c4  g7g6 b2h8+ "]);
    assert_eq!(usi, uci);
    assert_eq!(
        usi["position"],
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    );
    assert_eq!(usi["side"], "second");
    assert!(strings(&usi["legal"]).contains(&"3a2b"));
    let after = position(&["shogi", "--moves", "7g7f 3c3d 8h2b+ 3a2b"]);
    assert!(strings(&after["legal"]).contains(&"B*5e"));

    let shogun = position(&["shogun", "--moves", "e2e4 d7d5 e4d5"]);
    assert_eq!(shogun, position(&["shogun", "--moves", "4g4e 5b5d 4e5d"]));
    let after = position(&["shogun", "--moves", "e2e4 d7d5 e4d5 d8d5"]);
    assert!(strings(&after["legal"]).contains(&"P@e4"));
}

#[test]
fn fairy_stockfishs_fen_has_the_first_player_as_w() {
    let sfen = position(&["minishogi", "--position", "rbsgk/4p/5/P4/KGSBR w - 2"]);
    let fen = position(&["minishogi", "--position", "rbsgk/4p/5/P4/KGSBR[-] b 0 1"]);
    assert_eq!(sfen, fen);
    assert_eq!(sfen["side"], "second");
}

#[test]
fn hands_are_normalised() {
    let text = "4k4/9/9/9/9/9/9/9/4K4 b PPR";
    let said = position(&["shogi", "--position", text]);
    assert_eq!(said["position"], "4k4/9/9/9/9/9/9/9/4K4 b R2P 1");
}

#[test]
fn check_is_reported() {
    let said = position(&["shogi", "--position", "4k4/9/4R4/9/9/9/9/9/3K5 w - 1"]);
    assert_eq!(said["check"], true);
}

#[test]
fn legal_moves_are_sorted() {
    let said = position(&["shogi", "--position", "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1"]);
    let legal = strings(&said["legal"]);
    assert!(legal.is_sorted() && legal.len() > 400);
}

#[test]
fn mate_ends_the_game_and_leaves_no_moves() {
    let said = position(&[
        "shogi",
        "--position",
        "7nk/9/7GP/9/9/9/9/9/4K4 b - 1",
        "--moves",
        "1c1b",
    ]);
    assert_eq!(said["check"], true);
    assert_eq!(said["legal"], json!([]));
    assert_eq!(
        said["outcome"],
        json!({"winner": "first", "reason": "checkmate", "ply": 1})
    );
}

#[test]
fn a_position_may_be_over_from_the_start() {
    let said = position(&["shogun", "--position", "k7/2+F5/1K6/8/8/8/8/8[] b - - 0 1"]);
    assert_eq!(
        said["outcome"],
        json!({"winner": null, "reason": "stalemate", "ply": 0})
    );
}

#[test]
fn repetition_is_counted_and_ends_the_game() {
    let cycle = "2h3h 8b7b 3h2h 7b8b ";
    let twice = position(&["shogi", "--moves", cycle]);
    assert_eq!(
        (&twice["repetition"], &twice["outcome"]),
        (&json!(2), &Value::Null)
    );
    let four = position(&["shogi", "--moves", &cycle.repeat(3)]);
    assert_eq!(four["repetition"], 4);
    assert_eq!(four["legal"], json!([]));
    assert_eq!(
        four["outcome"],
        json!({"winner": null, "reason": "repetition", "ply": 12})
    );
}

#[test]
fn rules_change_what_ends_the_game() {
    let cycle = "1e2e 5a4a 2e1e 4a5a ".repeat(3);
    let draw = position(&["minishogi", "--moves", ""]);
    assert_eq!(draw["outcome"], Value::Null);
    let start = "k4/5/5/5/4K b - 1";
    let moves = "1e2e 5a4a 2e1e 4a5a ".repeat(3);
    let args = ["minishogi", "--position", start, "--moves", &moves];
    assert_eq!(position(&args)["outcome"]["winner"], Value::Null);
    let strict = [&args[..], &["--rule", "repetition=sente-loses-4"]].concat();
    assert_eq!(
        position(&strict)["outcome"],
        json!({"winner": "second", "reason": "repetition", "ply": 12})
    );
    let limited = position(&[
        "minishogi",
        "--rule",
        "max-plies=4",
        "illegal-move=loses",
        "--rule",
        "repetition=sente-loses-4",
        "--position",
        start,
        "--moves",
        &cycle[..20],
    ]);
    assert_eq!(
        limited["outcome"],
        json!({"winner": null, "reason": "move-limit", "ply": 4})
    );
}

#[test]
fn an_illegal_move_ends_the_game_where_it_loses() {
    let said = position(&["shogi", "--rule", "illegal-move=loses", "--moves", "7g7e"]);
    assert_eq!(said["legal"], json!([]));
    assert_eq!(
        said["outcome"],
        json!({"winner": "second", "reason": "illegal-move", "ply": 0})
    );
}

#[test]
fn the_schema_knows_exactly_the_reasons_of_the_rules() {
    let schema = schema();
    let mut listed = strings(&schema["$defs"]["reason"]["enum"]);
    let mut known: Vec<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}
