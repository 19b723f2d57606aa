// What the functions return is the object that the command iri prints for the text with --format json.

/** What is wrong in a place of a text. */
export interface Finding {
  /** The name of a production or of a rule in prose: it does not change. */
  code: string;
  severity: "error" | "warning";
  /** The place in the text: bytes of UTF-8, half open. See {@link Iri.index}. */
  start: number;
  end: number;
  message: string;
  reason?: string;
  params?: Record<string, string>;
  /** The productions, from the start rule to the one that is broken. */
  rules?: string[];
  /** What could have stood there. */
  expected?: string[];
  section?: string;
  abnf?: string;
  hint?: string;
  /** An edit that removes the finding; guessed if it may change what the text says. */
  fix?: { start: number; end: number; text: string; guessed?: boolean };
}

/** The components of a text that conforms, without their delimiters. Absent ones are not there, empty ones "". */
export interface Components {
  scheme?: string;
  authority?: string;
  userinfo?: string;
  host?: string;
  hostKind?: string;
  port?: string;
  path: string;
  query?: string;
  fragment?: string;
}

export interface Report {
  input: string;
  spec: string;
  rule: string;
  /** Whether the text matches the rule. */
  grammatical: boolean;
  /** Whether no finding is an error. */
  conforms: boolean;
  findings: Finding[];
  /** How many findings there are beyond those. */
  more?: number;
  components?: Components;
}

/** The result of a fix or a mapping, or why there is none. */
export type Result = { input: string; output: string; findings?: undefined } | { input: string; output?: undefined; findings: Finding[] };

export type Spec = "rfc3986" | "rfc3987" | "rfc3987bis" | "leiri";
/** How far texts are made one (RFC 3987 §5.3). */
export type Rung = "string" | "case" | "percent" | "path" | "scheme" | "host" | "protocol";

/** A node of a parse tree. */
export interface Node {
  /** The production. */
  rule: string;
  /** The place in the text: bytes of UTF-8, half open. */
  start: number;
  end: number;
  text: string;
  /** false: a component that could not be read. */
  conforms?: false;
  children?: Node[];
}

/** A part of a text that has right-to-left characters. */
export interface Direction {
  start: number;
  end: number;
  text: string;
  direction: "rtl" | "mixed";
}

export interface Parsed {
  input: string;
  spec: string;
  rule: string;
  /** What could be read. Not there for a text that does not match a rule that is not one for references. */
  tree?: Node;
  /** Why the text does not match. */
  findings?: Finding[];
  directions?: Direction[];
}

/** Whether two references are equal, on which rung, or what differs; or why they cannot be compared. */
export type Comparison = { iri: string; other: string } & (
  | { equal: true; rung: Rung; findings?: undefined }
  | { equal: false; rung: null; differs: string; urn_equivalent?: true; findings?: undefined }
  | { equal?: undefined; in: "iri" | "other"; findings: Finding[] }
);

export type HostMapping = "percent" | "idna" | "uts46";

/** The flags of "iri check": see its help. */
export interface CheckOptions {
  spec?: Spec;
  /** The production to start from: the top rule of the spec if there is none. */
  rule?: string;
  /** The severity of prose rules, by code. */
  severity?: Record<string, "error" | "warning" | "off">;
  grammarOnly?: boolean;
  lint?: boolean;
  guess?: boolean;
  suspicious?: boolean;
  /** How many findings a report has at most; 0 for all of them. The default is that of the command. */
  maxFindings?: number;
  /**
   * No flag: a check that takes more milliseconds throws an error with the name "TimeoutError". The time is looked at where
   * there are findings: all else takes at most some tenths of a second for a megabyte.
   */
  timeout?: number;
}

export interface Iri {
  /** RFC 3987 §2.2 and what its prose adds: what "iri check" prints. */
  check(text: string, options?: CheckOptions): Report;
  /** What "iri fix" prints: the fixes of all errors, and of the warnings with the codes. */
  fix(text: string, options?: Omit<CheckOptions, "maxFindings"> & { fix?: string[] }): Result;
  /** RFC 3987 §3.1: what "iri to-uri" prints. */
  toUri(text: string, options?: { spec?: Spec; host?: HostMapping; lenient?: boolean }): Result;
  /** RFC 3987 §3.2: what "iri to-iri" prints. */
  toIri(text: string, options?: { spec?: Spec; display?: boolean; strict?: boolean }): Result;
  /** 3987bis §6: what "iri from-leiri" prints. */
  fromLeiri(text: string, options?: { spec?: Exclude<Spec, "leiri">; lenient?: boolean }): Result;
  /** RFC 3987 §5.3: what "iri normalize" prints. */
  normalize(text: string, options?: { spec?: Spec; to?: Rung; host?: HostMapping; nfc?: boolean; ignoreFragment?: boolean; urnEquivalence?: boolean }): Result;
  /** RFC 3986 §5.2: what "iri resolve" prints. A base without a scheme is the input of the result, and has its finding. */
  resolve(text: string, base: string, options?: { spec?: Spec; nonStrict?: boolean }): Result;
  /** The shortest reference that resolves to the text: what "iri relativize" prints. */
  relativize(text: string, base: string, options?: { spec?: Spec }): Result;
  /** RFC 3987 §5.3: what "iri compare" prints. */
  compare(text: string, other: string, options?: { spec?: Spec; to?: Rung; host?: HostMapping; ignoreFragment?: boolean; urnEquivalence?: boolean; base?: string }): Comparison;
  /** What "iri parse" prints: the parse tree, or with components those of any text. */
  parse(text: string, options: { spec?: Spec; components: true }): { input: string; components: Components; directions?: Direction[] };
  parse(text: string, options?: { spec?: Spec; rule?: string; components?: false }): Parsed;
  /** The index in the string of a place in bytes of UTF-8. */
  index(text: string, offset: number): number;
}

/** What browsers and Node have, if the types of one of them are there. */
type Global<Name extends string> = typeof globalThis extends { [key in Name]: { prototype: infer T } } ? T : never;
type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : never;

/**
 * Loads the program in WebAssembly, once. The file iri.wasm stands beside this module, unless source says where
 * it is, or holds it. A text of JavaScript that is not well-formed is read with U+FFFD in the place of single surrogates.
 */
export function load(source?: string | Global<"URL"> | Global<"Response"> | ArrayBuffer | ArrayBufferView | Module): Promise<Iri>;
