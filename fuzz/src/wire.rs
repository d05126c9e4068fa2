//! Any text on a socket is a message or an error; a written message is read back the same.

use komadai_protocol::{ApiError, ClientMessage, CreateGame, GameEvent, ServerMessage, Snapshot};
use serde_json::from_str;

use crate::input::Input;

pub fn run(bytes: &[u8]) {
    let text = Input::new(bytes).text();
    round_trip::<ClientMessage>(&text);
    round_trip::<ServerMessage>(&text);
    round_trip::<GameEvent>(&text);
    round_trip::<Snapshot>(&text);
    round_trip::<CreateGame>(&text);
    round_trip::<ApiError>(&text);
}

fn round_trip<T>(text: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let Ok(message) = from_str::<T>(text) else {
        return;
    };
    let written = serde_json::to_string(&message).expect("messages are written");
    assert_eq!(
        from_str::<T>(&written).expect("our own text is read"),
        message
    );
}
