//! Which squares a piece attacks.

#[cfg(not(small))]
pub(crate) mod lines;
pub(crate) mod sliding;
