// iri/full beside the command: the same object for the same text and flags, in Node and in Chromium, in the package as
// it is packed and installed.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const command = process.env.IRI ?? join(root, "..", "bin", "iri");
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
// The driver of the browser is that of the page.
const puppeteer = createRequire(join(root, "../web/package.json"))("puppeteer-core");

// How long one thing may take on a machine that does much else: milliseconds.
const timeout = 180_000;

const dir = mkdtempSync(join(tmpdir(), "iri-full-"));
execFileSync("npm", ["pack", "--offline", "--pack-destination", dir], { cwd: root, timeout, stdio: ["ignore", "ignore", "ignore"] });
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", dir, join(dir, "rfc3987-iri-0.0.0.tgz")], { cwd: dir, timeout, stdio: ["ignore", "ignore", "inherit"] });
test.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
const installed = join(dir, "node_modules/@rfc3987/iri");

// Every hundredth row of the kit, and what has findings of every kind.
const kit = ["rfc3986", "rfc3987", "leiri"].flatMap((spec) => readFileSync(join(root, "../conformance/syntax", spec + ".jsonl"), "utf8").trim().split("\n"));
const texts = [
  "", " ", "a", "http://h:8a/", "http://u:p@h:80/?#", "http://2001:db8::1/", "http://例え.テスト/😀?q#f", "http://h/a b{c}", "http://h/%zz%c3%a9",
  "HTTP://EXAMPLE.com:80/%7euser/../é", "http://xn--rsum-bpad.example.org/", "http://faß.example/", "http://a/http://b/", "../a?b", "//h", "urn:isbn:", "mailto:a@b",
  "http://e/\u202Ea", "http://e/\uFFFD", "http://e/a\nhttp://e/b", "http://e/a http://e/b", "http://e/\u0000", "javascript:a", "http://https://e/", "http://e/Caf\u00c3\u00a9",
  ...kit.filter((_, i) => i % 100 === 0).map((line) => JSON.parse(line).input),
].filter((text) => !text.includes("\0") && text.isWellFormed() && (text === "" || !existsSync(resolve(dir, text)))); // a word that names a file is that file

// A method with its options, and the command with its flags.
const runs = [
  ["check", {}, ["check"]],
  ["check", { spec: "rfc3986", rule: "URI-reference", lint: true }, ["check", "--spec", "rfc3986", "--rule", "URI-reference", "--lint"]],
  ["check", { spec: "leiri", grammarOnly: true }, ["check", "--spec", "leiri", "--grammar-only"]],
  ["check", { guess: true, suspicious: true, maxFindings: 1 }, ["check", "--guess", "--suspicious", "--max-findings", "1"]],
  ["check", { severity: { "userinfo-password": "error", "pct-case": "warning" } }, ["check", "--severity", "userinfo-password=error", "--severity", "pct-case=warning"]],
  ["fix", {}, ["fix"]],
  ["fix", { guess: true, suspicious: true, fix: ["pct-case", "dot-segment", "suspicious-mojibake"] }, ["fix", "--guess", "--suspicious", ...["pct-case", "dot-segment", "suspicious-mojibake"].flatMap((code) => ["--fix", code])]],
  ["fix", { spec: "rfc3986", rule: "URI-reference" }, ["fix", "--spec", "rfc3986", "--rule", "URI-reference"]],
  ["toUri", {}, ["to-uri"]],
  ["toUri", { host: "idna", lenient: true }, ["to-uri", "--host", "idna", "--lenient"]],
  ["toUri", { spec: "rfc3987bis", host: "uts46" }, ["to-uri", "--spec", "rfc3987bis", "--host", "uts46"]],
  ["toIri", {}, ["to-iri"]],
  ["toIri", { strict: true }, ["to-iri", "--strict"]],
  ["toIri", { spec: "rfc3987bis", display: true }, ["to-iri", "--spec", "rfc3987bis", "--display"]],
  ["fromLeiri", {}, ["from-leiri"]],
  ["fromLeiri", { spec: "rfc3986" }, ["from-leiri", "--spec", "rfc3986"]],
  ["fromLeiri", { lenient: true }, ["from-leiri", "--lenient"]],
  ["normalize", {}, ["normalize"]],
  ["normalize", { ignoreFragment: true, urnEquivalence: true }, ["normalize", "--ignore-fragment", "--urn-equivalence"]],
  ["normalize", { to: "protocol", host: "idna", nfc: true, spec: "rfc3987bis" }, ["normalize", "--to", "protocol", "--host", "idna", "--nfc", "--spec", "rfc3987bis"]],
];
const wanted = runs.map(([, , words]) => {
  const { stdout, status } = spawnSync(command, [...words, "--format", "json", "--", ...texts], { encoding: "utf8", maxBuffer: 1 << 28, cwd: dir, timeout });
  assert.ok(status < 2, `${words}: exit status ${status}`);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, texts.length, words.join(" "));
  return lines;
});

// compare asks for all texts, and says where the answer is not what the command prints; it runs in the browser too.
function compare(iri, runs, texts, wanted) {
  const differ = [];
  runs.forEach(([method, options], i) =>
    texts.forEach((text, j) => {
      const got = JSON.stringify(iri[method](text, options));
      if (got !== JSON.stringify(JSON.parse(wanted[i][j]))) differ.push(`${method} ${JSON.stringify(options)} ${JSON.stringify(text)}: got ${got}, want ${wanted[i][j]}`);
    }),
  );
  return differ;
}

