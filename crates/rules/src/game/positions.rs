//! The positions of a game: one is kept every so often, those between are played again.

use super::Game;
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::moves::Move;

/// Plies from one kept position to the next.
const CHECKPOINT_PLIES: usize = 32;

impl<V: Variant> Game<V> {
    /// The position on the board.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi, Side};
    /// let start = Position::<Shogi>::start();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// game.play(start.legal_moves()[0]).unwrap();
    /// assert_eq!(game.position().side_to_move(), Side::Second);
    /// ```
    #[must_use]
    pub fn position(&self) -> &Position<V> {
        &self.position
    }

    /// The position in which the game began.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi};
    /// let start = Position::<Shogi>::start();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Shogi));
    /// game.play(start.legal_moves()[0]).unwrap();
    /// assert_eq!(game.start(), &start);
    /// ```
    #[must_use]
    pub fn start(&self) -> &Position<V> {
        self.checkpoints.first().unwrap_or(&self.position)
    }

    /// The position after `ply` moves, if so many were played.
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

    /// Takes the last move back, and with it any end of the game.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogi, Side};
    /// let mut game = Game::new(Position::<Shogi>::start(), RuleSet::default_for(VariantId::Shogi));
    /// let m = game.legal_moves()[0];
    /// game.play(m).unwrap();
    /// game.resign(Side::Second).unwrap();
    /// assert_eq!(game.undo(), Some(m));
    /// assert_eq!((game.ply(), game.outcome()), (0, None));
    /// assert_eq!(game.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.last().copied()?;
        self.undo_to(self.ply() - 1);
        Some(last)
    }

    /// Takes all moves after the first `ply` back, and with them any end of the game. With no more moves
    /// than that nothing happens.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Game, Position, RuleSet, Shogun};
    /// let start = Position::<Shogun>::start();
    /// let mut game = Game::new(start, RuleSet::default_for(VariantId::Shogun));
    /// for _ in 0..4 {
    ///     game.play(game.legal_moves()[0]).unwrap();
    /// }
    /// game.undo_to(0);
    /// assert_eq!((game.ply(), game.position()), (0, &start));
    /// ```
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

    /// Appends the position after the moves that were played.
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

/// The position after `ply` of the moves, from the last checkpoint before it.
#[inline(never)]
fn position_at<V: Variant>(
    checkpoints: &[Position<V>],
    moves: &[Move],
    ply: usize,
) -> Option<Position<V>> {
    let checkpoint = ply / CHECKPOINT_PLIES;
    let mut position = *checkpoints.get(checkpoint)?;
    for m in moves.get(checkpoint * CHECKPOINT_PLIES..ply)? {
        position.play_unchecked(*m);
    }
    Some(position)
}

/// Whether the position after `ply` of the moves is that one.
fn same_at<V: Variant>(
    checkpoints: &[Position<V>],
    moves: &[Move],
    ply: usize,
    position: &Position<V>,
) -> bool {
    position_at(checkpoints, moves, ply).is_some_and(|earlier| earlier.same_as(position))
}
