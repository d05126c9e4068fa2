import assert from "node:assert/strict";
import { test } from "node:test";
import { hasExample, problems, publicItems } from "../check-examples.mjs";

const span = (line) => ({ filename: "src/a.rs", begin: [line, 1], end: [line, 9] });
const EXAMPLE = "Text.\n\n```\nassert!(true);\n```";

/** An index as rustdoc's JSON has it: a crate `c` with these items in its root. */
function json(root, items) {
  const index = { 0: { id: 0, name: "c", docs: null, visibility: "public", inner: { module: { items: root } } } };
  for (const [id, name, inner, more = {}] of items)
    index[id] = { id, name, docs: null, span: span(id), visibility: "public", inner, ...more };
  return { root: 0, index };
}

test("a block that is compiled and run is an example", () => {
  assert.ok(hasExample(EXAMPLE));
  assert.ok(hasExample("```rust\nx();\n```"));
  for (const docs of [null, "", "Text with `code`.", "```text\nx\n```", "```ignore\nx\n```", "```no_run\nx\n```"])
    assert.ok(!hasExample(docs), docs);
});

test("the end of one block is not the beginning of another", () => {
  assert.ok(!hasExample("```text\n1 2\n```\nText.\n```no_run\nx();\n```"));
  assert.ok(hasExample("```text\n1 2\n```\n```\nx();\n```"));
});

test("functions, types with their own methods, traits and macros are found, also behind a re-export", () => {
  const found = publicItems(
    json([1, 2, 8], [
      [1, null, { use: { id: 3, name: "Renamed", is_glob: false } }],
      [2, "run", { function: {} }],
      [3, "Type", { struct: { impls: [4, 5] } }],
      [4, null, { impl: { trait: null, items: [6, 7] } }],
      [5, null, { impl: { trait: { path: "Debug" }, items: [9] } }],
      [6, "shown", { function: {} }],
      [7, "own", { function: {} }, { visibility: "crate" }],
      [8, null, { use: { id: 10, name: "inner", is_glob: true } }],
      [9, "fmt", { function: {} }, { visibility: "default" }],
      [10, "inner", { module: { items: [11, 13, 14] } }],
      [11, "Trait", { trait: { items: [12] } }],
      [12, "asked", { function: {} }, { visibility: "default" }],
      [13, "make", { macro: "" }],
      [14, "LIMIT", { constant: {} }],
    ]),
  );
  assert.deepEqual(
    found.map(({ path }) => path),
    ["c::run", "c::Renamed", "c::Renamed::shown", "c::Trait", "c::Trait::asked", "c::make"],
  );
});

test("modules within each other are walked once, hidden items not at all", () => {
  const found = publicItems(
    json([1, 99], [
      [1, "a", { module: { items: [1, 2] } }],
      [2, "run", { function: {} }],
    ]),
  );
  assert.deepEqual(
    found.map(({ path }) => path),
    ["c::a::run"],
  );
});

test("what has no example is named with its place, what is exempt is not, and no exemption is left over", () => {
  const items = [
    { path: "c::with", file: "src/a.rs", line: 3, docs: EXAMPLE },
    { path: "c::without", file: "src/a.rs", line: 7, docs: "Text." },
  ];
  assert.deepEqual(problems(items, new Map()), ["src/a.rs:7: c::without has no example that runs"]);
  assert.deepEqual(problems(items, new Map([["c::without", "cannot have one"]])), []);
  const stale = new Map([["c::without", "cannot have one"], ["c::with", "has one"], ["d::other", "not looked at"]]);
  assert.deepEqual(problems(items, stale), ["scripts/check-examples.mjs: c::with needs no exemption"]);
});
