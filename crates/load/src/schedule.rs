//! When the moves of a game are meant to be sent.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The shortest thinking time as a share of the mean; the longest is as far above it.
const SHORTEST: f64 = 0.2;

/// The intended send times of one game, fixed by its seed. Latencies are counted from them and not
/// from when a message could be sent at last, so that a server that stalls is charged for all
/// moves that had to wait for it (no coordinated omission).
///
/// ```
/// use komadai_load::Schedule;
/// let mut schedule = Schedule::new(1, 10_000, 0);
/// let first_us = schedule.next_us();
/// schedule.advance();
/// // However long the first move took: the second one is due 2 to 18 seconds after it was.
/// assert!((2_000_000..=18_000_000).contains(&(schedule.next_us() - first_us)));
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    rng: ChaCha8Rng,
    mean_us: f64,
    next_us: u64,
}

impl Schedule {
    /// A game that begins at `start_us`, with a move every `every_ms` milliseconds on average. The
    /// first move comes within the first such time, so that games do not move together.
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

    /// When the next move is to be sent, microseconds.
    #[must_use]
    pub fn next_us(&self) -> u64 {
        self.next_us
    }

    /// Goes on to the move after it, one thinking time later. What the server did meanwhile plays no part.
    pub fn advance(&mut self) {
        let share = SHORTEST + self.fraction() * 2.0 * (1.0 - SHORTEST);
        self.next_us += (self.mean_us * share) as u64;
    }

    /// Begins anew with another game.
    pub fn restart(&mut self, now_us: u64) {
        self.next_us = now_us + (self.mean_us * self.fraction()) as u64;
    }

    /// A number from 0 up to and without 1.
    pub fn fraction(&mut self) -> f64 {
        self.rng.next_u32() as f64 / 4_294_967_296.0
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.fraction() * n as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that takes `service_us` for each move, one after the other. Returns the latencies
    /// from the intended times.
    fn play(service_us: u64, moves: usize) -> Vec<u64> {
        let mut schedule = Schedule::new(7, 100, 0);
        let mut free_us = 0;
        (0..moves)
            .map(|_| {
                let intended = schedule.next_us();
                // A move cannot be sent before the one it answers has arrived.
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
        // Three times slower than the moves come: each waits for all before it.
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
        // A closed loop would have seen one slow move instead of about twenty.
        assert!((15..25).contains(&late), "{late}");
    }

    #[test]
    fn the_mean_is_what_was_asked_for() {
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
