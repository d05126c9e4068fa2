//! Agreement of the linked generators, which are more oracles of Shogi's rules, and detection
//! of wrong counts.

use komadai_generators::agree::agree;
use komadai_generators::case::{Case, Convention};
use komadai_generators::peer::komadai::{Komadai, divide};
use komadai_generators::peer::{Peer, Run, Sample, Tally, linked};
use komadai_generators::positions::{Reach, cases};
use komadai_generators::rounds::Plan;
use komadai_generators::tasks;
use komadai_rules::VariantId;

#[test]
fn shogi_moves_are_those_of_every_linked_generator() {
    for case in cases(VariantId::Shogi, Reach::Linked) {
        let least = if case.name == "set" {
            1_000_000
        } else {
            25_000
        };
        let agreed = agree(&case.at_depth(4), &mut linked(), 2_000_000).unwrap();
        assert!(
            case.name == "max" || agreed.tally.nodes >= least,
            "{}: only {} nodes compared",
            case.id(),
            agreed.tally.nodes
        );
    }
}

#[test]
fn every_game_has_a_start_a_midgame_and_two_hundred_positions() {
    for game in VariantId::ALL {
        let cases = cases(game, Reach::Linked);
        let count = |name: &str| {
            let case = cases.iter().find(|case| case.name == name);
            case.map_or(0, |case| case.positions.len())
        };
        let midgame = if game == VariantId::Shogi {
            "sh36"
        } else {
            "midgame"
        };
        assert_eq!((count("start"), count(midgame), count("set")), (1, 1, 200));
        for case in &cases {
            agree(&case.at_depth(3), &mut [Box::new(Komadai)], 200_000).unwrap();
        }
    }
}

#[test]
fn published_counts() {
    for (game, name, depth, nodes) in [
        (VariantId::Shogi, "start", 4, 719_731),
        (VariantId::Shogi, "sh36", 2, 28_684),
        (VariantId::Shogi, "max", 1, 593),
        (VariantId::Minishogi, "start", 5, 533_203),
        (VariantId::Torishogi, "start", 4, 103_857),
        (VariantId::Shogun, "start", 3, 8_978),
    ] {
        let all = cases(game, Reach::Quick);
        let case = all.iter().find(|case| case.name == name).unwrap();
        assert_eq!(Komadai.tally(&case.at_depth(depth)).unwrap().nodes, nodes);
    }
}

#[test]
fn tasks_agree_with_the_peers() {
    let plan = Plan {
        rounds: 1,
        seconds: 0.0,
        seed: 1,
    };
    for game in VariantId::ALL {
        let all = cases(game, Reach::Quick);
        let set = all.iter().find(|case| case.name == "set").unwrap();
        let rows = tasks::measure(set, &plan).unwrap();
        assert!(rows.iter().all(|row| row.asked >= 200 && row.found > 0));
    }
}

struct Wrong(fn(&mut Tally), fn(&mut Sample), Komadai);

impl Peer for Wrong {
    fn name(&self) -> &str {
        "wrong"
    }

    fn plays(&self, _: VariantId) -> bool {
        true
    }

    fn knows(&self, _: Convention) -> bool {
        true
    }

    fn prepare(
        &mut self,
        case: &Case,
        convention: Convention,
    ) -> Result<Box<dyn Run + '_>, String> {
        struct WrongRun<'a>(Box<dyn Run + 'a>, fn(&mut Sample));
        impl Run for WrongRun<'_> {
            fn run(&mut self, times: u32) -> Result<Sample, String> {
                let mut sample = self.0.run(times)?;
                self.1(&mut sample);
                Ok(sample)
            }
        }
        Ok(Box::new(WrongRun(
            self.2.prepare(case, convention)?,
            self.1,
        )))
    }

    fn tally(&mut self, case: &Case) -> Result<Tally, String> {
        let mut tally = Komadai.tally(case)?;
        self.0(&mut tally);
        Ok(tally)
    }
}

#[test]
fn a_difference_in_count_moves_or_the_timed_walk_is_noticed() {
    let case = Case::new(
        VariantId::Minishogi,
        "start",
        vec!["rbsgk/4p/5/P4/KGSBR b - 1".to_owned()],
        2,
    );
    let check = |wrong: Wrong| agree(&case, &mut [Box::new(wrong)], 1000);
    assert!(check(Wrong(|_| (), |_| (), Komadai)).is_ok());
    assert!(check(Wrong(|tally| tally.nodes += 1, |_| (), Komadai)).is_err());
    assert!(check(Wrong(|tally| tally.checksum ^= 1, |_| (), Komadai)).is_err());
    assert!(check(Wrong(|_| (), |sample| sample.nodes += 1, Komadai)).is_err());
}

#[test]
fn leaves_that_are_mating_pawn_drops_are_counted_apart() {
    // P*1b mates: the king has no square and no piece takes the pawn.
    let case = |depth| {
        let text = "7nk/7s1/7GB/9/9/9/9/9/4K4 b P 1".to_owned();
        Case::new(VariantId::Shogi, "mate", vec![text], depth)
    };
    let leaf = divide(&case(1)).unwrap();
    assert_eq!(leaf.drop_mates, 1);
    assert_eq!(leaf.tally.nodes, Komadai.tally(&case(1)).unwrap().nodes + 1);
    let inner = divide(&case(2)).unwrap();
    assert_eq!(
        inner.tally.nodes,
        Komadai.tally(&case(2)).unwrap().nodes + inner.drop_mates
    );
}
