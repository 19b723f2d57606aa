// Builds the page: node build.mjs PROGRAM OUT [--compress]. PROGRAM is the program in WebAssembly, which make page
// compiles. With --compress each file is compressed by brotli, too, which is a step of a release: it takes half a minute.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { joined } from './join.mjs'
import { split } from './split.mjs'
import { call, lines, used } from './trial.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const compress = process.argv.includes('--compress')
const [, , compiled, folder] = process.argv
const out = resolve(folder)
mkdirSync(out, { recursive: true })

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
const names = join(here, '../internal/text/charnames')
const [namesFile] = JSON.parse(execFileSync(process.env.GO ?? 'go', ['list', '-json=EmbedFiles', '.'], { cwd: names, encoding: 'utf8' })).EmbedFiles
const characters = readFileSync(join(names, namesFile))
writeFileSync(join(out, 'names.bin'), characters)

// The program, as the part that the page starts with and the part that comes after the first check.
await import(wasmExecFile)
const whole = joined(readFileSync(compiled))
const parts = split(whole, await used(whole, lines(join(here, '..')), characters))
writeFileSync(join(out, 'iri.wasm'), parts.first)
writeFileSync(join(out, 'second.wasm'), parts.second)

// What the page knows of the built-in specs before the program runs.
const specs = JSON.stringify(call('specs'))

// What names the program, for the page and for the service worker.
const digest = (...names) => names.reduce((h, name) => h.update(name).update(readFileSync(join(out, name))), createHash('sha256')).digest('hex').slice(0, 16)
const programs = ['iri.wasm', 'second.wasm']
const program = JSON.stringify('iri-program-' + digest(...programs))

const common = { bundle: true, minify: true, target: ['es2022'], legalComments: 'linked', outdir: out, logLevel: 'warning' }
for (const name of readdirSync(out)) if (/\.(js|br|css|txt)$/.test(name)) rmSync(join(out, name))
await build({
  ...common,
  entryPoints: [join(here, 'src/boot.js'), join(here, 'src/main.js')],
  format: 'esm',
  define: { VERSION: JSON.stringify(version), PROGRAM: program, SPECS: specs },
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
  define: { BUILD: JSON.stringify(digest(...files)), FILES: JSON.stringify(['./', ...files.slice(1)]), PROGRAM: program, PROGRAMS: JSON.stringify(programs) },
})

let total = 0
for (const name of [...files, ...programs, 'sw.js']) {
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
process.exit() // the trial of the program has not ended
