import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkLock, checkManifest, list } from "../check-deny.mjs";
import { ALLOWED } from "../third-party.mjs";

const TOML = readFileSync(new URL("../../deny.toml", import.meta.url), "utf8");
const RULES = { registries: list(TOML, "sources", "allow-registry"), banned: list(TOML, "bans", "deny") };

const lock = (name, source) => `version = 4\n\n[[package]]\nname = "${name}"\nversion = "1.2.3"\n${source ? `source = "${source}"\n` : ""}`;

test("the licences of deny.toml are those of third-party.mjs", () => {
  assert.deepEqual(list(TOML, "licenses", "allow"), [...ALLOWED]);
});

test("packages come from the registry or are our own", () => {
  assert.deepEqual(checkLock(lock("serde", "registry+https://github.com/rust-lang/crates.io-index"), "x", RULES), []);
  assert.deepEqual(checkLock(lock("komadai"), "x", RULES), []);
  for (const source of ["git+https://example.org/serde?rev=1#1", "registry+https://example.org/index"])
    assert.match(checkLock(lock("serde", source), "x", RULES)[0], /^x: serde 1\.2\.3 comes from /);
});

test("banned packages are found", () => {
  const found = checkLock(lock("openssl-sys", "registry+https://github.com/rust-lang/crates.io-index"), "x", RULES);
  assert.deepEqual(found, ["x: openssl-sys 1.2.3 is banned in deny.toml"]);
});

test("dependencies name their versions", () => {
  const manifest = 'a = "1"\nb = { version = "1", features = ["*"] }\nc = "*"\nd = { version = "*" }\ne = { path = "../e" }\n';
  assert.deepEqual(checkManifest(manifest, "x"), ["x:3: takes any version", "x:4: takes any version"]);
});
