//! Runs the program in tests.

use std::time::Duration;

pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Upper bound of a run on a busy machine; a longer one hangs.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_komadai-lab");

pub(crate) fn komadai_lab(args: &[&str]) -> Run {
    let output = assert_cmd::Command::new(PROGRAM)
        .args(args)
        .timeout(PATIENCE)
        .output()
        .expect("the program runs");
    Run {
        status: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// Message of a rejected run: status 2, no output, one line on standard error.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        assert_eq!(
            (self.status, self.stdout.as_str()),
            (2, ""),
            "{}",
            self.stderr
        );
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.ends_with('\n'));
        self.stderr.trim_end().into()
    }
}
