//! Displayed time on a host with busy processors.

use std::process::{Child as Process, Command};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use komadai_protocol::{ClientMessage, PROTOCOL_VERSION, ServerMessage};
use tokio_tungstenite::tungstenite::Message;

use crate::common::Child;

const APART_MS: i64 = 50;
const SECONDS: &str = "KOMADAI_BUSY_SECONDS";

#[expect(clippy::disallowed_methods, reason = "what is compared with")]
fn host_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_millis() as i64
}

struct Load(Vec<Process>);

impl Load {
    fn on_all_processors() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        let spin = || {
            let spins = Command::new("sh")
                .args(["-c", "while :; do :; done"])
                .spawn();
            spins.expect("sh runs")
        };
        Self((0..2 * processors).map(|_| spin()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Distance of the welcome's time from the interval between request and response, milliseconds.
async fn apart_ms(child: &Child) -> i64 {
    let url = format!("ws://{}/ws", child.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(url)
        .await
        .expect("a socket");
    let protocol = PROTOCOL_VERSION;
    let hello = serde_json::to_string(&ClientMessage::Hello { protocol }).expect("JSON");
    let asked_ms = host_ms();
    socket.send(Message::text(hello)).await.expect("sent");
    loop {
        let Some(Ok(Message::Text(text))) = socket.next().await else {
            panic!("no welcome")
        };
        let answered_ms = host_ms();
        if let Ok(ServerMessage::Welcome { server_time_ms, .. }) = serde_json::from_str(&text) {
            return (asked_ms - server_time_ms).max(server_time_ms - answered_ms);
        }
    }
}

#[tokio::test]
#[ignore = "takes as long as KOMADAI_BUSY_SECONDS says, ten minutes without it"]
async fn the_time_shown_to_pages_is_the_hosts_however_busy_that_is() {
    let seconds = std::env::var(SECONDS).map_or(600, |text| text.parse().expect("seconds"));
    let folder = tempfile::tempdir().expect("a folder");
    let child = Child::start(&folder.path().join("komadai.db"), &[]).await;
    let _load = Load::on_all_processors();
    let until_ms = host_ms() + 1000 * seconds;
    let (mut most_ms, mut looks) = (i64::MIN, 0);
    while host_ms() < until_ms {
        most_ms = most_ms.max(apart_ms(&child).await);
        looks += 1;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    println!("{looks} looks in {seconds} s: at most {most_ms} ms apart");
    assert!(most_ms <= APART_MS, "{most_ms} ms apart, {looks} looks");
}
