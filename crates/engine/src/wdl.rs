//! Win, draw and loss (WDL) model.

use komadai_rules::VariantId;

use crate::score::Score;
use crate::variants;

/// Centipawns at which the side ahead wins `e` times as often as it loses, for variants without a
/// measurement.
const DEFAULT_WIN_SCALE: f64 = 1_000.0;

/// Expected result of a score: a logistic curve fitted to self-play games. Draws are too rare in
/// these variants to be modelled. Nets and the classical evaluation have separate curves, since
/// their centipawns differ in worth.
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
    /// Model of the variant's net in `nets/`.
    #[must_use]
    pub fn nnue(variant: VariantId) -> Self {
        let scale = variants::data(variant).map_or(DEFAULT_WIN_SCALE, |data| data.nnue_win_scale);
        WdlModel { scale }
    }

    /// Model of the classical evaluation.
    #[must_use]
    pub fn classical(variant: VariantId) -> Self {
        let scale =
            variants::data(variant).map_or(DEFAULT_WIN_SCALE, |data| data.classical_win_scale);
        WdlModel { scale }
    }

    /// Expected wins, draws and losses per mille for the side to move.
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
