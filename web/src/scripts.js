// The scripts of a word that is written in several.

// Those that are mixed by mistake, and to deceive: the letters of others stand together in words.
const scripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Cherokee', 'Coptic', 'Deseret', 'Ethiopic', 'Thai', 'Lao', 'Khmer', 'Myanmar',
  'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan', 'Mongolian', 'Han', 'Hangul', 'Hiragana', 'Katakana', 'Bopomofo']
  .map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')])

const scriptOf = (c) => scripts.find(([, test]) => test.test(c))?.[0] ?? (/\p{L}/u.test(c) ? 'other' : '')

/**
 * odd returns the letters of a word that are not of the script that most of its letters have, as spans in
 * UTF-16 code units; of scripts with as many letters, the one that comes first is that of the word.
 */
export function odd(word) {
  const letters = []
  let at = 0
  for (const c of word) {
    const script = scriptOf(c)
    if (script) letters.push({ from: at, to: at + c.length, script })
    at += c.length
  }
  const count = new Map()
  for (const { script } of letters) count.set(script, (count.get(script) ?? 0) + 1)
  const most = Math.max(...count.values())
  const own = [...count.keys()].find((s) => count.get(s) === most)
  const spans = []
  for (const { from, to, script } of letters) {
    if (script === own) continue
    if (spans.at(-1)?.[1] === from) spans.at(-1)[1] = to
    else spans.push([from, to])
  }
  return spans
}
