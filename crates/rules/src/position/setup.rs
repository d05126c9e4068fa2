//! Arrangements of pieces, legal or not.

use alloc::vec;
use alloc::vec::Vec;

use crate::spec::variant_spec::Handicap;
use crate::types::castling_rights::CastlingRights;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;

/// Rules that a setup must fulfil to become a position.
///
/// ```
/// use komadai_rules::{VariantId, Minishogi, Position, Setup, SetupRules};
/// let mut setup = Setup::start(VariantId::Minishogi);
/// setup.board[0] = None; // 5e
/// assert!(Position::<Minishogi>::from_setup(&setup, SetupRules::Play).is_err());
/// assert!(Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupRules {
    /// For a game: both sides have a king.
    Play,
    /// For a mate problem: one king may be missing.
    Mate,
}

/// An unchecked board with hands and side to move, as typed or arranged.
///
/// [`Position::from_setup`](crate::position::Position::from_setup) validates it.
///
/// ```
/// use komadai_rules::{AnyPosition, VariantId, Setup, SetupRules};
/// let setup = Setup::start(VariantId::Minishogi);
/// assert!(AnyPosition::from_setup(&setup, SetupRules::Play).is_ok());
/// assert!(AnyPosition::from_setup(&Setup::empty(VariantId::Minishogi), SetupRules::Play).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Variant of the board and of the kinds.
    pub variant: VariantId,
    /// The pieces by [`Square::index`], one entry per square of the board.
    pub board: Vec<Option<Piece>>,
    /// Numbers of pieces in hand by side and kind index. Kinds that cannot be held may be entered
    /// and are reported by the validation.
    pub hands: [[u8; PieceKind::MAX]; 2],
    /// Side to move.
    pub side: Side,
    /// Claimed castling rights; a right without king and rook at home is dropped silently.
    pub castling: CastlingRights,
    /// The square a pawn has just passed over; dropped silently if no pawn can capture there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture, drop, promotion or pawn move (Shogun Chess).
    pub halfmove_clock: u16,
    /// Number of the next move: plies from 1, or full moves in Shogun Chess.
    pub move_number: u32,
}

impl Setup {
    /// An empty board with the first side to move.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Piece, Setup, Side};
    /// let mut setup = Setup::empty(VariantId::Shogi);
    /// setup.board[36] = Some(Piece { side: Side::First, kind: VariantId::Shogi.spec().king });
    /// assert_eq!(setup.board.iter().flatten().count(), 1);
    /// ```
    #[must_use]
    pub fn empty(variant: VariantId) -> Setup {
        Setup {
            variant,
            board: vec![None; variant.squares()],
            hands: [[0; PieceKind::MAX]; 2],
            side: Side::First,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            move_number: 1,
        }
    }

    /// The start position.
    #[must_use]
    pub fn start(variant: VariantId) -> Setup {
        let mut setup = Setup::empty(variant);
        setup.place(variant.spec().start);
        if variant.spec().castling.is_some() {
            setup.castling = CastlingRights::ALL;
        }
        setup
    }

    /// The start position of a handicap; `None` if the variant has no handicap of this name.
    #[must_use]
    pub fn handicap(variant: VariantId, id: &str) -> Option<Setup> {
        let spec = variant.spec();
        let handicap = spec.handicaps.iter().find(|handicap| handicap.id == id)?;
        Some(Setup::of_handicap(variant, handicap))
    }

    pub(crate) fn of_handicap(variant: VariantId, handicap: &Handicap) -> Setup {
        let mut setup = Setup::empty(variant);
        setup.place(handicap.placement);
        setup.hands[Side::Second.index()][0] = handicap.second_pawns;
        if !handicap.first_moves_first {
            setup.side = Side::Second;
        }
        setup
    }

    /// The piece on a square; `None` on an empty square and beyond the board.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.get(square.index()).copied().flatten()
    }

    /// Places the pieces of a [`Handicap::placement`].
    fn place(&mut self, placement: &str) {
        let spec = self.variant.spec();
        let (mut file, mut rank) = (0, spec.ranks);
        let mut promoted = false;
        rank -= 1;
        for c in placement.chars() {
            match c {
                '/' => {
                    file = 0;
                    rank = rank.wrapping_sub(1);
                }
                '+' => promoted = true,
                '0'..='9' => file += c as u8 - b'0',
                _ => {
                    let side = if c.is_ascii_uppercase() {
                        Side::First
                    } else {
                        Side::Second
                    };
                    let square = Square::from_coords(self.variant, file, rank);
                    let kind = spec.find_kind(c.to_ascii_uppercase(), promoted);
                    if let (Some(square), Some(kind)) = (square, kind) {
                        self.board[square.index()] = Some(Piece { side, kind });
                    }
                    promoted = false;
                    file += 1;
                }
            }
        }
    }
}
