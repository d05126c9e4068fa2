use crate::support::{internal, shell};
use komadai_engine::bench_positions;
use komadai_lab::{EngineId, EngineSpec, Pace, PaceError, PacePlan, PaceRound, measure_pace};
use komadai_rules::VariantId;
use std::sync::atomic::AtomicBool;

fn measure(a: EngineSpec, b: EngineSpec) -> Result<Vec<PaceRound>, PaceError> {
    let plan = PacePlan {
        variant: VariantId::Minishogi,
        a,
        b,
        nodes: 2_000,
        rounds: 2,
        patience_ms: 60_000,
    };
    let mut reported = Vec::new();
    let stop = AtomicBool::new(false);
    let rounds = measure_pace(&plan, &stop, &mut |round| reported.push(*round))?;
    assert_eq!(reported, rounds);
    Ok(rounds)
}

/// At most 2,000 nodes in 0.2 seconds.
const SLOW: &str = "sleep 0.2; echo bestmove 1e1d";

#[test]
fn both_search_every_position_of_the_bench() {
    let rounds = measure(internal("full"), shell(SLOW)).expect("all searches");
    let visited: Vec<&str> = rounds.iter().map(|round| round.position).collect();
    let of_game = bench_positions()
        .iter()
        .filter(|(variant, _)| *variant == VariantId::Minishogi);
    let twice: Vec<&str> = of_game.flat_map(|&(_, text)| [text, text]).collect();
    assert_eq!(visited, twice);
    for round in &rounds {
        assert!(
            round.speeds[0] > 0.0 && round.speeds[1] <= 10_000.0,
            "{round:?}"
        );
    }
    let pace = Pace::of(&rounds).expect("rounds without a mate");
    assert!(pace.quartiles[0] <= pace.ratio && pace.ratio <= pace.quartiles[1]);
}

/// Such a search may end before its limit of nodes.
#[test]
fn a_search_that_found_a_mate_is_not_counted() {
    let mates = shell("echo info score mate 3; echo bestmove 1e1d");
    let rounds = measure(mates, shell(SLOW)).expect("all searches");
    assert!(rounds.iter().all(|round| round.incomplete));
    assert_eq!(Pace::of(&rounds), None);
}

#[test]
fn the_engine_that_fails_is_named() {
    let error = measure(internal("full"), shell("exit 3")).expect_err("a crash");
    assert!(
        matches!(&error, PaceError::Failed { engine: EngineId::B, what, .. } if what.contains('3')),
        "{error}"
    );
    let error = measure(shell("echo bestmove resign"), internal("full")).expect_err("no move");
    assert!(
        matches!(
            error,
            PaceError::Failed {
                engine: EngineId::A,
                ..
            }
        ),
        "{error}"
    );
    let missing = EngineSpec::parse("usi:/no/engine", &[], &[]).expect("a description");
    let error = measure(internal("full"), missing).expect_err("no program");
    assert!(
        matches!(
            error,
            PaceError::Start {
                engine: EngineId::B,
                ..
            }
        ),
        "{error}"
    );
}

/// Weak players search fewer nodes than the limit.
#[test]
fn players_below_full_strength_are_refused() {
    for weak in ["3", "two-ply", "random"] {
        let error = measure(internal(weak), internal("full")).expect_err("a weak player");
        assert!(
            matches!(error, PaceError::NotFullStrength(EngineId::A)),
            "{weak}: {error}"
        );
    }
}
