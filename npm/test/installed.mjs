// The package as it is packed and installed, and a browser that runs what a folder has.
import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
// The driver of the browser is that of the page.
export const ofPage = createRequire(join(root, "../web/package.json"));
// How long one thing may take on a machine that does much else: milliseconds.
export const timeout = 180_000;

/** Installs the package in a folder of its own, and returns it. */
export function install() {
  const dir = mkdtempSync(join(tmpdir(), "iri-npm-"));
  after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  execFileSync("npm", ["pack", "--offline", "--pack-destination", dir], { cwd: root, timeout, stdio: ["ignore", "ignore", "ignore"] });
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", dir, join(dir, "rfc3987-iri-0.0.0.tgz")], { cwd: dir, timeout, stdio: ["ignore", "ignore", "inherit"] });
  return dir;
}

/** Serves a folder, with an empty page at "/", and returns what fn makes of that page in Chromium. */
export async function browse(folder, fn) {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://h").pathname;
    if (path === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>");
    const file = createReadStream(join(folder, path)).on("error", () => response.writeHead(404).end());
    file.on("open", () => file.pipe(response.writeHead(200, { "Content-Type": types[extname(path)] })));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await open(`http://127.0.0.1:${server.address().port}/`, fn);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Returns what fn makes of a page in Chromium. */
export async function open(address, fn) {
  const profile = mkdtempSync(join(tmpdir(), "iri-profile-"));
  const browser = await ofPage("puppeteer-core").launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", timeout, protocolTimeout: timeout, userDataDir: profile, args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(timeout);
    await page.goto(address);
    return await fn(page);
  } finally {
    // A browser that does not close is killed.
    const killed = setTimeout(() => browser.process()?.kill("SIGKILL"), 20_000);
    await browser.close();
    clearTimeout(killed);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
