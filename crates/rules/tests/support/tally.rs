//! Counts of rare events in playouts; a suite fails if it has seen too few.

use std::collections::BTreeMap;

use super::playouts::{self, Ply};
use super::rare;
use crate::reference::{Law, RefMove, RefPosition};

/// Minimum number of each event.
pub(crate) fn enough() -> u64 {
    playouts::scaled(25) as u64
}

/// Counts by variant and event.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<(Law, &'static str), u64>);

impl Tally {
    pub(crate) fn add(&mut self, law: Law, event: &'static str, n: u64) {
        if n > 0 {
            *self.0.entry((law, event)).or_default() += n;
        }
    }

    pub(crate) fn get(&self, law: Law, event: &'static str) -> u64 {
        self.0.get(&(law, event)).copied().unwrap_or(0)
    }

    /// Counts the events of a position.
    pub(crate) fn note(&mut self, p: &RefPosition, legal: &[RefMove]) {
        let law = p.law;
        self.add(law, "positions", 1);
        self.add(law, "moves", legal.len() as u64);
        self.add(law, "check", u64::from(p.in_check()));
        self.add(
            law,
            "double check",
            u64::from(p.checkers(p.turn).len() >= 2),
        );
        self.add(law, "no move", u64::from(legal.is_empty()));
        for &mv in legal {
            self.add(law, "castling listed", u64::from(mv.is_castling(p)));
            self.add(law, "en passant listed", u64::from(mv.is_en_passant(p)));
            self.add(
                law,
                "refused promotion listed",
                u64::from(rare::refuses(p, mv)),
            );
            self.add(
                law,
                "forced promotion listed",
                u64::from(rare::is_forced(p, mv)),
            );
        }
        for mv in rare::drop_mates(p) {
            self.add(law, "drop mate", 1);
            self.add(
                law,
                "pinned capturer",
                u64::from(rare::is_capturer_pinned(p, mv)),
            );
        }
    }

    /// Counts the events of a move that is played.
    pub(crate) fn note_played(&mut self, p: &RefPosition, mv: RefMove) {
        self.add(p.law, "castling played", u64::from(mv.is_castling(p)));
        self.add(p.law, "en passant played", u64::from(mv.is_en_passant(p)));
        self.add(
            p.law,
            "refused promotion played",
            u64::from(rare::refuses(p, mv)),
        );
        self.add(
            p.law,
            "forced promotion played",
            u64::from(rare::is_forced(p, mv)),
        );
    }

    pub(crate) fn note_game(&mut self, game: &[Ply]) {
        for ply in game {
            self.note(&ply.position, &ply.legal);
            if let Some(mv) = ply.played {
                self.note_played(&ply.position, mv);
            }
        }
    }

    /// Panics unless every event of the variant came up often enough.
    pub(crate) fn assert_enough(&self, law: Law) {
        let mut wanted = vec![
            "double check",
            "forced promotion listed",
            "forced promotion played",
        ];
        if law != Law::Tori {
            wanted.extend(["refused promotion listed", "refused promotion played"]);
        }
        if law == Law::Shogun {
            wanted.extend(["castling listed", "castling played"]);
            wanted.extend(["en passant listed", "en passant played"]);
        } else {
            wanted.extend(["drop mate", "pinned capturer"]);
        }
        for event in wanted {
            let n = self.get(law, event);
            assert!(n >= enough(), "{law:?}: {event} came up only {n} times");
        }
    }

    pub(crate) fn print(&self) {
        for ((law, event), n) in &self.0 {
            println!("{:10} {event:25} {n:>9}", law.name());
        }
    }
}
