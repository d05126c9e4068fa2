//! Table, ratio lines and record of a run.

use serde::{Deserialize, Serialize};

use crate::case::Convention;
use crate::rounds::{Measured, Spread, Times, ratio};
use crate::tasks::Task;

#[derive(Debug, Serialize, Deserialize)]
pub struct TaskRecord {
    pub build: Build,
    pub tasks: Vec<Task>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    pub build: Build,
    pub cases: Vec<Measured>,
}

/// Environment of the figures.
#[derive(Debug, Serialize, Deserialize)]
pub struct Build {
    pub rustc: String,
    pub flags: String,
    pub profile: String,
    pub processor: String,
    pub peers: Vec<(String, String)>,
}

impl Build {
    pub fn of_this(peers: Vec<(String, String)>) -> Build {
        Build {
            rustc: env!("BENCH_RUSTC").to_owned(),
            flags: env!("BENCH_FLAGS").to_owned(),
            profile: format!("{}, fat LTO, one codegen unit", env!("BENCH_PROFILE")),
            processor: processor(),
            peers,
        }
    }

    pub fn print(&self, rounds: u32) {
        println!("{}; {}; {}", self.processor, self.rustc, self.profile);
        println!("flags: {}; {rounds} rounds", self.flags);
    }
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or_else(
            || std::env::consts::ARCH.to_owned(),
            |(_, name)| name.to_owned(),
        )
}

fn median(times: &Times) -> f64 {
    Spread::of(times.seconds.clone()).median
}

/// Prints a case's rows: absolute speed, and Komadai's speed relative to the row's.
pub fn print_case(case: &Measured, agreed: &str) {
    println!(
        "\n{} ({} position{}, depth {}; {agreed})",
        case.id(),
        case.positions,
        if case.positions == 1 { "" } else { "s" },
        case.depth
    );
    println!(
        "  {:<16} {:<6} {:>15} {:>11} {:>9}   {:>9}  middle half",
        "generator", "leaves", "nodes", "ms", "Mnodes/s", "ours is"
    );
    for times in &case.times {
        let seconds = median(times);
        let ours = case.times.iter().find(|t| {
            t.contender.peer == "komadai" && t.contender.convention == times.contender.convention
        });
        let compared = match ours {
            Some(ours) if times.contender.peer != "komadai" => {
                let spread = ratio(ours, times);
                format!(
                    "{:>8.2}×  {:.2}–{:.2}",
                    spread.median, spread.low, spread.high
                )
            }
            _ => String::new(),
        };
        println!(
            "  {:<16} {:<6} {:>15} {:>11.3} {:>9.1}   {compared}",
            times.contender.peer,
            times.contender.convention,
            times.nodes,
            seconds * 1e3,
            times.nodes as f64 / seconds / 1e6,
        );
    }
}

pub fn print_ratios(cases: &[Measured]) {
    for (id, peer, convention, spread) in ratios(cases) {
        println!("ratio {id}-{convention}-vs-{peer} {spread:.2}");
    }
}

/// Every ratio of a run: case, peer, Komadai's convention, median.
pub fn ratios(cases: &[Measured]) -> Vec<(String, String, &'static str, f64)> {
    let mut all = Vec::new();
    for case in cases {
        for convention in Convention::ALL {
            let Some(ours) = case.of("komadai", convention) else {
                continue;
            };
            for theirs in &case.times {
                let peer = &theirs.contender.peer;
                // Fairy-Stockfish only has lists: Komadai's count is compared with its lists too.
                let same = theirs.contender.convention == convention.name();
                let only = case.of(peer, convention).is_none();
                if peer != "komadai" && (same || only) {
                    all.push((
                        case.id(),
                        peer.clone(),
                        convention.name(),
                        ratio(ours, theirs).median,
                    ));
                }
            }
        }
    }
    all
}

/// Prints a row of the tasks: nanoseconds per call, Komadai's and the peers'.
pub fn print_task(task: &Task) {
    let per = |seconds: &[f64]| Spread::of(seconds.to_vec()).median * 1e9 / task.asked as f64;
    let Some(((_, ours), peers)) = task.times.split_first() else {
        return;
    };
    print!(
        "{:<10} {:<30} {:>7} of {:>6} {:>9.1} ns",
        task.game,
        task.name,
        task.found,
        task.asked,
        per(ours)
    );
    for (name, seconds) in peers {
        print!(
            "   {name} {:.1} ns, {:.2}×",
            per(seconds),
            compare(ours, seconds)
        );
    }
    println!();
}

/// Median over the rounds of the peer's time divided by Komadai's.
fn compare(ours: &[f64], theirs: &[f64]) -> f64 {
    Spread::of(theirs.iter().zip(ours).map(|(t, o)| t / o).collect()).median
}

pub fn print_task_ratios(tasks: &[Task]) {
    for task in tasks {
        let Some(((_, ours), peers)) = task.times.split_first() else {
            continue;
        };
        for (peer, seconds) in peers {
            let name = task.name.replace(' ', "-");
            println!(
                "ratio {}-set-{name}-vs-{peer} {:.2}",
                task.game,
                compare(ours, seconds)
            );
        }
    }
}
