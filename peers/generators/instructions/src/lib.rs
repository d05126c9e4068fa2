//! Workloads of the instruction bench: hot paths of `komadai-rules` over the committed sets of
//! positions. One function is one row; positions and moves are read before counting begins.

use std::hint::black_box;

use komadai_rules::{Move, Position, Setup, SetupRules, Variant, VariantId};

/// A workload. Returns its result, so that the compiler keeps the work.
pub type Work = Box<dyn FnOnce() -> usize>;

/// Enough for a stable count, few enough for seconds under callgrind.
const POSITIONS: usize = 50;

fn file(variant: VariantId) -> &'static str {
    match variant {
        VariantId::Shogi => include_str!("../../positions/shogi.txt"),
        VariantId::Minishogi => include_str!("../../positions/minishogi.txt"),
        VariantId::Torishogi => include_str!("../../positions/torishogi.txt"),
        VariantId::Shogun => include_str!("../../positions/shogun.txt"),
    }
}

/// Every fourth position of the variant's set.
fn set<V: Variant>() -> Vec<Position<V>> {
    let lines = file(V::ID)
        .lines()
        .filter_map(|line| line.strip_prefix("set\t"));
    let positions: Vec<_> = lines
        .step_by(4)
        .take(POSITIONS)
        .map(|text| {
            let setup = Setup::parse(V::ID, text).expect("the sets are texts of positions");
            Position::from_setup(&setup, SetupRules::Play).expect("the sets are positions")
        })
        .collect();
    assert_eq!(positions.len(), POSITIONS);
    positions
}

fn each<V: Variant>(ask: impl Fn(&Position<V>) -> usize + 'static) -> Work {
    let positions = set::<V>();
    Box::new(move || positions.iter().map(|p| ask(black_box(p))).sum())
}

fn each_move<V: Variant>(ask: impl Fn(&Position<V>, Move) -> usize + 'static) -> Work {
    let all: Vec<_> = set::<V>()
        .into_iter()
        .map(|position| (position, position.legal_moves().to_vec()))
        .collect();
    Box::new(move || {
        let of = |(position, moves): &(Position<V>, Vec<Move>)| -> usize {
            moves.iter().map(|&mv| ask(black_box(position), mv)).sum()
        };
        all.iter().map(of).sum()
    })
}

/// `black_box` keeps the compiler from dropping the writes to the list.
fn length(list: &[Move]) -> usize {
    black_box(list).len()
}

pub fn count<V: Variant>() -> Work {
    each::<V>(|p| p.count_legal_moves())
}

pub fn list<V: Variant>() -> Work {
    each::<V>(|p| length(&p.legal_moves()))
}

pub fn captures_and_promotions<V: Variant>() -> Work {
    each::<V>(|p| length(&p.captures_and_promotions()))
}

pub fn quiet_moves<V: Variant>() -> Work {
    each::<V>(|p| length(&p.quiet_moves()))
}

pub fn checking_moves<V: Variant>() -> Work {
    each::<V>(|p| length(&p.checking_moves()))
}

pub fn mate_in_one<V: Variant>() -> Work {
    each::<V>(|p| usize::from(p.mate_in_one().is_some()))
}

pub fn any_legal_move<V: Variant>() -> Work {
    each::<V>(|p| usize::from(p.has_legal_move()))
}

pub fn gives_check<V: Variant>() -> Work {
    each_move::<V>(|p, mv| usize::from(p.gives_check(mv)))
}

pub fn is_legal<V: Variant>() -> Work {
    each_move::<V>(|p, mv| usize::from(p.is_legal(mv)))
}

pub fn play<V: Variant>() -> Work {
    each_move::<V>(|p, mv| {
        let mut next = *p;
        next.play_unchecked(mv);
        black_box(&next);
        1
    })
}

pub fn perft_counted<V: Variant>() -> Work {
    let start = Position::<V>::start();
    Box::new(move || black_box(&start).perft(3).unwrap_or(0) as usize)
}

pub fn perft_lists<V: Variant>() -> Work {
    let start = Position::<V>::start();
    Box::new(move || black_box(&start).perft_with_lists(3).unwrap_or(0) as usize)
}
