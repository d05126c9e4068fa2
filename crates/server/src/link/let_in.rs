//! NATS servers that ask who comes.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};

use super::{LinkError, NatsAccess, NatsLink};
use crate::metrics::Metrics;
use crate::server_id::ServerId;

#[expect(dead_code, reason = "used by the tests of the whole server")]
#[path = "../../tests/server/nats.rs"]
pub(crate) mod nats;

/// The address of a server with that configuration; `None` where there is no such program.
fn server(configuration: &str) -> Option<(nats::Nats, String)> {
    let server = nats::Nats::asking(configuration)?;
    let host = server.address.trim_start_matches("nats://").to_owned();
    Some((server, host))
}

async fn enter(addresses: &str, credentials: Option<&Path>) -> Result<(), LinkError> {
    let access = NatsAccess::new(addresses, credentials)?;
    let metrics = Arc::new(Metrics::new());
    let connected = NatsLink::connect(&access, "cluster", ServerId::new(), metrics).await;
    connected.map(drop)
}

/// Refused with a sentence that says why, and keeps what is secret.
async fn refused(addresses: &str, credentials: Option<&Path>, why: &str) {
    let error = enter(addresses, credentials).await.expect_err(why);
    assert!(matches!(error, LinkError::NotLetIn { .. }), "{error}");
    let said = error.to_string();
    assert!(said.contains(why), "{said}");
    assert!(!said.contains("s3cr3t"), "{said}");
}

/// The user and password that the documents have in the address were never sent.
#[tokio::test]
async fn a_server_that_asks_for_a_password_lets_those_in_who_have_it() {
    let asks = r#"authorization { user: "me@home", password: "s3cr3t@:/%" }"#;
    let Some((_server, host)) = server(asks) else {
        return;
    };
    let good = format!("nats://me%40home:s3cr3t%40%3A%2F%25@{host}");
    enter(&good, None).await.expect("let in");
    let wrong = format!("nats://me%40home:s3cr3t@{host}");
    refused(&wrong, None, "as me@home with this password").await;
    refused(&format!("nats://{host}"), None, "without a password").await;
}

#[tokio::test]
async fn a_server_that_asks_for_a_token_lets_those_in_who_have_it() {
    let asks = r#"authorization { token: "s3cr3t/t" }"#;
    let Some((_server, host)) = server(asks) else {
        return;
    };
    enter(&format!("nats://s3cr3t%2Ft@{host}"), None)
        .await
        .expect("let in");
    refused(&format!("nats://s3cr3t@{host}"), None, "with this token").await;
}

/// A claim of NATS' accounts, signed.
fn jwt(issuer: &KeyPair, subject: &KeyPair, claims: Value) -> String {
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let head = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let body = json!({
        "jti": "x", "iat": 1, "iss": issuer.public_key(), "name": "test", "sub": subject.public_key(), "nats": claims,
    });
    let mut text = format!("{}.{}", part(&head), part(&body));
    let signature = issuer.sign(text.as_bytes()).expect("signed");
    write!(text, ".{}", BASE64_URL_SAFE_NO_PAD.encode(signature)).expect("written");
    text
}

fn credentials(folder: &Path, name: &str, account: &KeyPair) -> std::path::PathBuf {
    let user = KeyPair::new_user();
    let claims = json!({
        "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2,
    });
    let claim = jwt(account, &user, claims);
    let seed = user.seed().expect("a seed");
    let path = folder.join(name);
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{claim}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    std::fs::write(&path, text).expect("written");
    path
}

#[tokio::test]
async fn a_server_that_asks_for_credentials_lets_those_in_who_have_them() {
    let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
    let operators = jwt(
        &operator,
        &operator,
        json!({ "type": "operator", "version": 2 }),
    );
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
    });
    let claims = json!({ "limits": limits, "type": "account", "version": 2 });
    let accounts = jwt(&operator, &account, claims);
    let (id, folder) = (account.public_key(), tempfile::tempdir().expect("a folder"));
    let asks = format!(
        "operator: {operators}\nresolver: MEMORY\nresolver_preload: {{ {id}: {accounts} }}\n"
    );
    let Some((_server, host)) = server(&asks) else {
        return;
    };
    let address = format!("nats://{host}");
    let good = credentials(folder.path(), "good.creds", &account);
    enter(&address, Some(&good)).await.expect("let in");
    let strange = credentials(folder.path(), "strange.creds", &KeyPair::new_account());
    refused(&address, Some(&strange), "strange.creds").await;
    let missing = folder.path().join("missing.creds");
    let error = enter(&address, Some(&missing)).await.expect_err("no file");
    assert!(matches!(error, LinkError::Credentials { .. }), "{error}");
}
