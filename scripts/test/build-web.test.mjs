// Concurrent builds of the page: the second waits and finds the page up to date.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
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
