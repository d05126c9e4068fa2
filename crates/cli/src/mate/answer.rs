//! Output of `komadai mate` for a position.

use komadai_engine::{MateOutcome, MateResult, SideSolutions, UselessInterpositions};
use komadai_rules::{Move, VariantId};
use serde::Serialize;

pub(super) struct Found {
    pub(super) result: MateResult,
    /// Useless interpositions; only of a mate of exact length.
    pub(super) useless: Option<UselessInterpositions>,
    /// Side solutions, with `--all`.
    pub(super) side: Option<SideSolutions>,
    pub(super) ms: u64,
}

#[derive(Serialize)]
pub(super) struct Answer {
    result: &'static str,
    plies: Option<u32>,
    exact: bool,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_in_hand: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies_without_useless: Option<u32>,
    /// Plies of useless interpositions, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    useless: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Solution>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<Vec<Undecided>>,
    /// `true` if the list of `--all` ends before the end of the line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    solutions_cut: bool,
    nodes: u64,
    ms: u64,
}

/// A mating move beside the line.
#[derive(Serialize)]
struct Solution {
    /// Ply at which it leaves the line, from 1.
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    plies: u32,
    same_length: bool,
}

#[derive(Serialize)]
struct Undecided {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
}

impl Answer {
    pub(super) fn new(variant: VariantId, found: &Found) -> Answer {
        let result = &found.result;
        let (name, plies) = match result.outcome {
            MateOutcome::Mate { plies } => ("mate", Some(plies)),
            MateOutcome::NoMate => ("no-mate", None),
            MateOutcome::Unknown => ("unknown", None),
        };
        let text = |m: Move| m.display(variant).to_string();
        let solutions = found.side.as_ref().map(|side| {
            let solution = |one: &komadai_engine::SideSolution| Solution {
                ply: one.ply + 1,
                mv: text(one.mv),
                plies: one.plies,
                same_length: one.same_length,
            };
            side.found.iter().map(solution).collect()
        });
        let undecided = found.side.as_ref().map(|side| {
            let undecided = |&(ply, mv): &(usize, Move)| Undecided {
                ply: ply + 1,
                mv: text(mv),
            };
            side.undecided.iter().map(undecided).collect()
        });
        let useless = found.useless.as_ref();
        Answer {
            result: name,
            plies,
            exact: result.exact,
            line: result.line.iter().map(|&m| text(m)).collect(),
            left_in_hand: result.left_in_hand,
            plies_without_useless: useless.map(|useless| useless.plies),
            useless: useless.map(|useless| useless.in_line.iter().map(|&ply| ply + 1).collect()),
            solutions,
            undecided,
            solutions_cut: found.side.as_ref().is_some_and(|side| side.is_full),
            nodes: result.nodes + found.side.as_ref().map_or(0, |side| side.nodes),
            ms: found.ms,
        }
    }

    pub(super) fn text(&self) -> String {
        let effort = format!("{} nodes, {} ms", self.nodes, self.ms);
        let Some(plies) = self.plies else {
            let verdict = if self.result == "no-mate" {
                "no mate"
            } else {
                "undecided"
            };
            return format!("{verdict} ({effort})");
        };
        let bound = if self.exact { "" } else { "at most " };
        let line = self.line.join(" ");
        let mut text = format!("mate in {bound}{plies} plies ({effort}): {line}");
        if let Some(left) = self.left_in_hand.filter(|&left| self.exact && left > 0) {
            text += &format!("\n  pieces left in hand: {left}");
        }
        if let Some(without) = self
            .plies_without_useless
            .filter(|&without| without < plies)
        {
            text += &format!("\n  without useless interpositions: {without} plies");
            let useless = self.useless.iter().flatten();
            let moves: Vec<String> = useless
                .filter_map(|&ply| Some(format!("{ply} {}", self.line.get(ply - 1)?)))
                .collect();
            if !moves.is_empty() {
                text += &format!("; useless: {}", moves.join(", "));
            }
        }
        if let Some(solutions) = &self.solutions {
            if solutions.is_empty() {
                text += "\n  no other solutions";
            }
            for Solution {
                ply,
                mv,
                plies,
                same_length,
            } in solutions
            {
                let length = if *same_length { "" } else { "at most " };
                text += &format!(
                    "\n  other solution at ply {ply}: {mv}, mate in {length}{plies} plies"
                );
            }
        }
        for Undecided { ply, mv } in self.undecided.iter().flatten() {
            text += &format!("\n  undecided at ply {ply}: {mv}");
        }
        if self.solutions_cut {
            text += "\n  the list is full; a larger --solutions looks for more";
        }
        text
    }
}
