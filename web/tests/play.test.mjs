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

const byList = (page, index) => page.locator(".side ol button").nth(index).click();
const byKeyboard = async (page, index) => {
  await page.locator(".side ol button[tabindex='0']").focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < index; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
};

/** A piece that stands for the move, and where the move is among those that it stands for. */
async function pieceOf(page, index) {
  const found = await page.evaluate((index) => {
    const pieces = [...document.querySelectorAll(".board [data-move]")];
    const piece = pieces.find((piece) => piece.getAttribute("data-move").split(" ").includes(String(index)));
    const moves = piece?.getAttribute("data-move").split(" ") ?? [];
    return { part: piece?.getAttribute("data-part"), at: moves.indexOf(String(index)), several: moves.length > 1 };
  }, index);
  assert.ok(found.part, `no piece stands for move ${index}`);
  return { ...found, piece: page.locator(`.board [data-part="${found.part}"]`).first() };
}

/** Clicks a piece, and the move itself where the piece stands for several. */
const byMouse = async (page, index) => {
  const { piece, at, several } = await pieceOf(page, index);
  await piece.click({ force: true });
  if (several) await page.locator(".choice button").nth(at).click();
};

const byTouch = async (page, index) => {
  const { piece, at, several } = await pieceOf(page, index);
  await piece.tap({ force: true });
  if (several) await page.locator(".choice button").nth(at).tap();
};

/** The middle of a piece on the screen. */
async function middle(page, part) {
  const { x, y, width, height } = await page.locator(`.board [data-part="${part}"]`).first().boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Draws the mouse over pieces. */
async function drag(page, ...parts) {
  const places = [];
  for (const part of parts) places.push(await middle(page, part));
  await page.mouse.move(...places[0]);
  await page.mouse.down();
  for (const place of places) await page.mouse.move(...place, { steps: 6 });
  await page.mouse.up();
}

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

for (const [name, expr, parts, after] of [
  ["two pins of Kayles", "kayles(5)", ["0:1", "0:2"], "kayles(1) + kayles(2)"],
  ["the upper stones of a Nim heap", "nim(4)", ["0:0.2", "0:0.3"], "nim(2)"],
  ["a domino of Cram", "cram(2, 2)", ["0:0.0", "0:1.0"], 'cram(["#.", "#."])'],
  ["a coin on a strip", "silverdollar([1, 4])", ["0:4", "0:s3"], "silverdollar([1, 3])"],
  ["a token on a grid", "knight(3, 3)", ["0:token", "0:1.2"], "knight(1, 2)"],
  ["balls on stairs", "stairs([0, 1, 2])", ["0:2.0", "0:1.0"], "stairs([0, 3, 0])"],
]) {
  test(`a drag moves ${name}`, async () => {
    const { page, close } = await open(chrome, server.address, address({ e: expr, level: "two" }));
    await settled(page);
    await drag(page, ...parts);
    await page.locator(".strip li:nth-child(2)").waitFor();
    await settled(page);
    const said = await page.locator(".strip li:nth-child(2) .mono").textContent();
    assert.equal(said.trim(), after);
    await close();
  });
}

test("a finger draws over two pins, and a drag that means nothing does nothing", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const { page, close } = await open(chrome, server.address, address({ e: "kayles(6)", level: "two" }), phone);
  await settled(page);
  const session = await page.context().newCDPSession(page);
  const touch = (type, place) => session.send("Input.dispatchTouchEvent", { type, touchPoints: place ? [{ x: place[0], y: place[1] }] : [] });
  const over = async (...parts) => {
    await page.locator(`.board [data-part="${parts[0]}"]`).first().scrollIntoViewIfNeeded();
    const places = [];
    for (const part of parts) places.push(await middle(page, part));
    await touch("touchStart", places[0]);
    for (const place of places) await touch("touchMove", place);
    await touch("touchEnd");
  };
  await over("0:0", "0:2", "0:4");
  assert.equal(await page.locator(".strip li").count(), 1);
  await over("0:2", "0:3");
  await page.locator(".strip li:nth-child(2)").waitFor();
  assert.equal((await page.locator(".strip li:nth-child(2) .mono").textContent()).trim(), "kayles(2) + kayles(2)");
  await close();
});

