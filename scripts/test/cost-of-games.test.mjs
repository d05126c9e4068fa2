import assert from "node:assert/strict";
import { test } from "node:test";
import { ceiling, plot, point, replaceSection, section } from "../cost-of-games.mjs";

const result = (games, p99_ms) => ({
  plan: { games },
  latency: { accepted: { p50_ms: 2, p99_ms, max_ms: 90 } },
  server: { cores: games / 10000, end_mb: games / 20, kb_per_game: 50 },
  moves_per_s: games / 10,
  errors: { "socket-closed": 2, timeout: 1 },
  check: { faults: {} },
});
const points = [point(result(500, 20)), point(result(1000, 30)), point(result(5000, 48))];

test("a result is a point of the plot", () => {
  assert.deepEqual([points[0].games, points[0].p99_ms, points[0].errors, points[0].lost], [500, 20, 3, 0]);
});

test("axes end at even values", () => {
  assert.deepEqual([0.3, 1, 1.1, 48, 50, 51, 700].map(ceiling), [0.5, 1, 2, 50, 50, 100, 1000].map((top) => top));
});

test("the plot has a dot for each value and stays inside", () => {
  const svg = plot(points);
  assert.equal(svg.match(/<circle/g).length, 4 * points.length);
  for (const [, cx, cy] of svg.matchAll(/cx="([^"]+)" cy="([^"]+)"/g)) {
    assert.ok(Number(cx) >= 0 && Number(cx) <= 260, cx);
    assert.ok(Number(cy) >= 0 && Number(cy) <= 200, cy);
  }
});

test("the section takes the place of the one before", () => {
  const text = section({ machine: "A machine.", seconds: 60, points });
  const twice = replaceSection(replaceSection("# Performance\n\n## Other\n\nx\n", text), text);
  assert.equal(twice.split("## Games on one server").length, 2);
  assert.match(twice, /\| 5,000 \| 500 \| 2 \| 48 \|/);
  const between = replaceSection(`${text}\n## After\n\ny\n`, text);
  assert.match(between, /\n## After\n\ny\n$/);
});
