use komadai_engine::Evaluation;
use komadai_engine::nnue::Net;
use komadai_lab::{SelfPlayEnd, SelfPlayError, SelfPlayPlan, WinRule};
use komadai_rules::{AnyGame, AnyPosition, Side, VariantId};

use crate::support::{folder, plan, play, run};

#[test]
fn games_are_legal_and_end_as_recorded() {
    for id in VariantId::ALL {
        let plan = plan(id, 12);
        let games = play(&plan);
        assert_eq!(games.len(), 12);
        for (number, played) in (0..).zip(&games) {
            assert_eq!(played.number, number);
            assert!((6..=10).contains(&played.random.len()), "{played:?}");
            let mut game = AnyGame::new(AnyPosition::start(id), plan.rules());
            for mv in played.all_moves() {
                assert_eq!(game.outcome(), None);
                game.play(mv).expect("a legal move");
            }
            let last = played.moves.last().expect("a move");
            let mover = !game.position().side_to_move();
            match played.end {
                SelfPlayEnd::Rules => {
                    assert_eq!(game.outcome().expect("over").winner, played.winner);
                }
                SelfPlayEnd::MateFound => {
                    let winner = if last.score > 0 { mover } else { !mover };
                    assert_eq!((game.outcome(), played.winner), (None, Some(winner)));
                    assert!(last.score.unsigned_abs() > 30_000, "{last:?}");
                }
                SelfPlayEnd::Adjudication => {
                    let winner = played.winner.expect("a winner");
                    for (back, scored) in played.moves.iter().rev().take(6).enumerate() {
                        let side = if back % 2 == 0 { mover } else { !mover };
                        let score = if side == winner {
                            scored.score
                        } else {
                            -scored.score
                        };
                        assert!(i32::from(score) >= plan.win.score, "{played:?}");
                    }
                }
            }
        }
        let mut starts: Vec<_> = games.iter().map(|game| &game.random).collect();
        starts.sort();
        starts.dedup();
        assert_eq!(starts.len(), 12, "{id}: games with the same start");
    }
}

#[test]
fn long_games_are_drawn_and_decided_ones_adjudicated() {
    let mut short = plan(VariantId::Shogi, 4);
    short.max_plies = 20;
    for game in play(&short) {
        assert_eq!(game.all_moves().count(), 20);
        assert_eq!((game.winner, game.end), (None, SelfPlayEnd::Rules));
    }
    let mut cut = plan(VariantId::Minishogi, 8);
    cut.win = WinRule {
        score: 100,
        moves: 1,
    };
    let games = play(&cut);
    assert!(
        games
            .iter()
            .any(|game| game.end == SelfPlayEnd::Adjudication)
    );
    let plies =
        |plan: &SelfPlayPlan| -> usize { play(plan).iter().map(|game| game.moves.len()).sum() };
    assert!(plies(&cut) < plies(&plan(VariantId::Minishogi, 8)));
}

#[test]
fn the_seed_decides_which_games_are_played() {
    let first = plan(VariantId::Minishogi, 6);
    let other = SelfPlayPlan {
        seed: 2,
        ..first.clone()
    };
    let together = SelfPlayPlan {
        concurrency: 3,
        ..first.clone()
    };
    let games = play(&first);
    assert_eq!(play(&first), games);
    assert_eq!(play(&together), games);
    assert_ne!(play(&other), games);
    let games = play(&plan(VariantId::Torishogi, 30));
    for side in Side::BOTH {
        assert!(games.iter().any(|game| game.winner == Some(side)));
    }
}

#[test]
fn games_are_played_with_the_evaluation_of_the_plan() {
    let evaluation = Evaluation::from(Net::zero(VariantId::Minishogi, 32).expect("memory"));
    let classical = SelfPlayPlan {
        evaluation: Evaluation::Classical,
        ..plan(VariantId::Minishogi, 2)
    };
    let net = SelfPlayPlan {
        evaluation,
        ..classical.clone()
    };
    assert_ne!(play(&net), play(&classical));

    let folder = folder();
    let path = folder.path().join("games");
    run(&classical, &path).expect("self-play completes");
    let error = run(&net, &path).expect_err("the file of another evaluation");
    assert!(matches!(error, SelfPlayError::File(_)), "{error}");
}

#[test]
fn impossible_plans_are_refused() {
    let other = Net::zero(VariantId::Minishogi, 32).expect("memory");
    for (change, part) in [
        (
            &|plan: &mut SelfPlayPlan| plan.evaluation = Evaluation::from(other.clone()),
            "a net of minishogi cannot play shogi",
        ),
        (
            &|plan: &mut SelfPlayPlan| plan.concurrency = 0,
            "at least 1 game",
        ),
        (&|plan: &mut SelfPlayPlan| plan.nodes = 0, "at least 1 node"),
        (
            &|plan: &mut SelfPlayPlan| plan.min_random_plies = 11,
            "from 11 to 10",
        ),
        (
            &|plan: &mut SelfPlayPlan| plan.min_random_plies = 0,
            "from 1 to 60",
        ),
        (&|plan: &mut SelfPlayPlan| plan.max_plies = 10, "not 10"),
        (
            &|plan: &mut SelfPlayPlan| plan.games = 0,
            "from 1 to 1000000",
        ),
        (
            &|plan: &mut SelfPlayPlan| plan.games = 1_000_001,
            "not 1000001",
        ),
    ] as [(&dyn Fn(&mut SelfPlayPlan), &str); 8]
    {
        let mut bad = plan(VariantId::Shogi, 1);
        change(&mut bad);
        let error = bad.check().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
