import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ask, browser, grundy, open, pictures, root, scrollsSideways, start } from "./harness.mjs";

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

/** What the command line prints. */
const cli = (...args) => execFileSync(grundy, args);

test("0.07 is plotted, its period 34 read, and exports equal the command line's", async () => {
  const { page, close } = await open(chrome, server.address, "#/explore?game=0.07&to=1000");
  await page.locator("[data-period='34']").waitFor();
  assert.match(await page.locator("[data-period]").textContent(), /Period 34\s+proved/);
  await page.locator(".plot canvas").waitFor();
  await page.locator("text=rows of length 34").first().waitFor({ state: "attached" });
  for (const [format, flag] of [["csv", "csv"], ["bfile", "bfile"], ["json", "json"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-export=${format}]`).click()]);
    const saved = readFileSync(await download.path());
    assert.deepEqual(saved, cli("table", "0.07", "--to", "1000", "--format", flag), format);
  }
  const [certificate] = await Promise.all([page.waitForEvent("download"), page.getByRole("region", { name: "Period" }).getByRole("button", { name: "Certificate" }).click()]);
  assert.match(cli("verify", await certificate.path()).toString(), /34/);
  const [svg] = await Promise.all([page.waitForEvent("download"), page.locator("[data-export=svg]").click()]);
  assert.deepEqual(readFileSync(await svg.path()), cli("table", "0.07", "--to", "1000", "--format", "svg"));
  // Guy and Smith (1956): the exceptions of 0.137 are 0, 14, 16, 17, 31, 34, 51; 0.07 has them one heap later, and heap 0.
  assert.match(await page.locator("[data-exceptions]").textContent(), /n = 0, 1, 15, 17, 18, 32, 35, 52\s*$/);
  const [png] = await Promise.all([page.waitForEvent("download"), page.locator("[data-export=png]").click()]);
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  await page.screenshot({ path: `${pictures}/explore.png`, fullPage: true });
  await close();
});

test("a pattern is found with its status, and claims are proved and refuted", async () => {
  const { page, close } = await open(chrome, server.address, "#/explore?game=nim3&to=100");
  await page.locator("[data-pattern=proved]").waitFor({ timeout: 60_000 });
  assert.match(await page.locator("[data-pattern]").textContent(), /nim3\(n\) = n % 4 proved/);
  const prove = async (claim, status) => {
    await page.locator("#claim").fill(claim);
    await page.getByRole("button", { name: "Prove or refute" }).click();
    await page.locator(`[data-proved=${status}]`).waitFor({ timeout: 60_000 });
    return page.locator("[data-proved]").textContent();
  };
  // Taking 1, 2 or 3 stones: the values are n mod 4.
  assert.match(await prove("nim3(n) = n % 5", "refuted"), /At nim3\(4\) the claim says 4, but it is 0/);
  await prove("nim3(n) lost if n % 4 == 0", "proved");
  const [certificate] = await Promise.all([page.waitForEvent("download"), page.locator("[data-proved] button").click()]);
  assert.match(cli("verify", await certificate.path()).toString(), /nim3/);
  // The address holds the claim.
  const url = page.url();
  await page.goto("about:blank");
  await page.goto(url);
  await page.locator("[data-proved=proved]").waitFor({ timeout: 60_000 });
  await page.screenshot({ path: `${pictures}/explore-pattern.png`, fullPage: true });
  await close();
});

test("a million values are zoomed and panned", async (context) => {
  const { page, close } = await open(chrome, server.address, "#/explore?game=0.6&to=10^6");
  await page.locator(".plot canvas").waitFor({ timeout: 180_000 });
  await page.locator(".plot").focus();
  for (const key of ["+", "+", "ArrowRight", "+", "ArrowLeft", "-", "0"]) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  for (const key of ["+", "ArrowRight", "0"]) await page.locator(`[data-key="${key}"]`).click();
  const plot = await page.locator(".u-over").boundingBox();
  await page.mouse.move(plot.x + 300, plot.y + 100);
  await page.mouse.wheel(0, -400);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move(plot.x + 100, plot.y + 100, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  // The part that is shown is in the address.
  await page.waitForURL(/view=\d+\.\.\d+/);
  const frame = await page.locator("[data-frames]").getAttribute("data-frames");
  context.diagnostic(`a million values: median frame ${frame} ms`);
  await close();
});

test("two games are compared, and a grid is a heat map", async () => {
  const { page, close } = await open(chrome, server.address, "#/explore?game=kayles&other=0.07&to=100");
  const found = JSON.parse(spawnDiff("kayles", "0.07"));
  await page.getByText(`first differ at n = ${found.first_difference}`).waitFor();
  await page.goto(`${server.address}#/explore?game=wythoff&to=12,12`);
  await page.locator(".picture svg").waitFor();
  await page.screenshot({ path: `${pictures}/explore-grid.png`, fullPage: true });
  const [png] = await Promise.all([page.waitForEvent("download"), page.locator("[data-export=png]").click()]);
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  const [csv] = await Promise.all([page.waitForEvent("download"), page.locator("[data-export=csv]").click()]);
  assert.deepEqual(readFileSync(await csv.path()), cli("table", "wythoff", "--to", "12,12", "--format", "csv"));
  await close();
});

/** `diff` ends with 1 where games differ. */
function spawnDiff(a, b) {
  try {
    return cli("diff", a, b, "--json").toString();
  } catch (error) {
    return error.stdout.toString();
  }
}

test("a rule error is shown at its place, and right rules at once give values and play", async () => {
  const { page, close } = await open(chrome, server.address, "#/rules", { refused: true });
  await page.locator("[data-checked=true]").waitFor();
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("# 棋\nhop(n) -> hop(n-1) | hip(n-3)");
  await page.locator("[data-place='2:22']").waitFor();
  assert.match(await page.locator("[data-place]").textContent(), /no rule for `hip`/);
  assert.match(await page.locator("[data-place]").textContent(), /did you mean `hop`/);
  await page.locator(".cm-lintRange-error").waitFor();
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "hip");
  await page.screenshot({ path: `${pictures}/rules-error.png`, fullPage: true, caret: "initial" });
  await page.keyboard.press("Control+A");
  await page.keyboard.type("hop(n) -> hop(n-1) | hop(n-3)");
  await page.locator("[data-checked=true]").waitFor();
  await page.getByText("0 1 0 1 0 1", { exact: false }).first().waitFor();
  await page.locator("#expr").fill("hop(5) + hop(2)");
  await page.locator("#expr").press("Enter");
  await page.locator("[data-exercise] [data-status=turn]").waitFor();
  assert.equal(await page.locator("[data-exercise] [data-expr]").getAttribute("data-expr"), "hop(5) + hop(2)");
  await page.locator("[data-reach='100000']").waitFor();
  await page.screenshot({ path: `${pictures}/rules.png`, fullPage: true, caret: "initial" });
  await page.getByRole("link", { name: "Play" }).nth(1).click();
  await page.locator(".status [data-status=turn]").waitFor();
  assert.equal((await page.locator(".expr").textContent()).trim(), "hop(5) + hop(2)");
  await close();
});

test("a contest problem is judged and explained", async () => {
  const { page, close } = await open(chrome, server.address, "#/rules", { refused: true });
  await page.locator("[data-checked=true]").waitFor();
  await page.locator("#example").selectOption("contest");
  await page.locator("#input").waitFor();
  await page.getByRole("button", { name: "Run" }).click();
  assert.equal((await page.locator("[data-output]").textContent()).trim(), "second\nsecond");
  await page.locator("summary").first().click();
  await page.screenshot({ path: `${pictures}/contest.png`, fullPage: true, caret: "initial" });
  await close();
});

test("the graph is stepped, and a dropped file gets its values", async () => {
  const { page, close } = await open(chrome, server.address, "#/graph?e=grundy(7)", { refused: true });
  await page.locator("[data-step='0']").waitFor();
  const next = page.getByRole("button", { name: "Next step" });
  let steps = 0;
  while (await next.isEnabled()) {
    await next.click();
    steps++;
    await page.locator(`[data-step='${steps}']`).waitFor();
  }
  assert.equal(steps, await page.locator("[data-node]").count());
  assert.match(await page.locator(".told").textContent(), /grundy\(7\): its moves reach the values 1, 2\. The least number missing is 0/);
  await page.screenshot({ path: `${pictures}/graph.png`, fullPage: true });
  await page.locator("#file").setInputFiles({ name: "net.dot", mimeType: "text/plain", buffer: Buffer.from("digraph { a -> b; a -> c; b -> c }") });
  await page.locator("[data-nodes='3']").waitFor();
  assert.deepEqual(await page.locator("[data-nodes] tbody tr").allTextContents(), ["a2Show", "b1Show", "c0Show"]);
  await page.locator("#file").setInputFiles({ name: "k3.json", mimeType: "text/plain", buffer: Buffer.from('{"edges": [[1, 2]], "directed": true}') });
  await page.locator("[data-nodes='2']").waitFor();
  // A triangle in graph6: one move ends Node Kayles, and one ends Arc Kayles; a token goes round for ever.
  await page.locator("#file").setInputFiles({ name: "k3.g6", mimeType: "text/plain", buffer: Buffer.from("Bw\n") });
  await page.locator("[data-played='2']").waitFor();
  assert.deepEqual(await page.locator(".played li").evaluateAll((all) => all.map((one) => one.textContent.match(/value (\d+)/)[1])), ["1", "1"]);
  assert.match(await page.locator(".drop .error").textContent(), /round for ever/);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByText("Choose a file").click()]);
  await chooser.setFiles({ name: "net.dot", mimeType: "text/plain", buffer: Buffer.from("digraph { s -> t; s -> u; t -> u }") });
  await page.locator("[data-node]").nth(2).waitFor();
  // The address holds the file.
  const url = page.url();
  await page.goto("about:blank");
  await page.goto(url);
  await page.locator("[data-nodes='3']").waitFor();
  assert.equal(await page.locator("[data-node]").count(), 3);
  await close();
});

