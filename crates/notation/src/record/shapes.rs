//! Arrows and circles drawn on a position, in comments as on lichess: `[%csl Ge4,Rd5]` circles
//! squares, `[%cal Ge2e4,RP*5e]` draws arrows, the second one from a piece in hand.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{PieceKind, Square, VariantId};

use super::annotations::Annotations;

/// Color of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapeColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `B`
    Blue,
    /// `Y`
    Yellow,
}

impl ShapeColor {
    /// All colors.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Blue, Self::Yellow];

    /// English name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Yellow => 'Y',
        }
    }
}

/// Origin of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapeOrigin {
    /// A square of the board.
    Square(Square),
    /// A piece in hand.
    Hand(PieceKind),
}

/// An arrow, or a circle if it begins and ends on the same square.
///
/// ```
/// use komadai_notation::record::{Shape, ShapeColor, ShapeOrigin};
/// use komadai_rules::Square;
/// let to = Square::new(40);
/// let circle = Shape { from: ShapeOrigin::Square(to), to, color: ShapeColor::Red };
/// assert!(circle.is_circle());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Square or piece in hand at which the arrow begins.
    pub from: ShapeOrigin,
    /// Square at which the arrow ends.
    pub to: Square,
    /// One of the four colors of lichess and lishogi.
    pub color: ShapeColor,
}

impl Shape {
    /// `true` for a circle.
    #[must_use]
    pub fn is_circle(&self) -> bool {
        self.from == ShapeOrigin::Square(self.to)
    }

    fn text(&self, variant: VariantId) -> String {
        let to = self.to.display(variant).to_string();
        let from = match self.from {
            _ if self.is_circle() => String::new(),
            ShapeOrigin::Square(from) => from.display(variant).to_string(),
            ShapeOrigin::Hand(kind) => format!("{}*", variant.spec().kind(kind).letter),
        };
        format!("{}{from}{to}", self.color.letter())
    }

    fn read(variant: VariantId, text: &str) -> Option<Self> {
        let text = text.trim();
        let mut characters = text.chars();
        let letter = characters.next()?.to_ascii_uppercase();
        let color = ShapeColor::ALL
            .into_iter()
            .find(|color| color.letter() == letter)?;
        let squares = characters.as_str();
        if let Some((piece, to)) = squares.split_once(['*', '@']) {
            let mut piece = piece.chars();
            let kind = variant.spec().kind_by_letter(piece.next()?)?;
            let valid = piece.next().is_none() && variant.spec().hand_order.contains(&kind);
            return valid.then_some(Self {
                from: ShapeOrigin::Hand(kind),
                to: Square::parse(variant, to).ok()?,
                color,
            });
        }
        // Names of squares have two characters in every variant.
        let (from, to) = match squares.len() {
            2 => (squares, squares),
            _ => squares.split_at_checked(2)?,
        };
        Some(Self {
            from: ShapeOrigin::Square(Square::parse(variant, from).ok()?),
            to: Square::parse(variant, to).ok()?,
            color,
        })
    }
}

/// The commands that draw the shapes; empty if there are none.
pub(crate) fn write(variant: VariantId, shapes: &[Shape]) -> String {
    let mut text = String::new();
    for (name, circles) in [("csl", true), ("cal", false)] {
        let list: Vec<String> = shapes
            .iter()
            .filter(|shape| shape.is_circle() == circles)
            .map(|shape| shape.text(variant))
            .collect();
        if !list.is_empty() {
            let space = if text.is_empty() { "" } else { " " };
            text.push_str(&format!("{space}[%{name} {}]", list.join(",")));
        }
    }
    text
}

/// Moves the commands that draw shapes from a comment to the shapes; unreadable commands stay.
pub(crate) fn take(variant: VariantId, notes: &mut Annotations) {
    if !notes.comment.contains("[%c") {
        return;
    }
    let comment = core::mem::take(&mut notes.comment);
    let mut begun = false;
    for line in comment.split('\n') {
        let (rest, found) = take_line(variant, line, &mut notes.shapes);
        if found && rest.trim().is_empty() {
            continue;
        }
        let rest = if found { rest.trim() } else { line };
        if begun {
            notes.comment.push('\n');
        }
        notes.comment.push_str(rest);
        begun = true;
    }
}

/// The rest of a line; `true` if a command was found.
fn take_line(variant: VariantId, line: &str, shapes: &mut Vec<Shape>) -> (String, bool) {
    let (mut left, mut rest, mut found) = (String::new(), line, false);
    while let Some(start) = rest.find("[%c") {
        let Some(length) = rest[start..].find(']') else {
            break;
        };
        let (before, after) = (&rest[..start], &rest[start + length + 1..]);
        let list = rest[start + 2..start + length].split_once(' ');
        let list = list.filter(|(name, _)| matches!(*name, "csl" | "cal"));
        let read: Option<Vec<Shape>> = list.and_then(|(_, list)| {
            list.split(',')
                .map(|text| Shape::read(variant, text))
                .collect()
        });
        left.push_str(before);
        match read {
            Some(read) => {
                shapes.extend(read);
                found = true;
                // Removes one of the spaces around the command.
                if left.ends_with(' ') && after.starts_with(' ') {
                    left.pop();
                }
            }
            None => left.push_str(&rest[start..=start + length]),
        }
        rest = after;
    }
    left.push_str(rest);
    (left, found)
}