// same starts a program that loads the package and holds it to the command.
function same(name, file, source) {
  test(name, () => {
    const code = `${source}
load().then((iri) => {
  let input = "";
  process.stdin.setEncoding("utf8").on("data", (part) => (input += part)).on("end", () => {
    const { runs, texts, wanted } = JSON.parse(input);
    console.log(JSON.stringify((${compare})(iri, runs, texts, wanted)));
  });
});`;
    const { stdout, stderr, status } = spawnSync(process.execPath, [`--input-type=${file}`, "--eval", code], { cwd: dir, encoding: "utf8", maxBuffer: 1 << 28, timeout, input: JSON.stringify({ runs, texts, wanted }) });
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).slice(0, 3), []);
  });
}
same("Node, ECMAScript", "module", 'import { load } from "@rfc3987/iri/full";');
same("Node, CommonJS", "commonjs", 'const { load } = require("@rfc3987/iri/full");');

test("Chromium", { timeout: 2 * timeout }, async () => {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://h").pathname;
    if (path === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>");
    const file = createReadStream(join(installed, path)).on("error", () => response.writeHead(404).end());
    file.on("open", () => file.pipe(response.writeHead(200, { "Content-Type": types[extname(path)] })));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await puppeteer.launch({ executablePath: chromium, timeout, protocolTimeout: timeout, userDataDir: join(dir, "profile"), args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(timeout);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const differ = await page.evaluate(
      async (source, runs, texts, wanted) => {
        const { load } = await import("/full/index.js");
        return new Function(`return ${source}`)()(await load(), runs, texts, wanted).slice(0, 3);
      },
      String(compare), runs, texts, wanted,
    );
    assert.deepEqual(differ, []);
  } finally {
    // A browser that does not close is killed.
    const killed = setTimeout(() => browser.process()?.kill("SIGKILL"), 20_000);
    await browser.close();
    clearTimeout(killed);
    server.closeAllConnections();
    server.close();
  }
});

test("20,000 lines become what iri fix makes of a file of them", { timeout }, async () => {
  const { load } = await import(join(installed, "full/index.js"));
  const iri = await load();
  const inputs = kit.map((line) => JSON.parse(line).input);
  const lines = [...new Set(inputs.flatMap((text, i) => [text, ` ${text}`, `"${text}",`, text + inputs.at(-1 - i)]))].filter((text) => text !== "" && !/[\n\r\0]/.test(text) && text.isWellFormed()).slice(0, 20_000);
  assert.equal(lines.length, 20_000);
  writeFileSync(join(dir, "lines.txt"), lines.join("\n"));
  const { stdout, status } = spawnSync(command, ["fix", "--quiet", "--from", "lines", "lines.txt"], { encoding: "utf8", maxBuffer: 1 << 28, cwd: dir, timeout });
  assert.equal(status, 1, "some lines are left");
  assert.deepEqual(lines.map((text) => iri.fix(text).output ?? text), stdout.split("\n"));
});

test("places, options and strings that are wrong", { timeout }, async () => {
  const { load } = await import(join(installed, "full/index.js"));
  const iri = await load();
  assert.equal(load(), load());
  const text = "http://e/é😀 b";
  const [{ start, end }] = iri.check(text).findings;
  assert.equal(text.slice(iri.index(text, start), iri.index(text, end)), " ");
  assert.equal(iri.check("a:\ud800").input, "a:\ufffd");
  // What the README says of a value stands after the line that has it.
  const lines = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^(iri\..*); \/\/ (.*)$/gm)];
  assert.equal(lines.length, 5);
  for (const [, code, value] of lines) assert.equal(new Function("iri", `return ${code}`)(iri), new Function(`return ${value}`)(), code);
  for (const [call, want] of [
    [() => iri.check("a:", { lenient: true }), /check has no option "lenient"/],
    [() => iri.check("a:", { spec: "rfc1" }), /no spec "rfc1"/],
    [() => iri.check("a:", { rule: "x" }), /no rule "x"/],
    [() => iri.check("a:", { severity: { port: "off" } }), /port is a rule of the grammar/],
    [() => iri.fix("a:", { fix: ["x"] }), /no code "x"/],
    [() => iri.toUri("a:", { host: "x" }), /host x: choose one of percent/],
    [() => iri.fromLeiri("a:", { spec: "leiri" }), /not leiri/],
    [() => iri.check(1), /takes a string/],
    [() => iri.check("a:", { timeout: 0 }), /timeout 0: write a number of milliseconds above 0/],
    [() => iri.toUri("a:", { timeout: 1 }), /to-uri has no option "timeout"/],
  ]) assert.throws(call, want);
  for (const [method, long] of ["e\u0301/", "a b"].flatMap((part) => ["check", "fix"].map((method) => [method, `http://e/${part.repeat(400_000)}`]))) {
    assert.throws(() => iri[method](long, { timeout: 1, fix: method === "fix" ? ["not-nfc"] : undefined }), { name: "TimeoutError", message: `${method}: the check takes longer than timeout allows` });
    assert.deepEqual(iri[method](text, { timeout: 60_000 }), iri[method](text), "what is in time is as it is without a timeout");
  }
});
