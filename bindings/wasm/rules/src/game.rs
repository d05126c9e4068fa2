//! A game in progress as a JavaScript class.

use komadai_notation::{DisplayStyle, display_line};
use komadai_rules::{AnyGame, Move, PromotionChoice, SetupRules};
use komadai_wasm_shared::{
    Error, from_js_in_order, open_setup, read_move, read_rules, read_side, read_square, to_js,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::editing::find_piece;
use crate::refusal::Refusal;
use crate::state::GameState;

impl Promotion {
    fn of(choice: PromotionChoice) -> Promotion {
        match choice {
            PromotionChoice::None => Promotion::None,
            PromotionChoice::Optional => Promotion::Optional,
            PromotionChoice::Forced => Promotion::Forced,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Promotion {
    None,
    Optional,
    Forced,
}

/// A game in progress: start position, moves, rules and outcome.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) game: AnyGame,
}

#[wasm_bindgen]
impl Game {
    /// A new game. `position` is empty for the start position, a position text (SFEN or FEN), or
    /// `handicap:<id>`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
        position: &str,
        #[wasm_bindgen(unchecked_param_type = "RuleOptions")] rules: &JsValue,
    ) -> Result<Game, Error> {
        open_setup(game, position, SetupRules::Play, &[], &read_rules(rules)?)
            .map(|game| Game { game })
    }

    /// A game after these moves. With `problem` the king of one side may be missing.
    ///
    /// # Errors
    /// As for the constructor; if a move is illegal, `ply` is the number of moves before it.
    pub fn replay(
        #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
        position: &str,
        #[wasm_bindgen(unchecked_param_type = "string[]")] moves: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "RuleOptions")] rules: &JsValue,
        problem: Option<bool>,
    ) -> Result<Game, Error> {
        let moves: Vec<String> = from_js_in_order(moves, "bad-moves")?;
        let setup = match problem {
            Some(true) => SetupRules::Mate,
            _ => SetupRules::Play,
        };
        open_setup(game, position, setup, &moves, &read_rules(rules)?).map(|game| Game { game })
    }

    /// The complete state for display.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> JsValue {
        to_js(&GameState::of(&self.game))
    }

    /// The state after `ply` moves; a `ply` beyond the game means its end.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn at(&self, ply: u32) -> JsValue {
        if ply >= self.game.ply() {
            return self.state();
        }
        let mut earlier = self.game.clone();
        earlier.undo_to(ply);
        to_js(&GameState::of(&earlier))
    }

    /// The position before the first move and after each, as canonical text.
    pub fn positions(&self) -> Vec<String> {
        let mut position = self.game.start();
        let mut texts = vec![position.to_string()];
        for &mv in self.game.moves() {
            position.play_unchecked(mv);
            texts.push(position.to_string());
        }
        texts
    }

    /// The legal moves as canonical text; none after the end.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        let id = self.game.variant();
        self.game
            .legal_moves()
            .into_iter()
            .map(|mv| mv.display(id).to_string())
            .collect()
    }

    /// The promotion choice of a move: `none` if there is no choice, `optional` if the piece may
    /// promote, `forced` if it must.
    #[wasm_bindgen(unchecked_return_type = "Promotion")]
    pub fn promotion(&self, from: &str, to: &str) -> Result<JsValue, Error> {
        let id = self.game.variant();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        let legal = |mv| self.game.why_illegal(mv).is_none();
        let (promotion, normal) = (Move::promotion(from, to), Move::normal(from, to));
        Ok(to_js(&match (legal(promotion), legal(normal)) {
            (true, true) => Promotion::Optional,
            (true, false) => Promotion::Forced,
            (false, _) => Promotion::None,
        }))
    }

    /// The promotion choice of a premove, as for `promotion`.
    #[wasm_bindgen(js_name = premovePromotion, unchecked_return_type = "Promotion")]
    pub fn premove_promotion(&self, from: &str, to: &str) -> Result<JsValue, Error> {
        let position = self.game.position();
        let id = position.variant();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        let choice = position.premove_promotion(from, to);
        Ok(to_js(&Promotion::of(choice)))
    }

    /// The canonical text of a board move without promotion. It need not be legal.
    #[wasm_bindgen(js_name = normalMove)]
    pub fn normal_move(&self, from: &str, to: &str) -> Result<String, Error> {
        let id = self.game.variant();
        let mv = Move::normal(read_square(id, from)?, read_square(id, to)?);
        Ok(mv.display(id).to_string())
    }

    /// The canonical text of a board move with promotion. It need not be legal.
    #[wasm_bindgen(js_name = promotionMove)]
    pub fn promotion_move(&self, from: &str, to: &str) -> Result<String, Error> {
        let id = self.game.variant();
        let mv = Move::promotion(read_square(id, from)?, read_square(id, to)?);
        Ok(mv.display(id).to_string())
    }

    /// The canonical text of a drop. It need not be legal.
    #[wasm_bindgen(js_name = dropMove)]
    pub fn drop_move(&self, letter: &str, to: &str) -> Result<String, Error> {
        let id = self.game.variant();
        let kind = find_piece(id, letter)
            .map(|piece| piece.kind)
            .filter(|kind| id.spec().hand_order.contains(kind))
            .ok_or_else(|| Error::new("bad-drop", "no such piece is ever in hand").about(letter))?;
        Ok(Move::drop(kind, read_square(id, to)?)
            .display(id)
            .to_string())
    }

    /// Plays a move. If the rules say so, an illegal move is played too, and loses.
    ///
    /// # Errors
    /// The game is over, the text is no move, or the move is illegal: `code` and `squares` give the
    /// reason.
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        let id = self.game.variant();
        let mv = read_move(id, text)?;
        match self.game.play(mv) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::of_play(id, error).about(text)),
        }
    }

    /// Takes back the last move, and with it any end of the game. Does nothing without moves.
    pub fn undo(&mut self) {
        self.game.undo();
    }

    /// The reason why a move is illegal; `null` if it is legal.
    #[wasm_bindgen(unchecked_return_type = "Refusal | null")]
    pub fn why(&self, text: &str) -> Result<JsValue, Error> {
        let id = self.game.variant();
        let refusal = self.game.why_illegal(read_move(id, text)?);
        let position = self.game.position();
        Ok(to_js(
            &refusal.map(|refusal| Refusal::new(&position, &refusal)),
        ))
    }

    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &str,
    ) -> Result<(), Error> {
        self.game.resign(read_side(side)?)?;
        Ok(())
    }

    /// Ends the game by flag fall of a side.
    pub fn flag(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &str,
    ) -> Result<(), Error> {
        self.game.flag(read_side(side)?)?;
        Ok(())
    }

    /// Declares a win by entering king for the side to move; a wrong declaration loses.
    pub fn declare(&mut self) -> Result<(), Error> {
        self.game.declare()?;
        Ok(())
    }

    /// Agrees on an impasse: the pieces are counted.
    ///
    /// # Errors
    /// The rules have no impasse, the kings have not entered, or the game is over.
    #[wasm_bindgen(js_name = agreeImpasse)]
    pub fn agree_impasse(&mut self) -> Result<(), Error> {
        self.game.agree_impasse()?;
        Ok(())
    }

    #[wasm_bindgen(js_name = agreeDraw)]
    pub fn agree_draw(&mut self) -> Result<(), Error> {
        self.game.agree_draw()?;
        Ok(())
    }

    /// All moves of the game in a notation for people; `usi` gives the canonical text.
    #[wasm_bindgen(js_name = displayMoves)]
    pub fn display_moves(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DisplayStyle")] style: &str,
    ) -> Result<Vec<String>, Error> {
        let style = read_style(style)?;
        Ok(display_line(&self.game.start(), self.game.moves(), style))
    }
}

pub(crate) fn read_style(name: &str) -> Result<DisplayStyle, Error> {
    DisplayStyle::from_name(name)
        .ok_or_else(|| Error::new("unknown-style", "no such style of moves").about(name))
}
