//! Win, draw and loss: how likely a score is to be a win.

use komadai_rules::GameId;

use crate::games;
use crate::score::Score;

/// Centipawns at which the side ahead wins `e` times as often as it loses, for games where that has
/// not been measured.
const DEFAULT_WIN_SCALE: f64 = 1_000.0;

impl Score {
    /// Expected wins, draws and losses per mille for the side to move: a logistic curve fitted to
    /// games of the engine against itself. Draws are too rare in these games to have a place in it.
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
                let scale = games::data(game).map_or(DEFAULT_WIN_SCALE, |data| data.win_scale);
                let share = 1.0 / (1.0 + (-f64::from(self.centipawns()) / scale).exp());
                (share * 1_000.0).round() as u32
            }
        };
        [win, 0, 1_000 - win]
    }
}
