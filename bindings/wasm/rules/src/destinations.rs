//! Targets of pieces.

use komadai_rules::{AnyPosition, MoveList, PieceKind, Side, Square, VariantId};
use komadai_wasm_shared::{Error, Record, read_side, square_names, to_js};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::game::Game;

#[derive(Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Destinations {
    /// By square of origin.
    #[cfg_attr(test, ts(type = "Record<SquareName, SquareName[]>"))]
    moves: Record<Vec<String>>,
    /// By letter of the piece in hand.
    #[cfg_attr(test, ts(type = "Record<string, SquareName[]>"))]
    drops: Record<Vec<String>>,
}

/// Targets of a side's pieces, whichever side is to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Possibilities {
    /// The side's legal moves, as if it were to move; null if the opponent is in check, because
    /// such a position is impossible.
    legal: Option<Destinations>,
    /// Targets of its pieces in hand on an empty board, by letter.
    #[cfg_attr(test, ts(type = "Record<string, SquareName[]>"))]
    drops: Record<Vec<String>>,
}

#[wasm_bindgen]
impl Game {
    /// Targets of the legal moves: of each square, and of each piece in hand by its letter.
    #[wasm_bindgen(unchecked_return_type = "Destinations")]
    pub fn destinations(&self) -> JsValue {
        to_js(&Destinations::of(
            self.game.variant(),
            self.game.legal_moves(),
        ))
    }

    /// Premove targets of the side that is not to move: by movement alone, whatever the current
    /// occupancy.
    #[wasm_bindgen(unchecked_return_type = "Destinations")]
    pub fn premoves(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &str,
    ) -> Result<JsValue, Error> {
        let (position, side) = (self.game.position(), read_side(side)?);
        let id = position.variant();
        let mut moves = Record::default();
        for from in (0..id.squares() as u8).map(Square::new) {
            let piece = position.piece_at(from);
            if piece.is_some_and(|piece| piece.side == side) {
                let targets = position.premove_targets(from);
                moves.push(from.usi(id).to_string(), square_names(id, &targets));
            }
        }
        let drops = predrops(&position, side);
        Ok(to_js(&Destinations { moves, drops }))
    }

    /// Targets of a side after `ply` moves, for display only: if the side is not to move, as after
    /// a null move. A `ply` beyond the game means the current position.
    #[wasm_bindgen(unchecked_return_type = "Possibilities")]
    pub fn possibilities(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &str,
        ply: u32,
    ) -> Result<JsValue, Error> {
        let side = read_side(side)?;
        let now = ply >= self.game.ply();
        let before = self.game.position_at(ply).filter(|_| !now);
        let mut position = before.unwrap_or_else(|| self.game.position());
        let drops = predrops(&position, side);
        let moves = if position.side_to_move() == side {
            Some(match now {
                // None after the end of the game.
                true => self.game.legal_moves(),
                false => position.legal_moves(),
            })
        } else if position.in_check() {
            None
        } else {
            position.play_null_move();
            Some(position.legal_moves())
        };
        let legal = moves.map(|moves| Destinations::of(position.variant(), moves));
        Ok(to_js(&Possibilities { legal, drops }))
    }
}

impl Destinations {
    fn of(id: VariantId, moves: MoveList) -> Destinations {
        let mut destinations = Destinations::default();
        for mv in moves {
            let targets = match (mv.from(), mv.dropped()) {
                (Some(from), _) => destinations.moves.entry(from.usi(id).to_string()),
                (None, Some(kind)) => destinations.drops.entry(letter(id, kind)),
                (None, None) => continue,
            };
            // A move and the same move with promotion are one target.
            let to = mv.to().usi(id).to_string();
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
        destinations
    }
}

/// Premove targets of the pieces in hand, by letter.
fn predrops(position: &AnyPosition, side: Side) -> Record<Vec<String>> {
    let id = position.variant();
    let mut drops = Record::default();
    for (kind, _) in position.hand(side).iter() {
        let targets = position.predrop_targets(side, kind);
        drops.push(letter(id, kind), square_names(id, &targets));
    }
    drops
}

fn letter(id: VariantId, kind: PieceKind) -> String {
    id.spec().kind(kind).letter.to_string()
}
