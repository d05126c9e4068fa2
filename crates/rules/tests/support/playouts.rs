//! Random games that begin at the seeds and prefer rare moves.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{rare, seeds};
use crate::reference::{Law, RefMove, RefPosition};

/// A position of a playout, its legal moves and the chosen one; `None` at the end.
pub(crate) struct Ply {
    pub(crate) position: RefPosition,
    pub(crate) legal: Vec<RefMove>,
    pub(crate) played: Option<RefMove>,
}

/// `usual`, multiplied by `KOMADAI_TEST_FACTOR`: positions of a suite, and how often an event has to come up in them.
pub(crate) fn scaled(usual: usize) -> usize {
    let factor = std::env::var("KOMADAI_TEST_FACTOR").ok().map_or(1, |text| {
        text.parse().expect("KOMADAI_TEST_FACTOR is a whole number")
    });
    usual * factor
}

/// Runs playouts until `positions` positions have been visited. The same seed gives the same games;
/// `KOMADAI_TEST_SEED` changes all of them.
pub(crate) fn run(law: Law, positions: usize, seed: u64, mut visit: impl FnMut(&[Ply])) {
    let shift: u64 = std::env::var("KOMADAI_TEST_SEED").ok().map_or(0, |text| {
        text.parse().expect("KOMADAI_TEST_SEED is a whole number")
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (shift << 20) ^ (law as u64) << 16);
    let nursery = Nursery::new(law);
    let mut visited = 0;
    // Every seed once, independent of chance.
    for seed in &nursery.all {
        let game = playout(seed.clone(), 0, &mut rng);
        visited += game.len();
        visit(&game);
    }
    for round in 0.. {
        if visited >= positions {
            break;
        }
        let (start, length) = nursery.start(round, &mut rng);
        let game = playout(start, length, &mut rng);
        visited += game.len();
        visit(&game);
    }
}

/// Starts of playouts, by the rare moves they lead to.
struct Nursery {
    law: Law,
    all: Vec<RefPosition>,
    mates: Vec<RefPosition>,
    pinned: Vec<RefPosition>,
    castlers: Vec<RefPosition>,
}

impl Nursery {
    fn new(law: Law) -> Self {
        let all = seeds::all(law);
        let mut mates = all.clone();
        mates.retain(|p| !rare::drop_mates(p).is_empty());
        let mut pinned = mates.clone();
        pinned.retain(rare::has_pinned_capturer);
        let mut castlers = all.clone();
        castlers.retain(rare::has_castling);
        Nursery {
            law,
            all,
            mates,
            pinned,
            castlers,
        }
    }

    /// A first position and the number of plies to play from it.
    fn start(&self, round: usize, rng: &mut ChaCha8Rng) -> (RefPosition, usize) {
        let law = self.law;
        match round % 12 {
            0 => (RefPosition::start(law), 60),
            1 | 2 => (one_of(&self.all, rng).clone(), 10),
            3 => (seeds::scattered(law, rng), 6),
            4 => (seeds::vary(one_of(&self.all, rng), rng), 6),
            5 | 6 => (self.search(rng, rare::is_double_check), 2),
            7 | 8 => (self.search(rng, rare::has_forced_promotion), 2),
            9 | 10 if law == Law::Shogun => (seeds::vary(one_of(&self.castlers, rng), rng), 4),
            _ if law == Law::Shogun => (self.search(rng, rare::has_en_passant), 2),
            9 => (seeds::vary(one_of(&self.mates, rng), rng), 2),
            _ => (seeds::vary(one_of(&self.pinned, rng), rng), 1),
        }
    }

    /// Searches neighbours of the seeds and scattered pieces for a position with a property.
    fn search(&self, rng: &mut ChaCha8Rng, wanted: fn(&RefPosition) -> bool) -> RefPosition {
        for _ in 0..400 {
            let p = if rng.random_bool(0.7) {
                seeds::scattered(self.law, rng)
            } else {
                seeds::vary(one_of(&self.all, rng), rng)
            };
            if wanted(&p) {
                return p;
            }
        }
        RefPosition::start(self.law)
    }
}

fn one_of<'a>(list: &'a [RefPosition], rng: &mut ChaCha8Rng) -> &'a RefPosition {
    &list[rng.random_range(0..list.len())]
}

/// A random game of at most `plies` plies.
pub(crate) fn playout(start: RefPosition, plies: usize, rng: &mut ChaCha8Rng) -> Vec<Ply> {
    let mut game = Vec::new();
    let mut position = start;
    for ply in 0..=plies {
        let legal = position.legal();
        let played = if ply == plies {
            None
        } else {
            choose(&position, &legal, rng)
        };
        let next = played.map(|mv| position.after(mv));
        game.push(Ply {
            position,
            legal,
            played,
        });
        match next {
            Some(p) => position = p,
            None => break,
        }
    }
    game
}

fn choose(p: &RefPosition, legal: &[RefMove], rng: &mut ChaCha8Rng) -> Option<RefMove> {
    if legal.is_empty() {
        return None;
    }
    let mut favourites: Vec<RefMove> = Vec::new();
    match rng.random_range(0..8) {
        0 | 4..=7 => favourites.extend(legal.iter().filter(|mv| rare::is_special(p, **mv))),
        1 => favourites.extend(legal.iter().filter(|mv| rare::is_choice(p, **mv))),
        2 => favourites.extend(
            legal
                .iter()
                .filter(|mv| mv.is_capture(p) || mv.is_promotion()),
        ),
        3 => favourites.extend(legal.iter().filter(|mv| p.after(**mv).in_check())),
        _ => {}
    }
    let list = if favourites.is_empty() {
        legal
    } else {
        &favourites
    };
    Some(list[rng.random_range(0..list.len())])
}
