//! Matches without faults.

use komadai_lab::{
    Adjudication, EloModel, EngineId, MatchHeader, OpeningSet, Sprt, TimeControl, Verdict,
    replay_game,
};
use komadai_rules::{Declaration, Side, VariantId};

use crate::support::{internal, plan, play, run, timeless};

/// Equal engines play the same game twice: each wins once, or both games are drawn.
#[test]
fn our_engine_plays_itself_in_all_games() {
    for variant in VariantId::ALL {
        let mut plan = plan(variant, internal("full"), internal("full"));
        plan.concurrency = 2;
        let (standing, games) = play(&plan);
        assert_eq!(standing.games(), 4);
        assert_eq!(standing.pairs.counts(), [0, 0, 2, 0, 0]);
        assert_eq!(standing.faults, [0, 0]);
        let header = MatchHeader::of(&plan).expect("memory");
        for (number, game) in (0..).zip(&games) {
            assert_eq!(game.game, number);
            assert_eq!(
                game.first,
                if number % 2 == 0 {
                    EngineId::A
                } else {
                    EngineId::B
                }
            );
            assert!(game.reason.follows_from_moves(), "{:?}", game.reason);
            assert!(game.moves.iter().all(|mv| mv.left_ms.is_none()));
            assert!(game.moves.iter().all(|mv| mv.nodes <= Some(200)));
            let replayed = replay_game(&header, game).expect("it fits its log");
            assert_eq!(replayed.ply() as usize, game.plies());
        }
        for pair in games.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].opening_moves, pair[1].opening_moves);
            let texts = |i: usize| pair[i].moves.iter().map(|mv| &mv.text).collect::<Vec<_>>();
            assert_eq!(texts(0), texts(1));
        }
        assert_ne!(games[0].opening, games[2].opening);
    }
}

#[test]
fn the_better_engine_wins_with_either_side() {
    let mut plan = plan(VariantId::Minishogi, internal("random"), internal("full"));
    plan.games = 8;
    let (standing, games) = play(&plan);
    assert_eq!((standing.losses, standing.pairs.counts()[0]), (8, 4));
    assert!(games.iter().all(|game| game.winner == Some(EngineId::B)));
    assert_eq!(standing.terminations["checkmate"], [0, 0, 8]);
}

#[test]
fn the_seed_decides_the_openings() {
    let mut plan = plan(VariantId::Minishogi, internal("random"), internal("random"));
    plan.games = 8;
    let (_, games) = play(&plan);
    let (_, again) = play(&plan);
    let bare = |games: &[_]| games.iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(bare(&games), bare(&again));
    plan.seed = 2;
    let (_, others) = play(&plan);
    let openings = |games: &[komadai_lab::PlayedGame]| {
        games.iter().map(|game| game.opening).collect::<Vec<_>>()
    };
    assert_ne!(openings(&games), openings(&others));
}

#[test]
fn clocks_run_and_are_logged() {
    let mut plan = plan(VariantId::Minishogi, internal("full"), internal("easy"));
    plan.games = 2;
    let (increment_ms, base_ms) = (20, 300);
    plan.time = TimeControl::Clock {
        base_ms,
        increment_ms,
        byoyomi_ms: 0,
    };
    // The machine may be busy with other tests.
    plan.margin_ms = 5_000;
    let (standing, games) = play(&plan);
    assert_eq!(standing.faults, [0, 0]);
    for game in games {
        let mut left = [base_ms; 2];
        // Openings have an even number of moves.
        for (mv, side) in game.moves.iter().zip(Side::BOTH.into_iter().cycle()) {
            let clock = &mut left[side.index()];
            *clock = clock.saturating_sub(mv.ms) + increment_ms;
            assert_eq!(mv.left_ms, Some(*clock));
        }
    }
}

#[test]
fn the_sequential_test_ends_the_match() {
    let mut plan = plan(VariantId::Minishogi, internal("full"), internal("random"));
    plan.games = 1_000;
    plan.concurrency = 2;
    plan.sprt = Some(Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).unwrap());
    let folder = crate::support::folder();
    let log = folder.path().join("log");
    let standing = run(&plan, &log).unwrap();
    assert_eq!(standing.verdict, Some(Verdict::H1));
    assert!(standing.games() < 100, "{}", standing.games());
    let size = std::fs::metadata(&log).unwrap().len();
    assert_eq!(run(&plan, &log).unwrap(), standing);
    assert_eq!(
        std::fs::metadata(&log).unwrap().len(),
        size,
        "nothing played"
    );

    plan.concurrency = 1;
    let (alone, _) = play(&plan);
    assert_eq!(alone, standing);
}

#[test]
fn games_are_adjudicated_only_on_request() {
    let mut plan = plan(VariantId::Minishogi, internal("full"), internal("full"));
    let (usual, _) = play(&plan);
    assert!(!usual.terminations.contains_key("adjudicated-win"));
    plan.adjudication = Adjudication {
        win: Some("200:1".parse().unwrap()),
        draw: None,
    };
    let (standing, games) = play(&plan);
    assert!(standing.terminations.contains_key("adjudicated-win"));
    assert!(standing.plies < usual.plies);
    let header = MatchHeader::of(&plan).expect("memory");
    for game in &games {
        replay_game(&header, game).expect("it fits its log");
    }
}

#[test]
fn our_engine_declares_an_entered_king() {
    let entered = "+P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b 2RB3P 1";
    let opening = format!(
        "{{\"openings\":1,\"game\":\"shogi\",\"count\":1,\"command\":\"none\"}}\n\
         {{\"position\":\"{entered}\",\"moves\":\"\",\"score\":0}}\n"
    );
    let mut plan = plan(VariantId::Shogi, internal("full"), internal("full"));
    plan.openings = OpeningSet::parse(VariantId::Shogi, "entered", &opening).expect("an opening");
    plan.rules.declaration = Declaration::Csa27;
    plan.games = 2;
    let (standing, games) = play(&plan);
    assert_eq!(standing.terminations["declaration"], [1, 0, 1]);
    assert!(games.iter().all(|game| game.moves.is_empty()));
}
