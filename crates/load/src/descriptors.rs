//! How many sockets the system allows.

/// Descriptors that are not for sockets.
pub(crate) const RESERVED: u64 = 64;

/// Raises the limit of open files of this process to what the system allows, and returns it. A
/// server that is started afterwards inherits it.
#[cfg(unix)]
pub(crate) fn raise_limit() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let before = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: before.maximum,
        maximum: before.maximum,
    };
    // Where raising is refused the limit is what it was.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// Unknown elsewhere.
#[cfg(not(unix))]
pub(crate) fn raise_limit() -> u64 {
    u64::MAX
}
