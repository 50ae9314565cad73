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

/** Taps a piece that stands for the move, and the move itself where a piece stands for several. */
const byTouch = async (page, index) => {
  const piece = await page.evaluate((index) => {
    const pieces = [...document.querySelectorAll(".board [data-move]")];
    const found = pieces.find((piece) => piece.getAttribute("data-move").split(" ").includes(String(index)));
    return found?.getAttribute("data-part");
  }, index);
  assert.ok(piece, `no piece stands for move ${index}`);
  const several = await page.locator(`.board [data-part="${piece}"]`).first().evaluate((one) => one.getAttribute("data-move").split(" "));
  const before = await page.locator(".expr").textContent();
  await page.locator(`.board [data-part="${piece}"]`).first().tap({ force: true });
  if (several.length > 1) await page.locator(".choice button").nth(several.indexOf(String(index))).tap();
  assert.ok(before);
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

  test(`${name} is won by touch on a phone`, async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page, close } = await open(chrome, server.address, address(query), phone);
    assert.equal(await playOut(page, byTouch), "you");
    await page.screenshot({ path: `${pictures}/phone-${name.replace(" ", "-")}.png`, fullPage: true });
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
  await page.locator(".notice").waitFor();
  assert.match(await page.locator(".notice").textContent(), /could be restored/);
  await close();
});

test("pointing at a piece marks its moves, and at a move its pieces", async () => {
  const { page, close } = await open(chrome, server.address, address({ e: "kayles(5)" }));
  await settled(page);
  await page.locator(".side ol button").nth(0).hover();
  assert.equal(await page.locator(".board .chosen").count(), 1);
  await page.locator(".board [data-move]").nth(1).hover();
  assert.ok((await page.locator(".side ol button.marked").count()) >= 1);
  await close();
});

test("a server that goes and comes back loses nothing", async () => {
  const own = await start();
  const { page, close, wrong } = await open(chrome, own.address, address({ e: "nim(3) + nim(5)" }));
  await settled(page);
  await own.stop();
  await byMouse(page, 0);
  await page.locator(".banner").waitFor();
  const again = await start(new URL(own.address).port);
  await page.locator(".strip li:nth-child(3)").waitFor();
  await page.locator(".banner").waitFor({ state: "detached" });
  // The browser itself logs that it could not connect.
  wrong.splice(0, wrong.length, ...wrong.filter((line) => !/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(line)));
  await close();
  await again.stop();
});

test("two people, misère, levels and who begins", async () => {
  const { page, close } = await open(chrome, server.address, address({ e: "nim(1) + nim(1)", level: "two" }));
  await settled(page);
  await byMouse(page, 0);
  await page.locator(".strip li:nth-child(2)").waitFor();
  await settled(page);
  await byMouse(page, 0);
  assert.equal(await page.locator("[data-status=other]").textContent(), "No move is left. Player 2 wins!");
  await page.getByLabel("Misère").check();
  await settled(page);
  await byMouse(page, 0);
  await page.locator(".strip li:nth-child(2)").waitFor();
  await settled(page);
  await byMouse(page, 0);
  assert.equal(await page.locator("[data-status=you]").textContent(), "No move is left. Player 1 wins!");
  for (const level of ["careless", "random", "teaching"]) {
    await page.goto(`${server.address}${address({ e: "nim(3) + nim(5)", level, second: "1", seed: "7" })}`);
    await page.locator(".strip li:nth-child(2)").waitFor();
    assert.equal(await settled(page), "turn");
  }
  // From nim(3) + nim(3) every move loses; from nim(1) + nim(3) a bad one is told by the teaching opponent.
  await page.goto(`${server.address}${address({ e: "nim(1) + nim(3)", level: "teaching" })}`);
  await settled(page);
  await byMouse(page, 0);
  await page.getByText("gives the win away").waitFor();
  await close();
});
