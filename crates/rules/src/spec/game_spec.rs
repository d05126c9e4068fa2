//! A game as data. Everything that depends on how pieces move is built from here.

use crate::types::piece_kind::PieceKind;
use crate::variants::game_id::GameId;

/// When a step may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepUse {
    /// To an empty square or to capture.
    Both,
    /// Only to an empty square (a chess pawn forward).
    Quiet,
    /// Only to capture (a chess pawn diagonally).
    Capture,
}

/// One way a piece may go: `dx` squares to the mover's right and `dy` forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Squares to the mover's right.
    pub dx: i8,
    /// Squares forward.
    pub dy: i8,
    /// How often it may be repeated over empty squares: 1 for a step or a leap, 2 for the eagle's
    /// short slide, [`Step::SLIDE`] for any distance.
    pub max: u8,
    /// When it may be used.
    pub only: StepUse,
}

impl Step {
    /// The `max` of a slide of any length.
    pub const SLIDE: u8 = 255;

    pub(crate) const fn single(dx: i8, dy: i8) -> Step {
        Step {
            dx,
            dy,
            max: 1,
            only: StepUse::Both,
        }
    }

    pub(crate) const fn slide(dx: i8, dy: i8) -> Step {
        Step {
            dx,
            dy,
            max: Step::SLIDE,
            only: StepUse::Both,
        }
    }
}

/// A kind of piece as data.
#[derive(Clone, Copy, Debug)]
pub struct PieceKindSpec {
    /// The capital letter of the unpromoted piece.
    pub letter: char,
    /// Whether this is a promoted kind, written with a `+` before the letter.
    pub promoted: bool,
    /// How it moves.
    pub moves: &'static [Step],
    /// What it becomes when it promotes.
    pub promotes_to: Option<PieceKind>,
    /// What it is in the hand of its captor; `None` for kings.
    pub hand_kind: Option<PieceKind>,
    /// At most so many on the board for one side (1 for the majors of Shogun Chess).
    pub limit: Option<u8>,
    /// How many of this unpromoted kind a set contains, both sides together; 0 for promoted kinds.
    pub set_size: u8,
    /// Points in an impasse count (RULES 1.2).
    pub impasse_points: u8,
}

/// A handicap: a start position in which the second side gave up men and moves first.
#[derive(Clone, Copy, Debug)]
pub struct Handicap {
    /// A stable name, in kebab case.
    pub id: &'static str,
    /// Ranks from the top, `/` between them, pieces and runs of empty squares as in SFEN.
    pub placement: &'static str,
    /// Weakest-kind pieces (pawns) in the second side's hand.
    pub second_pawns: u8,
    /// Whether the first side moves first, as in the mildest odds ("the weaker player begins").
    pub first_moves_first: bool,
    /// Impasse points of the removed men.
    pub removed_points: u8,
}

/// A game as data.
#[derive(Clone, Copy, Debug)]
pub struct GameSpec {
    /// Which game this is.
    pub id: GameId,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// All kinds: those that can be in hand first (weak to strong), the king, the promoted ones.
    pub kinds: &'static [PieceKindSpec],
    /// How many of `kinds` can be in hand.
    pub hand_kinds: u8,
    /// The king.
    pub king: PieceKind,
    /// The kinds that can be in hand, in the order in which they are written.
    pub hand_order: &'static [PieceKind],
    /// The start position, written as in [`Handicap::placement`].
    pub start: &'static str,
    /// Ranks of a promotion zone.
    pub zone_ranks: u8,
    /// Ranks, from one's own side, on which pieces may be dropped.
    pub drop_ranks: u8,
    /// At most so many own unpromoted pawns (kind 0) on a file may be reached by a drop.
    pub pawns_per_file: Option<u8>,
    /// Whether a move that touches the zone must promote where it can.
    pub promotion_compulsory: bool,
    /// Whether a pawn drop that mates is illegal.
    pub pawn_drop_mate_illegal: bool,
    /// Whether it has castling, the double step, en passant and the half-move clock of chess.
    pub chess_rules: bool,
    /// The handicaps.
    pub handicaps: &'static [Handicap],
}

impl GameSpec {
    /// The unpromoted kind written with this capital letter.
    ///
    /// ```
    /// use komadai_rules::{GameId, PieceKind};
    /// let spec = GameId::Shogi.spec();
    /// assert_eq!(spec.kind_by_letter('P'), Some(PieceKind::PAWN));
    /// assert_eq!(spec.kind_by_letter('X'), None);
    /// ```
    #[must_use]
    pub fn kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        self.find_kind(letter, false)
    }

    /// The promoted kind written with a `+` and this capital letter.
    ///
    /// ```
    /// use komadai_rules::GameId;
    /// let spec = GameId::Shogi.spec();
    /// let tokin = spec.promoted_kind_by_letter('P').unwrap();
    /// assert!(spec.kinds[tokin.index()].promoted);
    /// assert!(spec.promoted_kind_by_letter('G').is_none());
    /// ```
    #[must_use]
    pub fn promoted_kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        self.find_kind(letter, true)
    }

    pub(crate) fn find_kind(&self, letter: char, promoted: bool) -> Option<PieceKind> {
        self.kinds
            .iter()
            .position(|kind| kind.letter == letter && kind.promoted == promoted)
            .map(|index| PieceKind::new(index as u8))
    }

    /// The data of this kind. Kinds the game does not have read as its weakest one.
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> &'static PieceKindSpec {
        self.kinds.get(kind.index()).unwrap_or(&self.kinds[0])
    }

    /// The unpromoted kind of this kind.
    #[must_use]
    pub fn base(&self, kind: PieceKind) -> PieceKind {
        self.kind(kind).hand_kind.unwrap_or(kind)
    }
}
