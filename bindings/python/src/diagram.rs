//! SVG diagram of a position, with kanji or the letters of the pieces.

use std::fmt::Write;

use komadai_rules::{AnyPosition, Move, Side, Square};

const SIZE: i32 = 48;
/// Margin around the board for coordinates and hands.
const MARGIN: i32 = 60;

/// The character on a piece.
fn face(position: &AnyPosition, kind: komadai_rules::PieceKind, side: Side) -> String {
    let spec = position.variant().spec().kind(kind);
    match spec.kanji {
        Some(kanji) => kanji
            .chars()
            .next_back()
            .map(String::from)
            .unwrap_or_default(),
        None => {
            let letter = spec.alias.unwrap_or(spec.letter);
            match side {
                Side::First => letter.to_ascii_uppercase().to_string(),
                Side::Second => letter.to_ascii_lowercase().to_string(),
            }
        }
    }
}

struct Board<'a> {
    position: &'a AnyPosition,
    files: i32,
    ranks: i32,
    flipped: bool,
}

impl Board<'_> {
    fn middle(&self, square: Square) -> (i32, i32) {
        let variant = self.position.variant();
        // Files count from the first side's right, ranks from its end.
        let column = self.files - 1 - i32::from(square.file(variant));
        let row = self.ranks - 1 - i32::from(square.rank(variant));
        let (column, row) = match self.flipped {
            true => (self.files - 1 - column, self.ranks - 1 - row),
            false => (column, row),
        };
        (
            MARGIN + column * SIZE + SIZE / 2,
            MARGIN + row * SIZE + SIZE / 2,
        )
    }

    fn rect(&self, square: Square, color: &str) -> String {
        let (x, y) = self.middle(square);
        let (left, top) = (x - SIZE / 2, y - SIZE / 2);
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SIZE}\" height=\"{SIZE}\" fill=\"{color}\"/>"
        )
    }

    fn pieces(&self, svg: &mut String) {
        let variant = self.position.variant();
        for square in (0..variant.squares() as u8).map(Square::new) {
            let Some(piece) = self.position.piece_at(square) else {
                continue;
            };
            let (x, y) = self.middle(square);
            let turned = (piece.side == Side::Second) != self.flipped
                && variant.spec().kind(piece.kind).kanji.is_some();
            let turn = if turned {
                format!(" transform=\"rotate(180 {x} {y})\"")
            } else {
                String::new()
            };
            let promoted = variant.spec().kind(piece.kind).promoted;
            let color = if promoted { "#a8321f" } else { "#2a231c" };
            let text = face(self.position, piece.kind, piece.side);
            let weight = if piece.side == Side::First {
                "bold"
            } else {
                "normal"
            };
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\" font-size=\"32\" font-weight=\"{weight}\"{turn}>{text}</text>"
            );
        }
    }

    fn hand(&self, side: Side, svg: &mut String) {
        let hand = self.position.hand(side);
        let text: Vec<String> = (hand.iter())
            .map(|(kind, count)| {
                let face = face(self.position, kind, side);
                if count > 1 {
                    format!("{face}{count}")
                } else {
                    face
                }
            })
            .collect();
        let below = (side == Side::First) != self.flipped;
        let y = if below {
            MARGIN + self.ranks * SIZE + 44
        } else {
            18
        };
        let mark = if side == Side::First { "☗" } else { "☖" };
        let _ = write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"20\" text-anchor=\"start\">{mark} {}</text>",
            text.join(" ")
        );
    }

    fn coordinates(&self, svg: &mut String) {
        let variant = self.position.variant();
        for square in (0..variant.squares() as u8).map(Square::new) {
            let (x, y) = self.middle(square);
            let name = square.display(variant).to_string();
            let (first, second) = name.split_at(1);
            // USI names the file by a digit, UCI the rank.
            if y == MARGIN + SIZE / 2 {
                let _ = write!(
                    svg,
                    "<text class=\"c\" x=\"{x}\" y=\"{}\">{first}</text>",
                    MARGIN - 12
                );
            }
            if x == MARGIN + self.files * SIZE - SIZE / 2 {
                let _ = write!(
                    svg,
                    "<text class=\"c\" x=\"{}\" y=\"{y}\">{second}</text>",
                    x + SIZE / 2 + 12
                );
            }
        }
    }
}

/// SVG of a position; `last` is highlighted.
pub(crate) fn svg(position: &AnyPosition, last: Option<Move>, flipped: bool) -> String {
    let variant = position.variant();
    let (files, ranks) = (
        i32::from(variant.spec().files),
        i32::from(variant.spec().ranks),
    );
    let board = Board {
        position,
        files,
        ranks,
        flipped,
    };
    let (width, height) = (2 * MARGIN + files * SIZE, 2 * MARGIN + ranks * SIZE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"'Noto Serif CJK JP','Yu Mincho',serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\
         <style>.c{{font-size:13px;fill:#6a5d4e}}</style><rect width=\"{width}\" height=\"{height}\" fill=\"#fcf8f0\"/>"
    );
    let (right, bottom) = (MARGIN + files * SIZE, MARGIN + ranks * SIZE);
    for square in (0..variant.squares() as u8).map(Square::new) {
        let dark =
            variant.spec().chess_pawns && (square.file(variant) + square.rank(variant)) % 2 == 1;
        svg += &board.rect(square, if dark { "#c9a56d" } else { "#e8c98f" });
    }
    for square in last
        .into_iter()
        .flat_map(|mv| mv.from().into_iter().chain([mv.to()]))
    {
        svg += &board.rect(square, "#f3e27a");
    }
    for column in 0..=files {
        let x = MARGIN + column * SIZE;
        let _ = write!(
            svg,
            "<path d=\"M{x} {MARGIN}V{bottom}\" stroke=\"#2a231c\"/>"
        );
    }
    for row in 0..=ranks {
        let y = MARGIN + row * SIZE;
        let _ = write!(
            svg,
            "<path d=\"M{MARGIN} {y}H{right}\" stroke=\"#2a231c\"/>"
        );
    }
    board.coordinates(&mut svg);
    board.pieces(&mut svg);
    board.hand(Side::First, &mut svg);
    board.hand(Side::Second, &mut svg);
    svg + "</svg>"
}
