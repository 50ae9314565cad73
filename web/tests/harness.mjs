// The real server and a real browser, and what must hold in every test: no console error, no request that leaves the machine.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
export const grundy = process.env.GRUNDY ?? `${target}/debug/grundy`;
export const pictures = `${target}/screenshots`;
mkdirSync(pictures, { recursive: true });

/** Starts `grundy serve` and tells its address. */
export async function start(port = 0) {
  const server = spawn(grundy, ["serve", "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (piece) => {
      text += piece;
      const found = /http:\/\/[^\s]+\//.exec(text);
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error("the server ended")));
  });
  const stop = () => new Promise((resolve) => {
    server.removeAllListeners("exit");
    server.on("exit", resolve);
    server.kill();
  });
  return { address, stop };
}

export async function browser() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}

/** With ASSETS=folder the page comes from there, so that a change is tested without building the program anew. */
async function fresh(page, address) {
  await page.route(`${address}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
    const file = `${process.env.ASSETS}/${name}`;
    if (name.includes("/") || !existsSync(file)) return route.continue();
    const type = { html: "text/html", js: "text/javascript", css: "text/css" }[name.split(".").pop()];
    const { headers } = await fetch(address);
    await route.fulfill({ body: readFileSync(file), headers: { ...Object.fromEntries(headers), "content-type": type, "content-encoding": "" } });
  });
}

/** A page whose errors are counted; `check` at the end of a test. */
export async function open(browser, address, hash = "", { refused = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => {
    // A browser logs every answer of a status 4xx; a test that asks wrong questions says so.
    if (refused && /the server responded with a status of (400|422|503)/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") wrong.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`page error: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:") && !url.startsWith("blob:")) wrong.push(`leaves: ${url}`);
  });
  if (process.env.ASSETS) await fresh(page, address);
  await page.goto(`${address}${hash}`);
  return {
    page,
    wrong,
    async close() {
      await context.close();
      assert.deepEqual(wrong, []);
    },
  };
}

/** Waits until it is the person's turn or the game is over, and tells which. */
export async function settled(page) {
  const status = page.locator("[data-status]:not([data-status=thinking])");
  await status.waitFor();
  return status.getAttribute("data-status");
}

/** Asks the server as the page does. */
export async function ask(address, question, body) {
  const response = await fetch(`${address}api/${question}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Whether the page can be moved sideways. */
export const scrollsSideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
