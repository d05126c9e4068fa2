//! `komadai-engine`: the engine for GUIs, which start it by its path. Its first input line, `usi` or `uci`,
//! chooses the protocol.

use std::io::{self, Write as _};
use std::process::ExitCode;

use komadai_usi::program::{print_line, stdin};
use komadai_usi::{Dialect, first_word, options_help, run};

const USAGE: &str = "\
Shogi, Minishogi, Tori Shogi and Shogun Chess for GUIs that speak USI or UCI

Usage: komadai-engine [usi|uci]

Without an argument the first word of the input, usi or uci, chooses the protocol. The option UCI_Variant
chooses the game: shogi, minishogi, torishogi or shogun.

  -h, --help     print this help
  -V, --version  print the version
";

fn main() -> ExitCode {
    let words: Vec<String> = (std::env::args_os().skip(1))
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ended = match words[..] {
        [] => first_word(stdin())
            .and_then(|(named, input)| run(named.unwrap_or(Dialect::Uci), input, print_line)),
        ["usi"] => run(Dialect::Usi, stdin(), print_line),
        ["uci"] => run(Dialect::Uci, stdin(), print_line),
        ["-h" | "--help"] => print_line(&format!("{USAGE}\n{}", options_help().trim_end())),
        ["-V" | "--version"] => print_line(concat!("komadai-engine ", env!("CARGO_PKG_VERSION"))),
        _ => {
            let _ = write!(io::stderr(), "{USAGE}");
            return ExitCode::from(2);
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        // The GUI has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "komadai-engine: {error}");
            ExitCode::FAILURE
        }
    }
}
