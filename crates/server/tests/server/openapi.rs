//! The document of the HTTP API, and the page's client, which is made from it.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo nextest run --workspace --test server -E 'test(openapi)'` writes both files.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use komadai_protocol::Scope;
use komadai_protocol::typescript::check_file;
use reqwest::Method;
use serde_json::{Value, json};

use crate::common::{Running, pair};

/// A route of the document.
pub(crate) struct Endpoint {
    pub(crate) method: String,
    pub(crate) path: String,
    operation: Value,
}

/// Callers of a route.
pub(crate) enum Access {
    Everybody,
    /// Everybody; a token needs the scope.
    Scope(Scope),
    Session,
}

fn document() -> Value {
    serde_json::from_str(komadai_server::openapi()).expect("JSON")
}

pub(crate) fn endpoints() -> Vec<Endpoint> {
    let document = document();
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths.iter().flat_map(|(path, item)| {
        let operations = item.as_object().expect("operations");
        operations.iter().map(|(method, operation)| Endpoint {
            method: method.to_uppercase(),
            path: path.clone(),
            operation: operation.clone(),
        })
    });
    operations.collect()
}

impl Endpoint {
    pub(crate) fn access(&self) -> Access {
        let callers = self.operation["security"].as_array().expect("stated");
        match callers.iter().find_map(|caller| caller.get("token")) {
            Some(scopes) => {
                Access::Scope(serde_json::from_value(scopes[0].clone()).expect("a scope"))
            }
            None if callers.is_empty() => Access::Everybody,
            None => Access::Session,
        }
    }

    fn name(&self) -> &str {
        self.operation["operationId"].as_str().expect("a name")
    }

    /// Name and TypeScript type of the parameters of a kind.
    fn parameters(&self, kind: &str) -> Vec<(&str, String)> {
        let all = self.operation["parameters"].as_array();
        let of_kind = all.into_iter().flatten().filter(|it| it["in"] == kind);
        of_kind
            .map(|it| (it["name"].as_str().expect("a name"), type_of(&it["schema"])))
            .collect()
    }

    /// Schema of a successful answer; `None` if it is not a message.
    fn answer(&self) -> Option<&Value> {
        let responses = self.operation["responses"].as_object()?;
        let (_, answer) = (responses.iter()).find(|(status, _)| status.starts_with('2'))?;
        answer["content"]["application/json"].get("schema")
    }

    /// The function that sends the request.
    fn declare(&self, out: &mut String) {
        let is_empty = self.operation["responses"].get("204").is_some();
        let answer = match self.answer() {
            Some(schema) => type_of(schema),
            None if is_empty => "void".into(),
            None => return,
        };
        let mut given: Vec<String> = Vec::new();
        let mut path = self.path.clone();
        for (name, kind) in self.parameters("path") {
            given.push(format!("{name}: {kind}"));
            path = path.replace(
                &format!("{{{name}}}"),
                &format!("${{encodeURIComponent({name})}}"),
            );
        }
        let mut parts = Vec::new();
        if let Some(body) = self.operation.get("requestBody") {
            let kind = type_of(&body["content"]["application/json"]["schema"]);
            let optional = if body["required"] == true { "" } else { "?" };
            given.push(format!("body{optional}: {kind}"));
            parts.push("body");
        }
        for (part, kind) in [("query", "query"), ("headers", "header")] {
            let fields = self.parameters(kind);
            if !fields.is_empty() {
                let fields = fields
                    .iter()
                    .map(|(name, kind)| format!("'{name}'?: {kind}"));
                let fields = fields.collect::<Vec<_>>().join("; ");
                given.push(format!("{part}?: {{ {fields} }}"));
                parts.push(part);
            }
        }
        let parts = match parts.is_empty() {
            true => String::new(),
            false => format!(", {{ {} }}", parts.join(", ")),
        };
        let Self {
            method, operation, ..
        } = self;
        write!(
            out,
            "\t/** {} */\n\t{}: ({}) =>\n\t\task<{answer}>('{method}', `{path}`{parts}),\n",
            operation["summary"].as_str().expect("a summary"),
            self.name(),
            given.join(", "),
        )
        .expect("a String takes all text");
    }
}

/// Type of a JSON schema in TypeScript: a message, or a primitive one. Optional ones without `null`.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.replace("#/components/schemas/", "protocol.");
    }
    let is_null = |it: &&Value| *it == "null" || it["type"] == "null";
    if let Some(either) = schema["oneOf"].as_array() {
        return type_of(either.iter().find(|it| !is_null(it)).expect("a type"));
    }
    let kind = match &schema["type"] {
        Value::Array(either) => either.iter().find(|it| !is_null(it)).expect("a type"),
        kind => kind,
    };
    match kind.as_str().expect("a name") {
        "integer" => "number".into(),
        kind => kind.into(),
    }
}

fn client() -> String {
    let mut out = String::from(
        "// Generated from docs/openapi.json. Do not edit:\n\
         // KOMADAI_WRITE_TYPES=1 cargo nextest run --workspace --test server -E 'test(openapi)'\n\
         import type * as protocol from '../protocol';\n\
         import { ask } from './ask';\n\n\
         export const routes = {\n",
    );
    for route in endpoints() {
        if route.path.starts_with("/api/") {
            route.declare(&mut out);
        }
    }
    out + "};\n"
}

fn check(path: &str, text: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    check_file(&root.join(path), text);
}

#[test]
fn the_document_is_in_step() {
    check("docs/openapi.json", komadai_server::openapi());
}

#[test]
fn the_page_s_client_is_in_step() {
    check("web/src/net/routes.ts", &client());
}

#[test]
fn every_route_has_a_name_of_its_own_and_a_summary() {
    let endpoints = endpoints();
    let names: BTreeSet<&str> = endpoints.iter().map(Endpoint::name).collect();
    assert_eq!(names.len(), endpoints.len());
    for route in &endpoints {
        assert!(route.operation["summary"].is_string(), "{}", route.name());
    }
}

/// Declared types are those of the answers.
#[tokio::test]
async fn answers_have_the_schemas_of_the_document() {
    let server = Running::start().await;
    let (mut first, _, id) = pair(&server, json!({})).await;
    let (_, served): (_, Value) = first.json(Method::GET, "/api/openapi.json", None).await;
    assert_eq!(served, document());
    let components = &served["components"];
    let mut checked = 0;
    for route in endpoints() {
        let Some(schema) = route.answer().filter(|_| route.method == "GET") else {
            continue;
        };
        let schema = json!({ "$ref": schema["$ref"], "components": components });
        let path = route.path.replace("{id}", id.as_str());
        let (_, answer): (_, Value) = first.json(Method::GET, &path, None).await;
        let schema = jsonschema::validator_for(&schema).expect("a schema");
        let problems: Vec<String> = (schema.iter_errors(&answer))
            .map(|error| error.to_string())
            .collect();
        assert!(problems.is_empty(), "{path}: {problems:?} in {answer}");
        checked += 1;
    }
    assert!(checked >= 9, "{checked}");
}
