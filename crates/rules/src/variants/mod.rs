//! The games, one file per game, and the registry that lists them.

pub(crate) mod any;
pub(crate) mod game_id;
pub(crate) mod kinds;
pub(crate) mod minishogi;
pub(crate) mod shogi;
pub(crate) mod shogun;
pub(crate) mod steps;
pub(crate) mod torishogi;
