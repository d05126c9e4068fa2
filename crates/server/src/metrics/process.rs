//! Memory, processor time and open files of this process, under the names all Prometheus clients use.

/// The metrics as text; nothing where the system does not tell.
pub(super) fn text() -> String {
    imp::text().unwrap_or_default()
}

#[cfg(target_os = "linux")]
mod imp {
    use std::fs;

    /// Ticks of `/proc/self/stat` in a second, the same on all architectures that Linux runs on.
    const TICKS: f64 = 100.0;

    pub(super) fn text() -> Option<String> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let resident = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u64 = resident.trim().trim_end_matches(" kB").parse().ok()?;
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // After the program's name, which may have spaces: user and system time are the 12th and 13th.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut times = fields.split_whitespace().skip(11);
        let user: f64 = times.next()?.parse().ok()?;
        let system: f64 = times.next()?.parse().ok()?;
        let files = fs::read_dir("/proc/self/fd").ok()?.count();
        let metrics = [
            (
                "process_resident_memory_bytes",
                "gauge",
                "",
                kib as f64 * 1024.0,
            ),
            (
                "process_cpu_seconds",
                "counter",
                "_total",
                (user + system) / TICKS,
            ),
            ("process_open_fds", "gauge", "", files as f64),
        ];
        let lines = metrics.map(|(name, kind, suffix, value)| {
            format!("# TYPE {name} {kind}\n{name}{suffix} {value}\n")
        });
        Some(lines.concat())
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    pub(super) fn text() -> Option<String> {
        None
    }
}
