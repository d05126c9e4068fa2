//! Replays the committed corpus: all inputs that found new behaviour or violated a property.

use std::fs;
use std::path::Path;

use komadai_fuzz::TARGETS;

#[test]
fn every_input_of_the_corpus_keeps_the_properties() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for target in TARGETS {
        let folder = corpus.join(target.name);
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut inputs = 0;
        for entry in entries {
            let path = entry.expect("a folder entry").path();
            let bytes = fs::read(&path).expect("a corpus file is read");
            println!("{}", path.display());
            (target.run)(&bytes);
            inputs += 1;
        }
        assert!(inputs > 0, "{} has no corpus", target.name);
    }
}

/// An unlisted target would be fuzzed and never replayed.
#[test]
fn every_fuzz_target_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz_targets");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder of targets")
        .map(|entry| {
            let name = entry.expect("a folder entry").file_name();
            let name = name.to_string_lossy();
            name.trim_end_matches(".rs").to_owned()
        })
        .collect();
    names.sort_unstable();
    let listed: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, listed);
}

/// Short inputs of every kind exercise the properties beyond the corpus.
#[test]
fn short_inputs_keep_the_properties() {
    for target in TARGETS {
        for first in 0..=u8::MAX {
            for length in [0, 1, 2, 9, 40] {
                let bytes: Vec<u8> = (0..length)
                    .map(|index: u8| first.wrapping_mul(index | 1).wrapping_add(index))
                    .collect();
                (target.run)(&bytes);
            }
        }
    }
}
