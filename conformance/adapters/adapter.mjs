// An adapter for JavaScript: the npm package of this repository, for the rule IRI.
import { readFileSync } from "node:fs";
import { isIri } from "../../npm/index.js";

const lines = readFileSync(0, "utf8").trimEnd().split("\n");
console.log(lines.map((line) => (isIri(JSON.parse(line)) ? "ok" : "not")).join("\n"));
