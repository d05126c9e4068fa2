//! `komadai usi` and `komadai uci`; the tests of `komadai-usi` have every command.

use crate::support::{best, komadai_reading, talk};

#[test]
fn either_first_word_is_understood_by_both() {
    for started in ["usi", "uci"] {
        for word in ["usi", "uci"] {
            let said = talk(
                started,
                &[word, "isready", "position startpos", "go depth 1", "quit"],
            );
            for line in [format!("{word}ok"), "readyok".into()] {
                assert!(said.contains(&line), "{line}: {said:?}");
            }
            assert!(best(&said).len() >= 4);
        }
    }
}

/// A GUI that starts a path without arguments.
#[test]
fn without_a_subcommand_the_first_word_on_a_pipe_chooses_the_protocol() {
    for (word, option) in [("usi", "USI_Hash"), ("uci", "Hash")] {
        let input = format!("\n{word}\nposition startpos\ngo depth 1\nquit\n");
        let run = komadai_reading(&input, &[]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let said: Vec<&str> = run.stdout.lines().collect();
        assert!(said.contains(&format!("{word}ok").as_str()), "{said:?}");
        let option = format!("option name {option} ");
        assert!(said.iter().any(|line| line.starts_with(&option)));
        assert!(said.iter().any(|line| line.starts_with("bestmove ")));
    }
    for input in ["", "\n \n", "hello\n", "usinewgame\n"] {
        let run = komadai_reading(input, &[]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{input:?}");
        assert!(run.stderr.contains("Usage: komadai"), "{}", run.stderr);
    }
}
