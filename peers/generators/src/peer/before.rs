//! Another build of this program, measured in the same rounds, to judge a change.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use komadai_rules::VariantId;
use serde::{Deserialize, Serialize};

use super::komadai::Komadai;
use super::{Peer, Run, Sample, Tally};
use crate::case::{Case, Convention};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    Tally(Case),
    Run(Case, Convention, u32),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Tally { nodes: u64, checksum: u64 },
    Sample { nodes: u64, seconds: f64 },
    Error(String),
}

pub struct Before {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Before {
    pub fn start(program: &Path) -> Result<Before, String> {
        let mut process = Command::new(program)
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        Ok(Before {
            process,
            input,
            output,
        })
    }

    fn ask(&mut self, request: &Request) -> Result<Answer, String> {
        let ask = || -> std::io::Result<Answer> {
            if let Some(input) = &mut self.input {
                serde_json::to_writer(&mut *input, request)?;
                writeln!(input)?;
            }
            let mut line = String::new();
            self.output.read_line(&mut line)?;
            Ok(serde_json::from_str(&line)?)
        };
        let mut ask = ask;
        ask().map_err(|error| format!("the other build: {error}"))
    }
}

impl Drop for Before {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.process.wait();
    }
}

impl Peer for Before {
    fn name(&self) -> &str {
        "before"
    }

    fn plays(&self, _: VariantId) -> bool {
        true
    }

    fn knows(&self, _: Convention) -> bool {
        true
    }

    fn prepare(
        &mut self,
        case: &Case,
        convention: Convention,
    ) -> Result<Box<dyn Run + '_>, String> {
        Ok(Box::new(BeforeRun {
            before: self,
            case: case.clone(),
            convention,
        }))
    }

    fn tally(&mut self, case: &Case) -> Result<Tally, String> {
        match self.ask(&Request::Tally(case.clone()))? {
            Answer::Tally { nodes, checksum } => Ok(Tally { nodes, checksum }),
            Answer::Error(error) => Err(error),
            Answer::Sample { .. } => Err("the other build answered another question".to_owned()),
        }
    }
}

struct BeforeRun<'a> {
    before: &'a mut Before,
    case: Case,
    convention: Convention,
}

impl Run for BeforeRun<'_> {
    fn run(&mut self, times: u32) -> Result<Sample, String> {
        let request = Request::Run(self.case.clone(), self.convention, times);
        match self.before.ask(&request)? {
            Answer::Sample { nodes, seconds } => Ok(Sample { nodes, seconds }),
            Answer::Error(error) => Err(error),
            Answer::Tally { .. } => Err("the other build answered another question".to_owned()),
        }
    }
}

pub fn serve() -> Result<(), String> {
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let answer = serde_json::from_str(&line)
            .map_err(|error| error.to_string())
            .and_then(answer)
            .unwrap_or_else(Answer::Error);
        println!(
            "{}",
            serde_json::to_string(&answer).map_err(|error| error.to_string())?
        );
    }
    Ok(())
}

fn answer(request: Request) -> Result<Answer, String> {
    match request {
        Request::Tally(case) => {
            let Tally { nodes, checksum } = Komadai.tally(&case)?;
            Ok(Answer::Tally { nodes, checksum })
        }
        Request::Run(case, convention, times) => {
            let Sample { nodes, seconds } = Komadai.prepare(&case, convention)?.run(times)?;
            Ok(Answer::Sample { nodes, seconds })
        }
    }
}
