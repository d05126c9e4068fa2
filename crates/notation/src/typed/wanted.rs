//! What a typed text says about a move.

use alloc::vec::Vec;

use komadai_rules::{AnyPosition, GameId, Kind, Move, Square};

/// What is said about promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promotion {
    /// Nothing.
    Unsaid,
    /// It promotes.
    Yes,
    /// It does not.
    No,
    /// A plus that may mean promotion or, after SAN, check.
    OrCheck,
}

/// A move as far as it is told.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// The man, unless any will do.
    pub(super) kind: Option<Kind>,
    pub(super) from_file: Option<u8>,
    pub(super) from_rank: Option<u8>,
    pub(super) to: Square,
    /// Told to be a drop.
    pub(super) drop: bool,
    pub(super) promotion: Promotion,
    /// Where nothing is said of promotion, none is meant, as in SAN.
    pub(super) silence_declines: bool,
    /// The Japanese marks of origin: 右 左 上 引 寄 直.
    pub(super) marks: Vec<char>,
}

impl Wanted {
    pub(super) fn to(to: Square) -> Self {
        Self {
            kind: None,
            from_file: None,
            from_rank: None,
            to,
            drop: false,
            promotion: Promotion::Unsaid,
            silence_declines: false,
            marks: Vec::new(),
        }
    }

    pub(super) fn come_from(&mut self, game: GameId, from: Square) {
        self.from_file = Some(from.file(game));
        self.from_rank = Some(from.rank(game));
    }

    pub(super) fn has_origin(&self) -> bool {
        self.from_file.is_some() || self.from_rank.is_some()
    }

    /// Whether a man may come from there, as far as the text says.
    pub(super) fn allows_origin(&self, position: &AnyPosition, from: Square) -> bool {
        let game = position.game();
        let kind = position.piece_at(from).map(|piece| piece.kind);
        self.from_file.is_none_or(|file| file == from.file(game))
            && self.from_rank.is_none_or(|rank| rank == from.rank(game))
            && self.kind.is_none_or(|wanted| kind == Some(wanted))
    }

    /// Whether a move is as the text says, leaving the marks aside.
    pub(super) fn allows(&self, position: &AnyPosition, mv: Move) -> bool {
        let man = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => !self.has_origin() && self.kind.is_none_or(|wanted| wanted == kind),
            (None, Some(from)) => !self.drop && self.allows_origin(position, from),
            (None, None) => false,
        };
        let promotion = match self.promotion {
            Promotion::Unsaid | Promotion::OrCheck => true,
            Promotion::Yes => mv.is_promotion(),
            Promotion::No => !mv.is_promotion(),
        };
        man && promotion && mv.to() == self.to
    }
}
