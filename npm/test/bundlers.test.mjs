// What each bundler builds of a program that uses both parts of the package, as the README says to, run in Chromium or Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { build, createServer } from "vite";
import webpack from "webpack";
import { browse, install, ofPage, open, root, timeout } from "./installed.mjs";

const esbuild = ofPage("esbuild");
const dir = install();
const out = (name) => join(dir, "out", name);

// A program whose answer stands in a global variable; argument is what it gives to load, of imports.
function program(name, argument = "", imports = "") {
  const file = join(dir, name);
  writeFileSync(file, `import { isIri, fault } from "@rfc3987/iri";
import { load } from "@rfc3987/iri/full";
${imports}
globalThis.answer = load(${argument}).then((iri) => [isIri("http://é/"), fault("http://h:8a/"), iri.fix("http://e/a b").output], (error) => error.message);
`);
  return file;
}
const main = program("main.mjs");
const wanted = [true, 10, "http://e/a%20b"];

// run returns the answer of a module that was built, as the page loads it.
const run = (folder, name, type = "module") =>
  browse(folder, async (page) => {
    await page.addScriptTag({ url: name, type });
    return page.evaluate("answer");
  });

test("webpack", { timeout: 2 * timeout }, async () => {
  const stats = await new Promise((resolve, reject) =>
    webpack({ mode: "production", context: dir, entry: main, output: { path: out("webpack") } }, (error, stats) => (error ? reject(error) : resolve(stats))),
  );
  assert.ok(!stats.hasErrors(), stats.toString());
  assert.deepEqual(await run(out("webpack"), "/main.js", ""), wanted);
});

// What Vite asks for beyond its defaults, as the README has it.
const vite = { root: dir, configFile: false, logLevel: "error", cacheDir: join(dir, "cache"), optimizeDeps: { exclude: ["@rfc3987/iri"] } };

test("Vite, what it builds", { timeout: 2 * timeout }, async () => {
  await build({ ...vite, optimizeDeps: {}, build: { outDir: out("vite"), rollupOptions: { input: main, output: { entryFileNames: "main.js" } } } });
  assert.deepEqual(await run(out("vite"), "/main.js"), wanted);
});

test("Vite, its server", { timeout: 2 * timeout }, async () => {
  writeFileSync(join(dir, "index.html"), `<!doctype html><script type="module" src="/main.mjs"></script>`);
  const server = await createServer({ ...vite, server: { host: "127.0.0.1", port: 0 } });
  await server.listen();
  try {
    const answer = await open(server.resolvedUrls.local[0], async (page) => {
      await page.waitForFunction("globalThis.answer");
      return page.evaluate("answer");
    });
    assert.deepEqual(answer, wanted);
  } finally {
    await server.close();
  }
});

const withLoader = { bundle: true, format: "esm", loader: { ".wasm": "file" }, logLevel: "error", absWorkingDir: dir };

test("esbuild", { timeout: 2 * timeout }, async () => {
  await esbuild.build({ ...withLoader, entryPoints: [program("esbuild.mjs", "wasm", `import wasm from "@rfc3987/iri/full/iri.wasm";`)], outdir: out("esbuild") });
  assert.deepEqual(await run(out("esbuild"), "/esbuild.js"), wanted);
});

for (const [format, type] of [["esm", "module"], ["iife", ""]])
  test(`esbuild without the file, ${format}: the error says what to do`, { timeout: 2 * timeout }, async () => {
    await esbuild.build({ ...withLoader, format, entryPoints: [main], outdir: out(format) });
    const message = await run(out(format), "/main.js", type);
    assert.match(message, /^iri\.wasm is not beside the module/);
    // What the error says to do is what the README says, and what the test before does.
    const readme = readFileSync(join(root, "README.md"), "utf8");
    for (const part of [`import wasm from "@rfc3987/iri/full/iri.wasm"`, "--loader:.wasm=file", "load(wasm)"]) {
      assert.ok(message.includes(part), part);
      assert.ok(readme.includes(part), `README: ${part}`);
    }
  });

test("esbuild, for Node", { timeout }, async () => {
  await esbuild.build({ bundle: true, format: "esm", platform: "node", packages: "external", entryPoints: [main], outfile: join(dir, "node.mjs"), absWorkingDir: dir });
  const answer = execFileSync(process.execPath, ["--input-type=module", "--eval", `await import(${JSON.stringify(join(dir, "node.mjs"))}); console.log(JSON.stringify(await answer))`], { cwd: dir, encoding: "utf8", timeout });
  assert.deepEqual(JSON.parse(answer), wanted);
});

test("package.json can be read", () => {
  const code = `console.log(require("@rfc3987/iri/package.json").name)`;
  assert.equal(execFileSync(process.execPath, ["--eval", code], { cwd: dir, encoding: "utf8", timeout }), "@rfc3987/iri\n");
});
