use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::support::komadai;

const STARTS: [(&str, &[u64]); 4] = [
    ("shogi", &[30, 900, 25470, 719731]),
    ("minishogi", &[14, 181, 2512, 35401, 533203]),
    ("torishogi", &[17, 288, 5430, 103857]),
    ("shogun", &[20, 400, 8978, 200537]),
];

fn lines(counts: &[u64]) -> String {
    let mut text = String::new();
    for (index, nodes) in counts.iter().enumerate() {
        text.push_str(&format!("depth {} nodes {nodes}\n", index + 1));
    }
    text.push_str(&format!("nodes {}\n", counts.last().unwrap_or(&1)));
    text
}

#[test]
fn prints_a_line_for_each_depth_and_the_last_count() {
    for (game, counts) in STARTS {
        let depth = counts.len().to_string();
        assert_eq!(
            komadai(&["perft", game, &depth]).ok(),
            lines(counts),
            "{game}"
        );
    }
}

#[test]
fn lists_give_the_same_counts() {
    for (game, counts) in STARTS {
        let run = komadai(&["perft", game, "3", "--lists"]);
        assert_eq!(run.ok(), lines(&counts[..3]), "{game}");
    }
}

#[test]
fn depth_0_is_the_position_itself() {
    assert_eq!(komadai(&["perft", "shogi", "0"]).ok(), "nodes 1\n");
}

/// Regression: recursion overflowed the stack.
#[test]
fn a_depth_beyond_the_maximum_is_refused_on_one_line() {
    for depth in ["33", "100000"] {
        let error = komadai(&["perft", "shogi", depth]).refused();
        let expected = format!("komadai: perft goes to depth 32 at most, not {depth}");
        assert_eq!(error, expected);
    }
}

#[test]
fn starts_from_any_position_in_any_notation() {
    for (game, position, counts) in [
        (
            "shogi",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            &[207, 28684][..],
        ),
        (
            "shogi",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[RGgsnppppp] b - - 0 1",
            &[207, 28684],
        ),
        (
            "minishogi",
            "3g1/2Bkp/Ps2R/5/KG1Sr b B 19",
            &[35, 530, 13941],
        ),
        (
            "torishogi",
            "r1+S1spl/1ck1cfs/ssss1s1/pC1SS1R/S2CFS1/s1K4/LP3PS b 2S 31",
            &[44, 728, 31664],
        ),
        (
            "shogun",
            "rn4nr/pp2k1b1/1p2b1pp/F1Pppp2/3PP1PP/P+p3K1P/2RN2B1/2B+F2NR[] w - - 0 21",
            &[32, 1106, 41448],
        ),
    ] {
        let depth = counts.len().to_string();
        let run = komadai(&["perft", game, &depth, "--position", position]);
        assert_eq!(run.ok(), lines(counts), "{position}");
    }
}

#[test]
fn time_adds_nps_and_changes_nothing_else() {
    let output = komadai(&["perft", "minishogi", "3", "--time"]).ok();
    let mut without_nps = String::new();
    for line in output.lines() {
        let (counts, nps) = line.split_once(" nps ").unwrap_or((line, "0"));
        assert_eq!(line.starts_with("depth"), line.contains(" nps "), "{line}");
        assert!(nps.parse::<u64>().is_ok(), "{line}");
        without_nps.push_str(counts);
        without_nps.push('\n');
    }
    assert_eq!(without_nps, lines(&[14, 181, 2512]));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(["perft", "minishogi", "5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut complaints = String::new();
    let mut stderr = child.stderr.take().expect("piped");
    stderr.read_to_string(&mut complaints).expect("UTF-8");
    assert!(child.wait().expect("it ends").success(), "{complaints}");
    assert_eq!(complaints, "");
}
