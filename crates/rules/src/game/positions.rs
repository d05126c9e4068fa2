//! Positions of a game: kept at checkpoints, replayed in between.

use super::Game;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::moves::Move;

const CHECKPOINT_PLIES: usize = 32;

impl<V: Variant> Game<V> {
    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position<V> {
        &self.position
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> &Position<V> {
        self.checkpoints.first().unwrap_or(&self.position)
    }

    /// The position after `ply` moves; `None` if fewer were played.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
    /// let start = Position::<Minishogi>::start();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Minishogi));
    /// game.play(start.legal_moves()[0]).unwrap();
    /// assert_eq!(game.position_at(0), Some(start));
    /// assert_eq!(game.position_at(1).as_ref(), Some(game.position()));
    /// assert_eq!(game.position_at(2), None);
    /// ```
    #[must_use]
    pub fn position_at(&self, ply: u32) -> Option<Position<V>> {
        position_at(&self.checkpoints, &self.moves, ply as usize)
    }

    /// Takes back the last move and with it any end of the game.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi, Side};
    /// let mut game = Game::new(Position::<Shogi>::start(), RuleSet::default_for(VariantId::Shogi));
    /// let mv = game.legal_moves()[0];
    /// game.play(mv).unwrap();
    /// game.resign(Side::Second).unwrap();
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!((game.ply(), game.outcome()), (0, None));
    /// assert_eq!(game.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.last().copied()?;
        self.undo_to(self.ply() - 1);
        Some(last)
    }

    /// Takes back all moves after the first `ply` and with them any end of the game. Does nothing
    /// if no more moves were played.
    pub fn undo_to(&mut self, ply: u32) {
        let Some(position) = self.position_at(ply).filter(|_| ply < self.ply()) else {
            return;
        };
        let plies = ply as usize;
        self.repetitions.truncate(plies + 1);
        self.moves.truncate(plies);
        self.checkpoints.truncate(plies / CHECKPOINT_PLIES + 1);
        self.position = position;
        self.outcome = None;
        self.losing_illegal_move = None;
    }

    /// Appends the position after the moves played.
    pub(super) fn push(&mut self, position: Position<V>) {
        let (checkpoints, moves) = (&self.checkpoints, &self.moves);
        let same = |ply| same_at(checkpoints, moves, ply, &position);
        self.repetitions.push_if_same(&position, &same);
        if self.moves.len() == self.checkpoints.len() * CHECKPOINT_PLIES {
            self.checkpoints.reserve_exact(1);
            self.checkpoints.push(position);
        }
        self.position = position;
    }
}

/// Replays from the last checkpoint at or before `ply`.
#[inline(never)]
fn position_at<V: Variant>(
    checkpoints: &[Position<V>],
    moves: &[Move],
    ply: usize,
) -> Option<Position<V>> {
    let checkpoint = ply / CHECKPOINT_PLIES;
    let mut position = *checkpoints.get(checkpoint)?;
    for mv in moves.get(checkpoint * CHECKPOINT_PLIES..ply)? {
        position.play_unchecked(*mv);
    }
    Some(position)
}

fn same_at<V: Variant>(
    checkpoints: &[Position<V>],
    moves: &[Move],
    ply: usize,
    position: &Position<V>,
) -> bool {
    position_at(checkpoints, moves, ply).is_some_and(|earlier| earlier.same_as(position))
}
