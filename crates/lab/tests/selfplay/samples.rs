use komadai_lab::{SampleFilter, Sampler, ScoredMove, SelfPlayEnd, SelfPlayGame, is_held_out};
use komadai_rules::{AnyPosition, Move, Side, VariantId};

use crate::support::{plan, play};

const ALL: SampleFilter = SampleFilter {
    checks: false,
    noisy: false,
    max_score: i16::MAX,
    repeated: false,
};

fn game(random: &str, moves: &[(&str, i16)]) -> SelfPlayGame {
    let read = |text: &str| Move::parse(VariantId::Minishogi, text).expect("a move");
    SelfPlayGame {
        number: 3,
        random: random.split_whitespace().map(read).collect(),
        moves: (moves.iter())
            .map(|&(text, score)| ScoredMove {
                mv: read(text),
                score,
            })
            .collect(),
        winner: Some(Side::Second),
        end: SelfPlayEnd::Adjudication,
    }
}

#[test]
fn without_a_filter_every_scored_position_is_kept() {
    for id in VariantId::ALL {
        let games = play(&plan(id, 4));
        let mut sampler = Sampler::new(ALL);
        for played in &games {
            let samples = sampler.samples(id, played).unwrap();
            assert_eq!(samples.len(), played.moves.len());
            for (sample, scored) in samples.iter().zip(&played.moves) {
                assert_eq!((sample.mv, sample.score), (scored.mv, scored.score));
                assert!(sample.position.is_legal(sample.mv));
                let wins = played.winner == Some(sample.position.side_to_move());
                let drawn = played.winner.is_none();
                assert_eq!(
                    sample.result,
                    if drawn {
                        0
                    } else if wins {
                        1
                    } else {
                        -1
                    }
                );
            }
            assert_eq!(usize::from(samples[0].ply), played.random.len());
        }
    }
}

/// One position for each reason that a short game can have.
#[test]
fn positions_are_left_out_for_a_reason() {
    let played = game(
        "3e3d",
        &[
            ("3a3b", 10),    // quiet: kept
            ("1e1d", -5000), // decided
            ("5a5b", 3),     // quiet: kept
            ("1d1b", 7),     // captures
        ],
    );
    let mut sampler = Sampler::new(SampleFilter::default());
    let samples = sampler.samples(VariantId::Minishogi, &played).unwrap();
    let kept: Vec<_> = samples
        .iter()
        .map(|sample| (sample.ply, sample.score, sample.result))
        .collect();
    assert_eq!(kept, [(1, 10, 1), (3, 3, 1)]);
    assert_eq!(samples[0].game, 3);
    let mut first = AnyPosition::start(VariantId::Minishogi);
    first.play_unchecked(played.random[0]);
    assert_eq!(samples[0].position, first);
    let counts = sampler.counts();
    assert_eq!((counts.kept, counts.decided, counts.noisy), (2, 1, 1));
    assert_eq!((counts.checks, counts.repeated), (0, 0));

    // The second time every kept position has been seen.
    assert!(
        sampler
            .samples(VariantId::Minishogi, &played)
            .unwrap()
            .is_empty()
    );
    assert_eq!(sampler.counts().repeated, 2);
}

#[test]
fn positions_in_check_are_left_out() {
    let games = play(&plan(VariantId::Minishogi, 20));
    let mut all = Sampler::new(ALL);
    let mut filtered = Sampler::new(SampleFilter {
        checks: true,
        ..ALL
    });
    let mut in_check = 0;
    for played in &games {
        let everything = all.samples(VariantId::Minishogi, played).unwrap();
        in_check += everything.iter().filter(|s| s.position.in_check()).count();
        let kept = filtered.samples(VariantId::Minishogi, played).unwrap();
        assert!(kept.iter().all(|sample| !sample.position.in_check()));
    }
    assert!(in_check > 0);
    assert_eq!(filtered.counts().checks, in_check as u64);
}

#[test]
fn an_illegal_move_is_named() {
    let played = game("3e3d", &[("3a3b", 0), ("5a5b", 0)]);
    let error = Sampler::new(ALL)
        .samples(VariantId::Minishogi, &played)
        .unwrap_err();
    assert_eq!(error.to_string(), "game 3: move 3 is illegal");
}

#[test]
fn two_games_in_a_hundred_are_held_out() {
    assert_eq!((0..1_000).filter(|&number| is_held_out(number)).count(), 20);
}
