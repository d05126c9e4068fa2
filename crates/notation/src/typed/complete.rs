//! What a half-typed move may become.

use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, GameId, Kind, Move, Square};

use super::plain::{is_in, plain};
use crate::display::japanese_name;
use crate::letters;
use crate::square::{fairy_square, usi_square};

/// The legal moves that can be typed with this beginning, in any notation that
/// [`read_typed_move`](super::read_typed_move) reads. Signs between man and square (`-`, `x`, `*`)
/// and the case of letters don't count. An empty text begins every move.
#[must_use]
pub fn complete_typed_move(
    position: &AnyPosition,
    text: &str,
    previous: Option<Square>,
) -> Vec<Move> {
    let mut typed = String::new();
    for character in plain(text).chars() {
        if !is_in(character, "-xX*@'()打") {
            typed.push(character.to_ascii_lowercase());
        }
    }
    let mut moves = Vec::new();
    for &mv in &position.legal_moves() {
        let man = mv
            .dropped()
            .or_else(|| Some(position.piece_at(mv.from()?)?.kind));
        let begins = man.is_some_and(|kind| {
            let mut forms = Forms {
                typed: &typed,
                found: false,
            };
            forms.tell_all(position.game(), mv, kind, previous);
            forms.found
        });
        if begins {
            moves.push(mv);
        }
    }
    moves
}

/// Compares what is typed with every way to write a move that differs in more than signs.
struct Forms<'a> {
    typed: &'a str,
    found: bool,
}

impl Forms<'_> {
    fn tell(&mut self, parts: &[&str]) {
        let mut form = String::new();
        for part in parts {
            form.push_str(part);
        }
        form.make_ascii_lowercase();
        self.found |= form.starts_with(self.typed);
    }

    fn tell_all(&mut self, game: GameId, mv: Move, kind: Kind, previous: Option<Square>) {
        let chess = game == GameId::Shogun;
        let sign = if mv.is_promotion() { "+" } else { "=" };
        let (letter, promoted) = letters::letter(game, kind);
        let mut man = String::new();
        if chess {
            man.push(letters::san_letter(game, kind));
        } else {
            if promoted {
                man.push('+');
            }
            man.push(letter);
        }
        for spell in [usi_square, fairy_square, numbers] {
            let to = &spell(game, mv.to());
            let from = &match mv.from() {
                Some(from) => spell(game, from),
                None => {
                    // Programs know a dropped man by its own letter.
                    let mut base = String::new();
                    base.push(letter);
                    base
                }
            };
            self.tell(&[from, to, sign]);
            self.tell(&[to, sign]);
            self.tell(&[&man, to, sign]);
            if !mv.is_drop() {
                self.tell(&[&man, from, to, sign]);
            }
        }
        if chess {
            self.tell_san(game, mv, kind, &man);
        } else if let Some(name) = japanese_name(game, kind) {
            let end = if mv.is_promotion() { "成" } else { "不成" };
            self.tell(&[&numbers(game, mv.to()), name, end]);
            if previous == Some(mv.to()) {
                self.tell(&["同", name, end]);
            }
        }
    }

    fn tell_san(&mut self, game: GameId, mv: Move, kind: Kind, man: &str) {
        let to = &fairy_square(game, mv.to());
        let mut sign = String::new();
        if let (true, Some(promoted)) = (mv.is_promotion(), letters::promoted_form(game, kind)) {
            sign.push('=');
            sign.push(letters::san_letter(game, promoted));
        }
        let Some(from) = mv.from() else { return };
        let name = fairy_square(game, from);
        let (file, rank) = name.split_at(1);
        for origin in ["", file, rank] {
            self.tell(&[man, origin, to, &sign]);
        }
        if man == "P" {
            self.tell(&[to, &sign]);
            self.tell(&[file, to, &sign]);
        }
        if man == "K" {
            match mv.to().file(game).abs_diff(from.file(game)) {
                2 if mv.to().file(game) > from.file(game) => self.tell(&["OO"]),
                2 => self.tell(&["OOO"]),
                _ => {}
            }
        }
    }
}

/// File, then rank from the top, both as digits.
fn numbers(game: GameId, square: Square) -> String {
    let mut text = String::new();
    text.push(char::from(b'0' + (game.files() - square.file(game))));
    text.push(char::from(b'0' + (game.ranks() - square.rank(game))));
    text
}
