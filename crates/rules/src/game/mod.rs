//! A game in progress: history, outcome, repetition, impasse, rule options, refusals.

pub(crate) mod acts;
pub(crate) mod history;
pub(crate) mod impasse;
pub(crate) mod outcome;
pub(crate) mod premove;
pub(crate) mod refusal;
pub(crate) mod repetition;
pub(crate) mod rule_options;
pub(crate) mod rule_set;
pub(crate) mod why_illegal;
