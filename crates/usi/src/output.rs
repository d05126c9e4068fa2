//! Lines to the GUI, and the debug log of both directions.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

use komadai_uci::{EngineMessage, Info, Protocol};

use crate::search::lock;

type Sink = dyn FnMut(&str) -> io::Result<()> + Send;

/// The caller's sink of lines, and the optional log. Clones share both.
#[derive(Clone)]
pub(crate) struct Output {
    write: Arc<Mutex<Sink>>,
    log: Arc<Mutex<Option<File>>>,
}

impl Output {
    pub(crate) fn new(write: impl FnMut(&str) -> io::Result<()> + Send + 'static) -> Self {
        Self {
            write: Arc::new(Mutex::new(write)),
            log: Arc::default(),
        }
    }

    pub(crate) fn send(&self, message: &EngineMessage, protocol: Protocol) -> io::Result<()> {
        self.line(&message.to_text(protocol))
    }

    pub(crate) fn info_string(&self, text: &str, protocol: Protocol) -> io::Result<()> {
        self.send(&EngineMessage::Info(Info::message(text)), protocol)
    }

    /// Writes a line outside the protocols.
    pub(crate) fn line(&self, line: &str) -> io::Result<()> {
        self.log_line("<<", line);
        (*lock(&self.write))(line)
    }

    pub(crate) fn log_received(&self, line: &str) {
        self.log_line(">>", line.trim_end_matches(['\n', '\r']));
    }

    /// Appends all further lines to this file; to none if the path is empty.
    pub(crate) fn log_to(&self, path: &str) -> io::Result<()> {
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
