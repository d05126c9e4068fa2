//! Intended send times of moves.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Shortest thinking time as a fraction of the mean; the longest is as far above it.
const SHORTEST: f64 = 0.2;

/// Intended send times of a game, determined by its seed.
///
/// Latencies count from them and not from the actual send, so that a stalled server is charged for every move that
/// waited (avoids coordinated omission).
#[derive(Clone, Debug)]
pub struct Schedule {
    rng: ChaCha8Rng,
    mean_us: f64,
    next_us: u64,
}

impl Schedule {
    /// Schedule of a game that begins at `start_us`, with a move every `every_ms` on average. The first move comes at a
    /// random time within `every_ms`, so that games do not move in step.
    #[must_use]
    pub fn new(seed: u64, every_ms: u64, start_us: u64) -> Self {
        let mut schedule = Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            mean_us: every_ms as f64 * 1000.0,
            next_us: start_us,
        };
        schedule.restart(start_us);
        schedule
    }

    #[must_use]
    pub fn next_us(&self) -> u64 {
        self.next_us
    }

    /// Advances to the next move by one thinking time, regardless of the server.
    pub fn advance(&mut self) {
        let share = SHORTEST + self.fraction() * 2.0 * (1.0 - SHORTEST);
        self.next_us += (self.mean_us * share) as u64;
    }

    /// Restarts for another game.
    pub fn restart(&mut self, now_us: u64) {
        self.next_us = now_us + (self.mean_us * self.fraction()) as u64;
    }

    /// Random number in `0..1`.
    pub fn fraction(&mut self) -> f64 {
        self.rng.next_u32() as f64 / 4_294_967_296.0
    }

    /// Random number below `n`. `n` must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.fraction() * n as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Latencies from the intended times for a server that takes `service_us` per move, one at a time.
    fn play(service_us: u64, moves: usize) -> Vec<u64> {
        let mut schedule = Schedule::new(7, 100, 0);
        let mut free_us = 0;
        (0..moves)
            .map(|_| {
                let intended = schedule.next_us();
                // A reply waits for the move before it.
                free_us = intended.max(free_us) + service_us;
                schedule.advance();
                free_us - intended
            })
            .collect()
    }

    #[test]
    fn a_slow_server_shows_as_latency() {
        let fast = play(1_000, 200);
        assert!(fast.iter().all(|&latency| latency == 1_000));
        // Three times slower than the moves: each waits for all before it.
        let slow = play(300_000, 200);
        assert!(slow[199] > 150 * 200_000, "{}", slow[199]);
        assert!(slow.windows(5).all(|some| some[4] > some[0]));
    }

    #[test]
    fn one_stall_is_charged_to_every_move_that_waited() {
        let mut schedule = Schedule::new(7, 100, 0);
        let stall_us = 2_000_000;
        let mut late = 0;
        while schedule.next_us() < 5_000_000 {
            let answered = schedule.next_us().max(stall_us);
            late += usize::from(answered - schedule.next_us() > 100_000);
            schedule.advance();
        }
        // A closed loop would see a single slow move.
        assert!((15..25).contains(&late), "{late}");
    }

    #[test]
    fn the_mean_interval_matches_the_plan() {
        let mut schedule = Schedule::new(3, 1_000, 5_000_000);
        assert!((5_000_000..6_000_000).contains(&schedule.next_us()));
        for _ in 0..1000 {
            schedule.advance();
        }
        let seconds = schedule.next_us() / 1_000_000;
        assert!((970..1030).contains(&seconds), "{seconds}");
    }

    #[test]
    fn a_seed_gives_the_same_times_again() {
        let times = |seed| {
            let mut schedule = Schedule::new(seed, 1_000, 0);
            (0..20)
                .map(|_| {
                    schedule.advance();
                    schedule.next_us()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(times(1), times(1));
        assert_ne!(times(1), times(2));
    }
}
