//! Moves that people type.

use komadai_notation::{
    DisplayStyle, TypedMoveError, complete_typed_move, display_line, move_text, read_typed_move,
};
use komadai_rules::Move;
use komadai_wasm_shared::{Error, to_js};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::game::{Game, read_style};
use crate::refusal::Refusal;
use crate::spec::kind_name;

/// A typed text: what it says, and what it may become.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct TypedMove {
    reading: Reading,
    /// The legal moves that the text may become, or that it may mean.
    candidates: Vec<Candidate>,
}

/// What a typed text says: a legal move, or why it is none.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Reading {
    /// A legal move.
    Legal {
        #[serde(rename = "move")]
        text: String,
    },
    /// Not a move in any notation of the game.
    Unreadable,
    /// Several legal moves are written like that: the candidates.
    Ambiguous,
    /// It is clear which move is meant, and the rules forbid it.
    Illegal {
        #[serde(rename = "move")]
        text: String,
        /// The piece that would move: `P`, `+P`.
        piece: Option<String>,
        refusal: Option<Refusal>,
    },
    /// No such piece (any, if there is none here) can go there.
    NoPiece { piece: Option<String> },
}

/// A legal move with its text for readers.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Candidate {
    #[serde(rename = "move")]
    canonical: String,
    text: String,
}

#[wasm_bindgen]
impl Game {
    /// Reads a move in any notation that people type: `7g7f`, `P-76`, `７六歩`, `同銀`, `Nf3`, and
    /// says what the text may become. The candidates are written in this style, and squares in digits are
    /// counted as it counts them.
    ///
    /// # Errors
    ///
    /// There is no such style.
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
            Ok(m) => Reading::Legal {
                text: move_text(id, m),
            },
            Err(TypedMoveError::Unreadable) => Reading::Unreadable,
            Err(TypedMoveError::Ambiguous { .. }) => Reading::Ambiguous,
            Err(TypedMoveError::Illegal { mv, .. }) => Reading::Illegal {
                text: move_text(id, mv),
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
        // With the move before them, if any, so that Japanese can write 同.
        let played = self.game.moves();
        let before = &played[played.len().saturating_sub(1)..];
        let start = self.game.position_at(self.game.ply().saturating_sub(1));
        let start = start.unwrap_or_else(|| self.game.position());
        let candidate = |m: &Move| {
            let mut line = before.to_vec();
            line.push(*m);
            let text = display_line(&start, &line, style).pop();
            Candidate {
                canonical: move_text(id, *m),
                text: text.unwrap_or_default(),
            }
        };
        moves.iter().map(candidate).collect()
    }
}
