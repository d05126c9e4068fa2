//! The server over real HTTP and WebSocket, on real SQLite files.

mod bad_input;
mod cable;
mod clocks;
#[path = "../../../store/tests/store/cluster.rs"]
mod cluster;
mod common;
mod copies;
mod copies_presence;
mod copies_reach;
mod copies_takeover;
mod disk;
mod docs;
mod expiry;
mod full_disk;
mod furigoma;
mod guard;
mod identity;
mod limits;
mod lobby_topic;
mod many;
mod metrics;
mod mixtures;
mod nats;
mod notifications;
mod offers;
mod play;
mod player_topic;
mod postgres;
mod premoves;
mod previews;
mod ratings;
mod resume;
mod socket;
mod standstill;
mod topics;
mod wrong_person;
