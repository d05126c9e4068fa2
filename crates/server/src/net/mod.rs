//! Connections: accept loop, limits and timeouts.

mod accept;
mod admission;
mod client_network;
mod descriptors;
mod reads;

pub(crate) use accept::{MAX_HEAD_BYTES, accept_connections, listen};
pub(crate) use admission::{Admission, Permit};
pub(crate) use client_network::ClientNetwork;
pub(crate) use descriptors::raise_limit;
