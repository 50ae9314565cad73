// The positions that a plot draws stand for all: near each value that is left out one is drawn, in the same block.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import ts from "typescript";

const source = readFileSync(new URL("../src/lib/thin.ts", import.meta.url), "utf8");
const { outputText } = ts.transpileModule(source, { compilerOptions: { module: "ESNext", target: "ES2022" } });
const { positions } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

/** Numbers that look random, the same in every run. */
function numbers(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const random = numbers(18);
const ROWS = {
  few: Float64Array.from({ length: 5000 }, () => random(30)),
  wide: Float64Array.from({ length: 5000 }, (_, n) => n * 1000 + random(500)),
  gaps: Float64Array.from({ length: 5000 }, () => (random(3) ? random(9) : NaN)),
  short: Float64Array.from([7]),
};

for (const [name, values] of Object.entries(ROWS)) {
  test(`what is drawn stands for all: ${name}`, () => {
    assert.equal(positions(values, 0, values.length - 1, 63), null);
    const step = Math.max(1, values.reduce((a, b) => (b > a ? b : a), 0) / 4095);
    for (const [dense, block] of [[64, 64], [300, 256], [5000, 1024]]) {
      for (const [first, last] of [[0, values.length - 1], [block, 3 * block - 1]]) {
        const drawn = [...positions(values, first, last, dense)];
        assert.deepEqual(drawn, [...new Set(drawn)].sort((a, b) => a - b));
        assert.ok(drawn.every((n) => first <= n && n <= last && !Number.isNaN(values[n])));
        for (let n = first; n <= Math.min(last, values.length - 1); n++) {
          const near = (m) => Math.floor(m / block) === Math.floor(n / block) && Math.abs(values[m] - values[n]) <= step;
          assert.ok(Number.isNaN(values[n]) || drawn.some(near), `${n} of ${name}, ${dense} a column`);
        }
      }
    }
  });
}
