// Concurrent builds of the page: the second waits and finds the page up to date. None embeds browser modules that are
// older than their sources.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SCRIPTS = fileURLToPath(new URL("..", import.meta.url));

/** Stand-in for Vite: empties dist first and logs begin and end. */
const VITE = `#!/usr/bin/env bash
echo begin >>../log
rm -rf dist
sleep 0.5
mkdir dist && touch dist/index.html
echo end >>../log
`;

const SOURCE = "crates/rules/src/lib.rs";

function checkout() {
  const root = mkdtempSync(join(tmpdir(), "komadai-build-web-"));
  mkdirSync(join(root, "scripts"));
  for (const name of ["build-web.sh", "lib.sh"]) cpSync(join(SCRIPTS, name), join(root, "scripts", name));
  const modules = join(root, "web/node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  writeFileSync(join(root, "web/package-lock.json"), "{}");
  // Marks npm packages as installed.
  writeFileSync(join(modules, ".komadai-installed"), "{}");
  writeFileSync(join(modules, ".bin/vite"), VITE);
  chmodSync(join(modules, ".bin/vite"), 0o755);
  const source = "pub fn perft() {}";
  mkdirSync(join(root, "crates/rules/src"), { recursive: true });
  writeFileSync(join(root, SOURCE), source);
  for (const name of ["rules", "records", "engine"]) {
    mkdirSync(join(root, "web/src/wasm", name), { recursive: true });
    const sum = createHash("sha256").update(source).digest("hex");
    writeFileSync(join(root, "web/src/wasm", name, ".sources"), `${sum}  ${SOURCE}\n`);
  }
  return root;
}

const build = (root) =>
  new Promise((done) => {
    const child = spawn(join(root, "scripts/build-web.sh"), { stdio: "ignore" });
    child.on("exit", done);
  });

test("two builds at the same time do not delete each other's page", async () => {
  const root = checkout();
  try {
    assert.deepEqual(await Promise.all([build(root), build(root)]), [0, 0]);
    assert.deepEqual(readFileSync(join(root, "log"), "utf8").trim().split("\n"), ["begin", "end"]);
    assert.ok(existsSync(join(root, "web/dist/index.html")));
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("the page is built anew when its puzzles change, and only then", async () => {
  const root = checkout();
  const builds = () => readFileSync(join(root, "log"), "utf8").split("begin").length - 1;
  try {
    mkdirSync(join(root, "crates/lab/puzzles"), { recursive: true });
    writeFileSync(join(root, "crates/lab/puzzles/shogi.jsonl"), "1");
    assert.equal(await build(root), 0);
    assert.equal(await build(root), 0);
    assert.equal(builds(), 1);
    writeFileSync(join(root, "crates/lab/puzzles/shogi.jsonl"), "2");
    assert.equal(await build(root), 0);
    assert.equal(builds(), 2);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a page is not built with browser modules that are missing or older than their sources", async () => {
  const root = checkout();
  const stderr = (root) =>
    new Promise((done) => {
      const child = spawn(join(root, "scripts/build-web.sh"), { stdio: ["ignore", "ignore", "pipe"] });
      let said = "";
      child.stderr.on("data", (more) => {
        said += more;
      });
      child.on("close", (code) => done({ code, said }));
    });
  try {
    writeFileSync(join(root, SOURCE), "pub fn perft() -> u64 { 0 }");
    const stale = await stderr(root);
    assert.equal(stale.code, 1);
    assert.match(stale.said, /the rules module is older than crates\/rules\/src\/lib\.rs: run scripts\/build-wasm\.sh/);
    rmSync(join(root, SOURCE));
    assert.equal((await stderr(root)).code, 1, "a source that is gone");
    rmSync(join(root, "web/src/wasm/engine"), { recursive: true });
    writeFileSync(join(root, SOURCE), "pub fn perft() {}");
    assert.match((await stderr(root)).said, /the browser modules are missing: run scripts\/build-wasm\.sh/);
    assert.ok(!existsSync(join(root, "log")));
  } finally {
    rmSync(root, { recursive: true });
  }
});
