//! Memory and CPU time of a process, on Linux only.

use std::fs;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    pub(crate) memory: u64,
    pub(crate) peak: u64,
    pub(crate) cpu_s: f64,
}

/// Clock ticks per second in /proc (`USER_HZ`), fixed since Linux 2.6.
const TICKS: f64 = 100.0;

pub(crate) fn sample(pid: u32) -> Option<Sample> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (memory, peak) = memory(&status)?;
    Some(Sample {
        memory,
        peak,
        cpu_s: cpu_s(&stat)?,
    })
}

fn memory(status: &str) -> Option<(u64, u64)> {
    let field = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib * 1024)
    };
    Some((field("VmRSS:")?, field("VmHWM:")?))
}

/// User and system time: fields 14 and 15 of /proc/PID/stat, counted after the name, which may contain spaces.
fn cpu_s(stat: &str) -> Option<f64> {
    let fields = stat.rsplit_once(')')?.1;
    let mut fields = fields.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_proc_files_are_parsed() {
        let status = "Name:\tx\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n";
        assert_eq!(memory(status), Some((1024 * 1024, 2048 * 1024)));
        let stat = "7 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20";
        assert_eq!(cpu_s(stat), Some(2.0));
        assert_eq!(cpu_s("nonsense"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory() {
        let sample = sample(std::process::id()).expect("it runs");
        assert!(sample.memory > 0 && sample.peak >= sample.memory);
        assert_eq!(super::sample(u32::MAX), None);
    }
}
