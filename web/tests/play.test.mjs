import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, browser, open, pictures, settled, start } from "./harness.mjs";

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

/** The number of a winning move of the position shown, as the server judges it. */
async function winning(page) {
  const { expr, rules } = await shown(page);
  const { moves } = await ask(server.address, "moves", { expr, ...(rules ? { rules } : {}) });
  const index = moves.findIndex((move) => move.verdict === "wins");
  assert.ok(index >= 0, `${expr} should be won`);
  return index;
}

async function shown(page) {
  const expr = await page.locator(".expr").textContent();
  const rules = new URLSearchParams(new URL(page.url()).hash.split(/\?(.*)/s)[1]).get("rules");
  return { expr: expr.trim(), rules };
}

/** Plays until the game is over, choosing each move by `make`, and tells who won. */
async function playOut(page, make) {
  for (let plies = 0; plies < 60; plies++) {
    const status = await settled(page);
    if (status !== "turn") return status;
    const before = await page.locator(".strip li").count();
    await make(page, await winning(page));
    await page.locator(`.strip li:nth-child(${before + 1})`).waitFor();
  }
  throw new Error("the game does not end");
}

const byMouse = (page, index) => page.locator(".side ol button").nth(index).click();
const byKeyboard = async (page, index) => {
  await page.locator(".side ol button[tabindex='0']").focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < index; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
};

const address = (query) => `#/play?${new URLSearchParams(query)}`;
const OWN = "# jump one or three, or split in two\nhop(n) -> hop(n-1) | hop(n-3)\nhop(n) -> hop(a) + hop(n-2-a) for a in 1..n-3";

const games = [
  ["Nim", { e: "nim(3) + nim(5) + nim(7)" }],
  ["Kayles", { e: "kayles(7) + kayles(4)" }],
  ["Cram", { e: "cram(3, 4)" }],
  ["own rules", { e: "hop(6) + hop(3)", rules: OWN }],
];

for (const [name, query] of games) {
  test(`${name} is won against the perfect opponent by mouse`, async () => {
    const { page, close } = await open(chrome, server.address, address(query));
    assert.equal(await playOut(page, byMouse), "you");
    await page.screenshot({ path: `${pictures}/play-${name.replace(" ", "-")}-won.png`, fullPage: true });
    await close();
  });

  test(`${name} is won by keyboard alone`, async () => {
    const { page, close } = await open(chrome, server.address, address(query));
    assert.equal(await playOut(page, byKeyboard), "you");
    await close();
  });
}

test("a hint comes in four steps", async () => {
  const { page, close } = await open(chrome, server.address, address({ e: "nim(3) + nim(5)" }));
  await settled(page);
  for (let step = 1; step <= 4; step++) {
    await page.keyboard.press("h");
    await page.locator(`.hints li:nth-child(${step})`).waitFor();
    assert.equal(await page.locator(".hints li").count(), step);
  }
  assert.match(await page.locator(".hints li:nth-child(3)").textContent(), /nim\(5\) → nim\(3\)/);
  await close();
});

test("undo, redo and the address restore the game", async () => {
  const { page, close } = await open(chrome, server.address, address({ e: "kayles(7)" }));
  await settled(page);
  await byMouse(page, await winning(page));
  await page.locator(".strip li:nth-child(3)").waitFor();
  await settled(page);
  const there = await shown(page);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelector(".expr")?.textContent?.trim() === "kayles(7)");
  await page.keyboard.press("r");
  await page.waitForFunction((expr) => document.querySelector(".expr")?.textContent?.trim() === expr, there.expr);
  const url = page.url();
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForFunction((expr) => document.querySelector(".expr")?.textContent?.trim() === expr, there.expr);
  assert.equal(await page.locator(".strip li").count(), 3);
  await close();
});

test("a broken address says what it could not restore", async () => {
  const { page, close } = await open(chrome, server.address, `${address({ e: "nim(3)" })}&m=nim(1)&m=kayles(9)`, { refused: true });
  await page.locator(".note").waitFor();
  assert.match(await page.locator(".note").textContent(), /could be restored/);
  await close();
});
