//! Games between people: what is stored of them, who may do what, and one referee for each.

mod decide;
mod hall;
mod names;
mod referee;
mod request;
mod start;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use hall::Hall;
pub(crate) use names::short;
pub(crate) use request::{Command, Player, Request, Response, View};
pub(crate) use start::{Start, StartError};
