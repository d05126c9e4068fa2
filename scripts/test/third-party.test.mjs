import assert from "node:assert/strict";
import { test } from "node:test";
import { crates, isAllowed } from "../third-party.mjs";

test("of alternatives one must be allowed, of both together both", () => {
  for (const good of [
    "MIT",
    "MIT/Apache-2.0",
    "MIT OR SSPL-1.0",
    "SSPL-1.0 OR MIT",
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
  ])
    assert.ok(isAllowed(good), good);
  for (const bad of ["SSPL-1.0", "MIT AND SSPL-1.0", "(SSPL-1.0 OR MIT) AND SSPL-1.0", "", null, "MIT MIT", "Apache-2.0 WITH x"])
    assert.ok(!isAllowed(bad), String(bad));
});

test("what only builds or tests the program is not in it", () => {
  const crate = (name, source = "registry") => ({
    id: name,
    name,
    source,
    version: "1",
    license: "MIT",
    repository: "",
    manifest_path: `/${name}/Cargo.toml`,
  });
  const uses = (pkg, kind = null) => ({ pkg, dep_kinds: [{ kind }] });
  const metadata = {
    packages: [crate("komadai", null), crate("komadai-wasm-rules", null), crate("e"), crate("a"), crate("b"), crate("c"), crate("d")],
    resolve: {
      nodes: [
        { id: "komadai-wasm-rules", deps: [uses("e")] },
        { id: "e", deps: [] },
        { id: "komadai", deps: [uses("a"), uses("c", "dev"), uses("d", "build")] },
        { id: "a", deps: [uses("b")] },
        { id: "b", deps: [] },
        { id: "c", deps: [] },
        { id: "d", deps: [] },
      ],
    },
  };
  assert.deepEqual(
    crates(metadata)
      .map(({ name }) => name)
      .sort(),
    ["a", "b", "e"],
  );
});
