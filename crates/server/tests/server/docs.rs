//! Documents name everything the protocol knows.

use std::path::Path;

use komadai_protocol::{EndReason, ErrorCode};
use komadai_rules::RefusalCode;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tags in the generated TypeScript: `"type": "hello"`.
fn tags(tag: &str) -> Vec<String> {
    let types = include_str!("../../../../web/src/protocol/index.ts");
    let start = format!("\"{tag}\": \"");
    let mut names: Vec<String> = types
        .split(&start)
        .skip(1)
        .map(|rest| rest.split('"').next().expect("text").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn the_protocol_document_is_complete() {
    let text = document("protocol.md");
    let mut names: Vec<String> = Vec::new();
    names.extend(ErrorCode::ALL.iter().map(|code| code.name().to_owned()));
    names.extend(RefusalCode::ALL.iter().map(|code| code.name().to_owned()));
    names.extend(EndReason::all().map(|reason| reason.name().to_owned()));
    let (messages, kinds) = (tags("type"), tags("kind"));
    assert!(
        messages.len() >= 15 && kinds.len() >= 14,
        "{messages:?} {kinds:?}"
    );
    names.extend(messages);
    names.extend(kinds);
    let missing: Vec<&String> = names
        .iter()
        .filter(|name| !text.contains(&format!("`{name}`")) && !text.contains(&format!("{name}`")))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/protocol.md does not explain {missing:?}"
    );
}

#[test]
fn the_operations_document_names_every_option() {
    use clap::{Args as _, Command};
    let text = document("operations.md");
    let command = komadai_server::ServeArgs::augment_args(Command::new("serve"));
    for option in command.get_arguments() {
        let long = format!(
            "--{}",
            option.get_long().expect("every option has a long form")
        );
        assert!(text.contains(&format!("`{long}")), "{long} is missing");
        if let Some(variable) = option.get_env() {
            let variable = variable.to_str().expect("UTF-8");
            assert!(text.contains(variable), "{variable} is missing");
        }
    }
}

/// By default nginx marks an upstream as failed for ten seconds after one error, which gave 502 during rolling
/// restarts.
#[test]
fn the_documented_nginx_marks_no_copy_as_failed() {
    for text in [
        include_str!("../../../../deploy/nginx.conf"),
        include_str!("../../../../docs/operations.md"),
    ] {
        let upstreams = text.split("upstream komadai {").skip(1);
        let mut copies = 0;
        for upstream in upstreams {
            let (servers, _) = upstream.split_once('}').expect("it ends");
            for line in servers.lines().map(str::trim) {
                if line.starts_with("server ") {
                    assert!(line.ends_with(" max_fails=0;"), "{line}");
                    copies += 1;
                }
            }
        }
        assert!(copies > 0);
    }
    let nginx = include_str!("../../../../deploy/nginx.conf");
    assert!(nginx.contains("proxy_next_upstream error timeout http_503;"));
}
