// What npm's parsers read in documents. Each line of the input is a document, {"kind": …, "data": base64}, and each
// line of the output what was read in it: {"values": [[text, role], …]}, or {"error": …}. The role is "fixed" for what
// no command may change, "bare" for what is read percent-encoded, "base" for the base of the document, "" for others.

import { createInterface } from "node:readline";
import * as commonmark from "commonmark";
import jsonld from "jsonld";
import { Parser } from "n3";
import { parse } from "parse5";

const BASE = "http://b.example/c/d?q";
const utf8 = (data) => new TextDecoder("utf-8", { fatal: true }).decode(data);
const words = (text) => text.split(/([ \t\n\r\f]+)/).map((word, i) => [word, i % 2 ? "fixed" : "bare"]);

function html(data) {
  const values = [];
  const walk = (node) => {
    values.push([node.nodeName, "fixed"]);
    for (const { name, value } of node.attrs ?? []) {
      const isList = name === "ping" || name === "srcset";
      const texts = isList ? value.split(/[ \t\n\r\f]+/).filter(Boolean) : [value.replace(/^[ \t\n\r\f]+|[ \t\n\r\f]+$/g, "")];
      const role = ["title", "alt"].includes(name) ? "fixed" : node.nodeName === "base" && name === "href" ? "base" : "";
      values.push([name, "fixed"], ...texts.map((text) => [text, role]));
    }
    values.push([node.value ?? node.data ?? "", "fixed"]);
    node.childNodes?.forEach(walk);
  };
  walk(parse(utf8(data)));
  return values;
}

function markdown(data) {
  const values = [];
  let text = "";
  const flush = () => {
    values.push(...words(text));
    text = "";
  };
  const walker = new commonmark.Parser().parse(utf8(data)).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const { node, entering } = event;
    if (node.type === "text") {
      text += node.literal; // a text can come in several nodes
      continue;
    }
    flush();
    values.push([(entering ? "<" : ">") + node.type + (node.title ?? ""), "fixed"]);
    if (entering && (node.type === "link" || node.type === "image")) {
      values.push([node.destination, "bare"]);
    } else if (node.literal && node.type !== "html_inline") {
      values.push([node.literal, "fixed"]);
    }
  }
  flush();
  return values;
}

// The statements in the order of their predicates, which end with a number, as documents.py makes them.
function statements(quads) {
  const numbered = quads.map((quad) => [Number(/\d+$/.exec(quad.predicate.value)[0]), quad]).sort((a, b) => a[0] - b[0]);
  const term = ({ termType, value, language, datatype }) => {
    switch (termType) {
      case "Literal":
        return [[value, "fixed"], [language, "fixed"], [datatype.value, ""]];
      case "NamedNode":
        return [[value, ""]];
    }
    return [["_", "fixed"]];
  };
  return numbered.flatMap(([number, quad]) => [[String(number), "fixed"], ...[quad.subject, quad.object, quad.graph].flatMap(term)]);
}

// The same of JSON-LD, with predicates, and without types and lists, whose predicates have no numbers.
async function terms(data) {
  const quads = await jsonld.toRDF(JSON.parse(utf8(data)), { base: BASE });
  const numbered = quads.filter(({ predicate }) => /\d\/?$/.test(predicate.value));
  const value = ({ predicate: { value } }) => value.replace(/\/$/, "");
  numbered.sort((a, b) => /\d+$/.exec(value(a))[0] - /\d+$/.exec(value(b))[0] || (a.object.termType < b.object.termType ? -1 : 1));
  return numbered.flatMap(({ subject, predicate, object, graph }) =>
    [subject, predicate, object, object.datatype, graph].map((term) => {
      const isText = term?.termType === "Literal" && !term.datatype.value.endsWith("#anyURI");
      return !term || term.termType === "BlankNode" ? ["_", "fixed"] : [term.value, isText ? "fixed" : ""];
    }),
  );
}

const rdf = (format) => (data) => statements(new Parser({ format, baseIRI: BASE }).parse(utf8(data)));

const READERS = {
  html,
  markdown,
  turtle: rdf("text/turtle"),
  trig: rdf("application/trig"),
  n3: rdf("text/n3"),
  ntriples: rdf("application/n-triples"),
  nquads: rdf("application/n-quads"),
  "jsonld:terms": terms,
  "jsonld:contexts": async (data) => statements(await jsonld.toRDF(JSON.parse(utf8(data)), { base: BASE })),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, data } = JSON.parse(line);
  let answer = {};
  try {
    answer = { values: await READERS[kind](Buffer.from(data, "base64")) };
  } catch (e) {
    answer = { error: String(e) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
