// The examples of the packages' READMEs.

import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exampleOf } from "../../example.mjs";

for (const name of ["rules", "engine"]) {
  test(`${name}: the example of the README runs`, async () => {
    const folder = new URL(`../../${name}/`, import.meta.url);
    const code = exampleOf(readFileSync(new URL("README.md", folder), "utf8"));
    const module = code.replace(`"@komadai/${name}"`, JSON.stringify(new URL("node.js", folder).href));
    await import(`data:text/javascript,${encodeURIComponent(module)}`);
  });
}
