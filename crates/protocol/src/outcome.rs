use komadai_rules::{Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

/// Reason of the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum EndReason {
    Rules(Reason),
    /// No result: ended by a player before both sides had moved, or after the opponent had left.
    Aborted,
    /// No result: a first move was overdue, or a player did not come to the board.
    NotBegun,
    /// Win claimed after the opponent had left.
    Abandoned,
    /// Invitation withdrawn before an opponent joined.
    Cancelled,
}

impl EndReason {
    /// Reasons that the rules do not know.
    const OF_PLAY: [Self; 4] = [
        Self::Aborted,
        Self::NotBegun,
        Self::Abandoned,
        Self::Cancelled,
    ];

    pub fn all() -> impl Iterator<Item = Self> {
        Reason::ALL
            .into_iter()
            .map(Self::Rules)
            .chain(Self::OF_PLAY)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.name(),
            Self::Aborted => "aborted",
            Self::NotBegun => "not-begun",
            Self::Abandoned => "abandoned",
            Self::Cancelled => "cancelled",
        }
    }
}

impl From<EndReason> for &'static str {
    fn from(reason: EndReason) -> Self {
        reason.name()
    }
}

impl TryFrom<String> for EndReason {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        Self::all()
            .find(|reason| reason.name() == name)
            .ok_or("unknown reason of the end")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameOutcome {
    /// `null` in a draw and without a result.
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::openapi::SideName>))]
    pub winner: Option<Side>,
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "EndReason"))]
    pub reason: EndReason,
    pub ply: u32,
}

impl From<Outcome> for GameOutcome {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner,
            reason: EndReason::Rules(outcome.reason),
            ply: outcome.ply,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use komadai_rules::{RefusalCode, VariantId};
    use serde::de::DeserializeOwned;

    use super::*;

    fn is_written_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, name: &str) {
        let text = format!("\"{name}\"");
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value);
    }

    #[test]
    fn the_wire_has_the_names_of_the_rules() {
        for variant in VariantId::ALL {
            is_written_as(variant, variant.name());
        }
        for side in Side::BOTH {
            is_written_as(side, side.name());
        }
        for &code in RefusalCode::ALL {
            is_written_as(code, code.name());
        }
        for reason in EndReason::all() {
            is_written_as(reason, reason.name());
        }
        assert!(serde_json::from_str::<EndReason>("\"boredom\"").is_err());
    }
}
