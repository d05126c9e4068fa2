//! Reasons for illegal moves as JavaScript values.

use komadai_rules::AnyPosition;
use komadai_wasm_shared::square_names;
use serde::Serialize;

/// Reason why a move is illegal.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refusal {
    #[cfg_attr(test, ts(type = "RuleCode"))]
    code: &'static str,
    message: String,
    /// The squares that explain it.
    squares: Vec<String>,
    /// The limit of the rule: pawns on a file, pieces of a kind, ranks for drops.
    limit: Option<u8>,
    /// The king of the side to move is in check in the position, whatever the move.
    in_check: bool,
}

impl Refusal {
    /// `position` is the position before the move.
    pub(crate) fn new(position: &AnyPosition, refusal: &komadai_rules::Refusal) -> Refusal {
        Refusal {
            code: refusal.code.name(),
            message: refusal.to_string(),
            squares: square_names(position.variant(), &refusal.squares),
            limit: refusal.limit,
            in_check: position.in_check(),
        }
    }
}
