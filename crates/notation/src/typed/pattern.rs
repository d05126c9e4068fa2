//! Parsed form of a typed move.

use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, PieceKind, Square, VariantId};

/// Promotion as far as the text specifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promotion {
    Unspecified,
    Yes,
    No,
    /// A plus sign: promotion in UCI, check in SAN.
    YesOrCheck,
}

/// The moves that a typed text may mean.
#[derive(Debug, Clone)]
pub(super) struct MovePattern {
    /// `None` matches any piece.
    pub(super) kind: Option<PieceKind>,
    pub(super) from_file: Option<u8>,
    pub(super) from_rank: Option<u8>,
    pub(super) to: Square,
    pub(super) drop: bool,
    pub(super) promotion: Promotion,
    /// Unspecified promotion means none, as in SAN.
    pub(super) promotes_only_if_written: bool,
    /// The Japanese marks of origin: 右 左 上 引 寄 直.
    pub(super) marks: Vec<char>,
}

impl MovePattern {
    pub(super) fn to(to: Square) -> Self {
        Self {
            kind: None,
            from_file: None,
            from_rank: None,
            to,
            drop: false,
            promotion: Promotion::Unspecified,
            promotes_only_if_written: false,
            marks: Vec::new(),
        }
    }

    pub(super) fn set_origin(&mut self, variant: VariantId, from: Square) {
        self.from_file = Some(from.file(variant));
        self.from_rank = Some(from.rank(variant));
    }

    pub(super) fn has_origin(&self) -> bool {
        self.from_file.is_some() || self.from_rank.is_some()
    }

    pub(super) fn matches_origin(&self, position: &AnyPosition, from: Square) -> bool {
        let variant = position.variant();
        let kind = position.piece_at(from).map(|piece| piece.kind);
        self.from_file.is_none_or(|file| file == from.file(variant))
            && self.from_rank.is_none_or(|rank| rank == from.rank(variant))
            && self.kind.is_none_or(|wanted| kind == Some(wanted))
    }

    /// `true` if the pattern matches the move, marks of origin disregarded.
    pub(super) fn matches(&self, position: &AnyPosition, mv: Move) -> bool {
        let piece = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => !self.has_origin() && self.kind.is_none_or(|wanted| wanted == kind),
            (None, Some(from)) => !self.drop && self.matches_origin(position, from),
            (None, None) => false,
        };
        let promotion = match self.promotion {
            Promotion::Unspecified | Promotion::YesOrCheck => true,
            Promotion::Yes => mv.is_promotion(),
            Promotion::No => !mv.is_promotion(),
        };
        piece && promotion && mv.to() == self.to
    }
}
