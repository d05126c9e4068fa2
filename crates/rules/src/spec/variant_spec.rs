//! A game as data. Everything that depends on how pieces move is built from here.

use crate::game::refusal::RefusalCode;
use crate::game::rule_set::{Repetition, RuleKey, RuleSet};
use crate::spec::castling_spec::CastlingSpec;
use crate::spec::piece_spec::PieceKindSpec;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;

/// A handicap: a start position in which the second side gave up pieces and moves first.
///
/// ```
/// use komadai_rules::{VariantId, Handicap};
/// let handicaps = VariantId::Shogi.spec().handicaps;
/// let lance: &Handicap = handicaps.iter().find(|it| it.id == "lance").unwrap();
/// assert_eq!((lance.removed_points, lance.first_moves_first), (1, false));
/// ```
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
    /// Impasse points of the removed pieces.
    pub removed_points: u8,
}

/// How many unpromoted pawns of one side may stand on a file.
///
/// ```
/// use komadai_rules::{FileLimit, VariantId, RefusalCode};
/// let swallows = VariantId::Torishogi.spec().pawns_per_file.unwrap();
/// assert_eq!((swallows, swallows.refusal()), (FileLimit { max: 2 }, RefusalCode::FileLimit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimit {
    /// At most so many: 1 or 2.
    pub max: u8,
}

impl FileLimit {
    /// Why a drop beyond it is refused.
    ///
    /// ```
    /// use komadai_rules::{FileLimit, RefusalCode};
    /// assert_eq!(FileLimit { max: 1 }.refusal(), RefusalCode::Nifu);
    /// ```
    #[must_use]
    pub const fn refusal(self) -> RefusalCode {
        match self.max {
            1 => RefusalCode::Nifu,
            _ => RefusalCode::FileLimit,
        }
    }
}

/// The family of notations of a game's canonical texts.
///
/// ```
/// use komadai_rules::{VariantId, TextStyle};
/// assert_eq!(VariantId::Minishogi.spec().text_style, TextStyle::Shogi);
/// assert_eq!(VariantId::Shogun.spec().text_style, TextStyle::Chess);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// SFEN and USI; files counted from the right, ranks from the top.
    Shogi,
    /// FEN and UCI; files and ranks counted from the first side's left corner.
    Chess,
}

/// A game as data.
///
/// ```
/// use komadai_rules::{VariantId, VariantSpec};
/// let spec: &VariantSpec = VariantId::Torishogi.spec();
/// assert_eq!((spec.name, spec.files, spec.ranks), ("torishogi", 7, 7));
/// assert_eq!(spec.kinds.len(), 9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariantSpec {
    /// Which game this is.
    pub id: VariantId,
    /// Its name in commands, protocols and files, the same as Fairy-Stockfish's.
    pub name: &'static str,
    /// Its English name.
    pub title: &'static str,
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
    /// How many own unpromoted pawns may stand on a file when another is dropped.
    pub pawns_per_file: Option<FileLimit>,
    /// Whether a move that touches the zone must promote where it can.
    pub promotion_compulsory: bool,
    /// Whether a pawn drop that mates is illegal.
    pub pawn_drop_mate_illegal: bool,
    /// Whether pawns step forward and capture diagonally, go two squares from their second rank
    /// and are taken en passant.
    pub chess_pawns: bool,
    /// How kings castle.
    pub castling: Option<&'static CastlingSpec>,
    /// Whether it counts as FEN does: full moves, and plies since the last capture, drop,
    /// promotion or pawn move.
    pub fen_counters: bool,
    /// Whether players may agree on a draw.
    pub draw_by_agreement: bool,
    /// The rule options players can choose, in the order in which they are listed.
    pub rule_keys: &'static [RuleKey],
    /// The repetition rules players can choose.
    pub repetitions: &'static [Repetition],
    /// The values of all rule options where players choose nothing.
    pub default_rules: RuleSet,
    /// The family of notations in which it is written.
    pub text_style: TextStyle,
    /// Whether Western notation writes a dash before the destination: `P-7f`, not `S7f`.
    pub western_dash: bool,
    /// The handicaps.
    pub handicaps: &'static [Handicap],
    /// Whether the sides of an even game are drawn by furigoma, tossing five pawns.
    pub furigoma: bool,
}

impl VariantSpec {
    /// The unpromoted kind written with this capital letter.
    ///
    /// ```
    /// use komadai_rules::{VariantId, PieceKind};
    /// let spec = VariantId::Shogi.spec();
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
    /// use komadai_rules::VariantId;
    /// let spec = VariantId::Shogi.spec();
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
    ///
    /// ```
    /// use komadai_rules::VariantId;
    /// let spec = VariantId::Shogi.spec();
    /// let rook = spec.kind(spec.kind_by_letter('R').unwrap());
    /// assert_eq!((rook.set_size, rook.impasse_points), (2, 5));
    /// ```
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> &'static PieceKindSpec {
        self.kinds.get(kind.index()).unwrap_or(&self.kinds[0])
    }

    /// The squares on which a side's pieces promote: its far ranks, in order of their indices.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Side, Square};
    /// let mut zone = VariantId::Minishogi.spec().promotion_zone(Side::First);
    /// assert_eq!(zone.next(), Square::from_coords(VariantId::Minishogi, 0, 4));
    /// assert_eq!(zone.count(), 4);
    /// ```
    pub fn promotion_zone(&self, side: Side) -> impl Iterator<Item = Square> {
        let (id, ranks, zone) = (self.id, self.ranks, self.zone_ranks);
        (0..id.squares() as u8)
            .map(Square::new)
            .filter(move |square| match side {
                Side::First => square.rank(id) >= ranks - zone,
                Side::Second => square.rank(id) < zone,
            })
    }

    /// The unpromoted kind of this kind.
    ///
    /// ```
    /// use komadai_rules::VariantId;
    /// let spec = VariantId::Shogi.spec();
    /// let dragon = spec.promoted_kind_by_letter('R').unwrap();
    /// assert_eq!(Some(spec.base(dragon)), spec.kind_by_letter('R'));
    /// assert_eq!(spec.base(spec.king), spec.king);
    /// ```
    #[must_use]
    pub fn base(&self, kind: PieceKind) -> PieceKind {
        self.kind(kind).hand_kind.unwrap_or(kind)
    }
}
