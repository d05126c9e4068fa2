//! Commands outside the protocols, as in other engines.

use komadai_uci::excerpt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    Display,
    Eval,
    Compiler,
    Bench(u32),
    /// `bench`, timed.
    SpeedTest(u32),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{command} needs a depth from 1 to {MAX_DEPTH}, not \"{text}\"")]
pub(crate) struct DepthError {
    command: &'static str,
    text: String,
}

const BENCH_DEPTH: u32 = 6;
/// Deep enough that the searches take seconds.
const SPEED_TEST_DEPTH: u32 = 12;
/// Deeper searches would block the command loop for too long.
const MAX_DEPTH: u32 = 14;

impl Extension {
    /// `None` if the line is none of these commands.
    pub(crate) fn parse(line: &str) -> Option<Result<Self, DepthError>> {
        let mut words = line.split_whitespace();
        let (word, argument) = (words.next()?, words.next());
        let is_last = words.next().is_none();
        let depth = |command: &'static str, default: u32| {
            let Some(text) = argument else {
                return Ok(default);
            };
            (text.parse().ok())
                .filter(|depth| is_last && (1..=MAX_DEPTH).contains(depth))
                .ok_or_else(|| DepthError {
                    command,
                    text: excerpt(line.trim_start().trim_start_matches(command).trim(), 40),
                })
        };
        Some(match word {
            "d" => Ok(Self::Display),
            "eval" => Ok(Self::Eval),
            "compiler" => Ok(Self::Compiler),
            "bench" => depth("bench", BENCH_DEPTH).map(Self::Bench),
            "speedtest" => depth("speedtest", SPEED_TEST_DEPTH).map(Self::SpeedTest),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bench_and_speedtest_have_default_depths() {
        let bench = Extension::parse("bench");
        assert_eq!(bench, Some(Ok(Extension::Bench(BENCH_DEPTH))));
        let speed = Extension::parse(" speedtest 3 ");
        assert_eq!(speed, Some(Ok(Extension::SpeedTest(3))));
        for bad in ["bench 0", "bench 101", "bench deep", "speedtest 3 4"] {
            assert!(matches!(Extension::parse(bad), Some(Err(_))), "{bad}");
        }
        assert_eq!(Extension::parse("go depth 3"), None);
    }
}
