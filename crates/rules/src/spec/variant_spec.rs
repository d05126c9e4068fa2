//! A variant as data. All tables are built from it.

use crate::spec::castling_spec::CastlingSpec;
use crate::spec::piece_spec::PieceKindSpec;
use crate::types::piece_kind::PieceKind;
use crate::types::refusal::RefusalCode;
use crate::types::rule_set::{Repetition, RuleKey, RuleSet};
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;

/// A handicap: a start position in which the second side gives up pieces.
///
/// ```
/// use komadai_rules::{VariantId, Handicap};
/// let handicaps = VariantId::Shogi.spec().handicaps;
/// let lance: &Handicap = handicaps.iter().find(|it| it.id == "lance").unwrap();
/// assert_eq!((lance.removed_points, lance.first_moves_first), (1, false));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Handicap {
    /// Stable name, in kebab case.
    pub id: &'static str,
    /// Ranks from the top, separated by `/`; pieces and runs of empty squares as in SFEN.
    pub placement: &'static str,
    /// Number of pawns in the second side's hand.
    pub second_pawns: u8,
    /// `true` if the first side moves first, as in the mildest odds ("the weaker player begins").
    pub first_moves_first: bool,
    /// Impasse points of the removed pieces.
    pub removed_points: u8,
}

/// Maximum number of unpromoted pawns of one side on a file.
///
/// ```
/// use komadai_rules::{FileLimit, VariantId, RefusalCode};
/// let swallows = VariantId::Torishogi.spec().pawns_per_file.unwrap();
/// assert_eq!((swallows.max, swallows.refusal()), (2, RefusalCode::FileLimit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileLimit {
    /// Greatest number of pawns: 1 or 2.
    pub max: u8,
}

impl FileLimit {
    /// Refusal of a drop beyond the limit.
    #[must_use]
    pub const fn refusal(self) -> RefusalCode {
        match self.max {
            1 => RefusalCode::Nifu,
            _ => RefusalCode::FileLimit,
        }
    }
}

/// Family of notations of the canonical texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// SFEN and USI; files counted from the right, ranks from the top.
    Shogi,
    /// FEN and UCI; files and ranks counted from the first side's left corner.
    Chess,
}

/// A variant as data.
///
/// ```
/// use komadai_rules::{VariantId, VariantSpec};
/// let spec: &VariantSpec = VariantId::Torishogi.spec();
/// assert_eq!((spec.name, spec.files, spec.ranks), ("torishogi", 7, 7));
/// assert_eq!(spec.kinds.len(), 9);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct VariantSpec {
    /// Variant that this spec describes.
    pub id: VariantId,
    /// Name in commands, protocols and files; the same as Fairy-Stockfish's.
    pub name: &'static str,
    /// English name.
    pub title: &'static str,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Kinds that can be in hand (weak to strong), then the king, then the promoted kinds.
    pub kinds: &'static [PieceKindSpec],
    /// Number of `kinds` that can be in hand.
    pub hand_kinds: u8,
    /// Royal kind.
    pub king: PieceKind,
    /// Kinds that can be in hand, in the order in which they are written.
    pub hand_order: &'static [PieceKind],
    /// Start position, in the format of [`Handicap::placement`].
    pub start: &'static str,
    /// Number of ranks of a promotion zone.
    pub zone_ranks: u8,
    /// Number of ranks, from the side's own back rank, on which it may drop.
    pub drop_ranks: u8,
    /// Limit on own unpromoted pawns per file, which a drop must not exceed.
    pub pawns_per_file: Option<FileLimit>,
    /// `true` if a move that touches the zone must promote where it can.
    pub promotion_compulsory: bool,
    /// `true` if a pawn drop must not mate.
    pub pawn_drop_mate_illegal: bool,
    /// `true` if pawns step forward and capture diagonally, go two squares from their second rank
    /// and are taken en passant.
    pub chess_pawns: bool,
    /// Castling rules, if kings castle.
    pub castling: Option<&'static CastlingSpec>,
    /// `true` for FEN counters: full moves, and plies since the last capture, drop, promotion or
    /// pawn move.
    pub fen_counters: bool,
    /// `true` if players may agree on a draw.
    pub draw_by_agreement: bool,
    /// Rule options that players can choose, in listing order.
    pub rule_keys: &'static [RuleKey],
    /// Repetition rules that players can choose.
    pub repetitions: &'static [Repetition],
    /// Default values of all rule options.
    pub default_rules: RuleSet,
    /// Family of notations.
    pub text_style: TextStyle,
    /// `true` if Western notation writes a dash before the destination: `P-7f`, not `S7f`.
    pub western_dash: bool,
    /// Handicaps that a game can start with.
    pub handicaps: &'static [Handicap],
    /// `true` if furigoma (tossing five pawns) decides the sides of an even game.
    pub furigoma: bool,
}

impl VariantSpec {
    /// The unpromoted kind with this capital letter.
    #[must_use]
    pub fn kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        self.find_kind(letter, false)
    }

    /// The promoted kind written as `+` and this capital letter.
    #[must_use]
    pub fn promoted_kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        self.find_kind(letter, true)
    }

    /// The unpromoted form of the kind with this alias.
    #[must_use]
    pub fn base_of_alias(&self, alias: char) -> Option<PieceKind> {
        let mut kinds = self.kinds.iter();
        kinds.find(|kind| kind.alias == Some(alias))?.hand_kind
    }

    pub(crate) fn find_kind(&self, letter: char, promoted: bool) -> Option<PieceKind> {
        self.kinds
            .iter()
            .position(|kind| kind.letter == letter && kind.promoted == promoted)
            .map(|index| PieceKind::new(index as u8))
    }

    /// Data of this kind. Kinds that the variant lacks read as its weakest one.
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> &'static PieceKindSpec {
        self.kinds.get(kind.index()).unwrap_or(&self.kinds[0])
    }

    /// Squares of a side's promotion zone, lowest index first.
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

    /// The unpromoted form of this kind.
    #[must_use]
    pub fn base(&self, kind: PieceKind) -> PieceKind {
        self.kind(kind).hand_kind.unwrap_or(kind)
    }
}
