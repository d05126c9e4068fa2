use crate::support::komadai;

fn signature(output: &str) -> u64 {
    let last = output.lines().last().expect("a last line");
    let number = last.strip_prefix("bench ").expect("bench N");
    number.parse().expect("a number")
}

#[test]
fn the_last_line_is_the_sum_and_always_the_same() {
    let output = komadai(&["bench", "--depth", "2"]).ok();
    let (mut sum, mut games) = (0, Vec::new());
    for line in output.lines().filter(|line| !line.starts_with("bench ")) {
        let words: Vec<&str> = line.split(' ').collect();
        games.push(words[0]);
        assert_eq!(words[1], "nodes");
        sum += words[2].parse::<u64>().expect("a number");
    }
    games.dedup();
    assert_eq!(games, ["shogi", "minishogi", "torishogi", "shogun"]);
    assert_eq!(signature(&output), sum);
    assert_eq!(komadai(&["bench", "--depth", "2"]).ok(), output);
}

#[test]
fn another_depth_has_another_signature() {
    let depths = ["1", "2"].map(|depth| signature(&komadai(&["bench", "--depth", depth]).ok()));
    assert!(depths[0] < depths[1]);
}

#[test]
fn the_time_from_stop_to_bestmove_is_measured() {
    let output = komadai(&["bench", "--stop", "--rounds", "1", "--threads", "2"]).ok();
    let last = output.lines().last().expect("a last line");
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!(words[..4], ["stop", "searches", "16", "median"]);
    let number = |at: usize| words[at].parse::<f64>().expect("milliseconds");
    // A busy machine makes the latency vary; the bound only excludes a pause.
    assert!(number(4) <= number(7) && number(4) < 200.0, "{last}");
    assert_eq!(output.lines().count(), 5);
}
