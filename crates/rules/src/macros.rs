//! Macros of the whole crate.

/// Calls a macro for each constant. Loops over constants are not always unrolled, and only unrolled
/// code knows its constants.
macro_rules! unrolled {
    ($macro:ident: $($index:literal)*) => { $( $macro!($index); )* };
}
pub(crate) use unrolled;
