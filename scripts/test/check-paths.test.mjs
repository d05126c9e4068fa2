import assert from "node:assert/strict";
import { test } from "node:test";
import { deadPaths } from "../check-paths.mjs";
import { ROOT } from "../sources.mjs";

const dead = (text, folder = ".") => deadPaths(text, folder, ROOT).map(({ line, path }) => `${line} ${path}`);

test("a link and a code span to a file that is not there are found, with their line", () => {
  assert.deepEqual(dead("[a](README.md)\n[b](docs/nothing.md#x)\n`crates/nothing.rs`"), ["2 docs/nothing.md#x", "3 crates/nothing.rs"]);
});

test("links are relative to the document, code spans to the repository", () => {
  assert.deepEqual(dead("[a](protocol.md) `docs/protocol.md`", "docs"), []);
  assert.deepEqual(dead("[a](docs/protocol.md)", "docs"), ["1 docs/protocol.md"]);
});

test("addresses, patterns, generated words and code blocks are no paths", () => {
  assert.deepEqual(dead("[a](https://x.y/z) [b](#c) `/api/games/{id}` `crates/*/src` `text/html`\n```\n`crates/no`\n```"), []);
});

test("in a row of a table file names are relative to the folder before them", () => {
  const row = (text) => dead(`| what | ${text} |`);
  assert.deepEqual(row("`scripts/`: `sources.mjs`, `test/`; `check-paths.test.mjs` in it; `lib.mjs`"), ["1 scripts/lib.mjs"]);
  assert.deepEqual(row("`scripts/step`; `web/README.md` and `x.mjs`"), ["1 web/x.mjs"]);
  assert.deepEqual(row("`--flag`, `nothing.rs`"), []);
});
