//! Every message that crosses a wire.
