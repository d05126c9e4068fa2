//! Lines to the GUI, and the debug log of both directions.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

use komadai_uci::{EngineMessage, Info, Protocol};

use super::search::lock;
use crate::output;

/// Standard output and the optional log. Clones share the log.
#[derive(Clone, Default)]
pub(super) struct Output {
    log: Arc<Mutex<Option<File>>>,
}

impl Output {
    pub(super) fn send(&self, message: &EngineMessage, protocol: Protocol) -> io::Result<()> {
        self.line(&message.to_text(protocol))
    }

    pub(super) fn info_string(&self, text: &str, protocol: Protocol) -> io::Result<()> {
        self.send(&EngineMessage::Info(Info::message(text)), protocol)
    }

    /// Writes a line outside the protocols.
    pub(super) fn line(&self, line: &str) -> io::Result<()> {
        self.log_line("<<", line);
        output::line(line)
    }

    pub(super) fn log_received(&self, line: &str) {
        self.log_line(">>", line.trim_end_matches(['\n', '\r']));
    }

    /// Appends all further lines to this file; to none if the path is empty.
    pub(super) fn log_to(&self, path: &str) -> io::Result<()> {
        let file = match path {
            "" => None,
            // Appends: a mistyped path must not destroy a file.
            path => Some(OpenOptions::new().create(true).append(true).open(path)?),
        };
        *lock(&self.log) = file;
        Ok(())
    }

    fn log_line(&self, mark: &str, line: &str) {
        if let Some(file) = lock(&self.log).as_mut() {
            // A full disk must not end a game.
            let _ = writeln!(file, "{mark} {line}");
        }
    }
}
