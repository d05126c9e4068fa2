//! A game in progress as a JavaScript class.

use komadai_notation::{DisplayStyle, display_line, move_text, position_text};
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

/// Whether to ask for promotion.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Promotion {
    None,
    Optional,
    Forced,
}

/// A game in progress: start position, moves, rules, and how it ended.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) game: AnyGame,
}

#[wasm_bindgen]
impl Game {
    /// A new game. `position` is empty for the start position, a position text (SFEN or FEN), or
    /// `handicap:<id>`.
    ///
    /// # Errors
    ///
    /// The game, the position or the rules can't be read.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
        position: &str,
        #[wasm_bindgen(unchecked_param_type = "RuleOptions")] rules: &JsValue,
    ) -> Result<Game, Error> {
        open_setup(game, position, SetupRules::Play, &[], &read_rules(rules)?)
            .map(|game| Game { game })
    }

    /// A game after these moves. With `problem` the position is that of a problem: the king of one
    /// side may be missing.
    ///
    /// # Errors
    ///
    /// As for the constructor; if a move can't be played, `ply` says how many could.
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

    /// Everything there is to show.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> JsValue {
        to_js(&GameState::of(&self.game))
    }

    /// What there was to show after `ply` moves; more moves than were played means all of them.
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
        let mut texts = vec![position_text(&position)];
        for &m in self.game.moves() {
            position.play_unchecked(m);
            texts.push(position_text(&position));
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
            .map(|m| move_text(id, m))
            .collect()
    }

    /// What to ask before this move is made: `none` when there is nothing to choose, `optional`
    /// when the piece may promote or not, `forced` when it must.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(unchecked_return_type = "Promotion")]
    pub fn promotion(&self, from: &str, to: &str) -> Result<JsValue, Error> {
        let id = self.game.variant();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        let legal = |m| self.game.why_illegal(m).is_none();
        let (promotion, normal) = (Move::promotion(from, to), Move::normal(from, to));
        Ok(to_js(&match (legal(promotion), legal(normal)) {
            (true, true) => Promotion::Optional,
            (true, false) => Promotion::Forced,
            (false, _) => Promotion::None,
        }))
    }

    /// What to ask before a move is set that waits for its turn; as `promotion`.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(js_name = premovePromotion, unchecked_return_type = "Promotion")]
    pub fn premove_promotion(&self, from: &str, to: &str) -> Result<JsValue, Error> {
        let position = self.game.position();
        let id = position.variant();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        let choice = position.premove_promotion(from, to);
        Ok(to_js(&Promotion::of(choice)))
    }

    /// The canonical text of a move on the board without promotion. It need not be legal.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(js_name = normalMove)]
    pub fn normal_move(&self, from: &str, to: &str) -> Result<String, Error> {
        let id = self.game.variant();
        let m = Move::normal(read_square(id, from)?, read_square(id, to)?);
        Ok(move_text(id, m))
    }

    /// The canonical text of a move on the board with promotion. It need not be legal.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(js_name = promotionMove)]
    pub fn promotion_move(&self, from: &str, to: &str) -> Result<String, Error> {
        let id = self.game.variant();
        let m = Move::promotion(read_square(id, from)?, read_square(id, to)?);
        Ok(move_text(id, m))
    }

    /// The canonical text of a drop. It need not be legal.
    ///
    /// # Errors
    ///
    /// The game has no such piece, or the board no such square.
    #[wasm_bindgen(js_name = dropMove)]
    pub fn drop_move(&self, letter: &str, to: &str) -> Result<String, Error> {
        let id = self.game.variant();
        let kind = find_piece(id, letter)
            .map(|piece| piece.kind)
            .filter(|kind| id.spec().hand_order.contains(kind))
            .ok_or_else(|| Error::new("bad-drop", "no such piece is ever in hand").about(letter))?;
        Ok(move_text(id, Move::drop(kind, read_square(id, to)?)))
    }

    /// Plays a move. Where the rules say so, an illegal one is played too, and loses.
    ///
    /// # Errors
    ///
    /// The game is over, the text is no move, or the move is illegal: the code says why and
    /// `squares` show it.
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        let id = self.game.variant();
        let m = read_move(id, text)?;
        match self.game.play(m) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::of_play(id, error).about(text)),
        }
    }

    /// Takes the last move back, and with it any end of the game. Without moves nothing happens.
    pub fn undo(&mut self) {
        self.game.undo();
    }

    /// Why this move may not be played; `null` if it may.
    ///
    /// # Errors
    ///
    /// The text is no move.
    #[wasm_bindgen(unchecked_return_type = "Refusal | null")]
    pub fn why(&self, text: &str) -> Result<JsValue, Error> {
        let id = self.game.variant();
        let refusal = self.game.why_illegal(read_move(id, text)?);
        let position = self.game.position();
        Ok(to_js(
            &refusal.map(|refusal| Refusal::new(&position, &refusal)),
        ))
    }

    /// A side resigns.
    ///
    /// # Errors
    ///
    /// The game is over, or there is no such side.
    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &str,
    ) -> Result<(), Error> {
        self.game.resign(read_side(side)?)?;
        Ok(())
    }

    /// A side's time has run out.
    ///
    /// # Errors
    ///
    /// The game is over, or there is no such side.
    pub fn flag(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &str,
    ) -> Result<(), Error> {
        self.game.flag(read_side(side)?)?;
        Ok(())
    }

    /// The side to move declares that its king has entered; a wrong declaration loses.
    ///
    /// # Errors
    ///
    /// The game is over or knows no declarations.
    pub fn declare(&mut self) -> Result<(), Error> {
        self.game.declare()?;
        Ok(())
    }

    /// Both sides agree on an impasse: the pieces are counted.
    ///
    /// # Errors
    ///
    /// The game is over, knows no impasse, or the kings have not entered.
    #[wasm_bindgen(js_name = agreeImpasse)]
    pub fn agree_impasse(&mut self) -> Result<(), Error> {
        self.game.agree_impasse()?;
        Ok(())
    }

    /// Both sides agree to a draw.
    ///
    /// # Errors
    ///
    /// The game is over or knows no draw by agreement.
    #[wasm_bindgen(js_name = agreeDraw)]
    pub fn agree_draw(&mut self) -> Result<(), Error> {
        self.game.agree_draw()?;
        Ok(())
    }

    /// All moves of the game as people read them; `usi` gives the canonical text.
    ///
    /// # Errors
    ///
    /// There is no such style.
    #[wasm_bindgen(js_name = displayMoves)]
    pub fn display_moves(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DisplayStyle")] style: &str,
    ) -> Result<Vec<String>, Error> {
        let style = read_style(style)?;
        Ok(display_line(&self.game.start(), self.game.moves(), style))
    }
}

/// A style by its name.
pub(crate) fn read_style(name: &str) -> Result<DisplayStyle, Error> {
    DisplayStyle::from_name(name)
        .ok_or_else(|| Error::new("unknown-style", "no such style of moves").about(name))
}
