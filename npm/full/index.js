// @ts-check
// The library iri as WebAssembly: reports, fixes and mappings.

/** @type {Promise<import("./index.js").Iri> | undefined} */
let loading;

/**
 * Loads the program, once.
 * @param {string | URL | Response | BufferSource | WebAssembly.Module} [source] where it is, if not beside this file
 * @returns {Promise<import("./index.js").Iri>}
 */
export function load(source) {
  loading ??= start(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @param {string | URL | Response | BufferSource | WebAssembly.Module} [source] */
async function start(source) {
  const module = await (source === undefined ? compileBeside() : compile(source));
  // The glue of the Go release sets globalThis.Go.
  await import(/** @type {any} */ ("./wasm_exec.js"));
  /** @type {any} */
  const world = globalThis;
  const go = new world.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  /** @type {(command: string, text: string, options: string) => [string | null, string | null, boolean]} */
  const ask = await new Promise((resolve, reject) => {
    world.iriFullReady = resolve;
    go.run(instance).then(() => reject(new Error("the program has ended")), reject);
  });
  delete world.iriFullReady;

  /** @param {string} command */
  const method = (command) => (/** @type {string} */ text, /** @type {object} */ options = {}) => {
    if (typeof text !== "string") throw new TypeError(`${command} takes a string`);
    const [answer, error, late] = ask(command, text, JSON.stringify(options));
    if (late) throw Object.assign(new Error(`${command}: ${error}`), { name: "TimeoutError" });
    if (answer === null) throw new TypeError(String(error));
    return JSON.parse(answer);
  };
  /**
   * A method with a second text, which is an option of the program.
   * @param {string} command
   * @param {"base" | "other"} name
   */
  const pair = (command, name) => (/** @type {string} */ text, /** @type {string} */ second, options = {}) => {
    if (typeof second !== "string") throw new TypeError(`${command} takes two strings`);
    return method(command)(text, { ...options, [name]: second });
  };
  return Object.freeze({
    check: method("check"),
    fix: method("fix"),
    toUri: method("to-uri"),
    toIri: method("to-iri"),
    fromLeiri: method("from-leiri"),
    normalize: method("normalize"),
    parse: method("parse"),
    resolve: pair("resolve", "base"),
    relativize: pair("relativize", "base"),
    compare: pair("compare", "other"),
    index,
  });
}

/** Compiles the file beside this one, where Vite and webpack put it. */
async function compileBeside() {
  try {
    return await compile(new URL("./iri.wasm", import.meta.url));
  } catch (error) {
    throw new Error(
      `iri.wasm is not beside the module of @rfc3987/iri/full (${/** @type {Error} */ (error).message}). With esbuild, give its address to load: ` +
        `import wasm from "@rfc3987/iri/full/iri.wasm", with --loader:.wasm=file, and load(wasm). With the server of Vite, set optimizeDeps.exclude to ["@rfc3987/iri"].`,
      { cause: error },
    );
  }
}

/**
 * @param {string | URL | Response | BufferSource | WebAssembly.Module} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) {
    if (String(source).startsWith("file:")) {
      const fs = "node:fs/promises"; // bundlers for browsers do not look for it
      const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ fs);
      return WebAssembly.compile(await readFile(new URL(source)));
    }
    source = await fetch(source);
  }
  if (!(source instanceof Response)) return WebAssembly.compile(/** @type {BufferSource} */ (source));
  if (!source.ok) throw new Error(`${source.url}: ${source.status} ${source.statusText}`);
  if (source.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(source);
  return WebAssembly.compile(await source.arrayBuffer());
}

/**
 * The index in a string of a place in bytes of UTF-8, as findings have them.
 * @param {string} text
 * @param {number} offset
 */
function index(text, offset) {
  let i = 0;
  for (let bytes = 0; bytes < offset && i < text.length; ) {
    const c = /** @type {number} */ (text.codePointAt(i));
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    i += c < 0x10000 ? 1 : 2;
  }
  return i;
}
