//! The event log and what is stored beside it.
