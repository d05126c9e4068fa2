//! Japanese notation, as the Japan Shogi Association defines it
//! (<https://www.shogi.or.jp/faq/kihuhyouki.html>): `▲７六歩`, `△同角成`, `▲５二金右`, `△３三桂不成`, `▲５五歩打`. KIF
//! files have the origin instead of the marks: `▲７六歩(77)`.

use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, Piece, PieceKind, Side, Square, Step, VariantId};

use super::numeric_square;
use super::{declined_promotion, other_origins};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The name of a piece in a move; `None` in Shogun Chess, which has no Japanese notation.
pub(crate) fn piece_name(variant: VariantId, kind: PieceKind) -> Option<&'static str> {
    variant.spec().kind(kind).kanji
}

/// Spelling of squares and origins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `７六歩`, with marks where several pieces can reach the square.
    Marks,
    /// As `Marks`, with Arabic digits: `76歩`.
    MarksAndDigits,
    /// `７六歩(77)`; every drop is marked, a declined promotion is not.
    Kif,
}

/// The move after the mark of its side; `None` if there is no piece to move. `previous` is the
/// target of the preceding move.
pub(super) fn write(
    before: &AnyPosition,
    mv: Move,
    previous: Option<Square>,
    spelling: Spelling,
) -> Option<String> {
    let mut text = String::new();
    push_side(before.side_to_move(), &mut text);
    push_move(before, mv, previous, spelling, &mut text)?;
    Some(text)
}

/// A move as in KIF files, without the mark of its side: `２二角成(88)`.
#[cfg(feature = "records")]
pub(crate) fn kif_move(before: &AnyPosition, mv: Move, previous: Option<Square>) -> Option<String> {
    let mut text = String::new();
    push_move(before, mv, previous, Spelling::Kif, &mut text)?;
    Some(text)
}

fn push_side(side: Side, text: &mut String) {
    text.push(match side {
        Side::First => '▲',
        Side::Second => '△',
    });
}

fn push_move(
    before: &AnyPosition,
    mv: Move,
    previous: Option<Square>,
    spelling: Spelling,
    text: &mut String,
) -> Option<()> {
    let variant = before.variant();
    let piece = moved_piece(before, mv)?;
    let kif = spelling == Spelling::Kif;
    if previous == Some(mv.to()) {
        text.push_str(if kif { "同\u{3000}" } else { "同" });
    } else if spelling == Spelling::MarksAndDigits {
        text.push_str(&numeric_square(variant, mv.to(), false));
    } else {
        push_square(variant, mv.to(), text)?;
    }
    text.push_str(piece_name(variant, piece.kind)?);
    if !kif {
        push_marks(before, mv, piece, text);
    }
    if mv.is_promotion() {
        text.push('成');
    } else if !kif && declined_promotion(before, mv) {
        text.push_str("不成");
    }
    if kif {
        match mv.from() {
            Some(from) => {
                text.push('(');
                text.push_str(&numeric_square(variant, from, false));
                text.push(')');
            }
            None => text.push('打'),
        }
    }
    Some(())
}

pub(crate) fn moved_piece(before: &AnyPosition, mv: Move) -> Option<Piece> {
    match (mv.dropped(), mv.from()) {
        (Some(kind), _) => Some(Piece {
            side: before.side_to_move(),
            kind,
        }),
        (None, from) => before.piece_at(from?),
    }
}

pub(crate) fn push_square(variant: VariantId, square: Square, text: &mut String) -> Option<()> {
    let file = (variant.files() - 1).checked_sub(square.file(variant))?;
    let rank = (variant.ranks() - 1).checked_sub(square.rank(variant))?;
    text.push(*FILES.get(usize::from(file))?);
    text.push(*RANKS.get(usize::from(rank))?);
    Some(())
}

/// Appends the marks that distinguish the move from those of other pieces of the kind to the same
/// square.
pub(crate) fn push_marks(before: &AnyPosition, mv: Move, piece: Piece, text: &mut String) {
    let variant = before.variant();
    let others = other_origins(before, mv, piece);
    if others.is_empty() {
        return;
    }
    let Some(from) = mv.from() else {
        text.push('打');
        return;
    };
    let approach = Approach::new(variant, piece.side, from, mv.to());
    let others: Vec<Approach> = others
        .iter()
        .map(|&other| Approach::new(variant, piece.side, other, mv.to()))
        .collect();
    approach.push_mark(&others, has_straight_mark(variant, piece.kind), text);
}

/// `true` if a straight step of the piece is written 直. Not for dragon and horse: a side has at
/// most two of each, so 右 and 左 always distinguish them.
fn has_straight_mark(variant: VariantId, kind: PieceKind) -> bool {
    let spec = variant.spec().kind(kind);
    let slides = spec.moves.iter().filter(|step| step.max == Step::SLIDE);
    !(spec.promoted && slides.count() == 4)
}

/// Origin of a move relative to its target, from the point of view of the player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Approach {
    /// Files from the target to the player's right.
    pub(crate) right: i16,
    /// Ranks that the move goes forward.
    pub(crate) forward: i16,
}

impl Approach {
    pub(crate) fn new(variant: VariantId, side: Side, from: Square, to: Square) -> Self {
        let right = i16::from(from.file(variant)) - i16::from(to.file(variant));
        let forward = i16::from(to.rank(variant)) - i16::from(from.rank(variant));
        let sign = match side {
            Side::First => 1,
            Side::Second => -1,
        };
        Self {
            right: right * sign,
            forward: forward * sign,
        }
    }

    /// The mark of motion: 上 forward, 寄 sideways, 引 backward.
    pub(crate) const fn motion(self) -> char {
        match self.forward.signum() {
            1 => '上',
            0 => '寄',
            _ => '引',
        }
    }

    pub(crate) const fn is_straight_step(self) -> bool {
        self.right == 0 && self.forward == 1
    }

    /// Appends the mark that distinguishes this piece from the others: its motion if that is
    /// enough, else the side of origin, else both. A straight step is 直 if the piece has that mark.
    fn push_mark(self, others: &[Self], straight_mark: bool, text: &mut String) {
        let motion = self.motion();
        if others.iter().all(|other| other.motion() != motion) {
            text.push(motion);
            return;
        }
        if straight_mark && self.is_straight_step() {
            text.push('直');
            return;
        }
        let (mut rightmost, mut leftmost) = (true, true);
        let (mut rightmost_of_motion, mut leftmost_of_motion) = (true, true);
        for other in others {
            rightmost &= self.right > other.right;
            leftmost &= self.right < other.right;
            if other.motion() == motion {
                rightmost_of_motion &= self.right > other.right;
                leftmost_of_motion &= self.right < other.right;
            }
        }
        if rightmost || leftmost {
            text.push(if rightmost { '右' } else { '左' });
        } else if rightmost_of_motion || leftmost_of_motion {
            text.push(if rightmost_of_motion { '右' } else { '左' });
            text.push(motion);
        } else {
            text.push(motion);
        }
    }
}
