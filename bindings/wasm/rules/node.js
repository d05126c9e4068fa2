// Node's entry: the module is read from this folder when it is imported, and `init` has nothing left to do.

import { readFileSync } from "node:fs";
import { initSync } from "./dist/rules.js";

const module = initSync({ module: readFileSync(new URL("./dist/rules_bg.wasm", import.meta.url)) });

export * from "./dist/rules.js";
export default async () => module;
