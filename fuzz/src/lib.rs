//! Properties of all inputs, one function per fuzz target.
//!
//! Each function takes bytes, builds an input from them and panics if a property is violated.
//! `fuzz_targets/` hands them to libFuzzer (`make fuzz`); `tests/corpus.rs` replays the committed
//! corpus with them in `make test`.

mod input;

pub mod event_log;
pub mod moves;
pub mod position_text;
pub mod protocol_lines;
pub mod records;
pub mod setup;
pub mod typed_moves;
pub mod wire;

#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Also the folder of its corpus.
    pub name: &'static str,
    /// Panics if a property does not hold for the input.
    pub run: fn(&[u8]),
}

pub const TARGETS: &[Target] = &[
    Target {
        name: "event_log",
        run: event_log::run,
    },
    Target {
        name: "moves",
        run: moves::run,
    },
    Target {
        name: "position_text",
        run: position_text::run,
    },
    Target {
        name: "protocol_lines",
        run: protocol_lines::run,
    },
    Target {
        name: "records",
        run: records::run,
    },
    Target {
        name: "setup",
        run: setup::run,
    },
    Target {
        name: "typed_moves",
        run: typed_moves::run,
    },
    Target {
        name: "wire",
        run: wire::run,
    },
];
