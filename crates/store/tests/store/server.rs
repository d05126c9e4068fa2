//! A PostgreSQL server of the tests' own, in a folder that vanishes: Debian's package, as an ordinary user.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes a cluster and runs it until standard input ends: with the test program, whatever ends that.
const RUN: &str = r#"
set -e
"$1/initdb" -D "$2/data" -U komadai -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c shared_buffers=16MB >>"$2/log" 2>&1 &
server=$!
until "$1/pg_isready" -q -h "$2"; do kill -0 $server; sleep 0.05; done
echo ready
read -r _ || true
kill -INT $server
wait $server || true
rm -rf "$2"/*
"#;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// The address of a new, empty database; `None` where there is no PostgreSQL.
pub(crate) async fn database() -> Option<String> {
    static SERVER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = SERVER.get_or_init(start).as_ref()?;
    let name = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let address = |name: &str| format!("postgres:///{name}?host={}&user=komadai", folder.display());
    execute(&address("postgres"), format!("CREATE DATABASE {name}")).await;
    Some(address(&name))
}

/// Runs a statement on a database.
pub(crate) async fn execute(address: &str, sql: String) {
    use sqlx::{ConnectOptions, Connection};
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut connection = options.connect().await.expect("connected");
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection);
    done.await.expect("done");
    connection.close().await.expect("closed");
}

fn start() -> Option<PathBuf> {
    let Some(programs) = programs() else {
        eprintln!("left out: the tests on PostgreSQL, because Debian's postgresql-15 is not there");
        return None;
    };
    // The server refuses to run as root.
    let is_root = output("id", &["-u"]) == "0";
    let user = ["postgres", "nobody"]
        .into_iter()
        .find(|user| !output("id", &["-u", user]).is_empty());
    // Removed by the script, which outlives this program.
    let folder = tempfile::tempdir().expect("a folder").keep();
    let mut command = match (is_root, user) {
        (true, Some(user)) => {
            let id = |kind| output("id", &[kind, user]).parse().ok();
            std::os::unix::fs::chown(&folder, id("-u"), id("-g")).expect("given away");
            let mut command = Command::new("setpriv");
            let group = output("id", &["-g", user]);
            command.args(["--reuid", user, "--regid", &group, "--clear-groups", "sh"]);
            command
        }
        _ => Command::new("sh"),
    };
    let child = command
        .args(["-c", RUN, "sh"])
        .args([&programs, &folder])
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("the server starts");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    assert_eq!(line, "ready\n", "{log}");
    // Its standard input stays open as long as this program lives.
    std::mem::forget(child);
    Some(folder)
}

/// The folder of the newest PostgreSQL.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut folders: Vec<_> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    folders.sort();
    folders.pop()
}

/// What a program prints, without the end of the line; nothing if it fails.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().trim().to_owned()
}

/// Where a test keeps its database.
pub(crate) struct Place {
    database: PathBuf,
    _folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            database: folder.path().join("komadai.db"),
            _folder: folder,
        }
    }

    pub(crate) async fn postgres() -> Option<Self> {
        Some(Self {
            database: database().await?.into(),
            _folder: tempfile::tempdir().expect("a folder"),
        })
    }

    pub(crate) async fn open(&self) -> std::sync::Arc<dyn komadai_store::Store> {
        komadai_store::open(&self.database).await.expect("opens")
    }

    pub(crate) fn database(&self) -> &Path {
        &self.database
    }

    /// Runs a statement beside the store, as a damaged disk might.
    pub(crate) async fn execute(&self, sql: &'static str) {
        use sqlx::{ConnectOptions, Connection};
        if komadai_store::is_shared(&self.database) {
            let address = self.database.to_str().expect("text");
            return execute(address, sql.into()).await;
        }
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.database);
        let mut connection = options.connect().await.expect("connected");
        let done = sqlx::query(sql).execute(&mut connection).await;
        done.expect("done");
        connection.close().await.expect("closed");
    }
}

/// Makes two tests of each function: on a file, and on PostgreSQL where it is there.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::server::Place::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                if let Some(place) = crate::server::Place::postgres().await {
                    super::$test(place).await;
                }
            })+
        }
    };
}
pub(crate) use on_both;
