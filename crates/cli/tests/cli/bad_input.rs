//! Bad input: status 2 and one line that names the error and its place.

use crate::support::komadai;

#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    let message = komadai(args).refused();
    for part in parts {
        assert!(
            message.contains(part),
            "{message:?} should contain {part:?}"
        );
    }
}

#[test]
fn bad_positions_are_refused_with_the_place() {
    for command in ["position", "perft"] {
        let run = |game, text, parts| {
            let mut args = vec![command, game];
            if command == "perft" {
                args.push("1");
            }
            args.extend(["--position", text]);
            refused(&args, parts);
        };
        run("shogi", "", &["no text", "byte 0"]);
        run(
            "shogi",
            "hello",
            &["unknown piece \"h\"", "byte 0", "K R B G S N L P"],
        );
        run(
            "shogi",
            "4k4/9/9/9/9/9/9/9/4K4",
            &["byte 21", "side to move"],
        );
        run(
            "shogi",
            "4k4/9/9/9/9/9/9/9/4K3 b - 1",
            &["\"4K3\"", "byte 18", "9 squares"],
        );
        run(
            "shogi",
            "4k4/9/9/9/9/9/9/9/4K4 b +P 1",
            &["\"+P\"", "byte 24"],
        );
        run(
            "shogi",
            "4k4/9/9/9/9/9/9/9/4K4 b K 1",
            &["king in hand", "byte 24"],
        );
        run(
            "torishogi",
            "3k3/7/7/7/7/7/3K3 b +S 1",
            &["\"+S\"", "byte 20"],
        );
        run(
            "shogun",
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            &["\"Q\"", "byte 20"],
        );
        run(
            "shogi",
            "４k4/9/9/9/9/9/9/9/4K4 b - 1",
            &["\"４\"", "byte 0"],
        );
        // Parsed, but impossible: the squares are named.
        run("shogi", "9/9/9/9/9/9/9/9/4K4 b - 1", &["no king"]);
        run("shogi", "4k4/9/P8/9/P8/9/9/9/4K4 b - 1", &["9c", "9e"]);
        run("shogi", "P3k4/9/9/9/9/9/9/9/4K4 b - 1", &["9a"]);
        run(
            "torishogi",
            "3k3/7/3S3/3S3/3S3/7/3K3 b - 1",
            &["4c", "4d", "4e"],
        );
        run(
            "shogun",
            "4k3/8/8/8/8/8/8/+F2+FK3[] w - - 0 1",
            &["a1", "d1"],
        );
        run(
            "shogi",
            "4k4/9/4R4/9/9/9/9/9/3K5 b - 1",
            &["check", "5a", "5c"],
        );
        run("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 3R 1", &["3 R"]);
    }
}

#[test]
fn bad_moves_are_refused_with_the_place() {
    let moves = |game, moves, parts: &[&str]| refused(&["position", game, "--moves", moves], parts);
    moves("shogi", "7g7x", &["move 1", "\"7x\"", "byte 2"]);
    moves("shogi", "7g7f 3c3d xyz", &["move 3", "\"xyz\"", "byte 10"]);
    moves("shogi", "7g7f 3c3d 8h2b+x", &["move 3", "\"x\"", "byte 15"]);
    moves(
        "shogi",
        "7g7f 7f7e",
        &["move 2", "\"7f7e\"", "byte 5", "not-your-piece"],
    );
    moves("shogi", "P*5e", &["move 1", "not-in-hand"]);
    moves("shogi", "7g7e", &["wrong-movement", "7g"]);
    moves("shogi", "8h3c", &["blocked"]);
    moves("shogun", "e1g1", &["own-piece", "g1"]);
    let position = [
        "--position",
        "4k4/9/9/9/9/9/P8/9/4K4 b P 1",
        "--moves",
        "P*9d",
    ];
    refused(
        &[&["position", "shogi"], &position[..]].concat(),
        &["nifu", "9g"],
    );
}

#[test]
fn moves_after_the_end_of_the_game_are_refused() {
    let args = [
        "position",
        "shogi",
        "--position",
        "7nk/9/7GP/9/9/9/9/9/4K4 b - 1",
        "--moves",
        "1c1b 1a1b",
    ];
    refused(&args, &["move 2", "\"1a1b\"", "byte 5", "checkmate"]);
    let cycle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let moves = format!("{cycle}7g7f");
    refused(
        &["position", "shogi", "--moves", &moves],
        &["move 13", "byte 60", "repetition", "12"],
    );
}

#[test]
fn bad_rules_are_refused() {
    let rule = |game, rule, parts: &[&str]| refused(&["position", game, "--rule", rule], parts);
    rule("shogi", "repetition", &["\"repetition\"", "KEY=VALUE"]);
    rule(
        "shogi",
        "repetitions=draw-4",
        &["repetitions", "repetition"],
    );
    rule("shogi", "repetition=draw-5", &["draw-5", "draw-4"]);
    rule("shogi", "n-move-rule=50", &["n-move-rule", "shogi"]);
    rule("shogun", "declaration=csa-27", &["declaration", "shogun"]);
    rule("shogun", "n-move-rule=-1", &["-1"]);
    rule("shogi", "=", &["\"=\""]);
}

#[test]
fn bad_command_lines_exit_with_status_2() {
    for args in [
        &["perft"][..],
        &["perft", "chess", "3"],
        &["perft", "shogi", "deep"],
        &["perft", "shogi", "-1"],
        &["perft", "shogi", "100000"],
        &["position"],
        &["position", "go"],
        &["fly"],
        &["bench", "--depth", "0"],
    ] {
        let run = komadai(args);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty() && !run.stderr.contains("panicked"));
    }
    assert!(
        komadai(&["perft", "chess", "3"])
            .stderr
            .contains("torishogi")
    );
}
