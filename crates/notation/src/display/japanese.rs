//! Japanese notation: `▲７六歩`, `△同角成`, `▲５二金右`, `△３三桂不成`, `▲５五歩打`. The rules are those of
//! the Japan Shogi Association (<https://www.shogi.or.jp/faq/kihuhyouki.html>).

use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, GameId, Move, Piece, PieceKind, Side, Square, Step};

use super::{declined_promotion, other_origins};
use crate::square::numeric_square;

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The name of a piece in a move; `None` in games without Japanese notation.
pub(crate) fn piece_name(game: GameId, kind: PieceKind) -> Option<&'static str> {
    game.spec().kind(kind).kanji
}

/// The move, or `None` if there is no piece to move. `previous` is the target of the move before;
/// `digits` are Arabic: `76歩`.
pub(super) fn write(
    before: &AnyPosition,
    mv: Move,
    previous: Option<Square>,
    digits: bool,
) -> Option<String> {
    let game = before.game();
    let piece = moved_piece(before, mv)?;
    let mut text = String::new();
    text.push(match piece.side {
        Side::First => '▲',
        Side::Second => '△',
    });
    if previous == Some(mv.to()) {
        text.push('同');
    } else if digits {
        text.push_str(&numeric_square(game, mv.to(), false));
    } else {
        push_square(game, mv.to(), &mut text)?;
    }
    text.push_str(piece_name(game, piece.kind)?);
    push_marks(before, mv, piece, &mut text);
    if mv.is_promotion() {
        text.push('成');
    } else if declined_promotion(before, mv) {
        text.push_str("不成");
    }
    Some(text)
}

/// The piece that a move moves or drops.
pub(crate) fn moved_piece(before: &AnyPosition, mv: Move) -> Option<Piece> {
    match (mv.dropped(), mv.from()) {
        (Some(kind), _) => Some(Piece {
            side: before.side_to_move(),
            kind,
        }),
        (None, from) => before.piece_at(from?),
    }
}

/// Appends a square: `７六`.
pub(crate) fn push_square(game: GameId, square: Square, text: &mut String) -> Option<()> {
    let file = (game.files() - 1).checked_sub(square.file(game))?;
    let rank = (game.ranks() - 1).checked_sub(square.rank(game))?;
    text.push(*FILES.get(usize::from(file))?);
    text.push(*RANKS.get(usize::from(rank))?);
    Some(())
}

/// Appends what distinguishes the move from those of other pieces of the kind to the same square.
pub(crate) fn push_marks(before: &AnyPosition, mv: Move, piece: Piece, text: &mut String) {
    let game = before.game();
    let others = other_origins(before, mv, piece);
    if others.is_empty() {
        return;
    }
    let Some(from) = mv.from() else {
        text.push('打');
        return;
    };
    let approach = Approach::new(game, piece.side, from, mv.to());
    let others: Vec<Approach> = others
        .iter()
        .map(|&other| Approach::new(game, piece.side, other, mv.to()))
        .collect();
    approach.push_mark(&others, has_straight_mark(game, piece.kind), text);
}

/// Whether a straight step of the piece is written 直: not of dragon and horse, a promoted rook or bishop,
/// of which there are two, so that 右 and 左 always distinguish them.
fn has_straight_mark(game: GameId, kind: PieceKind) -> bool {
    let spec = game.spec().kind(kind);
    let slides = spec.moves.iter().filter(|step| step.max == Step::SLIDE);
    !(spec.promoted && slides.count() == 4)
}

/// From where a piece comes, relative to its target and seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Approach {
    /// Files from the target to the owner's right.
    pub(crate) right: i16,
    /// Ranks that the move goes forward.
    pub(crate) forward: i16,
}

impl Approach {
    pub(crate) fn new(game: GameId, side: Side, from: Square, to: Square) -> Self {
        let right = i16::from(from.file(game)) - i16::from(to.file(game));
        let forward = i16::from(to.rank(game)) - i16::from(from.rank(game));
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

    /// One step straight ahead.
    pub(crate) const fn is_straight_step(self) -> bool {
        self.right == 0 && self.forward == 1
    }

    /// Appends what distinguishes this piece from the others: the motion if that is enough, else the
    /// side of origin, else both. A straight step is 直 if the piece has that mark.
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
