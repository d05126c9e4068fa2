//! The reference must pass the vectors on its own.

use crate::reference::{Law, RefPosition};
use crate::support::fixtures;
use crate::support::seeds;

fn perft(p: &RefPosition, depth: usize) -> u64 {
    let moves = p.legal();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| perft(&p.after(mv), depth - 1))
        .sum()
}

#[test]
fn start_positions_have_the_published_counts() {
    for (law, counts) in [
        (Law::Shogi, &[30, 900, 25470][..]),
        (Law::Minishogi, &[14, 181, 2512, 35401]),
        (Law::Tori, &[17, 288, 5430]),
        (Law::Shogun, &[20, 400, 8978]),
    ] {
        for (depth, expected) in counts.iter().enumerate() {
            assert_eq!(
                perft(&RefPosition::start(law), depth + 1),
                *expected,
                "{law:?} {depth}"
            );
        }
    }
}

#[test]
fn perft_rows_have_the_published_counts() {
    for row in fixtures::perft_rows() {
        let p = RefPosition::read(row.law, &row.position);
        for (depth, expected) in row.counts.iter().enumerate().take(2) {
            let found = perft(&p, depth + 1);
            assert_eq!(
                found,
                *expected,
                "{:?} {} depth {}",
                row.law,
                row.position,
                depth + 1
            );
        }
    }
}

#[test]
fn positions_are_written_as_they_were_read() {
    for row in fixtures::perft_rows() {
        let p = RefPosition::read(row.law, &row.position);
        let again = RefPosition::read(row.law, &p.text());
        assert_eq!(again.text(), p.text());
        assert_eq!(again.board, p.board);
        assert_eq!(again.hands, p.hands);
    }
}

/// Playouts may begin only at lawful positions.
#[test]
fn seeds_are_lawful_positions() {
    for law in Law::ALL {
        let seeds = seeds::all(law);
        assert!(seeds.len() > 100, "{law:?}");
        for p in seeds {
            assert!(seeds::is_lawful(&p), "{law:?} {}", p.text());
        }
    }
}
