//! How fast two engines search, side by side.

use crate::support::{own, shell};
use komadai_engine::bench_positions;
use komadai_lab::{EngineSpec, Pace, PaceError, PacePlan, PaceRound, Who, measure_pace};
use komadai_rules::GameId;
use std::sync::atomic::AtomicBool;

fn measure(a: EngineSpec, b: EngineSpec) -> Result<Vec<PaceRound>, PaceError> {
    let plan = PacePlan {
        game: GameId::Minishogi,
        a,
        b,
        nodes: 2_000,
        rounds: 2,
        patience_ms: 60_000,
    };
    let mut heard = Vec::new();
    let stop = AtomicBool::new(false);
    let rounds = measure_pace(&plan, &stop, &mut |round| heard.push(*round))?;
    assert_eq!(heard, rounds);
    Ok(rounds)
}

/// 2,000 positions in 0.2 seconds at best.
const SLOW: &str = "sleep 0.2; echo bestmove 1e1d";

#[test]
fn both_search_every_position_of_the_bench() {
    let rounds = measure(own("full"), shell(SLOW)).expect("all searches");
    let visited: Vec<&str> = rounds.iter().map(|round| round.position).collect();
    let of_game = bench_positions()
        .iter()
        .filter(|(game, _)| *game == GameId::Minishogi);
    let twice: Vec<&str> = of_game.flat_map(|&(_, text)| [text, text]).collect();
    assert_eq!(visited, twice);
    for round in &rounds {
        assert!(
            round.speeds[0] > 0.0 && round.speeds[1] <= 10_000.0,
            "{round:?}"
        );
    }
    let pace = Pace::of(&rounds).expect("rounds without a mate");
    assert!(pace.middle_half[0] <= pace.ratio && pace.ratio <= pace.middle_half[1]);
}

/// It may have searched less than it was told and would seem faster than it is.
#[test]
fn a_search_that_found_a_mate_does_not_count() {
    let mates = shell("echo info score mate 3; echo bestmove 1e1d");
    let rounds = measure(mates, shell(SLOW)).expect("all searches");
    assert!(rounds.iter().all(|round| round.cut_short));
    assert_eq!(Pace::of(&rounds), None);
}

#[test]
fn who_fails_is_named() {
    let error = measure(own("full"), shell("exit 3")).expect_err("a crash");
    assert!(
        matches!(&error, PaceError::Failed { who: Who::B, what, .. } if what.contains('3')),
        "{error}"
    );
    let error = measure(shell("echo bestmove resign"), own("full")).expect_err("no move");
    assert!(
        matches!(error, PaceError::Failed { who: Who::A, .. }),
        "{error}"
    );
    let missing = EngineSpec::parse("usi:/no/engine", &[], &[]).expect("a description");
    let error = measure(own("full"), missing).expect_err("no program");
    assert!(
        matches!(error, PaceError::Start { who: Who::B, .. }),
        "{error}"
    );
}

/// A level that looks at fewer positions than it is told would seem faster than it is.
#[test]
fn weaker_players_are_not_compared() {
    for weak in ["3", "two-ply", "random"] {
        let error = measure(own(weak), own("full")).expect_err("a weak player");
        assert!(
            matches!(error, PaceError::NotFull(Who::A)),
            "{weak}: {error}"
        );
    }
}
