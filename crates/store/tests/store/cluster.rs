//! PostgreSQL server for tests: one shared by all, or one started by this program.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Folder of a server that `scripts/postgres.sh` has started.
const RUNNING: &str = "KOMADAI_TEST_POSTGRES";

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Creates an empty database and returns its address; `None` without PostgreSQL.
pub(crate) fn database() -> Option<String> {
    static SERVER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let running = || Some(running(std::env::var_os(RUNNING)?));
    let folder = SERVER.get_or_init(|| running().or_else(start)).as_ref()?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("test_{}_{number}", std::process::id());
    let created = Command::new(programs()?.join("createdb"))
        .arg("-h")
        .arg(folder)
        .args(["-U", "komadai", &name])
        .status();
    assert!(created.expect("it runs").success(), "{name}");
    Some(format!(
        "postgres:///{name}?host={}&user=komadai",
        folder.display()
    ))
}

/// Folder of the named server. Panics if it does not run, so that no test is skipped silently.
fn running(folder: OsString) -> PathBuf {
    let folder = PathBuf::from(folder);
    let socket = folder.join(".s.PGSQL.5432");
    assert!(
        programs().is_some() && socket.exists(),
        "{RUNNING} names no PostgreSQL server: {}",
        folder.display()
    );
    folder
}

#[test]
#[should_panic(expected = "names no PostgreSQL server")]
fn a_named_postgresql_server_that_does_not_run_fails_the_tests() {
    running("/nowhere".into());
}

fn start() -> Option<PathBuf> {
    if programs().is_none() {
        // Written to stderr directly, which is shown even if the tests pass.
        let said = writeln!(
            std::io::stderr(),
            "    left out: the tests on PostgreSQL, because Debian's postgresql is not there"
        );
        said.expect("said");
        return None;
    }
    // The script removes it after this program has ended.
    let folder = tempfile::tempdir().expect("a folder").keep();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
    let child = Command::new(script)
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("the server starts");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    assert_eq!(line, "ready\n", "the server says why it does not run");
    // The script stops the server when its standard input closes, at the end of this program.
    std::mem::forget(child);
    Some(folder)
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut folders: Vec<_> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    folders.sort();
    folders.pop()
}
