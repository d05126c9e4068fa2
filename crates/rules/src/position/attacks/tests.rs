//! Every set of tables against a slow walk over the steps of the spec, and against the other sets.

use super::*;
use crate::VariantId;
use crate::attacks::compact::Compact;
use crate::attacks::computed::Computed;
use crate::spec::zobrist::split_mix;
use crate::types::direction::NO_DIRECTION;
use alloc::vec::Vec;

fn walk<V: Variant>(
    kind: PieceKind,
    side: Side,
    from: Square,
    occupied: V::Bitboard,
    longest: u8,
) -> V::Bitboard {
    let mut attacks = V::Bitboard::EMPTY;
    let forward = if side == Side::First { 1 } else { -1 };
    for step in V::SPEC.kind(kind).moves {
        if step.only == crate::StepUse::Quiet {
            continue;
        }
        let mut at = from;
        for _ in 0..step.max.min(longest) {
            let file = at.file(V::ID) as i8 + forward * step.dx;
            let rank = at.rank(V::ID) as i8 + forward * step.dy;
            let Some(to) = Square::from_coords(V::ID, file as u8, rank as u8) else {
                break;
            };
            attacks |= V::Bitboard::from_square(to);
            if occupied.contains(to) {
                break;
            }
            at = to;
        }
    }
    attacks
}

fn boards<V: Variant>() -> Vec<V::Bitboard> {
    let mut seed = 1;
    let mut board = |round: u32| {
        let mut occupied = V::Tables::ALL;
        for _ in 0..round % 4 {
            for square in V::Tables::ALL.squares() {
                seed = split_mix(seed);
                if seed & 1 == 0 {
                    occupied &= !V::Bitboard::from_square(square);
                }
            }
        }
        occupied
    };
    (0..60).map(&mut board).collect()
}

fn attacks_are_walks<V: Variant>() {
    for occupied in boards::<V>() {
        for kind in (0..V::SPEC.kinds.len() as u8).map(PieceKind::new) {
            for (side, from) in Side::BOTH
                .into_iter()
                .flat_map(|side| V::Tables::ALL.squares().map(move |from| (side, from)))
            {
                let far = walk::<V>(kind, side, from, occupied, u8::MAX);
                assert_eq!(Position::<V>::attacks(kind, side, from, occupied), far);
                let near = walk::<V>(kind, side, from, occupied, 1);
                let stepping = V::Tables::steps(kind, side, from);
                assert_eq!(stepping & near, stepping);
                assert_eq!(
                    stepping | Position::<V>::slides(kind, side, from, occupied),
                    far
                );
            }
        }
    }
}

fn empty_boards_are_walked_too<V: Variant>() {
    for kind in (0..V::SPEC.kinds.len() as u8).map(PieceKind::new) {
        for side in Side::BOTH {
            for from in V::Tables::ALL.squares() {
                let far = walk::<V>(kind, side, from, V::Bitboard::EMPTY, u8::MAX);
                assert_eq!(V::Tables::empty_board_attacks(kind, side, from), far);
            }
        }
    }
}

fn tables_agree<V: Variant, Other: Variant<Bitboard = V::Bitboard>>() {
    let squares = || V::Tables::ALL.squares();
    for side in Side::BOTH {
        for from in squares() {
            for group in (0..4).filter(|&group| V::Tables::SLIDE_GROUPS[group] != 0) {
                assert_eq!(
                    V::Tables::empty_board_slides(group, side, from),
                    Other::Tables::empty_board_slides(group, side, from)
                );
            }
            assert_eq!(
                V::Tables::promotion_from(from, side) & V::Tables::ALL,
                Other::Tables::promotion_from(from, side)
            );
            for kind in (0..V::SPEC.kinds.len() as u8).map(PieceKind::new) {
                assert_eq!(
                    V::Tables::piece_key(kind, side, from),
                    Other::Tables::piece_key(kind, side, from)
                );
            }
        }
    }
    for from in squares() {
        for to in squares() {
            let direction = V::Tables::direction(from, to);
            assert_eq!(direction, Other::Tables::direction(from, to));
            let on = (0..8).find(|&d| V::Tables::ray(d, from).contains(to));
            assert_eq!(direction, on.unwrap_or(NO_DIRECTION));
        }
        for direction in 0..8 {
            assert_eq!(
                V::Tables::ray(direction, from),
                Other::Tables::ray(direction, from)
            );
        }
        assert_eq!(
            V::Tables::king_distance_two(from),
            Other::Tables::king_distance_two(from)
        );
    }
}

fn games_agree<V: Variant, Other: Variant<Bitboard = V::Bitboard>>() {
    let mut seed = 7;
    for _ in 0..30 {
        let mut one = Position::<V>::start();
        let mut other = Position::<Other>::start();
        for _ in 0..120 {
            let moves = one.legal_moves().sorted();
            assert_eq!(moves, other.legal_moves().sorted());
            assert_eq!(other.count_legal_moves(), moves.len());
            assert_eq!(other.has_legal_move(), !moves.is_empty());
            assert_eq!(one.key(), other.key());
            assert_eq!(one.checkers(), other.checkers());
            assert_eq!(
                one.checking_moves().sorted(),
                other.checking_moves().sorted()
            );
            for &mv in &moves {
                assert_eq!(one.gives_check(mv), other.gives_check(mv));
            }
            assert_eq!(one.mate_in_one().is_some(), other.mate_in_one().is_some());
            if moves.is_empty() {
                break;
            }
            seed = split_mix(seed);
            let mv = moves[(seed >> 33) as usize % moves.len()];
            one.play_unchecked(mv);
            other.play_unchecked(mv);
        }
    }
}

#[test]
fn native_attacks_are_those_of_the_slow_reference() {
    for &id in VariantId::REGISTERED {
        match_variant!(id, V => {
            attacks_are_walks::<V>();
            empty_boards_are_walked_too::<V>();
        });
    }
}

#[test]
fn compact_attacks_are_those_of_the_slow_reference() {
    for &id in VariantId::REGISTERED {
        match_variant!(id, V => {
            attacks_are_walks::<Compact<V>>();
            empty_boards_are_walked_too::<Compact<V>>();
        });
    }
}

#[test]
fn computed_attacks_are_those_of_the_slow_reference() {
    for &id in VariantId::REGISTERED {
        match_variant!(id, V => {
            attacks_are_walks::<Computed<V>>();
            empty_boards_are_walked_too::<Computed<V>>();
        });
    }
}

#[test]
fn the_sets_of_tables_agree() {
    for &id in VariantId::REGISTERED {
        match_variant!(id, V => {
            tables_agree::<V, Compact<V>>();
            tables_agree::<V, Computed<V>>();
        });
    }
}

#[test]
fn native_and_compact_games_are_the_same() {
    for &id in VariantId::REGISTERED {
        match_variant!(id, V => games_agree::<V, Compact<V>>());
    }
}

#[test]
fn native_and_computed_games_are_the_same() {
    for &id in VariantId::REGISTERED {
        match_variant!(id, V => games_agree::<V, Computed<V>>());
    }
}
