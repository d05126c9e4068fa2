//! Limit of open files and connections.

const RESERVED: usize = 64;
const FALLBACK: usize = 1024;

/// Raises the soft limit of open files to the hard limit. Returns the number of connections it allows.
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
    // On failure the limit stays as it was.
    let _ = setrlimit(Resource::Nofile, wanted);
    let after = getrlimit(Resource::Nofile);
    usize::try_from(after.current.unwrap_or(u64::MAX)).ok()
}

#[cfg(not(unix))]
fn raised() -> Option<usize> {
    None
}
