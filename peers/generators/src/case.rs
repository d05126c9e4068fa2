//! What is measured: positions of one game, walked to one depth under one convention.

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

/// What is done at the leaves' parents. The two are never compared with each other, save where a
/// peer knows only one and the table says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Moves are counted; nothing need be built.
    Count,
    /// Every move is written into a list, and the list is measured.
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

/// One line of the table, for every convention and peer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub game: String,
    /// The name of the position or set.
    pub name: String,
    /// Positions in Komadai's canonical text; the nodes of all are added up.
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

    /// `shogi-start`: what a ratio is called by.
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
