// The second program of two that were one, see ../split.mjs: this joins it to the first.

/** attach gives an instance of the first program the functions of the second, a compiled module. */
export function attach(first, second) {
  const slots = {}
  for (const { module, name } of WebAssembly.Module.imports(second)) {
    if (module === 'slots') slots[name] = first.exports.table.get(Number(name))
  }
  new WebAssembly.Instance(second, { first: first.exports, slots })
  first.exports.loaded.value = 1
}
