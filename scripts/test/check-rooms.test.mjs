// Every rule of check-rooms.mjs can fail, shown with invented crates.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkApart, checkMetadata, checkSource, THREADS, withoutComments } from "../check-rooms.mjs";

/** Output of `cargo metadata` for crates given as { name: { normal: [], dev: [], outside: bool } }. */
function metadata(crates) {
  const packages = Object.entries(crates).map(([name, crate]) => ({
    id: name,
    name,
    targets: [{ kind: [crate.macro ? "proc-macro" : "lib"] }],
    dependencies: [
      ...(crate.normal ?? []).map((n) => ({ name: n, kind: null })),
      ...(crate.dev ?? []).map((n) => ({ name: n, kind: "dev" })),
    ],
  }));
  return {
    packages,
    workspace_members: packages.filter((p) => !crates[p.name].outside).map((p) => p.id),
    resolve: {
      nodes: packages.map((p) => ({
        id: p.id,
        deps: p.dependencies.map((d) => ({ pkg: d.name, dep_kinds: [{ kind: d.kind }] })),
      })),
    },
  };
}

const house = {
  "komadai-rules": { normal: ["arrayvec"], dev: ["proptest"] },
  "komadai-notation": { normal: ["komadai-rules"] },
  "komadai-engine": { normal: ["komadai-rules", "komadai-notation"] },
  komadai: { normal: ["komadai-rules", "tokio"] },
  arrayvec: { outside: true },
  proptest: { outside: true, normal: ["getrandom"] },
  getrandom: { outside: true },
  tokio: { outside: true },
  "some-macro": { outside: true, macro: true, normal: ["getrandom"] },
};

test("a house in order has no problems", () => {
  assert.deepEqual(checkMetadata(metadata(house)), []);
});

test("an arrow against the table is found", () => {
  const problems = checkMetadata(
    metadata({ ...house, "komadai-rules": { normal: ["komadai-engine"] } }),
  );
  assert.deepEqual(problems, ["komadai-rules may not use komadai-engine"]);
});

test("tests may not point up either", () => {
  const problems = checkMetadata(metadata({ ...house, "komadai-notation": { dev: ["komadai-engine"] } }));
  assert.deepEqual(problems, ["komadai-notation may not use komadai-engine, not even in its tests"]);
});

test("a crate that is not in the table is found", () => {
  const problems = checkMetadata(metadata({ ...house, "komadai-attic": {} }));
  assert.match(problems[0], /^komadai-attic: not in the table/);
});

test("a runtime behind another crate is found, with the way to it", () => {
  const problems = checkMetadata(
    metadata({
      ...house,
      "komadai-engine": { normal: ["threads"] },
      threads: { outside: true, normal: ["tokio"] },
    }),
  );
  assert.deepEqual(problems, ["komadai-engine may not reach tokio: komadai-engine -> threads -> tokio"]);
});

test("what only macros and tests reach is no problem", () => {
  const crates = { ...house, "komadai-rules": { normal: ["some-macro"], dev: ["proptest"] } };
  assert.deepEqual(checkMetadata(metadata(crates)), []);
});

test("clocks, the operating system and its randomness are found in sources", () => {
  for (const line of [
    "use std::time::Duration;",
    "use std::{fmt, time};",
    "let t = Instant::now();",
    "use std::fs;",
    "std::thread::spawn(f);",
    "let r = rand::rng();",
    "let r = OsRng;",
  ]) {
    assert.equal(checkSource(`\n${line}`, "x.rs").length > 0, true, line);
    assert.match(checkSource(`\n${line}`, "x.rs")[0], /^x\.rs:2: uses /);
  }
});

test("threads are started in one file only, which may use nothing else of the system", () => {
  assert.deepEqual(checkSource("use std::thread::scope;", THREADS), []);
  assert.equal(checkSource("use std::thread::scope;", "crates/engine/src/table.rs").length, 1);
  assert.equal(checkSource("use std::fs;", THREADS).length, 1);
});

test("comments and strings are not sources", () => {
  const source = `// std::time
/* Instant
   std::fs */ let a = "std::time \\" Instant"; let b = r#"OsRng "quoted" "#; let c = '"'; let d = "x";
fn of<'a>(time: &'a str) {}`;
  assert.deepEqual(checkSource(source, "x.rs"), []);
  assert.equal(withoutComments(source).split("\n").length, source.split("\n").length);
});

test("a crate in a workspace of its own keeps to its row", () => {
  const apart = (...normal) => metadata({ "komadai-python": { normal } });
  assert.deepEqual(checkApart(apart("komadai-rules", "pyo3")), []);
  assert.deepEqual(checkApart(apart("komadai-server")), ["komadai-python may not use komadai-server"]);
  assert.match(checkApart(metadata({ "komadai-ruby": {} }))[0], /not in the table/);
});
