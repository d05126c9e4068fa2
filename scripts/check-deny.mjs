#!/usr/bin/env node
// Checks sources, bans and wildcards of deny.toml in seconds, without cargo-deny: packages in lock files come from the
// allowed registry and are not banned, and manifests restrict versions. scripts/third-party.mjs checks licences;
// `make deny` runs cargo-deny itself.
//
//   node scripts/check-deny.mjs      exit status 1 and one line per violation

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

export function list(toml, section, key) {
  const body = toml.split(/^\[/m).find((part) => part.startsWith(`${section}]`)) ?? "";
  const entries = body.match(new RegExp(`^${key} = \\[([^\\]]*)\\]`, "m"))?.[1];
  if (entries === undefined) throw new Error(`deny.toml has no list ${key} in [${section}]`);
  return [...entries.replaceAll(/#.*$/gm, "").matchAll(/"([^"]*)"/g)].map((match) => match[1]);
}

export function packages(lock) {
  return lock
    .split("[[package]]")
    .slice(1)
    .map((text) => {
      const field = (name) => text.match(new RegExp(`^${name} = "([^"]*)"`, "m"))?.[1];
      return { name: field("name"), version: field("version"), source: field("source") };
    });
}

/** Violations in a lock file. Packages without source belong to the project. */
export function checkLock(lock, where, { registries, banned }) {
  const allowed = new Set(registries.map((url) => `registry+${url}`));
  return packages(lock).flatMap(({ name, version, source }) => {
    const problems = [];
    if (source !== undefined && !allowed.has(source)) problems.push(`${where}: ${name} ${version} comes from ${source}`);
    if (banned.includes(name)) problems.push(`${where}: ${name} ${version} is banned in deny.toml`);
    return problems;
  });
}

/** Violations: dependencies that accept any version. */
export function checkManifest(manifest, where) {
  return manifest.split("\n").flatMap((line, index) => {
    const any = /^[\w-]+\s*=\s*(?:"\*"|\{.*\bversion\s*=\s*"\*")/.test(line);
    return any ? [`${where}:${index + 1}: takes any version`] : [];
  });
}

function main() {
  const read = (path) => readFileSync(join(ROOT, path), "utf8");
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
    .toString()
    .split("\0");
  const toml = read("deny.toml");
  const rules = { registries: list(toml, "sources", "allow-registry"), banned: list(toml, "bans", "deny") };
  const locks = files.filter((path) => /(^|\/)Cargo\.lock$/.test(path));
  const manifests = files.filter((path) => /(^|\/)Cargo\.toml$/.test(path));
  const problems = [
    ...locks.flatMap((path) => checkLock(read(path), path, rules)),
    ...manifests.flatMap((path) => checkManifest(read(path), path)),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`    ${locks.length} lock files and ${manifests.length} manifests: sources and bans of deny.toml kept`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
