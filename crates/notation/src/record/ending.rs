use alloc::string::String;

use komadai_rules::{AnyPosition, Reason, Side, Stalemate};

/// Reason for the end of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// A reason that the rules crate knows: mate, repetition, resignation …
    Rules(Reason),
    /// The game was broken off, or is continued elsewhere (中断).
    Interrupted,
    /// A player did not appear (不戦勝).
    Forfeit,
    /// The connection of a player broke (接続切れ).
    Disconnected,
    /// A mate problem without a mate (不詰).
    NoMate,
    /// An end in the record's own words.
    Other(String),
}

impl EndReason {
    /// Stable name in kebab case; the text of [`Other`](Self::Other).
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Rules(reason) => reason.name(),
            Self::Interrupted => "interrupted",
            Self::Forfeit => "forfeit",
            Self::Disconnected => "disconnected",
            Self::NoMate => "no-mate",
            Self::Other(word) => word,
        }
    }

    /// The reason with this name, [`Other`](Self::Other) for an unknown name.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "interrupted" => Self::Interrupted,
            "forfeit" => Self::Forfeit,
            "disconnected" => Self::Disconnected,
            "no-mate" => Self::NoMate,
            _ => Reason::from_name(name).map_or_else(|| Self::Other(name.into()), Self::Rules),
        }
    }
}

/// End of a game: reason and winner.
///
/// ```
/// use komadai_notation::record::{Ending, Format, ReadOptions, read_record};
/// use komadai_rules::{Reason, Side};
/// let text = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
/// let record = read_record(text, Format::Kif, &ReadOptions::default()).record;
/// let expected = Ending::rules(Reason::Resignation, Some(Side::First));
/// assert_eq!(record.ending(), Some(&expected));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Reason, by the rules or in the record's words.
    pub reason: EndReason,
    /// The winner; `None` for a draw or without a result.
    pub winner: Option<Side>,
}

impl Ending {
    /// [`EndReason::Rules`] with its winner.
    #[must_use]
    pub const fn rules(reason: Reason, winner: Option<Side>) -> Self {
        Self {
            reason: EndReason::Rules(reason),
            winner,
        }
    }

    /// A draw, or an end without a result.
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

    /// The end if the side to move has no legal move, else `None`.
    pub(crate) fn without_moves(position: &AnyPosition) -> Option<Self> {
        if position.has_legal_move() {
            return None;
        }
        let opponent = Some(!position.side_to_move());
        Some(if position.in_check() {
            Self::rules(Reason::Checkmate, opponent)
        } else {
            let draw = position.variant().spec().default_rules.stalemate == Stalemate::Draw;
            Self::rules(Reason::Stalemate, opponent.filter(|_| !draw))
        })
    }
}
