// Builds the page: node build.mjs OUT [--compress]. The programs in WebAssembly stand in OUT already: make page
// compiles them. With --compress each file is compressed by brotli, too, which is a step of a release: it takes a minute.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const here = dirname(fileURLToPath(import.meta.url))
const compress = process.argv.includes('--compress')
const out = resolve(process.argv[2])

// wasm_exec.js belongs to the Go release that compiles the program.
const goroot = execFileSync(process.env.GO ?? 'go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
const wasmExecFile = join(goroot, 'lib/wasm/wasm_exec.js')
const wasmExec = {
  name: 'wasm_exec',
  setup(b) {
    b.onResolve({ filter: /^\.\/wasm_exec\.js$/ }, () => ({ path: wasmExecFile }))
  },
}

// The version is that of the checkout, if there is one.
let version = 'development'
try {
  version = execFileSync('git', ['describe', '--tags', '--always'], { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
} catch {
  // Sources without git.
}

// The names of characters, of the Unicode of this Go release, which the program is built without.
const names = join(here, '../internal/text/quote')
const [namesFile] = JSON.parse(execFileSync(process.env.GO ?? 'go', ['list', '-json=EmbedFiles', '.'], { cwd: names, encoding: 'utf8' })).EmbedFiles
copyFileSync(join(names, namesFile), join(out, 'names.bin'))

// What the page knows of the built-in specs and of the formats before the programs run: they run here for that.
await import(wasmExecFile)
const size = statSync(join(out, 'iri.wasm')).size
const ask = async (name, method) => {
  const go = new globalThis.Go()
  const { instance } = await WebAssembly.instantiate(readFileSync(join(out, name)), go.importObject)
  await new Promise((resolve) => {
    globalThis.iriReady = resolve
    go.run(instance)
  })
  return JSON.stringify(JSON.parse(globalThis.iriCall(method, '{}')).result)
}
const specs = await ask('iri.wasm', 'specs')
const formats = await ask('readers.wasm', 'formats')

// What names the program, for the page and for the service worker.
const digest = (...names) => names.reduce((h, name) => h.update(name).update(readFileSync(join(out, name))), createHash('sha256')).digest('hex').slice(0, 16)
const program = JSON.stringify('iri-program-' + digest('iri.wasm'))

const common = { bundle: true, minify: true, target: ['es2022'], legalComments: 'linked', outdir: out, logLevel: 'warning' }
for (const name of readdirSync(out)) if (/\.(js|br|css|txt)$/.test(name)) rmSync(join(out, name))
await build({
  ...common,
  entryPoints: [join(here, 'src/boot.js'), join(here, 'src/main.js')],
  format: 'esm',
  define: { VERSION: JSON.stringify(version), PROGRAM: program, SIZE: String(size), SPECS: specs, FORMATS: formats },
})
await build({ ...common, entryPoints: [join(here, 'src/worker.js')], format: 'iife', plugins: [wasmExec] })
await build({ ...common, entryPoints: [join(here, 'src/style.css')] })
for (const name of ['index.html', 'icon.svg']) copyFileSync(join(here, name), join(out, name))

// The service worker knows the files and a hash over them.
const files = ['index.html', 'icon.svg', 'boot.js', 'main.js', 'style.css', 'worker.js', 'names.bin']
await build({
  ...common,
  entryPoints: [join(here, 'src/sw.js')],
  format: 'iife',
  define: { BUILD: JSON.stringify(digest(...files, 'readers.wasm')), FILES: JSON.stringify(['./', ...files.slice(1)]), PROGRAM: program },
})

let total = 0
for (const name of [...files, 'iri.wasm', 'readers.wasm', 'sw.js']) {
  const plain = readFileSync(join(out, name))
  if (!compress) continue
  const packed = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
  writeFileSync(join(out, name + '.br'), packed)
  total += packed.length
  console.log(`${name.padEnd(20)} ${String(statSync(join(out, name)).size).padStart(9)} bytes, ${String(packed.length).padStart(8)} as brotli`)
}
if (compress) console.log(`all together ${String(total).padStart(33)} as brotli`)
process.exit() // the programs have not ended
