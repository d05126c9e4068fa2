// Every rule of check-styles.mjs can fail, shown with invented styles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkStyle, definedIn } from "../check-styles.mjs";

const names = definedIn("--text-body: 1rem; --layer-menu: 12; @custom-media --width-phone (max-width: 560px);");
const check = (source, path = "a/b.css") => checkStyle(path, source, names);

test("finds sizes of text, layers and breakpoints that are literals", () => {
  assert.deepEqual(check(".a {\n\tfont-size: 0.9rem;\n\tz-index: 3;\n}\n@media (max-width: 400px) {}"), [
    "a/b.css:2: font-size: 0.9rem: use a size of text, var(--text-…)",
    "a/b.css:3: z-index: 3: use a layer, var(--layer-…)",
    "a/b.css:5: @media: (max-width: 400px): use a breakpoint of styles/breakpoints.css",
  ]);
  assert.equal(check("a { font: 600 12px / 1.5 serif }").length, 1);
  assert.equal(check("a { --text-own: 12px }").length, 1);
  assert.equal(check("@media print and (width < 10rem) {}").length, 1);
});

test("accepts names, bounds beside them, and what is not a size", () => {
  const style = `
    a { font-size: min(var(--text-body), 20px); z-index: var(--layer-menu); font: inherit }
    b { font-size: calc(var(--sq) * 0.3); --text-own: min(var(--text-body), 2vw) }
    @media (--width-phone) and (orientation: portrait) {}
    @media print {}
    @container (max-width: 20rem) {}
    /* z-index: 3 */`;
  assert.deepEqual(check(style), []);
});

test("finds names that are not defined", () => {
  assert.deepEqual(check("a { z-index: var(--layer-attic) }\n@media (--width-attic) {}"), [
    "a/b.css:1: --layer-attic is not defined",
    "a/b.css:2: --width-attic is not defined",
  ]);
});

test("reads the style of a component only, and leaves the definitions alone", () => {
  const component = '<p style="z-index: 3">a</p>\n<style>\n\ta { z-index: 3 }\n</style>';
  assert.deepEqual(check(component, "a/B.svelte"), ["a/B.svelte:3: z-index: 3: use a layer, var(--layer-…)"]);
  assert.deepEqual(check(":root { --text-body: 1rem }", "styles/base.css"), []);
});
