//! Win, draw and loss: how likely a score is to be a win.

use komadai_rules::VariantId;

use crate::games;
use crate::score::Score;

/// Centipawns at which the side ahead wins `e` times as often as it loses, for games where that has
/// not been measured.
const DEFAULT_WIN_SCALE: f64 = 1_000.0;

/// From scores to expected results: a logistic curve fitted to games of the engine against itself. Draws are too
/// rare in these games to have a place in it. Nets and the classical evaluation have curves of their own: what a
/// centipawn is worth differs.
///
/// ```
/// use komadai_engine::{Score, WdlModel};
/// use komadai_rules::VariantId;
/// let wdl = WdlModel::classical(VariantId::Shogi);
/// assert_eq!(wdl.win_draw_loss(Score::from_centipawns(0)), [500, 0, 500]);
/// assert_eq!(wdl.win_draw_loss(Score::mate_in(3)), [1000, 0, 0]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// Centipawns at which the side ahead wins `e` times as often as it loses.
    scale: f64,
}

impl WdlModel {
    /// For scores of a game's net: fitted to the one of `nets/`.
    ///
    /// ```
    /// use komadai_engine::{Score, WdlModel};
    /// use komadai_rules::VariantId;
    /// let [win, _, loss] = WdlModel::nnue(VariantId::Shogun).win_draw_loss(Score::from_centipawns(100));
    /// assert!(win > loss);
    /// ```
    #[must_use]
    pub fn nnue(variant: VariantId) -> Self {
        let scale = games::data(variant).map_or(DEFAULT_WIN_SCALE, |data| data.nnue_win_scale);
        WdlModel { scale }
    }

    /// For scores of the classical evaluation.
    ///
    /// ```
    /// use komadai_engine::{Score, WdlModel};
    /// use komadai_rules::VariantId;
    /// let score = Score::from_centipawns(300);
    /// let [shogi, minishogi] = [VariantId::Shogi, VariantId::Minishogi].map(WdlModel::classical);
    /// assert!(shogi.win_draw_loss(score) < minishogi.win_draw_loss(score));
    /// ```
    #[must_use]
    pub fn classical(variant: VariantId) -> Self {
        let scale = games::data(variant).map_or(DEFAULT_WIN_SCALE, |data| data.classical_win_scale);
        WdlModel { scale }
    }

    /// Expected wins, draws and losses per mille for the side to move.
    ///
    /// ```
    /// use komadai_engine::{Score, WdlModel};
    /// use komadai_rules::VariantId;
    /// let wdl = WdlModel::nnue(VariantId::Torishogi);
    /// assert_eq!(wdl.win_draw_loss(Score::mated_in(4)), [0, 0, 1000]);
    /// ```
    #[must_use]
    pub fn win_draw_loss(self, score: Score) -> [u32; 3] {
        let win = match score.mate_plies() {
            Some(plies) => u32::from(plies > 0) * 1_000,
            None => {
                let share = 1.0 / (1.0 + (-f64::from(score.centipawns()) / self.scale).exp());
                (share * 1_000.0).round() as u32
            }
        };
        [win, 0, 1_000 - win]
    }
}
