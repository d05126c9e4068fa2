//! Lines to the GUI, and the debug log of what is sent and received.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

use komadai_uci::{EngineMessage, Info, Protocol};

use super::search::lock;
use crate::output;

/// Standard output, with a log if there is one. Copies write to the same log.
#[derive(Clone, Default)]
pub(super) struct Output {
    log: Arc<Mutex<Option<File>>>,
}

impl Output {
    /// Sends a message of the protocol.
    pub(super) fn send(&self, message: &EngineMessage, protocol: Protocol) -> io::Result<()> {
        self.line(&message.to_text(protocol))
    }

    /// Sends an `info string`.
    pub(super) fn info_string(&self, text: &str, protocol: Protocol) -> io::Result<()> {
        self.send(&EngineMessage::Info(Info::message(text)), protocol)
    }

    /// Writes a line that is no part of the protocols.
    pub(super) fn line(&self, line: &str) -> io::Result<()> {
        self.log_line("<<", line);
        output::line(line)
    }

    /// Logs a line that was received.
    pub(super) fn log_received(&self, line: &str) {
        self.log_line(">>", line.trim_end_matches(['\n', '\r']));
    }

    /// From now on appends all lines to this file; to none if its name is empty.
    pub(super) fn log_to(&self, path: &str) -> io::Result<()> {
        let file = match path {
            "" => None,
            // What is in the file stays: its name may have been mistyped.
            path => Some(OpenOptions::new().create(true).append(true).open(path)?),
        };
        *lock(&self.log) = file;
        Ok(())
    }

    fn log_line(&self, mark: &str, line: &str) {
        if let Some(file) = lock(&self.log).as_mut() {
            // A full disk is no reason to end a game.
            let _ = writeln!(file, "{mark} {line}");
        }
    }
}
