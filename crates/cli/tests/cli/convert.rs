use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{komadai, komadai_reading};

const PGN: &str = "[Event \"a\"]\n[Variant \"Shogi\"]\n\n1. P-76 P-34 2. Bx22+ *\n";

fn folder(name: &str, bytes: impl AsRef<[u8]>) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), bytes).expect("a file");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("UTF-8").into()
}

#[test]
fn a_game_goes_through_every_format_and_comes_back() {
    let folder = folder("game.pgn", PGN);
    let path = |name| path(folder.path(), name);
    let mut from = path("game.pgn");
    for name in [
        "a.kif", "b.ki2", "c.kifu", "d.ki2u", "e.csa", "f.json", "g.usi", "h.pgn",
    ] {
        komadai(&["convert", &from, &path(name)]).ok();
        from = path(name);
    }
    let end = fs::read_to_string(from).expect("the last file");
    assert!(end.contains("1. P-76 P-34 2. Bx22+ *"), "{end}");
    // KIF is Shift-JIS with CRLF line ends.
    let kif = fs::read(path("a.kif")).expect("the file");
    assert!(kif.starts_with(b"\x8a\xfb\x90\xed\x81\x46a\r\n"), "{kif:?}");
    let kifu = fs::read_to_string(path("c.kifu")).expect("UTF-8");
    assert!(kifu.starts_with("棋戦：a\n"), "{kifu}");
}

#[test]
fn the_format_is_recognised_by_content_and_not_by_name() {
    let folder = folder("game.csa", "手合割：平手\n1 ７六歩(77)\n");
    let output = komadai(&[
        "convert",
        "--to",
        "usi",
        &path(folder.path(), "game.csa"),
        "-",
    ])
    .ok();
    assert_eq!(output, "position startpos moves 7g7f\n");
}

#[test]
fn a_dash_means_standard_input_or_output() {
    let output = komadai_reading(PGN, &["convert", "--to", "csa", "-", "-"]).ok();
    assert!(output.contains("+7776FU\n-3334FU\n+8822UM\n"), "{output}");
    let moves = "startpos moves a2a3";
    let args = ["convert", "--game", "minishogi", "--to", "kifu", "-", "-"];
    let output = komadai_reading(moves, &args).ok();
    assert!(
        output.contains("手合割：5五将棋\n") && output.contains("   1 ５三歩(54)"),
        "{output}"
    );
    let refused = komadai_reading(PGN, &["convert", "-", "-"]).refused();
    assert!(refused.contains("--to"), "{refused}");
}

#[test]
fn a_bad_record_says_where_and_the_others_are_converted() {
    let text = format!("{PGN}\n[Event \"b\"]\n[Variant \"Shogi\"]\n\n1. P-76 P-99 *\n\n{PGN}");
    let run = komadai_reading(&text, &["convert", "--to", "usi", "-", "-"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("9:9: "), "{}", run.stderr);
    assert!(run.stderr.contains(", expected "), "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1], "position startpos moves 7g7f");
}

#[test]
fn an_unambiguous_fault_is_a_warning() {
    let text = "手合割：平手\n1 ７六歩(77)\n3 ３四歩(33)\n";
    let run = komadai_reading(text, &["convert", "--to", "usi", "-", "-"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.stdout, "position startpos moves 7g7f 3c3d\n");
    let expected = "3:1: warning: wrong move number \"3 ３四歩(33)\", expected 2\n";
    assert_eq!(run.stderr, expected);
}

#[test]
fn impossible_conversions_are_refused() {
    let refused = komadai_reading("", &["convert", "--to", "usi", "-", "-"]).refused();
    assert!(refused.starts_with("1:1: no game, expected "), "{refused}");
    let refused = komadai_reading("hello", &["convert", "--to", "usi", "-", "-"]).refused();
    assert!(refused.starts_with("1:1: no game, expected "), "{refused}");
    let tori = "position sfen rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1 moves 3d3c";
    let refused = komadai_reading(tori, &["convert", "--to", "csa", "-", "-"]).refused();
    assert_eq!(
        refused,
        "1:1: CSA has no pieces of Tori Shogi, choose another format"
    );
    let refused = komadai(&["convert", "/nowhere/a.kif", "/nowhere/b.pgn"]).refused();
    assert!(refused.contains("cannot read /nowhere/a.kif"), "{refused}");
    let refused = komadai(&["convert", "a.kif", "b.txt"]).refused();
    assert!(
        refused.contains("b.txt does not tell a format"),
        "{refused}"
    );
    let folder = folder("game.pgn", PGN);
    let same = path(folder.path(), "game.pgn");
    let refused = komadai(&["convert", &same, &same]).refused();
    assert!(refused.contains("the same file"), "{refused}");
}

#[test]
fn characters_that_shift_jis_lacks_are_reported() {
    let folder = folder("game.kifu", "先手：♟\n1 ７六歩(77)\n");
    let path = |name| path(folder.path(), name);
    let run = komadai(&["convert", &path("game.kifu"), &path("game.kif")]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert!(run.stderr.contains("Shift-JIS has no ♟"), "{}", run.stderr);
}

#[test]
fn a_file_with_many_games_is_converted_game_by_game() {
    let folder = folder("games.pgn", format!("{PGN}\n").repeat(5_000));
    let path = |name| path(folder.path(), name);
    komadai(&["convert", &path("games.pgn"), &path("games.usi")]).ok();
    let lines = fs::read_to_string(path("games.usi")).expect("the file");
    assert_eq!(lines.lines().count(), 5_000);
    assert!(
        lines
            .lines()
            .all(|line| line == "position startpos moves 7g7f 3c3d 8h2b+")
    );
}
