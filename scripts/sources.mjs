// Text files of the project: tracked by git, or new and not ignored.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Sorted paths relative to the root that match `pattern`, in `folders` if there are any. */
export function sources(pattern, folders = []) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...folders];
  const listed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return [...new Set(listed.split("\0"))]
    .filter((path) => pattern.test(path) && existsSync(join(ROOT, path)))
    .sort();
}

export function read(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
