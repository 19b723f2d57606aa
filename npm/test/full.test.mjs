// iri/full beside the command: the same object for the same text and flags, in Node and in Chromium, in the package as
// it is packed and installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import test from "node:test";
import { browse, install, root, timeout } from "./installed.mjs";

const command = process.env.IRI ?? join(root, "..", "bin", "iri");
const dir = install();
const installed = join(dir, "node_modules/@rfc3987/iri");

// Every hundredth row of the kit, and what has findings of every kind.
const kit = ["rfc3986", "rfc3987", "leiri"].flatMap((spec) => readFileSync(join(root, "../conformance/syntax", spec + ".jsonl"), "utf8").trim().split("\n"));
const texts = [
  "", " ", "a", "http://h:8a/", "http://u:p@h:80/?#", "http://2001:db8::1/", "http://例え.テスト/😀?q#f", "http://h/a b{c}", "http://h/%zz%c3%a9",
  "HTTP://EXAMPLE.com:80/%7euser/../é", "http://xn--rsum-bpad.example.org/", "http://faß.example/", "http://a/http://b/", "../a?b", "//h", "urn:isbn:", "mailto:a@b",
  "http://e/\u202Ea", "http://e/\uFFFD", "http://e/a\nhttp://e/b", "http://e/a http://e/b", "http://e/\u0000", "javascript:a", "http://https://e/", "http://e/Caf\u00c3\u00a9",
  ...kit.filter((_, i) => i % 100 === 0).map((line) => JSON.parse(line).input),
].filter((text) => !text.includes("\0") && text.isWellFormed() && (text === "" || !existsSync(resolve(dir, text)))); // a word that names a file is that file

// A method with what follows the text, and the command with its flags. The words of resolve and relativize begin with the
// base, those of compare end with the other reference.
const runs = [
  ["check", [], ["check"]],
  ["check", [{ spec: "rfc3986", rule: "URI-reference", lint: true }], ["check", "--spec", "rfc3986", "--rule", "URI-reference", "--lint"]],
  ["check", [{ spec: "leiri", grammarOnly: true }], ["check", "--spec", "leiri", "--grammar-only"]],
  ["check", [{ guess: true, suspicious: true, maxFindings: 1 }], ["check", "--guess", "--suspicious", "--max-findings", "1"]],
  ["check", [{ severity: { "userinfo-password": "error", "pct-case": "warning" } }], ["check", "--severity", "userinfo-password=error", "--severity", "pct-case=warning"]],
  ["fix", [], ["fix"]],
  ["fix", [{ guess: true, suspicious: true, fix: ["pct-case", "dot-segment", "suspicious-mojibake"] }], ["fix", "--guess", "--suspicious", ...["pct-case", "dot-segment", "suspicious-mojibake"].flatMap((code) => ["--fix", code])]],
  ["fix", [{ spec: "rfc3986", rule: "URI-reference" }], ["fix", "--spec", "rfc3986", "--rule", "URI-reference"]],
  ["toUri", [], ["to-uri"]],
  ["toUri", [{ host: "idna", lenient: true }], ["to-uri", "--host", "idna", "--lenient"]],
  ["toUri", [{ spec: "rfc3987bis", host: "uts46" }], ["to-uri", "--spec", "rfc3987bis", "--host", "uts46"]],
  ["toIri", [], ["to-iri"]],
  ["toIri", [{ strict: true }], ["to-iri", "--strict"]],
  ["toIri", [{ spec: "rfc3987bis", display: true }], ["to-iri", "--spec", "rfc3987bis", "--display"]],
  ["fromLeiri", [], ["from-leiri"]],
  ["fromLeiri", [{ spec: "rfc3986" }], ["from-leiri", "--spec", "rfc3986"]],
  ["fromLeiri", [{ lenient: true }], ["from-leiri", "--lenient"]],
  ["normalize", [], ["normalize"]],
  ["normalize", [{ ignoreFragment: true, urnEquivalence: true }], ["normalize", "--ignore-fragment", "--urn-equivalence"]],
  ["parse", [], ["parse"]],
  ["parse", [{ spec: "leiri", rule: "LEIRI-reference" }], ["parse", "--spec", "leiri", "--rule", "LEIRI-reference"]],
  ["parse", [{ spec: "rfc3986", components: true }], ["parse", "--spec", "rfc3986", "--components"]],
  ["resolve", ["http://e/a/b?c"], ["resolve", "http://e/a/b?c"]],
  ["resolve", ["http://e/a", { spec: "rfc3986", nonStrict: true }], ["resolve", "--spec", "rfc3986", "--non-strict", "http://e/a"]],
  ["relativize", ["http://h/"], ["relativize", "http://h/"]],
  ["relativize", ["http://e/é", { spec: "leiri" }], ["relativize", "--spec", "leiri", "http://e/é"]],
  ["compare", ["http://h/a%20b"], ["compare"]],
  ["compare", ["http://EXAMPLE.com/é", { to: "protocol", host: "uts46", base: "http://example.com:80/a", ignoreFragment: true }], ["compare", "--to", "protocol", "--host", "uts46", "--base", "http://example.com:80/a", "--ignore-fragment"]],
  ["normalize", [{ to: "protocol", host: "idna", nfc: true, spec: "rfc3987bis" }], ["normalize", "--to", "protocol", "--host", "idna", "--nfc", "--spec", "rfc3987bis"]],
];
const print = (words) => {
  const { stdout, stderr, status } = spawnSync(command, words, { encoding: "utf8", maxBuffer: 1 << 28, cwd: dir, timeout });
  assert.ok(status < 2, `${words}: exit status ${status}: ${stderr}`);
  return stdout.trimEnd().split("\n");
};
const wanted = runs.map(([method, args, words]) => {
  const lines = method === "compare" ? texts.flatMap((text) => print([...words, "--format", "json", "--", text, args[0]])) : print([...words, "--format", "json", "--", ...texts]);
  assert.equal(lines.length, texts.length, words.join(" "));
  return lines;
});

