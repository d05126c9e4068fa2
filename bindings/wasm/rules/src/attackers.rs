//! Who attacks what, for readers who are told the board.

use komadai_notation::usi_square;
use komadai_rules::Square;
use komadai_wasm_shared::{Object, keys};
use wasm_bindgen::prelude::*;

use crate::game::Game;

#[wasm_bindgen]
impl Game {
    /// From where each square is attacked after `ply` moves, by either side; more moves than were
    /// played means now. Squares that nobody attacks are left out.
    #[wasm_bindgen(unchecked_return_type = "Record<Key, Key[]>")]
    pub fn attackers(&self, ply: u32) -> JsValue {
        let id = self.game.game();
        let position = self
            .game
            .position_at(ply)
            .unwrap_or_else(|| self.game.position());
        let mut attackers = vec![Vec::new(); id.squares()];
        for index in 0..id.squares() {
            let from = Square::new(index as u8);
            for to in position.attacks_from(from) {
                attackers[to.index()].push(from);
            }
        }
        let object = Object::new();
        for (index, from) in attackers.iter().enumerate() {
            if !from.is_empty() {
                object.set(&usi_square(id, Square::new(index as u8)), keys(id, from));
            }
        }
        object.into()
    }
}
