//! Ends of games, recomputed from the list of positions.

use super::moves::RefMove;
use super::position::{Identity, RefPosition};
use super::tables::Law;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repetition {
    Draw(usize),
    /// The first side loses at the fourth occurrence.
    SenteLoses4,
    /// The side that brings about the occurrence with this number loses.
    CreatorLoses(usize),
    StarterMustVary3,
}

/// Options of the rules page for ends of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) repetition: Repetition,
    pub(crate) checker_loses: bool,
    pub(crate) stalemate_draws: bool,
    pub(crate) quiet_moves: Option<u32>,
    pub(crate) max_plies: Option<u32>,
}

impl Options {
    pub(crate) fn default_for(law: Law) -> Self {
        Options {
            repetition: match law {
                Law::Shogi | Law::Minishogi => Repetition::Draw(4),
                Law::Tori => Repetition::StarterMustVary3,
                Law::Shogun => Repetition::Draw(3),
            },
            checker_loses: law != Law::Shogun,
            stalemate_draws: law == Law::Shogun,
            quiet_moves: (law == Law::Shogun).then_some(50),
            max_plies: None,
        }
    }
}

/// The end of a game, with the reason's name in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    pub(crate) winner: Option<usize>,
    pub(crate) reason: &'static str,
    pub(crate) ply: usize,
}

/// A game as the list of its positions.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) options: Options,
    positions: Vec<RefPosition>,
    identities: Vec<Identity>,
}

impl Model {
    pub(crate) fn new(start: RefPosition, options: Options) -> Self {
        let identities = vec![start.identity()];
        Model {
            options,
            positions: vec![start],
            identities,
        }
    }

    pub(crate) fn position(&self) -> &RefPosition {
        self.positions.last().expect("the start is always there")
    }

    pub(crate) fn ply(&self) -> usize {
        self.positions.len() - 1
    }

    pub(crate) fn play(&mut self, mv: RefMove) {
        let next = self.position().after(mv);
        self.identities.push(next.identity());
        self.positions.push(next);
    }

    pub(crate) fn undo(&mut self) {
        assert!(self.ply() > 0, "nothing to take back");
        self.positions.pop();
        self.identities.pop();
    }

    /// Plies at which the position of `ply` occurred, up to and including that ply.
    fn occurrences(&self, ply: usize) -> Vec<usize> {
        (0..=ply)
            .filter(|&earlier| self.identities[earlier] == self.identities[ply])
            .collect()
    }

    pub(crate) fn repetition(&self) -> usize {
        self.occurrences(self.ply()).len()
    }

