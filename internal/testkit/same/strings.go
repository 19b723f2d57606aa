package main

import (
	"bufio"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// givenStrings returns the strings of the corpora: the examples of all codes and rules, the golden files, the
// conformance kit, and the suites of other projects if they are there.
func givenStrings(root string) ([]string, error) {
	var list []string
	for _, code := range iri.Codes() {
		list = append(append(list, code.Good...), code.Bad...)
	}
	for _, spec := range iri.Specs() {
		for rule := range spec.Rules() {
			if rule.WholeReference() {
				good, bad := rule.Examples(40)
				list = append(append(list, good...), bad...)
			}
		}
	}
	golden, err := filepath.Glob(filepath.Join(root, "cmd/iri/testdata/golden/*.in"))
	if err != nil {
		return nil, err
	}
	for _, file := range golden {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.Split(string(text), "\n")...)
	}
	kit, suites := filepath.Join(root, "conformance"), testkit.SuitesDir()
	for _, dir := range []string{kit, filepath.Join(kit, "syntax"), suites} {
		if dir == "" {
			continue // the suites are not part of the module
		}
		glob := filepath.Join(dir, "*.jsonl")
		files, err := filepath.Glob(glob)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			err := readRows(file, func(row map[string]any) {
				for _, member := range []string{"input", "base", "ref", "result", "output", "expected"} {
					if s, ok := row[member].(string); ok && row["text"] == nil {
						list = append(list, s)
					}
				}
				if s, ok := row["input"].(string); ok && row["kind"] == "idna" {
					list = append(list, "http://"+s+"/")
				}
			})
			if err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// readRows calls f with each row of a file of JSON Lines.
func readRows(file string, f func(row map[string]any)) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var row map[string]any
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			return &os.PathError{Op: "read", Path: file, Err: err}
		}
		f(row)
	}
	return sc.Err()
}

// A maker makes strings. The same seed makes the same strings.
type maker struct {
	*rand.Rand
	given   []string // what changes are made to
	schemes []string
	scripts []*unicode.RangeTable
}

func newMaker(seed uint64, given []string) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 0)), given: given}
	m.schemes = slices.Collect(scheme.With(scheme.Known))
	for _, name := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		m.scripts = append(m.scripts, unicode.Scripts[name])
	}
	return m
}

// pick returns one of the strings.
func (m *maker) pick(list ...string) string { return list[m.IntN(len(list))] }

// text returns a string: of parts in any script with any scheme, a random reference, or a given one with a fault.
func (m *maker) text() string {
	switch m.IntN(10) {
	case 0:
		return reftest.Random(m.Rand, m.IntN(2) == 0)
	case 1, 2, 3:
		return m.change(m.pick(m.given...))
	case 4, 5, 6:
		return m.parts()
	}
	s := m.parts()
	for range 1 + m.IntN(2) {
		s = m.change(s)
	}
	return s
}

// parts returns a string made of components, most of which conform.
func (m *maker) parts() string {
	table := m.scripts[m.IntN(len(m.scripts))]
	word := func() string {
		if m.IntN(3) == 0 {
			return m.pick("a", "x1", "example", "WWW", "index.html", "..", ".", "", "~u", "q=1&r", "a@b.example",
				"isbn:0451450523", "%41", "%c3%A9", "xn--rsum-bpad", "0x7f", "10")
		}
		return m.word(table)
	}
	var b strings.Builder
	if m.IntN(8) > 0 {
		known := m.pick(m.schemes...)
		b.WriteString(m.pick(known, known, "http", "https", "HTTP", "x-y.z+1", "unknown") + ":")
	}
	if m.IntN(3) > 0 {
		b.WriteString("//")
		if m.IntN(8) == 0 {
			b.WriteString(word() + m.pick("@", ":@", ":secret@", "@@"))
		}
		b.WriteString(m.pick(word(), word()+"."+word(), word()+"."+word()+".example", "[::1]", "[fe80::1%25eth0]",
			"[v1.a:b]", "127.0.0.1", "1.2.3.256", "0177.1", "", "example.org."))
		b.WriteString(m.pick("", "", "", ":", ":80", ":443", ":65536", ":0080", ":8a"))
		b.WriteString(m.pick("", "/", "/"))
	}
	for i := range m.IntN(4) {
		if i > 0 {
			b.WriteString(m.pick("/", "/", "/", ":", ";", ",", "//"))
		}
		b.WriteString(word())
	}
	if m.IntN(3) == 0 {
		b.WriteString("?" + word() + m.pick("", "=", "&") + word())
	}
	if m.IntN(4) == 0 {
		b.WriteString("#" + word())
	}
	return b.String()
}

// word returns a few characters of a script, perhaps percent-encoded or with one of another script.
func (m *maker) word(table *unicode.RangeTable) string {
	var b strings.Builder
	for range 1 + m.IntN(5) {
		r := m.char(table)
		switch m.IntN(40) {
		case 0:
			r = m.char(m.scripts[m.IntN(len(m.scripts))])
		case 1:
			for _, c := range []byte(string(r)) {
				const hex = "0123456789ABCDEF"
				b.Write([]byte{'%', hex[c>>4], hex[c&15]})
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// char returns a character of a script.
func (m *maker) char(table *unicode.RangeTable) rune {
	if n := len(table.R16) + len(table.R32); m.IntN(n) < len(table.R16) {
		r := table.R16[m.IntN(len(table.R16))]
		return rune(r.Lo) + rune(m.IntN(int((r.Hi-r.Lo)/r.Stride)+1))*rune(r.Stride)
	}
	r := table.R32[m.IntN(len(table.R32))]
	return rune(r.Lo) + rune(m.IntN(int((r.Hi-r.Lo)/r.Stride)+1))*rune(r.Stride)
}

// change returns a string with a fault, or what may be one.
func (m *maker) change(s string) string {
	from := m.cut(s)
	to := min(len(s), from+m.IntN(4))
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	switch m.IntN(6) {
	case 0: // something left out
		return s[:from] + s[to:]
	case 1: // twice
		return s[:to] + s[from:]
	case 2: // the head of one with the tail of another
		other := m.pick(m.given...)
		return s[:from] + other[m.cut(other):]
	}
	return s[:from] + m.pick(
		" ", "  ", "\t", "\n", "\r\n", "%", "%4", "%zz", "%00", "%2F", "%C3", "%u00e9", "<", ">", "\"", "\\",
		"^", "`", "{", "|", "}",
		"[", "]", "[::1]", "@", ":", "::", "//", "/", "/./", "/../", "?", "#", ".", "...", "-", "--", "_", "A",
		"''", "http://",
		"\x00", "\x7f", "\u0085", "\u00a0", "\u00ad", "\u200b", "\u200d", "\u200e", "\u202e", "\u2066",
		"\u2028", "\u3000",
		"\u3002", "\ufeff", "\ufffd", "\ufdd0", "\ufffe", "\ue000", "\U000e0041", "\U000f0000", "\xff", "\xc3",
		"\xed\xa0\x80",
		"\xf4\x90\x80\x80", "\u0301", "e\u0301", "\u00e9", "\u212b", "\uff0f", "\uff41", "\u0430", "\u05d0",
		"\u0661", "&amp;", "&#233;",
	) + s[from:]
}

// cut returns a place in a string, not inside a character.
func (m *maker) cut(s string) int {
	at := m.IntN(len(s) + 1)
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return at
}

// some returns n of the strings.
func (m *maker) some(list []string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = m.pick(list...)
	}
	return out
}
