//! Why a move may not be played, as it crosses the boundary.

use komadai_rules::GameId;
use komadai_wasm_shared::square_names;
use serde::Serialize;

/// Why a move may not be played.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Refusal {
    /// Which rule.
    #[cfg_attr(test, ts(as = "komadai_protocol::RuleCode"))]
    code: &'static str,
    /// In English.
    message: String,
    /// The squares that explain it.
    squares: Vec<String>,
}

impl Refusal {
    pub(crate) fn new(game: GameId, refusal: &komadai_rules::Refusal) -> Refusal {
        Refusal {
            code: refusal.code.name(),
            message: refusal.to_string(),
            squares: square_names(game, &refusal.squares),
        }
    }
}
