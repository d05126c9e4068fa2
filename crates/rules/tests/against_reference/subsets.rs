//! Kinds of moves, mates in one and exchanges against the reference.

use komadai_rules::{AnyPosition, Move, SeeValues, Variant};
use komadai_rules::{Minishogi, Shogi, Shogun, Torishogi};

use crate::reference::position::At;
use crate::reference::{Law, RefMove, RefPiece, RefPosition};
use crate::support::bridge;
use crate::support::tally::Tally;

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

/// Compares the moves of each kind.
pub(super) fn compare(real: &AnyPosition, p: &RefPosition, legal: &[RefMove], tally: &mut Tally) {
    let (law, text) = (p.law, p.text());
    let only = |wanted: &dyn Fn(RefMove) -> bool| {
        let moves: Vec<RefMove> = legal.iter().copied().filter(|&mv| wanted(mv)).collect();
        bridge::moves(law, &moves)
    };
    let is_noisy = |mv: RefMove| mv.is_capture(p) || mv.is_promotion();
    let noisy = only(&is_noisy);
    let quiet = only(&|mv| !is_noisy(mv));
    assert_eq!(
        sorted(&real.captures_and_promotions()),
        noisy,
        "captures and promotions in {law:?} {text}"
    );
    assert_eq!(
        sorted(&real.quiet_moves()),
        quiet,
        "quiet moves in {law:?} {text}"
    );
    let evasions = only(&|_| p.in_check());
    assert_eq!(
        sorted(&real.evasions()),
        evasions,
        "evasions in {law:?} {text}"
    );
    let checking = only(&|mv| p.after(mv).in_check());
    assert_eq!(
        sorted(&real.checking_moves()),
        checking,
        "checking moves in {law:?} {text}"
    );
    tally.add(law, "checking moves", checking.len() as u64);

    let mates = only(&|mv| {
        let next = p.after(mv);
        next.in_check() && next.legal().is_empty()
    });
    match real.mate_in_one() {
        Some(mv) => assert!(mates.contains(&mv), "mate in one in {law:?} {text}"),
        None => assert_eq!(mates, [], "mate in one in {law:?} {text}"),
    }
    tally.add(law, "mates in one", u64::from(!mates.is_empty()));
}

/// Values without ties, so that there is always one least valuable kind.
fn values<V: Variant>() -> SeeValues {
    let board = std::array::from_fn(|kind| 100 + 53 * kind as i32);
    let hand = std::array::from_fn(|kind| 80 + 31 * kind as i32);
    SeeValues::new::<V>(&board, &hand)
}

fn values_of(law: Law) -> SeeValues {
    match law {
        Law::Shogi => values::<Shogi>(),
        Law::Minishogi => values::<Minishogi>(),
        Law::Tori => values::<Torishogi>(),
        Law::Shogun => values::<Shogun>(),
    }
}

/// Gain of `side` by capturing a piece worth `stake` on `to`, or 0 if it is better to refrain.
fn retake(p: &RefPosition, to: At, side: usize, stake: i32, values: &SeeValues) -> i32 {
    let kind_of = |piece: RefPiece| bridge::kind(p.law, piece.letter, piece.promoted);
    let cheapest = p
        .attackers(to, side)
        .into_iter()
        .filter_map(|at| p.at(at).map(|piece| (at, piece)))
        .min_by_key(|&(at, piece)| {
            let cost = if piece.letter == 'K' {
                i32::MAX
            } else {
                values.taken[kind_of(piece).index()]
            };
            (cost, bridge::square(p.law, at).index())
        });
    let Some((from, piece)) = cheapest else {
        return 0;
    };
    let mut next = p.clone();
    next.put_piece(from, None);
    next.put_piece(to, Some(piece));
    if piece.letter == 'K' {
        return if next.attacked(to, 1 - side) {
            0
        } else {
            stake.max(0)
        };
    }
    let lost = values.taken[kind_of(piece).index()];
    (stake - retake(&next, to, 1 - side, lost, values)).max(0)
}

/// Compares [`Position::see_ge`](komadai_rules::Position::see_ge) with a full search of the
/// exchange.
pub(super) fn compare_exchanges(real: &AnyPosition, p: &RefPosition, legal: &[RefMove]) {
    let values = values_of(p.law);
    for &mv in legal {
        let taken = match p.at(mv.to()) {
            _ if mv.is_en_passant(p) => values.taken[0],
            Some(piece) if mv.is_capture(p) => {
                values.taken[bridge::kind(p.law, piece.letter, piece.promoted).index()]
            }
            _ => 0,
        };
        let (gain, stake) = match mv {
            RefMove::Drop { letter, .. } => {
                let kind = bridge::kind(p.law, letter, false);
                (0, 2 * values.hand[kind.index()])
            }
            RefMove::Board { from, promote, .. } => {
                let piece = p.at(from).expect("a piece moves");
                let kind = bridge::kind(p.law, piece.letter, piece.promoted);
                let promotion = if promote {
                    values.promotion[kind.index()]
                } else {
                    0
                };
                let stake = if piece.letter == 'K' {
                    0
                } else {
                    values.taken[kind.index()] + promotion
                };
                (taken + promotion, stake)
            }
        };
        let worth = gain - retake(&p.after(mv), mv.to(), 1 - p.turn, stake, &values);
        for threshold in [worth - 1, worth, worth + 1, 0] {
            assert_eq!(
                real.see_ge(bridge::move_of(p.law, mv), &values, threshold),
                worth >= threshold,
                "{} is worth {worth} (at least {threshold}?) in {:?} {}",
                mv.text(p),
                p.law,
                p.text()
            );
        }
    }
}
