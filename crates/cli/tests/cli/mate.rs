use komadai_rules::VariantId;

use crate::support::komadai;

const MATE_IN_THREE: &str =
    "+L5pp1/7s1/1+N+N1G4/P1P1P2k1/2p2p1s1/1P+bp2L2/3N1PP2/2+l1K1N2/3P2L2 w RBGPr2g2s5p 180";
const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1";
const MICROCOSMOS: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

#[test]
fn length_and_moves_of_the_mate_are_printed() {
    let run = komadai(&["mate", "shogi", "--position", MATE_IN_THREE, "--exact"]);
    let said = run.ok();
    assert!(said.starts_with("mate in 3 plies ("), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with(": 7f6g 5h5i G*5h"), "{said}");
    assert_eq!(lines[1..], ["  pieces left in hand: 10"], "{said}");
}

#[test]
fn the_exit_status_says_whether_it_is_mate() {
    let status = |args: &[&str]| {
        let all: Vec<&str> = ["mate", "shogi"].iter().chain(args).copied().collect();
        komadai(&all).status
    };
    assert_eq!(status(&["--position", MATE_IN_THREE]), 0);
    assert_eq!(status(&["--position", NO_MATE]), 1);
    assert_eq!(status(&["--position", "nonsense"]), 2);
    assert_eq!(status(&["--position", MICROCOSMOS, "--nodes", "5000"]), 3);
}

#[test]
fn json_is_one_line_with_what_other_programs_need() {
    for (position, result) in [(MATE_IN_THREE, "mate"), (NO_MATE, "no-mate")] {
        let run = komadai(&["mate", "shogi", "--position", position, "--json"]);
        let said = run.stdout.clone();
        assert_eq!(said.lines().count(), 1, "{said}");
        let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(json["result"], result);
        let line = json["line"].as_array().expect("a line");
        assert_eq!(json["plies"].is_null(), line.is_empty());
        for key in ["exact", "nodes", "ms"] {
            assert!(!json[key].is_null(), "{key}");
        }
    }
}

#[test]
fn other_solutions_are_listed_with_the_ply_at_which_they_leave() {
    let position = "4k4/9/4P4/9/9/9/9/9/9 b GRr2b3g4s4n4l17p 1";
    let run = komadai(&["mate", "shogi", "--position", position, "--all", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.ok()).expect("JSON");
    assert_eq!((&json["plies"], &json["exact"]), (&1.into(), &true.into()));
    assert_eq!(json["left_in_hand"], 1);
    assert_eq!(json["plies_without_useless"], 1);
    let solutions = json["solutions"].as_array().expect("solutions");
    let rook = serde_json::json!({"ply": 1, "move": "R*5b", "plies": 3, "same_length": false});
    assert_eq!(solutions[..], [rook], "{json}");
    assert!(json["undecided"].is_array());
    assert!(json["solutions_cut"].is_null());
}

#[test]
fn the_list_of_other_solutions_ends_with_as_many_as_were_asked_for() {
    // The captured silver may be dropped on three squares.
    let position = "4k/3s1/2S2/5/2KR1 b - 1";
    let solutions = |more: &[&str]| -> serde_json::Value {
        let args = [
            "mate",
            "minishogi",
            "--position",
            position,
            "--all",
            "--json",
        ];
        let run = komadai(&[&args[..], more].concat());
        serde_json::from_str(&run.ok()).expect("JSON")
    };
    let all = solutions(&[]);
    let count = all["solutions"].as_array().expect("solutions").len();
    assert!(count == 2 && all["solutions_cut"].is_null(), "{all}");
    let one = solutions(&["--solutions", "1"]);
    assert_eq!(one["solutions"][0], all["solutions"][0]);
    assert_eq!(one["solutions"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["solutions_cut"], true);
    let args = ["mate", "minishogi", "--position", position, "--all"];
    let text = komadai(&[&args[..], &["--solutions", "1"]].concat()).ok();
    assert!(text.contains("a larger --solutions"), "{text}");
}

#[test]
fn threads_change_neither_answers_nor_their_order() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let lines = [MATE_IN_THREE, NO_MATE].repeat(5).join("\n");
    std::fs::write(&file, lines).expect("written");
    let path = file.path().to_str().expect("a path");
    let answers = |threads: &str| -> Vec<(String, String)> {
        let args = [
            "mate",
            "shogi",
            "--file",
            path,
            "--exact",
            "--json",
            "--threads",
            threads,
        ];
        let run = komadai(&args);
        let parsed = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        (run.stdout.lines().map(parsed))
            .map(|json| (json["result"].to_string(), json["line"].to_string()))
            .collect()
    };
    let one = answers("1");
    assert_eq!(one.len(), 10);
    assert_eq!(one, answers("3"));
}

#[test]
fn a_file_has_a_position_on_each_line() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&file, format!("{MATE_IN_THREE}\n\n{NO_MATE}\n")).expect("written");
    let path = file.path().to_str().expect("a path");
    let run = komadai(&["mate", "shogi", "--file", path]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("mate in ") && lines[1].starts_with("no mate"),
        "{lines:?}"
    );
    std::fs::write(&file, format!("{MATE_IN_THREE}\nnonsense\n")).expect("written");
    let error = komadai(&["mate", "shogi", "--file", path]).refused();
    assert!(error.contains("line 2"), "{error}");
}

/// Positions of the problems of `komadai-lab mates`.
fn short_mates(game: VariantId, plies: u32) -> Vec<String> {
    let lab = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/mates");
    let path = format!("{lab}/{game}-{plies}.jsonl");
    let text = std::fs::read_to_string(path).expect("the problems");
    let problems = text.lines().skip(1).map(|line| {
        let problem: serde_json::Value = serde_json::from_str(line).expect("JSON");
        problem["position"].as_str().expect("a position").to_owned()
    });
    problems.collect()
}

#[test]
fn every_short_mate_of_every_game_is_solved_in_its_length() {
    for game in VariantId::ALL {
        for plies in [3, 5] {
            let file = tempfile::NamedTempFile::new().expect("a file");
            let positions = short_mates(game, plies);
            std::fs::write(&file, positions.join("\n")).expect("written");
            let (path, name) = (file.path().to_str().expect("a path"), game.to_string());
            let run = komadai(&["mate", &name, "--file", path, "--exact", "--table", "16"]).ok();
            let expected = format!("mate in {plies} plies");
            // Indented lines are notes on the mate above.
            let said: Vec<&str> = run.lines().filter(|line| !line.starts_with(' ')).collect();
            for (said, position) in said.iter().zip(&positions) {
                assert!(said.starts_with(&expected), "{game} {position}: {said}");
            }
            assert_eq!(said.len(), positions.len());
        }
    }
}
