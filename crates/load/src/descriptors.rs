//! Limit of open files.

pub(crate) const RESERVED: u64 = 64;

/// Raises the limit of open files to the hard limit and returns it. A server started afterwards inherits it.
#[cfg(unix)]
pub(crate) fn raise_limit() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let before = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: before.maximum,
        maximum: before.maximum,
    };
    // If raising fails, the old limit holds.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
pub(crate) fn raise_limit() -> u64 {
    u64::MAX
}