test("values stand on moves and in the history, and a losing computer says how it holds out", async () => {
  const { page, close } = await open(chrome, server.address, address({ e: "nim(3) + nim(5)" }));
  await settled(page);
  await byList(page, await winning(page));
  await page.locator(".strip li:nth-child(3)").waitFor();
  await settled(page);
  await page.getByLabel("Show what each move leads to").check();
  // 3 xor 5 = 6, then 3 xor 3 = 0.
  await page.locator(".strip li:nth-child(2)", { hasText: "value 0" }).waitFor();
  await page.locator(".strip li:nth-child(1)", { hasText: "value 6" }).waitFor();
  await page.locator(".side ol button", { hasText: "value 0" }).first().waitFor();
  assert.match(await page.locator(".last").textContent(), /lasts longest/);
  await close();
});

test("why a position is won is told in the language of the page", async () => {
  for (const [locale, words] of [["en-GB", ["3 XOR 6", "A winning move", "mex {0, 1, 2} = 3"]], ["zh-TW", ["必勝的一步", "最高一行", "mex {0, 1, 2} = 3"]]]) {
    const { page, close } = await open(chrome, server.address, address({ e: "nim(3) + nim(5)" }), { locale });
    await settled(page);
    await page.getByRole("button", { name: locale === "en-GB" ? "Why?" : "為什麼？" }).click();
    await page.locator(".why").waitFor();
    const text = await page.locator(".why").textContent();
    for (const word of words) assert.ok(text.includes(word === "3 XOR 6" ? "5 XOR 6 = 3" : word), `${word}: ${text}`);
    assert.match(await page.locator(".board svg desc").textContent(), locale === "en-GB" ? /a heap of 3 stones/ : /一堆 3 顆石子/);
    await page.screenshot({ path: `${pictures}/why-${locale}.png`, fullPage: true });
    await close();
  }
});

test("undo, redo and the address restore the game", async () => {
  const { page, close } = await open(chrome, server.address, address({ e: "kayles(7)" }));
  await settled(page);
  await byList(page, await winning(page));
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

test("an address of another time says what it could not restore in each view", async () => {
  const { page, close } = await open(chrome, server.address, "#/play?e=nim(3)&level=cruel&speed=9", { refused: true });
  // All words at one moment: a view that is being left may still show some of them.
  const told = (...words) =>
    page.waitForFunction((all) => {
      const text = [...document.querySelectorAll("main, .banner")].map((part) => part.textContent).join();
      return all.every((word) => text.includes(word));
    }, words);
  await told("level=cruel", "speed=9");
  await settled(page);
  for (const [place, view] of ["explore?game=kayles&to=20", "rules?", "graph?e=nim(2)"].entries()) {
    await page.goto(`${server.address}#/${view}&zoom=${place + 3}`);
    await told(`zoom=${place + 3}`);
  }
  await page.goto(`${server.address}#/learn?chapter=magic`);
  await told("magic");
  await page.goto(`${server.address}#/puzzles`);
  await told("puzzles");
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
  await byList(page, 0);
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
  await byList(page, 0);
  await page.locator(".strip li:nth-child(2)").waitFor();
  await settled(page);
  await byList(page, 0);
  assert.equal(await page.locator("[data-status=other]").textContent(), "No move is left. Player 2 wins!");
  await page.getByLabel("Misère").check();
  await settled(page);
  await byList(page, 0);
  await page.locator(".strip li:nth-child(2)").waitFor();
  await settled(page);
  await byList(page, 0);
  assert.equal(await page.locator("[data-status=you]").textContent(), "No move is left. Player 1 wins!");
  for (const level of ["careless", "random", "teaching"]) {
    await page.goto(`${server.address}${address({ e: "nim(3) + nim(5)", level, second: "1", seed: "7" })}`);
    await page.locator(".strip li:nth-child(2)").waitFor();
    assert.equal(await settled(page), "turn");
  }
  // From nim(3) + nim(3) every move loses; from nim(1) + nim(3) a bad one is told by the teaching opponent.
  await page.goto(`${server.address}${address({ e: "nim(1) + nim(3)", level: "teaching" })}`);
  await settled(page);
  await byList(page, 0);
  await page.getByText("gives the win away").waitFor();
  await close();
});
