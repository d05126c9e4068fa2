// The project's own text files, as git knows them: tracked ones, and new ones that it does not ignore.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Paths relative to the root, sorted, that match `pattern` and lie in one of `folders` (none: all). */
export function sources(pattern, folders = []) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...folders];
  const listed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return [...new Set(listed.split("\0"))]
    .filter((path) => pattern.test(path) && existsSync(join(ROOT, path)))
    .sort();
}

/** The text of a source. */
export function read(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
