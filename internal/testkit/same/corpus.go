package main

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// A folder holds documents of one format, which are read with the same flags.
type folder struct {
	name  string // html-7
	flags []string
	files []document
}

type document struct{ name, text string }

// add adds a document. It adds a line end if there is none, because the program writes the documents one after the other.
func (f *folder) add(name, text string) {
	if !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\x00") {
		text += "\n"
	}
	f.files = append(f.files, document{fmt.Sprintf("%03d-%s", len(f.files), filepath.Base(name)), text})
}

// write writes the documents below a folder.
func (f *folder) write(dir string) {
	at := filepath.Join(dir, f.name)
	check(os.MkdirAll(at, 0o777))
	for _, d := range f.files {
		check(os.WriteFile(filepath.Join(at, d.name), []byte(d.text), 0o666))
	}
}

// corpus returns folders: one with all strings, one with some of them, and folders with documents of each format. The
// documents are those of the tests and of the suites of RDF, files with one string, as it is and as markup, and changed
// copies of some of them.
func corpus(root string, seed uint64) (list []*folder) {
	m := newMaker(seed, root)
	of := func(name, format string, flags ...string) *folder {
		flags = append([]string{"--from", format}, flags...)
		for _, f := range list[min(2, len(list)):] {
			if slices.Equal(f.flags, flags) {
				return f
			}
		}
		list = append(list, &folder{name: fmt.Sprintf("%s-%d", name, len(list)), flags: flags})
		return list[len(list)-1]
	}
	all, some := slices.Clone(m.given), []string(nil)
	for range 60_000 {
		all = append(all, m.text())
	}
	all = slices.DeleteFunc(all, func(s string) bool { return strings.Contains(s, "\x00") })
	for range 3_000 {
		some = append(some, m.pick(all...))
	}
	strs := of("strings", "null")
	for part := range slices.Chunk(all, 8000) {
		strs.add("strings", strings.Join(part, "\x00")+"\x00")
	}
	of("some", "null").add("strings", strings.Join(some, "\x00")+"\x00")
	for _, d := range m.docs {
		format := input.GuessFormat(d.name).String()
		of(format, format).add(d.name, d.text)
	}
	for _, f := range runtest.Formats() {
		to := of(f.Name, f.Name, f.Flags()[2:]...)
		for _, text := range runtest.Texts() {
			to.add("string", f.File(text))
		}
		for range 20 {
			s := m.text()
			to.add("string", f.File(s))
			to.add("string", f.File(html.EscapeString(s)))
		}
	}
	for _, f := range list[2:] {
		for before := f.files; len(f.files) < len(before)+60; {
			if d := before[m.IntN(len(before))]; len(d.text) <= 6000 {
				f.add("changed-"+d.name, m.changeDocument(d.text))
			}
		}
	}
	return list
}

// read reads the strings and the documents that are there: the examples of all codes and rules, the golden files, the
// conformance kit, the files of tests with names that say their formats, and the suites of other projects.
func (m *maker) read(root string) {
	for _, code := range iri.Codes() {
		m.given = slices.Concat(m.given, code.Good, code.Bad)
	}
	for _, spec := range iri.Specs() {
		for rule := range spec.Rules() {
			if rule.WholeReference() {
				good, bad := rule.Examples(40)
				m.given = slices.Concat(m.given, good, bad)
			}
		}
	}
	var files []string
	for _, glob := range []string{
		"cmd/iri/testdata/golden/*.in", "cmd/iri/testdata/script/*.txtar", "cmd/iri/testdata/real-shapes/*",
		"internal/testkit/same/testdata/documents/*", "conformance/*.jsonl", "conformance/syntax/*.jsonl",
	} {
		files = append(files, must(filepath.Glob(filepath.Join(root, glob)))...)
	}
	for _, file := range append(files, must(filepath.Glob(filepath.Join(testkit.SuitesDir(), "*.jsonl")))...) {
		text := string(must(os.ReadFile(file)))
		switch filepath.Ext(file) {
		case ".in":
			m.given = append(m.given, strings.Split(text, "\n")...)
		case ".txtar":
			for _, f := range txtar.Parse([]byte(text)).Files {
				m.addDocument(f.Name, string(f.Data))
			}
		case ".jsonl":
			for line := range strings.Lines(text) {
				m.readRow(line)
			}
		default:
			m.addDocument(file, text)
		}
	}
	slices.Sort(m.given)
	m.given = slices.Compact(m.given)
}

// addDocument adds a document if its name has the ending of a format that is not packed.
func (m *maker) addDocument(name, text string) {
	if input.IsKnown(name) && !strings.HasSuffix(name, ".gz") {
		m.docs = append(m.docs, document{name, text})
	}
}

// readRow adds the strings or the document of a row of a suite.
func (m *maker) readRow(line string) {
	var row map[string]any
	check(json.Unmarshal([]byte(line), &row))
	if text, ok := row["text"].(string); ok {
		name := fmt.Sprint(row["name"])
		if page, ok := row["html"].(bool); ok {
			name += map[bool]string{true: ".html", false: ".jsonld"}[page]
		}
		m.addDocument(name, text)
		return
	}
	for _, member := range []string{"input", "base", "ref", "result", "output", "expected"} {
		if s, ok := row[member].(string); ok {
			m.given = append(m.given, s)
		}
	}
	if row["kind"] == "idna" {
		m.given = append(m.given, fmt.Sprintf("http://%s/", row["input"]))
	}
}