    /// The side whose every move after ply `from` gave check, if there is exactly one.
    fn perpetual_checker(&self, from: usize) -> Option<usize> {
        if !self.options.checker_loses {
            return None;
        }
        let mut always = [true, true];
        for ply in from + 1..=self.ply() {
            let mover = self.positions[ply - 1].turn;
            always[mover] &= self.positions[ply].in_check();
        }
        match always {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    /// Returns `true` if the side to move must leave the cycle with its next move or lose.
    pub(crate) fn must_vary(&self) -> bool {
        self.options.repetition == Repetition::StarterMustVary3
            && self.repetition() >= 3
            && self.ending().is_none()
    }

    fn by_repetition(&self) -> Option<(Option<usize>, &'static str)> {
        let seen = self.occurrences(self.ply());
        let limit = match self.options.repetition {
            Repetition::Draw(n) | Repetition::CreatorLoses(n) => n,
            Repetition::SenteLoses4 => 4,
            Repetition::StarterMustVary3 => 3,
        };
        if seen.len() < limit {
            return None;
        }
        if let Some(checker) = self.perpetual_checker(seen[seen.len() - limit]) {
            return Some((Some(1 - checker), "perpetual-check"));
        }
        let mover = 1 - self.position().turn;
        match self.options.repetition {
            Repetition::Draw(_) => Some((None, "repetition")),
            Repetition::SenteLoses4 => Some((Some(1), "repetition")),
            Repetition::CreatorLoses(_) => Some((Some(1 - mover), "repetition")),
            Repetition::StarterMustVary3 => {
                // It left a position of three occurrences for another one: it did not vary.
                let left = self.ply().checked_sub(1)?;
                (self.occurrences(left).len() >= 3).then_some((Some(1 - mover), "repetition"))
            }
        }
    }

    /// The end of the game, if it is over. Mate precedes repetition, which precedes the counters.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let p = self.position();
        let ending = |winner, reason| {
            Some(Ending {
                winner,
                reason,
                ply: self.ply(),
            })
        };
        if p.legal().is_empty() {
            return if p.in_check() {
                ending(Some(1 - p.turn), "checkmate")
            } else if self.options.stalemate_draws {
                ending(None, "stalemate")
            } else {
                ending(Some(1 - p.turn), "stalemate")
            };
        }
        if let Some((winner, reason)) = self.by_repetition() {
            return ending(winner, reason);
        }
        if self
            .options
            .quiet_moves
            .is_some_and(|n| p.quiet_plies >= 2 * n)
        {
            return ending(None, "n-move-rule");
        }
        if self
            .options
            .max_plies
            .is_some_and(|n| self.ply() >= n as usize)
        {
            return ending(None, "move-limit");
        }
        None
    }
}

/// Points of a letter in the impasse count.
fn points_of(letter: char) -> u32 {
    match letter {
        'K' => 0,
        'R' | 'B' => 5,
        _ => 1,
    }
}

fn hand_points(p: &RefPosition, side: usize) -> u32 {
    p.hands[side]
        .iter()
        .map(|&(letter, n)| points_of(letter) * u32::from(n))
        .sum()
}

/// Points of a side, on the board and in hand.
pub(crate) fn all_points(p: &RefPosition, side: usize) -> u32 {
    let board: u32 = p
        .pieces(side)
        .iter()
        .map(|(_, piece)| points_of(piece.letter))
        .sum();
    board + hand_points(p, side)
}

pub(crate) fn kings_entered(p: &RefPosition) -> bool {
    (0..2).all(|side| p.king(side).is_some_and(|king| p.in_zone(side, king)))
}

/// An impasse needs both kings in the opponent's promotion zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KingsNotEntered;

/// Winner of an agreed impasse; `credit` are the points of the removed pieces of a handicap.
pub(crate) fn agreed_impasse(
    p: &RefPosition,
    credit: u32,
) -> Result<Option<usize>, KingsNotEntered> {
    if !kings_entered(p) {
        return Err(KingsNotEntered);
    }
    let short = [all_points(p, 0) < 24, all_points(p, 1) + credit < 24];
    Ok(match short {
        [true, false] => Some(1),
        [false, true] => Some(0),
        _ => None,
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Declaration {
    Csa27,
    Jsa24,
}

/// Winner after a declaration by the side to move, `None` for a draw. `removed` are the points of
/// the removed pieces of a handicap.
pub(crate) fn declared(p: &RefPosition, rule: Declaration, removed: u32) -> Option<usize> {
    let me = p.turn;
    let inside: Vec<char> = p
        .pieces(me)
        .into_iter()
        .filter(|(at, piece)| p.in_zone(me, *at) && piece.letter != 'K')
        .map(|(_, piece)| piece.letter)
        .collect();
    let points = inside.iter().map(|&l| points_of(l)).sum::<u32>() + hand_points(p, me);
    let king_in = p.king(me).is_some_and(|king| p.in_zone(me, king));
    let formal = king_in && inside.len() >= 10 && !p.in_check();
    match rule {
        Declaration::Csa27 => {
            let needed = if me == 0 { 28 } else { 27 - removed.min(27) };
            Some(if formal && points >= needed {
                me
            } else {
                1 - me
            })
        }
        Declaration::Jsa24 if formal && points >= 31 => Some(me),
        Declaration::Jsa24 if formal && points >= 24 => None,
        Declaration::Jsa24 => Some(1 - me),
    }
}