/** Plays an exercise of the course with winning moves. */
async function solve(page, number) {
  const exercise = page.locator(`[data-exercise='exercise-${number}']`);
  for (;;) {
    const status = exercise.locator("[data-status]:not([data-status=thinking])");
    await status.waitFor();
    const state = await status.getAttribute("data-status");
    if (state !== "turn") return state;
    const expr = await status.getAttribute("data-expr");
    const { moves } = await ask(server.address, "moves", { expr, live: true });
    const index = moves.findIndex((move) => move.verdict === "wins");
    // Every move is answered: by a move, or by the end of the game.
    const reply = page.waitForResponse((response) => response.url().endsWith("/api/reply"));
    if (index >= 0) {
      await exercise.locator("select").selectOption(String(index));
      await exercise.locator("button.primary").click();
    } else {
      // Of endlessly many moves the first are listed; others are typed.
      const [{ from, to }] = (await ask(server.address, "solve", { expr })).winning_moves;
      await exercise.locator("input").fill(`${from} -> ${to.join(" + ")}`);
      await exercise.locator("input").press("Enter");
    }
    await reply;
  }
}

for (const [language, title] of [["en", "Nim and XOR"], ["zh-Hant", "Nim 與 XOR"]]) {
  test(`the course is done in ${language}: every example is drawn, every position won`, async () => {
    const { page, close } = await open(chrome, server.address, "#/learn", { locale: language === "en" ? "en-GB" : "zh-TW" });
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    await page.getByRole("heading", { name: title }).waitFor();
    const chapters = await page.locator("nav ol a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.equal(chapters.length, 8);
    for (const chapter of chapters) {
      await page.goto(`${server.address}${chapter}`);
      await page.waitForFunction(() => {
        const figures = [...document.querySelectorAll("figure")];
        const games = [...document.querySelectorAll("[data-exercise] [data-status=turn]")];
        return figures.length > 0 && games.length === 3 && figures.every((figure) => figure.querySelector("svg"));
      });
      assert.equal(await page.locator(".error").count(), 0, chapter);
      assert.equal(await scrollsSideways(page), false, chapter);
      for (const number of [1, 2, 3]) assert.equal(await solve(page, number), "you", `${chapter} ${number}`);
      await page.locator("[data-done]").waitFor();
      await page.screenshot({ path: `${pictures}/learn-${/\w+$/.exec(chapter)[0]}-${language}.png`, fullPage: true });
    }
    await close();
  });
}

const views = ["play", "play?e=cram(3,4)", "explore", "rules", "graph", "learn"];

/** Waits until a view shows all that it has to show. */
async function whole(page, view) {
  const last = { play: ["[data-status=turn]"], explore: ["[data-pattern]:not([data-pattern=looking])", ".picture svg", ".plot canvas"], rules: ["[data-reach]", "[data-exercise] svg"], graph: ["[data-node]"], learn: ["figure svg", "[data-exercise='exercise-3'] svg"] };
  for (const one of last[/^\w+/.exec(view)[0]]) await page.locator(one).first().waitFor({ timeout: 60_000 });
}

test("no view scrolls sideways on a phone, in both languages", async () => {
  for (const locale of ["en-GB", "zh-TW"]) {
    const { page, close } = await open(chrome, server.address, "", { locale, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    for (const view of views) {
      await page.goto(`${server.address}#/${view}`);
      await whole(page, view);
      assert.equal(await scrollsSideways(page), false, `${view} ${locale}`);
      await page.screenshot({ path: `${pictures}/phone-${view.replace(/\W+/g, "-")}-${locale}.png`, fullPage: true });
    }
    await close();
  }
});

test("axe finds nothing serious, light and dark", async () => {
  const axe = readFileSync(`${root}web/node_modules/axe-core/axe.min.js`, "utf8");
  for (const colorScheme of ["light", "dark"]) {
    for (const view of views) {
      const { page, close } = await open(chrome, server.address, `#/${view}`, { colorScheme, bypassCSP: true });
      await whole(page, view);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      const told = serious.map((one) => `${view} ${colorScheme} ${one.id}: ${one.nodes.map((node) => node.target + " " + node.failureSummary).join("; ")}`);
      assert.deepEqual(told, []);
      if (colorScheme === "dark") await page.screenshot({ path: `${pictures}/dark-${view.replace(/\W+/g, "-")}.png`, fullPage: true });
      await close();
    }
  }
});

test("the first load is small, and the first paint and a move are quick", async (context) => {
  let bytes = 0;
  const { page, close } = await open(chrome, server.address, "");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.reload();
  await page.locator("[data-status=turn]").waitFor();
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  // In the page: from the click to the frame that shows both moves, without the time of the test's own messages.
  const answer = await page.evaluate(() => new Promise((done) => {
    const begun = performance.now();
    const seen = new MutationObserver(() => {
      if (!document.querySelector(".strip li:nth-child(3)")) return;
      seen.disconnect();
      requestAnimationFrame(() => done(performance.now() - begun));
    });
    seen.observe(document.body, { childList: true, subtree: true });
    document.querySelector(".side ol button").click();
  }));
  context.diagnostic(`first load ${bytes} bytes, first paint ${paint.toFixed(0)} ms, answer to a move ${answer.toFixed(0)} ms`);
  assert.ok(bytes > 10_000 && bytes < 250_000, `${bytes} bytes`);
  await close();
});
