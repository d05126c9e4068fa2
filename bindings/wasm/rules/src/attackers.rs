//! Attack maps.

use komadai_rules::Square;
use komadai_wasm_shared::{Record, to_js};
use wasm_bindgen::prelude::*;

use crate::game::Game;

#[wasm_bindgen]
impl Game {
    /// Attackers of each square after `ply` moves, by either side; a `ply` beyond the game means
    /// the current position. Squares without attackers are left out.
    #[wasm_bindgen(unchecked_return_type = "Record<SquareName, SquareName[]>")]
    pub fn attackers(&self, ply: u32) -> JsValue {
        let id = self.game.variant();
        let position = self
            .game
            .position_at(ply)
            .unwrap_or_else(|| self.game.position());
        let mut attackers: Record<Vec<String>> = Record::default();
        for from in (0..id.squares() as u8).map(Square::new) {
            for to in position.attacks_from(from) {
                let list = attackers.entry(to.usi(id).to_string());
                list.push(from.usi(id).to_string());
            }
        }
        to_js(&attackers)
    }
}
