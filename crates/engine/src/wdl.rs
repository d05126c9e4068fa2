//! How likely a score is to be a win.

use komadai_rules::GameId;

use crate::score::Score;

/// Centipawns at which the side ahead wins `e` times as often as it loses. `scripts/win-width.mjs` fits
/// them to games.
const fn scale(game: GameId) -> f64 {
    match game {
        GameId::Shogi => 1_470.0,
        GameId::Minishogi => 420.0,
        GameId::Torishogi => 1_090.0,
        GameId::Shogun => 1_020.0,
    }
}

impl Score {
    /// Wins, draws and losses of a thousand games for the side to move, by a logistic curve fitted
    /// to the results of our self-play. Draws are too rare in these games to have a place in it.
    ///
    /// ```
    /// use komadai_engine::Score;
    /// use komadai_rules::GameId;
    /// assert_eq!(Score::from_centipawns(0).win_draw_loss(GameId::Shogi), [500, 0, 500]);
    /// assert_eq!(Score::mate_in(3).win_draw_loss(GameId::Shogi), [1000, 0, 0]);
    /// ```
    #[must_use]
    pub fn win_draw_loss(self, game: GameId) -> [u32; 3] {
        let win = match self.mate_plies() {
            Some(plies) => u32::from(plies > 0) * 1_000,
            None => {
                let share = 1.0 / (1.0 + (-f64::from(self.centipawns()) / scale(game)).exp());
                (share * 1_000.0).round() as u32
            }
        };
        [win, 0, 1_000 - win]
    }
}
