//! Processor time, which other load disturbs less than wall-clock time.

#[cfg(unix)]
pub fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Processor time of all threads of a process, exact to the nanosecond while it waits.
pub fn process_seconds(pid: u32) -> Option<f64> {
    let mut nanos = 0u64;
    for task in std::fs::read_dir(format!("/proc/{pid}/task")).ok()? {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        nanos += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(nanos as f64 / 1e9)
}

/// Returns the processor time in seconds too.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = thread_seconds();
    let result = work();
    (result, thread_seconds() - start)
}
