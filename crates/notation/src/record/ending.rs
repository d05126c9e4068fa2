//! How a recorded game ended.

use alloc::string::String;

use komadai_rules::{AnyPosition, Reason, Side, Stalemate};

/// Why a record ends where it does.
///
/// ```
/// use komadai_notation::record::{EndReason, Format, ReadOptions, read_record};
/// let text = "先手：山田\n手合割：平手\n   1 ７六歩(77)\n   2 中断\n";
/// let reading = read_record(text, Format::Kif, &ReadOptions::default());
/// assert_eq!(reading.record.ending().unwrap().reason, EndReason::Interrupted);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndReason {
    /// An end that the rules know.
    Rules(Reason),
    /// The game was broken off, or is played on elsewhere (中断).
    Interrupted,
    /// A player did not appear (不戦勝).
    Forfeit,
    /// The connection of a player broke (接続切れ).
    Disconnected,
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
            Self::Disconnected => "disconnected",
            Self::NoMate => "no-mate",
            Self::Other(word) => word,
        }
    }

    /// The reason with this name.
    ///
    /// ```
    /// use komadai_notation::record::EndReason;
    /// use komadai_rules::Reason;
    /// assert_eq!(EndReason::from_name("time"), EndReason::Rules(Reason::Time));
    /// assert_eq!(EndReason::from_name("earthquake"), EndReason::Other("earthquake".into()));
    /// ```
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

/// The end of a game: why, and for whom.
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
    ///
    /// ```
    /// use komadai_notation::record::{EndReason, Ending};
    /// let ending = Ending::without_winner(EndReason::Interrupted);
    /// assert_eq!((ending.winner, ending.reason()), (None, None));
    /// ```
    #[must_use]
    pub const fn without_winner(reason: EndReason) -> Self {
        Self {
            reason,
            winner: None,
        }
    }

    /// The reason, if it is one of the rules.
    ///
    /// ```
    /// use komadai_notation::record::Ending;
    /// use komadai_rules::Reason;
    /// let ending = Ending::rules(Reason::Repetition, None);
    /// assert_eq!(ending.reason(), Some(Reason::Repetition));
    /// ```
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
            let draw = position.variant().spec().default_rules.stalemate == Stalemate::Draw;
            Self::rules(Reason::Stalemate, opponent.filter(|_| !draw))
        })
    }
}
