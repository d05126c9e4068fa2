//! Any line of USI or UCI is a message or an error; a written line is read back the same.

use komadai_notation::Dialect;
use komadai_uci::{EngineMessage, GuiMessage, Protocol};

use crate::input::Input;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.variant();
    let text = input.text();
    for dialect in [Dialect::Usi, Dialect::Uci] {
        let protocol = Protocol::new(dialect, game);
        for line in text.lines() {
            match GuiMessage::parse(line, protocol) {
                Ok(message) => {
                    let written = message.to_text(protocol);
                    let again =
                        GuiMessage::parse(&written, protocol).expect("our own line is read");
                    assert_eq!(again.to_text(protocol), written, "{line}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            match EngineMessage::parse(line, protocol) {
                Ok(message) => {
                    let written = message.to_text(protocol);
                    let again =
                        EngineMessage::parse(&written, protocol).expect("our own line is read");
                    assert_eq!(again.to_text(protocol), written, "{line}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}
