use crate::common::{new_engine, random_game};
use crate::for_each_game;
use komadai_engine::{Control, Evaluation, Level, Limits, Skill};
use komadai_rules::{Game, Move, Position, RuleSet, Setup, SetupRules, Shogi, Variant, VariantId};

fn mates<V: Variant>(position: &Position<V>, mv: Move) -> bool {
    let mut after = *position;
    after.play_unchecked(mv);
    after.in_check() && after.legal_moves().is_empty()
}

/// Positions in which some moves mate and others do not.
fn level_0_never_mates_on_purpose<V: Variant>() {
    let mut engine = new_engine::<V>(1);
    let mut seen = 0;
    for seed in 0..400 {
        random_game::<V>(seed, 200, |game| {
            if seen >= 20 || game.outcome().is_some() {
                return;
            }
            let position = game.position();
            let moves = game.legal_moves();
            let mating = moves.iter().filter(|&&mv| mates(position, mv)).count();
            if mating == 0 || mating == moves.len() {
                return;
            }
            seen += 1;
            for seed in 0..5 {
                let (limits, control) = (Limits::default(), &mut Control::default());
                let found = Level::WEAKEST.choose(&mut engine, game, seed, &limits, control);
                let best = found.expect("memory").best.expect("a move");
                assert!(!mates(position, best), "{best:?} in {position:?}");
            }
        });
    }
    assert!(seen > 0, "random games must offer mates");
}

for_each_game!(level_0_never_mates_on_purpose);

fn game(text: &str) -> Game<Shogi> {
    let setup = Setup::parse(VariantId::Shogi, text).expect("a position");
    let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).expect("legal");
    Game::new(position, RuleSet::default_for(VariantId::Shogi))
}

/// Number of seeds out of 200 for which the skill's move satisfies `wanted`.
fn count(skill: &str, game: &Game<Shogi>, wanted: impl Fn(Move) -> bool) -> usize {
    let skill: Skill = skill.parse().expect("a skill");
    let mut engine = new_engine::<Shogi>(1);
    // Nets are not trained on positions this bare.
    let classical = engine.set_evaluation(&Evaluation::Classical);
    classical.expect("always there");
    (0..200)
        .filter(|&seed| {
            let (limits, control) = (Limits::default(), &mut Control::default());
            let found = skill.choose(&mut engine, game, seed, &limits, control);
            wanted(found.expect("memory").best.expect("a move"))
        })
        .count()
}

#[test]
fn a_hanging_piece_is_captured_only_sometimes_and_from_afar_less_often() {
    let takes = |to: &str| {
        let to = Move::parse(VariantId::Shogi, &format!("1a{to}"))
            .expect("a move")
            .to();
        move |mv: Move| mv.to() == to
    };
    // The rook can capture an unguarded gold: at a distance of two squares, and from afar.
    let near = game("kl7/ll7/9/4R1g2/9/9/9/9/8K b - 1");
    let far = game("1lkl5/1lpl5/9/R7g/9/9/9/9/4K4 b - 1");
    for depth in ["0:0", "1:1000"] {
        let skill = |oversight: u16| format!("{depth}:0:0:0:{oversight}");
        assert_eq!(count(&skill(0), &near, takes("3d")), 200);
        assert_eq!(count(&skill(0), &far, takes("1d")), 200);
        let often = count(&skill(300), &near, takes("3d"));
        let seldom = count(&skill(300), &far, takes("1d"));
        assert!((100..180).contains(&often), "{often}");
        assert!((40..120).contains(&seldom), "{seldom}");
    }
}
