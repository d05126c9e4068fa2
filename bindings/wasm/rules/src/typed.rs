//! Moves that people type.

use komadai_notation::{
    TypedMoveError, complete_typed_move, display_line, move_text, read_typed_move,
};
use komadai_rules::Move;
use komadai_wasm_shared::{Error, Object, array, refusal_object};
use wasm_bindgen::prelude::*;

use crate::game::{Game, read_style};
use crate::spec::kind_name;

#[wasm_bindgen]
impl Game {
    /// Reads a move in any notation that people type: `7g7f`, `P-76`, `７六歩`, `同銀`, `Nf3`, and
    /// says what the text may become. The moves are told in this style.
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
        let id = self.game.game();
        let position = self.game.position();
        // The move before it, if any, so that Japanese can say 同.
        let before = &self.game.moves()[self.game.moves().len().saturating_sub(1)..];
        let previous = before.last().map(|last| last.to());
        let mut candidates = complete_typed_move(&position, text, previous);
        let answer = Object::new();
        match read_typed_move(&position, text, previous) {
            Ok(m) => answer.set("move", move_text(id, m)),
            Err(TypedMoveError::Unreadable) => answer.set("problem", "unreadable"),
            Err(TypedMoveError::Ambiguous { moves, .. }) => {
                answer.set("problem", "ambiguous");
                candidates = moves;
            }
            Err(TypedMoveError::Illegal { mv, .. }) => {
                answer.set("problem", "illegal");
                answer.set("move", move_text(id, mv));
                if let Some(man) = mv.from().and_then(|from| position.piece_at(from)) {
                    answer.set("piece", kind_name(id, man.kind));
                }
                if let Some(why) = position.why_illegal(mv) {
                    answer.set("refusal", refusal_object(id, &why));
                }
            }
            Err(TypedMoveError::NoPiece(kind)) => {
                answer.set("problem", "nobody");
                if let Some(kind) = kind {
                    answer.set("piece", kind_name(id, kind));
                }
            }
        }
        let start = self.game.position_at((self.game.ply()).saturating_sub(1));
        let start = start.unwrap_or(position);
        let told = candidates.into_iter().map(|m: Move| {
            let mut line = before.to_vec();
            line.push(m);
            let text = display_line(&start, &line, style).pop();
            Object::new()
                .with("move", move_text(id, m))
                .with("text", text.unwrap_or_default())
        });
        Ok(answer.with("candidates", array(told)).into())
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** What a typed text says: a legal move, or why it is none. */
export type TypedMove = (
    | { problem?: undefined; move: string }
    /** A move in no notation of the game. */
    | { problem: 'unreadable' }
    /** Several legal moves are written like that: the candidates. */
    | { problem: 'ambiguous' }
    /** It is clear which move is meant, and the rules forbid it. */
    | { problem: 'illegal'; move: string; piece?: string; refusal?: Refusal }
    /** No such piece (`P`, `+P`; any, if left out) can go there. */
    | { problem: 'nobody'; piece?: string }
) & {
    /** The legal moves that the text may become, or that it may mean. */
    candidates: { move: string; text: string }[];
};
"#;
