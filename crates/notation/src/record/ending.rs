//! How a recorded game ended.

use alloc::string::String;

use komadai_rules::{AnyPosition, Reason, Side, Stalemate};

/// Why a record ends where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndReason {
    /// An end that the rules know.
    Rules(Reason),
    /// The game was broken off, or is played on elsewhere (中断).
    Interrupted,
    /// A player did not appear (不戦勝).
    Forfeit,
    /// A mate problem without a mate (不詰).
    NoMate,
    /// An end for which the record has a word of its own.
    Other(String),
}

impl EndReason {
    /// A stable name, in kebab case; a word of the record's own as it stands.
    ///
    /// ```
    /// use komadai_notation::record::EndReason;
    /// assert_eq!(EndReason::NoMate.name(), "no-mate");
    /// assert_eq!(EndReason::from_name("no-mate"), EndReason::NoMate);
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Rules(reason) => reason.name(),
            Self::Interrupted => "interrupted",
            Self::Forfeit => "forfeit",
            Self::NoMate => "no-mate",
            Self::Other(word) => word,
        }
    }

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "interrupted" => Self::Interrupted,
            "forfeit" => Self::Forfeit,
            "no-mate" => Self::NoMate,
            _ => Reason::from_name(name).map_or_else(|| Self::Other(name.into()), Self::Rules),
        }
    }
}

/// The end of a game: why, and for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Why.
    pub reason: EndReason,
    /// Who won; `None` for a draw and where nobody did.
    pub winner: Option<Side>,
}

impl Ending {
    /// An end that the rules know.
    ///
    /// ```
    /// use komadai_notation::record::Ending;
    /// use komadai_rules::{Reason, Side};
    /// let ending = Ending::rules(Reason::Resignation, Some(Side::First));
    /// assert_eq!(ending.winner, Some(Side::First));
    /// ```
    #[must_use]
    pub const fn rules(reason: Reason, winner: Option<Side>) -> Self {
        Self {
            reason: EndReason::Rules(reason),
            winner,
        }
    }

    /// Without a winner.
    #[must_use]
    pub const fn without_winner(reason: EndReason) -> Self {
        Self {
            reason,
            winner: None,
        }
    }

    /// The reason, if it is one of the rules.
    #[must_use]
    pub const fn reason(&self) -> Option<Reason> {
        match self.reason {
            EndReason::Rules(reason) => Some(reason),
            _ => None,
        }
    }

    /// The end where the side to move has no legal move; `None` if it has one.
    pub(crate) fn without_moves(position: &AnyPosition) -> Option<Self> {
        if position.has_legal_move() {
            return None;
        }
        let opponent = Some(!position.side_to_move());
        Some(if position.in_check() {
            Self::rules(Reason::Checkmate, opponent)
        } else {
            let draw = position.game().spec().default_rules.stalemate == Stalemate::Draw;
            Self::rules(Reason::Stalemate, opponent.filter(|_| !draw))
        })
    }
}
