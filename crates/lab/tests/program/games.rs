use komadai_rules::Reason;

use crate::support::komadai_lab;

#[test]
fn every_game_ends_with_a_named_reason() {
    for game in ["shogi", "minishogi", "torishogi", "shogun"] {
        let args = [
            "games", game, "--count", "6", "--level", "easy", "--seed", "3",
        ];
        let output = komadai_lab(&args).ok();
        let (summary, reasons) = {
            let lines: Vec<&str> = output.lines().collect();
            let (last, rest) = lines.split_last().expect("a summary");
            (last.to_string(), rest.to_vec())
        };
        let mut sum = 0;
        for line in reasons {
            let (reason, count) = line.split_once(' ').expect("REASON N");
            assert!(Reason::from_name(reason).is_some(), "{line}");
            sum += count.parse::<u32>().expect("a number");
        }
        assert_eq!(sum, 6, "{output}");
        assert!(summary.contains(" of 6, "), "{summary}");
        assert_eq!(
            komadai_lab(&args).ok(),
            output,
            "the same seed, the same games"
        );
    }
}

#[test]
fn players_can_differ() {
    let args = [
        "games",
        "minishogi",
        "--count",
        "4",
        "--level",
        "middle",
        "--against",
        "random",
    ];
    let output = komadai_lab(&args).ok();
    assert!(
        output.ends_with('\n') && output.contains("+4 =0 -0 of 4"),
        "{output}"
    );
    assert_eq!(
        komadai_lab(&["games", "shogi", "--level", "godlike"]).status,
        2
    );
}
