//! Typed moves.

use komadai_notation::{
    DisplayStyle, TypedMoveError, complete_typed_move, display_line, read_typed_move,
};
use komadai_rules::Move;
use komadai_wasm_shared::{Error, to_js};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::game::{Game, read_style};
use crate::refusal::Refusal;
use crate::spec::kind_name;

/// A typed text: its reading and completions.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct TypedMove {
    reading: Reading,
    /// The legal moves that the text may become or mean.
    candidates: Vec<Candidate>,
}

/// Reading of a typed text.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Reading {
    Legal {
        #[serde(rename = "move")]
        text: String,
    },
    /// Not a move in any notation of the variant.
    Unreadable,
    /// The text matches several legal moves, the candidates.
    Ambiguous,
    /// The text means one move, which is illegal.
    Illegal {
        #[serde(rename = "move")]
        text: String,
        /// The piece to move: `P`, `+P`.
        piece: Option<String>,
        refusal: Option<Refusal>,
    },
    /// No such piece, or no piece at all if null, can reach the square.
    NoPiece { piece: Option<String> },
}

/// A legal move with its text for people.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Candidate {
    #[serde(rename = "move")]
    canonical: String,
    text: String,
}

#[wasm_bindgen]
impl Game {
    /// Reads a typed move in any notation: `7g7f`, `P-76`, `７六歩`, `同銀`, `Nf3`, and lists
    /// completions. The candidates are written in the given style, which also sets how files are
    /// counted.
    #[wasm_bindgen(js_name = readMove, unchecked_return_type = "TypedMove")]
    pub fn read_move(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "DisplayStyle")] style: &str,
    ) -> Result<JsValue, Error> {
        let style = read_style(style)?;
        let position = self.game.position();
        let previous = self.game.moves().last().map(|last| last.to());
        let mut candidates = complete_typed_move(&position, text, previous, style);
        let reading = match read_typed_move(&position, text, previous, style) {
            Err(TypedMoveError::Ambiguous { moves, .. }) => {
                candidates = moves;
                Reading::Ambiguous
            }
            other => self.reading(other),
        };
        Ok(to_js(&TypedMove {
            reading,
            candidates: self.candidates(&candidates, style),
        }))
    }
}

impl Game {
    fn reading(&self, read: Result<Move, TypedMoveError>) -> Reading {
        let id = self.game.variant();
        let position = self.game.position();
        match read {
            Ok(mv) => Reading::Legal {
                text: mv.display(id).to_string(),
            },
            Err(TypedMoveError::Unreadable) => Reading::Unreadable,
            Err(TypedMoveError::Ambiguous { .. }) => Reading::Ambiguous,
            Err(TypedMoveError::Illegal { mv, .. }) => Reading::Illegal {
                text: mv.display(id).to_string(),
                piece: mv
                    .from()
                    .and_then(|from| position.piece_at(from))
                    .map(|piece| kind_name(id, piece.kind)),
                refusal: (position.why_illegal(mv)).map(|why| Refusal::new(&position, &why)),
            },
            Err(TypedMoveError::NoPiece(kind)) => Reading::NoPiece {
                piece: kind.map(|kind| kind_name(id, kind)),
            },
        }
    }

    fn candidates(&self, moves: &[Move], style: DisplayStyle) -> Vec<Candidate> {
        let id = self.game.variant();
        // With the preceding move, so that Japanese style can write 同.
        let played = self.game.moves();
        let before = &played[played.len().saturating_sub(1)..];
        let start = self.game.position_at(self.game.ply().saturating_sub(1));
        let start = start.unwrap_or_else(|| self.game.position());
        let candidate = |mv: &Move| {
            let mut line = before.to_vec();
            line.push(*mv);
            let text = display_line(&start, &line, style).pop();
            Candidate {
                canonical: mv.display(id).to_string(),
                text: text.unwrap_or_default(),
            }
        };
        moves.iter().map(candidate).collect()
    }
}
