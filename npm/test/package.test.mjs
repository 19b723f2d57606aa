import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
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

// Each bad row of the conformance kit, and the place of the first finding of the grammar.
for (const format of Object.keys(esm.formats))
  test(`fault, ${format}`, () => {
    const spec = format.startsWith("iri") ? "rfc3987" : "rfc3986";
    const rule = format.replace(/^.../, (name) => name.toUpperCase());
    const rows = readFileSync(join(root, "../conformance/syntax", spec + ".jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line).input);
    const texts = [...new Set([...rows, "http://é/%zz", "http://😀/\u0000", "http://u[@h", "a://b:c:d/", "//a/b:%4", "1a:b", ":", "a b:"])].filter((text) => text.isWellFormed() && !/[\n\r]/.test(text));
    const { stdout } = spawnSync(command, ["check", "--spec", spec, "--rule", rule, "--grammar-only", "--format", "json", "--from", "lines"], { input: texts.join("\n"), encoding: "utf8", maxBuffer: 1 << 28, timeout });
    const reports = stdout.trim().split("\n").map((line) => JSON.parse(line)).filter((report) => !report.summary);
    assert.ok(reports.length > 1000 && reports.some((r) => r.grammatical), `${reports.length} reports`);
    for (const { input, grammatical, findings } of reports) {
      // The command reports the "]" that is missing at the end of the authority: the first fault is before it or there.
      const [first] = findings;
      const at = grammatical ? -1 : Buffer.from(input).subarray(0, first.start).toString().length;
      for (const { fault } of [esm, cjs])
        if (first?.reason === "ip-literal.close") assert.ok(fault(input, format) <= at && fault(input, format) >= 0, JSON.stringify(input));
        else assert.equal(fault(input, format), at, JSON.stringify(input));
    }
  });

test("fault, of what the command does not read", () => {
  for (const [text, at] of [["", 0], [undefined, 0], ["a:\ud800", 2], ["http://😀/\udc00", 10], ["http://h/%4\ud800", 9]]) assert.equal(esm.fault(text), at);
  assert.throws(() => esm.fault("a:", "url"), TypeError);
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

// A URI that the pattern of ajv-formats refuses.
test("ajv-formats: the format that is added last counts", () => {
  const [Ajv, addFormats] = [require("ajv").default, require("ajv-formats").default];
  const valid = (ajv) => ajv.validate({ type: "string", format: "uri" }, "a:");
  const ajv = addFormats(new Ajv({ formats: esm.formats }));
  assert.equal(valid(ajv), false);
  const after = addFormats(new Ajv());
  for (const name of Object.keys(esm.formats)) after.addFormat(name, esm.formats[name]);
  assert.equal(valid(after), true);
});

// What the README says of a value stands after the line that has it.
test("README", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const Ajv = require("ajv");
  let lines = 0;
  for (const [, block] of readme.matchAll(/^```js\n(.*?)^```$/gms)) {
    if (block.includes("/full")) continue; // full.test.mjs
    const code = block.replace(/^import .*$/gm, "").replace(/^(\S.*); \/\/ (true|false|-?\d+|"[^"]*"|'[^']*')(.*)$/gm, (_, code, value) => (lines++, `same(${code}, ${value});`));
    new Function("same", "Ajv", ...Object.keys(esm), code)(assert.equal, Ajv, ...Object.values(esm));
  }
  assert.equal(lines, 10);
});

test("types", () => {
  const dir = mkdtempSync(join(tmpdir(), "iri-types-"));
  const uses = (path) => `import { isIri, fault, parse, formats } from ${JSON.stringify(path)};
const ok: boolean = isIri("a:") && formats["uri-reference"]("");
const at: number = fault("a b") + fault("", "uri");
// @ts-expect-error: not a format
fault("", "url");
const query: string | undefined = parse("?q")?.query;
// @ts-expect-error: a path is always there, and a string
const path: number = parse("?q")!.path;
`;
  const usesFull = (path) => `import { load } from ${JSON.stringify(path)};
load().then((iri) => {
  const section: string | undefined = iri.check("a", { severity: { "pct-case": "error" } }).findings[0]?.section;
  const fixed = iri.fix("a:b c", { fix: ["pct-case"] });
  const text: string = fixed.findings ? fixed.findings[0].message : fixed.output;
  const base: string | undefined = iri.resolve("b", "http://e/a", { nonStrict: true }).output ?? iri.relativize("a:b", "a:").output;
  const same = iri.compare("a:", "A:", { to: "case" });
  const what: string = same.findings ? same.in : same.equal ? same.rung : same.differs;
  const name: string | undefined = iri.parse("a:").tree?.children?.[0].rule;
  const path: string = iri.parse("a:", { components: true }).components.path;
  // @ts-expect-error: without a base
  iri.resolve("b");
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
  assert.ok(size < 60 << 10, `${size} bytes`);
  const compressed = gzipSync(readFileSync(join(root, "index.js")), { level: 9 }).length;
  assert.ok(compressed < 6.5 * 1024, `index.js: ${compressed} bytes compressed`);
  assert.equal(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies, undefined);
});
