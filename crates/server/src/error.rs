use std::net::SocketAddr;

use komadai_store::{OpenError, StoreError};

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
