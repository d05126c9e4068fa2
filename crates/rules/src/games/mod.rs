//! The four games: data, and nothing that the core could know instead.

pub(crate) mod kinds;
pub(crate) mod minishogi;
pub(crate) mod shogi;
pub(crate) mod shogun;
pub(crate) mod steps;
pub(crate) mod tori;
