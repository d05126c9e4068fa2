//! Strict reader of the vectors in `tests/cases`: unread fields are failures.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::reference::Law;

pub(crate) fn case_file(name: &str) -> String {
    let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A row of a table of vectors. Every field must be taken before [`Row::done`].
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) law: Law,
    fields: Map<String, Value>,
    taken: BTreeSet<String>,
}

impl Row {
    fn new(value: &Value) -> Self {
        let fields = value.as_object().expect("a row is an object").clone();
        let mut row = Row {
            id: String::new(),
            law: Law::Shogi,
            fields,
            taken: BTreeSet::new(),
        };
        row.id = row.text("id").expect("every row has an id");
        row.law = Law::by_name(&row.text("game").expect("every row has a game"));
        row
    }

    pub(crate) fn take(&mut self, field: &str) -> Option<Value> {
        self.taken.insert(field.to_owned());
        self.fields.get(field).cloned()
    }

    pub(crate) fn text(&mut self, field: &str) -> Option<String> {
        self.take(field).map(|v| match v {
            Value::String(text) => text,
            other => panic!("{}: {field} is {other}", self.id),
        })
    }

    pub(crate) fn number(&mut self, field: &str) -> Option<u64> {
        self.take(field)
            .map(|v| v.as_u64().unwrap_or_else(|| panic!("{}: {field}", self.id)))
    }

    pub(crate) fn texts(&mut self, field: &str) -> Vec<String> {
        match self.take(field) {
            None => Vec::new(),
            Some(Value::Array(list)) => list
                .iter()
                .map(|v| {
                    v.as_str()
                        .unwrap_or_else(|| panic!("{}: {field}", self.id))
                        .to_owned()
                })
                .collect(),
            Some(other) => panic!("{}: {field} is {other}", self.id),
        }
    }

    /// Panics if a field was not taken.
    pub(crate) fn done(self) {
        let unknown: Vec<&String> = self
            .fields
            .keys()
            .filter(|field| !self.taken.contains(*field))
            .collect();
        assert!(unknown.is_empty(), "{}: nobody reads {unknown:?}", self.id);
    }
}

/// Rows of a table of `rules.json` or another file of the same shape.
pub(crate) fn table(file: &str, name: &str) -> Vec<Row> {
    let all: Value = serde_json::from_str(&case_file(file)).expect("valid JSON");
    let rows: Vec<Row> = all[name]
        .as_array()
        .unwrap_or_else(|| panic!("{file}: {name}"))
        .iter()
        .map(Row::new)
        .collect();
    let ids: BTreeSet<&String> = rows.iter().map(|row| &row.id).collect();
    assert_eq!(ids.len(), rows.len(), "{file}: {name}: an id occurs twice");
    rows
}

pub(crate) fn table_names(file: &str) -> BTreeSet<String> {
    let all: Value = serde_json::from_str(&case_file(file)).expect("valid JSON");
    all.as_object()
        .expect("tables by name")
        .keys()
        .cloned()
        .collect()
}

/// A row of `perft.jsonl`: node counts at depth 1, 2, 3 …
pub(crate) struct PerftRow {
    pub(crate) law: Law,
    pub(crate) position: String,
    pub(crate) counts: Vec<u64>,
}

pub(crate) fn perft_rows() -> Vec<PerftRow> {
    let mut rows = Vec::new();
    for line in case_file("perft.jsonl").lines() {
        let value: Value = serde_json::from_str(line).expect("valid JSON");
        let object = value.as_object().expect("a row is an object");
        let fields: BTreeSet<&str> = object.keys().map(String::as_str).collect();
        assert_eq!(
            fields,
            BTreeSet::from(["game", "perft", "position"]),
            "{line}"
        );
        rows.push(PerftRow {
            law: Law::by_name(value["game"].as_str().expect("game")),
            position: value["position"].as_str().expect("position").to_owned(),
            counts: value["perft"]
                .as_array()
                .expect("perft")
                .iter()
                .map(|n| n.as_u64().expect("count"))
                .collect(),
        });
    }
    rows
}
