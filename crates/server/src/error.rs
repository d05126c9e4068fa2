use std::net::SocketAddr;
use std::path::PathBuf;

use komadai_store::{OpenError, StoreError};

use crate::bus::BusError;

/// Why the server does not run. Each is a sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error(
        "{address} is already in use: is komadai running already? \
         Choose another port with {option}, for example {option} {ip}:{next}",
        ip = .address.ip(),
        next = .address.port().wrapping_add(1).max(1024),
    )]
    PortTaken {
        /// The address.
        address: SocketAddr,
        /// The option that named it.
        option: &'static str,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address} ({error}): choose another address with {option}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The option that named it.
        option: &'static str,
        /// What the system said.
        error: std::io::Error,
    },
    /// The public address is no address.
    #[error(
        "{given:?} is no public address: it looks like https://games.example.org, without a path"
    )]
    PublicUrl {
        /// What was given.
        given: String,
    },
    /// Several servers cannot share a file.
    #[error(
        "--nats is for several servers on one PostgreSQL database, and {} is a file, which one server has to itself: \
         name a database with --database postgres://user@host/name, or leave --nats out", .path.display()
    )]
    NatsWithoutPostgres {
        /// The file.
        path: PathBuf,
    },
    /// The way to other servers is not there.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// Another server uses the database, and this one knows no way to it.
    #[error(
        "another komadai server ({server}) uses this database: stop it first, or let both reach each other over a NATS \
         server, named with --nats"
    )]
    OtherServer {
        /// Its id in the logs.
        server: String,
    },
    /// Another server uses the database and is not found over NATS.
    #[error(
        "another komadai server ({server}) uses this database and does not answer over this NATS server: start it with \
         the same --nats, or stop it first if its version is another one"
    )]
    OtherServerSilent {
        /// Its id in the logs.
        server: String,
    },
    /// Another server uses the database and would misread what this one sends.
    #[error(
        "another komadai server ({server}) uses this database and speaks version {theirs} of the messages between \
         servers, this program version {ours}: they cannot run together. Stop all servers of the other version, then \
         start this one; nothing has been changed"
    )]
    OtherVersion {
        /// Its id in the logs.
        server: String,
        /// Its version of the messages.
        theirs: u32,
        /// That of this program.
        ours: u32,
    },
    /// There is no place for the database.
    #[error("the data folder cannot be created ({0}): name a file with --database")]
    DataFolder(std::io::Error),
    /// The database is not opened.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The network failed while the server ran.
    #[error("the server stopped: {0}")]
    Network(std::io::Error),
}
