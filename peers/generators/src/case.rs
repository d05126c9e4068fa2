//! Measured cases: positions of a variant, walked to a depth under a convention.

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

/// Work at the parents of the leaves. The conventions are compared with each other only where a
/// peer supports one alone and the table says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Moves are counted; no list is needed.
    Count,
    /// Every move is written into a list.
    Lists,
}

impl Convention {
    pub const ALL: [Convention; 2] = [Convention::Count, Convention::Lists];

    pub fn name(self) -> &'static str {
        match self {
            Convention::Count => "count",
            Convention::Lists => "lists",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub game: String,
    pub name: String,
    /// Positions in Komadai's canonical text; their nodes are added up.
    pub positions: Vec<String>,
    pub depth: u32,
}

impl Case {
    pub fn new(variant: VariantId, name: &str, positions: Vec<String>, depth: u32) -> Self {
        Case {
            game: variant.name().to_owned(),
            name: name.to_owned(),
            positions,
            depth,
        }
    }

    pub fn variant(&self) -> VariantId {
        self.game.parse().expect("cases are made from games")
    }

    /// `shogi-start`, the name in ratios.
    pub fn id(&self) -> String {
        format!("{}-{}", self.game, self.name)
    }

    pub fn at_depth(&self, depth: u32) -> Case {
        Case {
            depth,
            ..self.clone()
        }
    }
}
