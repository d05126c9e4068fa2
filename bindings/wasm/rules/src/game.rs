//! A game in progress as a JavaScript class.

use js_sys::Array;
use komadai_notation::{DisplayStyle, display_line, move_text};
use komadai_rules::{AnyGame, GameId, Move, Square};
use komadai_wasm_shared::{
    Error, Object, keys, open_game, read_move, read_side, read_square, refusal_object,
};
use wasm_bindgen::prelude::*;

use crate::state::state;

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
        #[wasm_bindgen(unchecked_param_type = "GameId")] game: &str,
        position: &str,
        #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
    ) -> Result<Game, Error> {
        open_game(game, position, &Array::new(), rules).map(|game| Game { game })
    }

    /// A game after these moves.
    ///
    /// # Errors
    ///
    /// As for the constructor; if a move can't be played, `ply` says how many could.
    pub fn replay(
        #[wasm_bindgen(unchecked_param_type = "GameId")] game: &str,
        position: &str,
        #[wasm_bindgen(unchecked_param_type = "string[]")] moves: &Array,
        #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
    ) -> Result<Game, Error> {
        open_game(game, position, moves, rules).map(|game| Game { game })
    }

    /// Everything there is to show.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn state(&self) -> JsValue {
        state(&self.game)
    }

    /// What there was to show after `ply` moves; more moves than were played means all of them.
    #[wasm_bindgen(unchecked_return_type = "GameState")]
    pub fn at(&self, ply: u32) -> JsValue {
        if ply >= self.game.ply() {
            return self.state();
        }
        let mut earlier = self.game.clone();
        while earlier.ply() > ply {
            earlier.undo();
        }
        state(&earlier)
    }

    /// The legal moves as canonical text; none after the end.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        let id = self.game.game();
        self.game
            .legal_moves()
            .into_iter()
            .map(|m| move_text(id, m))
            .collect()
    }

    /// Where each piece may go: from each square, and for each piece in hand by its letter.
    #[wasm_bindgen(unchecked_return_type = "Destinations")]
    pub fn destinations(&self) -> JsValue {
        let id = self.game.game();
        let (mut moves, mut drops) = (Targets::new(), Targets::new());
        for m in self.game.legal_moves() {
            match (m.from(), m.dropped()) {
                (Some(from), _) => moves.add(from.index(), m.to()),
                (None, Some(kind)) => drops.add(kind.index(), m.to()),
                (None, None) => {}
            }
        }
        let square = |index: usize| komadai_notation::usi_square(id, Square::new(index as u8));
        let letter = |index: usize| id.spec().kinds[index].letter.to_string();
        Object::new()
            .with("moves", moves.into_object(id, square))
            .with("drops", drops.into_object(id, letter))
            .into()
    }

    /// What to ask before this move is made: `none` when there is nothing to choose, `optional`
    /// when the piece may promote or not, `forced` when it must.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(unchecked_return_type = "Promotion")]
    pub fn promotion(&self, from: &str, to: &str) -> Result<String, Error> {
        let id = self.game.game();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        let legal = |m| self.game.why_illegal(m).is_none();
        let promotion = legal(Move::promotion(from, to));
        Ok(match (promotion, legal(Move::normal(from, to))) {
            (true, true) => "optional",
            (true, false) => "forced",
            (false, _) => "none",
        }
        .to_owned())
    }

    /// Where the pieces of a side that is not to move might go when its turn comes: by their
    /// movement alone, whatever stands there or between now.
    ///
    /// # Errors
    ///
    /// There is no such side.
    #[wasm_bindgen(unchecked_return_type = "Destinations")]
    pub fn premoves(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Side")] side: &str,
    ) -> Result<JsValue, Error> {
        let (position, side) = (self.game.position(), read_side(side)?);
        let id = position.game();
        let (moves, drops) = (Object::new(), Object::new());
        for from in (0..id.squares() as u8).map(Square::new) {
            if position
                .piece_at(from)
                .is_some_and(|piece| piece.side == side)
            {
                let targets = position.premove_targets(from);
                moves.set(&komadai_notation::usi_square(id, from), keys(id, &targets));
            }
        }
        for (kind, _) in position.hand(side).iter() {
            let targets = position.predrop_targets(side, kind);
            let letter = id.spec().kind(kind).letter.to_string();
            drops.set(&letter, keys(id, &targets));
        }
        Ok(Object::new()
            .with("moves", moves)
            .with("drops", drops)
            .into())
    }

    /// What to ask before a move is set that waits for its turn; as `promotion`.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(js_name = premovePromotion, unchecked_return_type = "Promotion")]
    pub fn premove_promotion(&self, from: &str, to: &str) -> Result<String, Error> {
        let position = self.game.position();
        let id = position.game();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        Ok(position.premove_promotion(from, to).name().to_owned())
    }

    /// The canonical text of a move on the board. It need not be legal.
    ///
    /// # Errors
    ///
    /// The board has no such square.
    #[wasm_bindgen(js_name = moveFrom)]
    pub fn move_from(&self, from: &str, to: &str, promote: bool) -> Result<String, Error> {
        let id = self.game.game();
        let (from, to) = (read_square(id, from)?, read_square(id, to)?);
        let m = if promote {
            Move::promotion(from, to)
        } else {
            Move::normal(from, to)
        };
        Ok(move_text(id, m))
    }

    /// The canonical text of a drop. It need not be legal.
    ///
    /// # Errors
    ///
    /// The game has no such piece, or the board no such square.
    #[wasm_bindgen(js_name = dropMove)]
    pub fn drop_move(&self, letter: &str, to: &str) -> Result<String, Error> {
        let id = self.game.game();
        let mut letters = letter.chars();
        let kind = match (letters.next(), letters.next()) {
            (Some(letter), None) => id.spec().kind_by_letter(letter.to_ascii_uppercase()),
            _ => None,
        };
        let kind = kind
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
        let id = self.game.game();
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
        let id = self.game.game();
        let refusal = self.game.why_illegal(read_move(id, text)?);
        Ok(refusal.map_or(JsValue::NULL, |refusal| refusal_object(id, &refusal).into()))
    }

    /// A side resigns.
    ///
    /// # Errors
    ///
    /// The game is over, or there is no such side.
    pub fn resign(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Side")] side: &str,
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
        #[wasm_bindgen(unchecked_param_type = "Side")] side: &str,
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

    /// Both sides agree on an impasse: the men are counted.
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
    Ok(match name {
        "western" => DisplayStyle::Western,
        "western-top-left" => DisplayStyle::WesternTopLeft,
        "japanese" => DisplayStyle::Japanese,
        "usi" => DisplayStyle::Canonical,
        _ => {
            let known = "the styles are western, western-top-left, japanese and usi";
            return Err(Error::new("unknown-style", known).about(name));
        }
    })
}

