//! Runs the program in tests.

use std::time::Duration;

use serde_json::Value;

pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Upper bound of a run on a busy machine; a longer one hangs.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) fn komadai(args: &[&str]) -> Run {
    komadai_reading("", args)
}

pub(crate) fn komadai_reading(input: &str, args: &[&str]) -> Run {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(args)
        .write_stdin(input)
        .timeout(PATIENCE)
        .output()
        .expect("the program runs");
    Run {
        status: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

#[track_caller]
pub(crate) fn talk(protocol: &str, lines: &[&str]) -> Vec<String> {
    let output = komadai_reading(&lines.join("\n"), &[protocol]).ok();
    output.lines().map(String::from).collect()
}

#[track_caller]
pub(crate) fn best(lines: &[String]) -> &str {
    let line = lines.iter().find_map(|line| line.strip_prefix("bestmove "));
    let line = line.unwrap_or_else(|| panic!("no best move in {lines:?}"));
    line.split(' ').next().expect("a move")
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

/// Output of `komadai position`, validated by its schema.
#[track_caller]
pub(crate) fn position(args: &[&str]) -> Value {
    let all = [&["position"], args].concat();
    let output = komadai(&all).ok();
    assert_eq!(output.lines().count(), 1);
    let value: Value = serde_json::from_str(&output).expect("JSON");
    check_schema(&value);
    value
}

pub(crate) fn schema() -> Value {
    let text = include_str!("../../../../docs/position.schema.json");
    serde_json::from_str(text).expect("the schema is JSON")
}

#[track_caller]
fn check_schema(value: &Value) {
    let validator = jsonschema::draft202012::new(&schema()).expect("the schema is a schema");
    if let Err(error) = validator.validate(value) {
        panic!("{error} in {value}");
    }
}
