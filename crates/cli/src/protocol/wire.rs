//! What goes to the board program, and a copy of it and of what comes back in a file, where one is
//! asked for.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

use super::search::lock;
use crate::output;

/// The line to the board program. Copies are of the same line.
#[derive(Clone, Default)]
pub(super) struct Wire {
    log: Arc<Mutex<Option<File>>>,
}

impl Wire {
    /// Says a line.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        self.note("<<", line);
        output::line(line)
    }

    /// Says something that is no answer.
    pub(super) fn remark(&self, text: &str) -> io::Result<()> {
        self.say(&format!("info string {text}"))
    }

    /// A line came.
    pub(super) fn heard(&self, line: &str) {
        self.note(">>", line.trim_end_matches(['\n', '\r']));
    }

    /// From now on all lines are added to this file; to none if its name is empty.
    pub(super) fn log_to(&self, path: &str) -> io::Result<()> {
        let file = match path {
            "" => None,
            // What is in the file stays: its name may have been mistyped.
            path => Some(OpenOptions::new().create(true).append(true).open(path)?),
        };
        *lock(&self.log) = file;
        Ok(())
    }

    fn note(&self, mark: &str, line: &str) {
        if let Some(file) = lock(&self.log).as_mut() {
            // A full disk is no reason to end a game.
            let _ = writeln!(file, "{mark} {line}");
        }
    }
}