/// Targets of moves, grouped by an index and without repetition, in the order they were found.
struct Targets(Vec<(usize, Vec<Square>)>);

impl Targets {
    fn new() -> Targets {
        Targets(Vec::new())
    }

    fn add(&mut self, index: usize, to: Square) {
        match self.0.iter_mut().find(|(known, _)| *known == index) {
            // A move and the same move with promotion are one target.
            Some((_, targets)) if targets.contains(&to) => {}
            Some((_, targets)) => targets.push(to),
            None => self.0.push((index, vec![to])),
        }
    }

    fn into_object(self, id: GameId, name: impl Fn(usize) -> String) -> Object {
        let object = Object::new();
        for (index, targets) in self.0 {
            object.set(&name(index), keys(id, &targets));
        }
        object
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** Where pieces may go: by square of origin, and by letter of the piece in hand. */
export interface Destinations {
    moves: Record<Key, Key[]>;
    drops: Record<string, Key[]>;
}

/** Whether a promotion must be asked for. */
export type Promotion = 'none' | 'optional' | 'forced';

/** How to write moves: `western` is `P-76`, `S*33`, `c6=C`; `japanese` is `▲７六歩`; `usi` is for programs. */
export type DisplayStyle = 'western' | 'western-top-left' | 'japanese' | 'usi';

/** Why a move may not be played. */
export interface Refusal {
    /** A stable name: `nifu`, `king-in-check`, `must-promote`, … */
    code: string;
    /** English. */
    message: string;
    /** The squares that explain it. */
    squares: Key[];
}
"#;
