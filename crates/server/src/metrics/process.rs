//! Memory, processor time and open files of this process, under the standard names of Prometheus clients; its
//! standstills.

use crate::time::Standstills;

/// The metrics as text; empty where the system offers none.
pub(super) fn text() -> String {
    imp::text().unwrap_or_default()
}

/// Standstills, and the drift of the host's clock.
pub(super) fn standstills(standstills: &Standstills) -> String {
    let Standstills {
        count,
        total,
        drift_ms,
    } = standstills;
    let (total_s, drift_s) = (total.as_secs_f64(), *drift_ms as f64 / 1000.0);
    format!(
        "# TYPE komadai_standstills counter\nkomadai_standstills_total {count}\n\
         # TYPE komadai_stood_still_seconds counter\nkomadai_stood_still_seconds_total {total_s}\n\
         # TYPE komadai_clock_drift_seconds gauge\nkomadai_clock_drift_seconds {drift_s}\n"
    )
}

#[cfg(target_os = "linux")]
mod imp {
    use std::fs;

    /// Ticks per second of `/proc/self/stat`, the same on all Linux architectures.
    const TICKS: f64 = 100.0;

    pub(super) fn text() -> Option<String> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let resident = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u64 = resident.trim().trim_end_matches(" kB").parse().ok()?;
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // utime and stime are the 12th and 13th fields after the program's name, which may contain spaces.
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
