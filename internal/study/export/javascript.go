package export

// jsTemplate is an ECMAScript module.
const jsTemplate = `{{range .Header}}//{{if .}} {{.}}{{end}}
{{end}}// @ts-check

/**
 * Reports whether the text matches the rule {{.Rule.Name}}. A surrogate without its other half
 * is not a character.
 * @param {string} text
 * @returns {boolean}
 */
export function isValid(text) {
  if (typeof text !== "string") return false;
  let state = {{.Width}};
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c < 128) c = CLASS[c];
    else {
      if (c >= 0xd800 && c < 0xdc00) {
        c = /** @type {number} */ (text.codePointAt(i));
        if (c > 0xffff) i++;
      }
      c = classOf(c);
    }
    const to = NEXT[state + c];
    if (to === state) continue; // most characters leave the state as it is
    if (to === 0) return false;
    state = to;
  }
  return (NEXT[state + {{.Classes}}] & 1) !== 0;
}
{{if .Split}}
/**
 * Where a component lies in a text: its start and its end, in UTF-16 code units, for
 * String.prototype.slice. null: the text does not have the component, which is not the same as
 * an empty one.
 * @typedef {[start: number, end: number] | null} Span
 */

/**
 * Where the components of a text are, without their delimiters.
 * @typedef {{"{{"}}scheme: Span, authority: Span, userinfo: Span, host: Span, port: Span, path: [start: number, end: number], query: Span, fragment: Span}} Parts
 */

/**
 * Finds the components of the text; null if it does not match the rule {{.Rule.Name}}.
 * @param {string} text
 * @returns {Parts | null}
 */
export function split(text) {
  if (typeof text !== "string") return null;
  // The end of the scheme, the start and the end of the host, the start and the end of the path,
  // the end of the query.
  const at = [0, 0, 0, 0, 0, 0];
  let state = {{.Width}};
  for (let i = 0; i < text.length; i++) {
    const start = i;
    let c = text.charCodeAt(i);
    if (c < 128) c = CLASS[c];
    else {
      if (c >= 0xd800 && c < 0xdc00) {
        c = /** @type {number} */ (text.codePointAt(i));
        if (c > 0xffff) i++;
      }
      c = classOf(c);
    }
    for (let k = 0, bits = MARKS[NEXT[state + {{.Classes}} + 1] + c]; bits !== 0; k++, bits >>= 1) if (bits & 1) at[k] = start;
    state = NEXT[state + c];
    if (state === 0) return null;
  }
  const final = NEXT[state + {{.Classes}}];
  if ((final & 1) === 0) return null;
  for (let k = 0; k < 6; k++) if ((final >> (k + 1)) & 1) at[k] = text.length;
  const [scheme, host, hostEnd, path, pathEnd] = at;
  const queryEnd = Math.max(at[5], pathEnd);
  const authority = scheme > 0 ? scheme + 3 : 2;
  return {
    scheme: scheme > 0 ? [0, scheme] : null,
    authority: host > 0 ? [authority, path] : null,
    userinfo: host > authority ? [authority, host - 1] : null,
    host: host > 0 ? [host, hostEnd] : null,
    port: host > 0 && hostEnd < path ? [hostEnd + 1, path] : null,
    path: [path, pathEnd],
    query: queryEnd > pathEnd ? [pathEnd + 1, queryEnd] : null,
    fragment: queryEnd < text.length ? [queryEnd + 1, text.length] : null,
  };
}
{{end}}
/**
 * The class of a character beyond ASCII.
 * @param {number} c
 * @returns {number}
 */
function classOf(c) {
  let lo = 0;
  for (let hi = FIRST.length; hi - lo > 1; ) {
    const middle = (lo + hi) >> 1;
    if (FIRST[middle] <= c) lo = middle;
    else hi = middle;
  }
  return RUNS[lo];
}

/**
 * Reads numbers in base 36; n equal ones are "x*n".
 * @param {string} text
 * @returns {number[]}
 */
function read(text) {
  /** @type {number[]} */
  const list = [];
  for (const word of text.split(" ")) {
    const [x, n] = word.split("*");
    for (let k = n === undefined ? 1 : parseInt(n, 36); k > 0; k--) list.push(parseInt(x, 36));
  }
  return list;
}

// The class of each character of ASCII.
const CLASS = new Uint8Array(read("{{runs .Class}}"));

// The first character of each run of characters beyond ASCII, and the class of the run.
const FIRST = new Uint32Array(read("{{runs .First}}"));
const RUNS = new Uint8Array(read("{{runs .Runs}}"));

// A row for each state of the minimal automaton: for each class where the row of the next state
// begins, 0 where no string continues; then whether a string may end here{{if .Split}}, in bit 0, and
// which offsets are there; then where the row of the marks begins{{end}}.
const NEXT = new Uint{{unsigned .Next}}Array(read("{{runs .Next}}"));
{{if .Split}}
// For each class the offsets that lie before its character.
const MARKS = new Uint8Array(read("{{runs .Marks}}"));
{{end}}`