// compare asks for all texts, and says where the answer is not what the command prints; it runs in the browser too.
function compare(iri, runs, texts, wanted) {
  const differ = [];
  runs.forEach(([method, args], i) =>
    texts.forEach((text, j) => {
      const got = JSON.stringify(iri[method](text, ...args));
      if (got !== JSON.stringify(JSON.parse(wanted[i][j]))) differ.push(`${method} ${JSON.stringify(args)} ${JSON.stringify(text)}: got ${got}, want ${wanted[i][j]}`);
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
  const differ = await browse(installed, (page) =>
    page.evaluate(
      async (source, runs, texts, wanted) => {
        const { load } = await import("/full/index.js");
        return new Function(`return ${source}`)()(await load(), runs, texts, wanted).slice(0, 3);
      },
      String(compare), runs, texts, wanted,
    ),
  );
  assert.deepEqual(differ, []);
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
  assert.equal(lines.length, 9);
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
    [() => iri.resolve("a"), /resolve takes two strings/],
    [() => iri.compare("a", { other: "b" }), /compare takes two strings/],
    [() => iri.parse("a:", { rule: "x" }), /rfc3987 has no rule "x"/],
  ]) assert.throws(call, want);
  for (const [method, long] of ["e\u0301/", "a b"].flatMap((part) => ["check", "fix"].map((method) => [method, `http://e/${part.repeat(400_000)}`]))) {
    assert.throws(() => iri[method](long, { timeout: 1, fix: method === "fix" ? ["not-nfc"] : undefined }), { name: "TimeoutError", message: `${method}: the check takes longer than timeout allows` });
    assert.deepEqual(iri[method](text, { timeout: 60_000 }), iri[method](text), "what is in time is as it is without a timeout");
  }
});
