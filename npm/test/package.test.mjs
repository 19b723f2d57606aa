import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import * as esm from "@rfc3987/iri";

const require = createRequire(import.meta.url);
const cjs = require("@rfc3987/iri");
const root = fileURLToPath(new URL("..", import.meta.url));
// How long one program may take on a machine that does much else: milliseconds.
const timeout = 180_000;
const command = process.env.IRI ?? join(root, "..", "bin", "iri");

// Rows that the automata of the rules made, one for every transition; two rules of each pair are
// another one's with a scheme.
for (const [name, spec, rule] of [
  ["isIri", "rfc3987", "IRI"],
  ["isIriReference", "rfc3987", "IRI-reference"],
  ["isUri", "rfc3986", "URI"],
  ["isUriReference", "rfc3986", "URI-reference"],
]) {
  test(name, () => {
    const out = execFileSync(command, ["grammar", "vectors", "--spec", spec, "--rule", rule, "--size", "medium"], { encoding: "utf8", maxBuffer: 1 << 28, timeout });
    const rows = out.trim().split("\n").map((line) => JSON.parse(line));
    assert.ok(rows.length > 3000, `${rows.length} rows`);
    for (const { input, valid } of rows) {
      assert.equal(esm[name](input), valid, JSON.stringify(input));
      assert.equal(cjs[name](input), valid, JSON.stringify(input));
      if (name === "isIriReference") assert.equal(esm.parse(input) !== null, valid, JSON.stringify(input));
    }
  });
}

test("what is not text", () => {
  for (const name of ["isIri", "isIriReference", "isUri", "isUriReference"])
    for (const x of [undefined, null, 1, {}, ["a:"], "a:\ud800", "a:\udc00", "a:\udc00\ud800"]) assert.equal(esm[name](x), false);
  assert.equal(esm.parse("\ud800"), null);
});

test("parse", () => {
  const absent = { scheme: undefined, authority: undefined, userinfo: undefined, host: undefined, port: undefined, query: undefined, fragment: undefined };
  for (const [text, parts] of [
    ["", { path: "" }],
    ["a:", { scheme: "a", path: "" }],
    ["http://u:p@😀:80/p/😀?q#f", { scheme: "http", authority: "u:p@😀:80", userinfo: "u:p", host: "😀", port: "80", path: "/p/😀", query: "q", fragment: "f" }],
    ["//@:?#", { authority: "@:", userinfo: "", host: "", port: "", path: "", query: "", fragment: "" }],
    ["//[::1]/", { authority: "[::1]", host: "[::1]", path: "/" }],
    ["a/b:c", { path: "a/b:c" }],
  ]) assert.deepEqual(esm.parse(text), { ...absent, ...parts });
  assert.equal(esm.parse("a b"), null);
});

test("ajv", () => {
  const Ajv = require("ajv");
  const ajv = new Ajv({ formats: esm.formats });
  for (const [format, good, bad] of [
    ["iri", "http://é/", "//é/"],
    ["iri-reference", "//é/", "//é b/"],
    ["uri", "urn:a:b", "urn:a:é"],
    ["uri-reference", "?q", "?é"],
  ]) {
    const validate = ajv.compile({ type: "string", format });
    assert.deepEqual([validate(good), validate(bad)], [true, false], format);
  }
});

test("types", () => {
  const dir = mkdtempSync(join(tmpdir(), "iri-types-"));
  const uses = (path) => `import { isIri, parse, formats } from ${JSON.stringify(path)};
const ok: boolean = isIri("a:") && formats["uri-reference"]("");
const query: string | undefined = parse("?q")?.query;
// @ts-expect-error: a path is always there, and a string
const path: number = parse("?q")!.path;
`;
  const usesFull = (path) => `import { load } from ${JSON.stringify(path)};
load().then((iri) => {
  const section: string | undefined = iri.check("a", { severity: { "pct-case": "error" } }).findings[0]?.section;
  const fixed = iri.fix("a:b c", { fix: ["pct-case"] });
  const text: string = fixed.findings ? fixed.findings[0].message : fixed.output;
  // @ts-expect-error: an option of another method
  iri.toIri("a:", { lenient: true });
});
`;
  writeFileSync(join(dir, "esm.mts"), uses(join(root, "index.js")));
  writeFileSync(join(dir, "cjs.cts"), uses(join(root, "index.cjs")));
  writeFileSync(join(dir, "full.mts"), usesFull(join(root, "full/index.js")));
  writeFileSync(join(dir, "full.cts"), usesFull(join(root, "full/index.cjs")));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"];
  execFileSync(process.execPath, [tsc, ...options, join(dir, "esm.mts"), ...["cjs.cts", "full.mts", "full.cts"].map((name) => join(dir, name))], { stdio: "inherit", timeout });
  // Without the types of browsers.
  execFileSync(process.execPath, [tsc, ...options, "--lib", "es2022", ...["full.mts", "full.cts"].map((name) => join(dir, name))], { stdio: "inherit", timeout });
  // With those of Node alone.
  writeFileSync(join(dir, "node.mts"), `import { load } from ${JSON.stringify(join(root, "full/index.js"))};
import { readFile } from "node:fs/promises";
for (const source of [new URL("file:///a"), await readFile("a"), new Response()]) await load(source);
// @ts-expect-error: not a source
await load(1);
`);
  execFileSync(process.execPath, [tsc, ...options, "--lib", "es2022", "--types", "node", "--typeRoots", join(root, "../web/node_modules/@types"), join(dir, "node.mts")], { stdio: "inherit", timeout });
  // The code itself, by the types in its comments.
  execFileSync(process.execPath, [tsc, ...options, "--allowJs", "--checkJs", join(root, "index.js"), join(root, "full/index.js")], { stdio: "inherit", timeout });
});

test("what is packed", () => {
  const [pack] = JSON.parse(execFileSync("npm", ["pack", "--offline", "--dry-run", "--json"], { cwd: root, timeout, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const full = ["full/LICENSE-go", "full/index.cjs", "full/index.d.cts", "full/index.d.ts", "full/index.js", "full/iri.wasm", "full/wasm_exec.js"];
  assert.deepEqual(pack.files.map((f) => f.path).sort(), ["LICENSE", "README.md", ...full, "index.cjs", "index.d.cts", "index.d.ts", "index.js", "package.json"]);
  // Without the program of iri/full, which nothing else loads.
  const size = pack.files.filter((f) => !full.includes(f.path)).reduce((sum, f) => sum + f.size, 0);
  assert.ok(size < 52 << 10, `${size} bytes`);
  assert.equal(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies, undefined);
});
