// Random clicks, keys and typing, seeded: nothing that a person can do makes an error that is not told in words.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, open, start } from "./harness.mjs";

const SECONDS = process.env.GRUNDY_LONG === "1" ? 600 : 60;
const SEED = Number(process.env.SEED ?? 20);

let server;
let chrome;
before(async () => {
  server = await start();
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  await server?.stop();
});

/** mulberry32: small, and the same everywhere. */
function dice(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return (below) => Math.floor(next() * below);
}

const TYPED = ["nim(3)", "kayles(9) + nim(2)", "0.07", "wythoff", "take{1,2}(5)", "(((", "nim(10^30)", "\u202e\u0007", "9", "stairs([0, 2, 3])", "f(n) -> f(n-1)", "棋"];
const KEYS = ["Tab", "Tab", "Enter", "ArrowDown", "ArrowUp", "u", "r", "h", "v", "n", "Escape", "Backspace", "Home"];
const VIEWS = ["play", "explore", "rules", "graph", "learn", "nothing", "play?e=nim(2)&m=nim(9)"];

test(`random clicks and keys for ${SECONDS} s, seed ${SEED}`, async (context) => {
  const roll = dice(SEED);
  const { page, close, wrong } = await open(chrome, server.address, "", { refused: true });
  page.on("dialog", (dialog) => dialog.dismiss());
  const end = Date.now() + SECONDS * 1000;
  let acts = 0;
  while (Date.now() < end && wrong.length === 0) {
    acts++;
    const act = roll(12);
    if (act === 0) {
      await page.goto(`${server.address}#/${VIEWS[roll(VIEWS.length)]}`);
    } else if (act === 1) {
      const boxes = await page.locator("[data-part]:visible").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
      if (boxes.length) {
        await page.mouse.move(...boxes[roll(boxes.length)]);
        await page.mouse.down();
        await page.mouse.move(...boxes[roll(boxes.length)], { steps: 3 });
        await page.mouse.up();
      }
    } else if (act < 7) {
      const all = await page.locator("button:visible:enabled, a:visible, summary:visible, [data-part]:visible, input[type=checkbox]:visible").all();
      const one = all[roll(all.length || 1)];
      // What is clicked may be gone by then: the page goes on meanwhile.
      await one?.click({ timeout: 500, force: true }).catch(() => undefined);
    } else if (act < 10) {
      await page.keyboard.press(KEYS[roll(KEYS.length)]);
    } else if (act === 10) {
      const all = await page.locator("input:visible:not([type=checkbox]):not([type=file]), textarea:visible").all();
      const one = all[roll(all.length || 1)];
      const text = TYPED[roll(TYPED.length)];
      const editor = page.locator(".cm-content:visible");
      if (roll(2) && (await editor.count())) {
        await editor.click({ timeout: 500 }).catch(() => undefined);
        if (roll(2)) await page.keyboard.press("Control+A");
        await page.keyboard.type(text);
      } else {
        await one?.fill(text, { timeout: 500 }).catch(() => undefined);
      }
    } else {
      const all = await page.locator("select:visible:enabled").all();
      const one = all[roll(all.length || 1)];
      const count = one ? await one.locator("option").count().catch(() => 0) : 0;
      if (count) await one.selectOption({ index: roll(count) }, { timeout: 500 }).catch(() => undefined);
    }
    assert.ok(await page.locator("main").count(), "the page is gone");
  }
  context.diagnostic(`${acts} acts`);
  assert.deepEqual(wrong, []);
  // It still works.
  await page.goto(`${server.address}#/play?e=nim(1)`);
  await page.reload();
  await page.locator("[data-status=turn], [data-status=you], [data-status=other]").first().waitFor();
  await close();
});
