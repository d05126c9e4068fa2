use std::net::SocketAddr;
use std::path::PathBuf;

use komadai_store::{OpenError, StoreError};

use crate::link::LinkError;

/// Startup and shutdown errors. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(
        "{address} is already in use: is komadai running already? \
         Choose another port with {option}, for example {option} {ip}:{next}",
        ip = .address.ip(),
        next = .address.port().wrapping_add(1).max(1024),
    )]
    PortTaken {
        address: SocketAddr,
        option: &'static str,
    },
    #[error("cannot listen on {address} ({error}): choose another address with {option}")]
    Listen {
        address: SocketAddr,
        option: &'static str,
        error: std::io::Error,
    },
    #[error(
        "{given:?} is no public address: it looks like https://games.example.org, without a path"
    )]
    PublicUrl { given: String },
    #[error(
        "--nats is for several servers on one PostgreSQL database, and {} is a file, which one server has to itself: \
         name a database with --database postgres://user@host/name, or leave --nats out", .path.display()
    )]
    NatsWithoutPostgres { path: PathBuf },
    #[error(transparent)]
    Bus(#[from] LinkError),
    #[error(
        "another komadai server ({server}) uses this database: stop it first, or let both reach each other over a NATS \
         server, named with --nats"
    )]
    OtherServer { server: String },
    #[error(
        "another komadai server ({server}) uses this database and does not answer over this NATS server: start it with \
         the same --nats, or stop it first if its version is another one"
    )]
    OtherServerSilent { server: String },
    #[error(
        "another komadai server ({server}) uses this database and speaks version {theirs} of the messages between \
         servers, this program version {ours}: they cannot run together. Stop all servers of the other version, then \
         start this one; nothing has been changed"
    )]
    OtherVersion {
        server: String,
        theirs: u32,
        ours: u32,
    },
    #[error("the data folder cannot be created ({0}): name a file with --database")]
    DataFolder(std::io::Error),
    #[error(transparent)]
    Database(#[from] OpenError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the server stopped: {0}")]
    Network(std::io::Error),
}
