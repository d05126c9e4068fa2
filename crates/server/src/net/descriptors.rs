//! How many files and connections the system allows.

/// Descriptors that are not for connections: database, logs, the runtime.
const RESERVED: usize = 64;
/// Where the system says nothing.
const FALLBACK: usize = 1024;

/// Raises the limit of open files to what the system allows this process. Returns for how many
/// connections that leaves room.
pub(crate) fn raise_limit() -> usize {
    let limit = raised().unwrap_or(FALLBACK);
    limit.saturating_sub(RESERVED).max(1)
}

#[cfg(unix)]
fn raised() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let before = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: before.maximum,
        maximum: before.maximum,
    };
    // Where raising is refused the limit is what it was.
    let _ = setrlimit(Resource::Nofile, wanted);
    let after = getrlimit(Resource::Nofile);
    usize::try_from(after.current.unwrap_or(u64::MAX)).ok()
}

#[cfg(not(unix))]
fn raised() -> Option<usize> {
    None
}
