//! Brute-force mate search, the oracle of the mate solver.

use std::collections::HashMap;

use crate::common::random_game;
use komadai_rules::{Move, Position, Variant};

/// Length of the shortest mate by checks, at most `plies`.
pub(crate) fn shortest_mate<V: Variant>(position: &Position<V>, plies: u32) -> Option<u32> {
    (1..=plies)
        .step_by(2)
        .find(|&plies| mates_within(position, plies, &mut HashMap::new()))
}

pub(crate) fn mates_within<V: Variant>(
    position: &Position<V>,
    plies: u32,
    known: &mut HashMap<(u64, u32), bool>,
) -> bool {
    if let Some(&mates) = known.get(&(position.key(), plies)) {
        return mates;
    }
    let mates = position.checking_moves().iter().any(|&check| {
        let mut checked = *position;
        checked.play_unchecked(check);
        let evasions = checked.legal_moves();
        (plies > 1 || evasions.is_empty())
            && evasions.iter().all(|&evasion| {
                let mut evaded = checked;
                evaded.play_unchecked(evasion);
                mates_within(&evaded, plies - 2, known)
            })
    });
    known.insert((position.key(), plies), mates);
    mates
}

/// Late positions of random games in which a check is possible.
pub(crate) fn positions<V: Variant>(wanted: usize) -> Vec<Position<V>> {
    let mut found = Vec::new();
    for seed in 0..2_000 {
        if found.len() >= wanted {
            break;
        }
        random_game::<V>(seed, 200, |game| {
            let position = game.position();
            if game.ply() > 20
                && game.ply() % 3 == 0
                && found.len() < wanted
                && !position.checking_moves().is_empty()
            {
                found.push(*position);
            }
        });
    }
    assert_eq!(found.len(), wanted, "random games must offer enough checks");
    found
}

/// Checks after which the side to move mates within `plies`, the check included.
pub(crate) fn mating_moves<V: Variant>(position: &Position<V>, plies: u32) -> Vec<Move> {
    let mates = |&check: &Move| {
        let mut checked = *position;
        checked.play_unchecked(check);
        mated_within(&checked, plies - 1)
    };
    let checks = position.checking_moves().sorted();
    checks.iter().copied().filter(mates).collect()
}

/// `true` if the side to move, in check, is mated within `plies`.
pub(crate) fn mated_within<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    let replies = position.legal_moves();
    (plies > 1 || replies.is_empty())
        && replies.iter().all(|&reply| {
            let mut replied = *position;
            replied.play_unchecked(reply);
            mates_within(&replied, plies - 1, &mut HashMap::new())
        })
}

/// Replies after which the side to move is not mated within `plies`, the reply included; if there
/// are none, the longest defences and the length of the mate.
pub(crate) fn best_replies<V: Variant>(
    position: &Position<V>,
    plies: u32,
) -> (Option<u32>, Vec<Move>) {
    let mut mated = Vec::new();
    let mut safe = Vec::new();
    for &reply in &position.legal_moves() {
        let mut replied = *position;
        replied.play_unchecked(reply);
        match shortest_mate(&replied, plies - 1) {
            Some(length) => mated.push((length + 1, reply)),
            None => safe.push(reply),
        }
    }
    if !safe.is_empty() {
        return (None, safe);
    }
    let longest = mated.iter().map(|&(length, _)| length).max().unwrap_or(0);
    mated.retain(|&(length, _)| length == longest);
    (
        Some(longest),
        mated.into_iter().map(|(_, reply)| reply).collect(),
    )
}

/// Fewest pieces left in the attacker's hand after the shortest mates, of `plies`, against the
/// longest defences.
pub(crate) fn fewest_left<V: Variant>(position: &Position<V>, attacks: bool, plies: u32) -> u32 {
    if plies == 0 {
        return position.hand(!position.side_to_move()).total();
    }
    let moves = if attacks {
        mating_moves(position, plies)
    } else {
        best_replies(position, plies).1
    };
    let left = moves.iter().map(|&mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        fewest_left(&next, !attacks, plies - 1)
    });
    left.min().expect("there is a best move")
}
