package grammars

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/extract"
	"github.com/rfc3987/iri/internal/work/config"
)

// This file reads documents with grammars: RFCs and Internet-Drafts.

// Beside returns a function that reads a file that the document includes, by its path relative to the document.
func Beside(document string) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		return durable.ReadFile(filepath.Join(filepath.Dir(document), filepath.FromSlash(name)), config.MaxGrammar)
	}
}

// A Document is an RFC or a draft, with the rules that were extracted from it.
type Document struct {
	File  spec.GrammarFile // with the rules at the lines where they stand in the document
	doc   *extract.Document
	moved map[int]extract.Moved
	lines []string // of the document
}

// OfDocument extracts the grammar of a document. ok is false for a file of ABNF.
func OfDocument(f spec.GrammarFile) (d Document, ok bool) {
	if f.Library || !extract.IsDocument(f.Name, f.Text) {
		return d, false
	}
	d.lines = strings.Split(string(f.Text), "\n")
	d.doc = extract.Extract(f.Name, f.Text, Beside(f.Name))
	f.Text, d.moved = d.doc.InPlace("")
	d.File = f
	return d, true
}

// Unread describes what in the document was not read as rules, and reports whether rules may be lost.
func (d Document) Unread() (lines string, lost bool) {
	lines, lost = d.doc.UnreadInPlace(d.File.Name)
	if len(d.doc.Rules) == 0 && len(d.moved) == 0 {
		return lines + d.File.Name + ": there is no ABNF rule in it\n", true
	}
	return lines + d.File.Name + ": the file is a document, so its rules are checked as \"iri grammar extract\" takes " +
		"them out\n", lost
}

// Place changes the positions of faults, also those in messages, from the extracted rules to the document or a file
// that it includes. Faults in the header, which the document does not have, keep their position in the header.
func (d Document) Place(in *spec.Inspection) {
	named := regexp.MustCompile(regexp.QuoteMeta(d.File.Name) + `:([0-9]+):([0-9]+)`)
	text := func(s string) string {
		return named.ReplaceAllStringFunc(s, func(at string) string {
			m := named.FindStringSubmatch(at)
			line, _ := strconv.Atoi(m[1])
			col, _ := strconv.Atoi(m[2])
			return d.place(abnf.Pos{File: d.File.Name, Line: line, Col: col}).String()
		})
	}
	for i, f := range in.Faults {
		placed := *f
		placed.Msg = text(f.Msg)
		if in.Faults[i] = &placed; f.Pos.File != d.File.Name {
			continue
		}
		placed.Pos = d.place(f.Pos)
		if m, ok := d.moved[f.Pos.Line]; ok {
			placed.Line = strings.Repeat(" ", m.Columns) + f.Line
		} else if 0 < f.Pos.Line && f.Pos.Line <= len(d.lines) {
			placed.Pos.Col, placed.Line = 1, strings.TrimSuffix(d.lines[f.Pos.Line-1], "\r")
		}
	}
	for i := range in.Refused {
		in.Refused[i].Why = text(in.Refused[i].Why)
	}
}

// place maps a position in the extracted rules to the document, or a file that it includes.
func (d Document) place(at abnf.Pos) abnf.Pos {
	if m, ok := d.moved[at.Line]; ok {
		return abnf.Pos{File: extract.PathOf(at.File, m.File), Line: m.Line, Col: at.Col + m.Columns}
	}
	return at
}

// definedBy returns the rules of a spec that is built in or in the library, or of a file.
func definedBy(name string) (id string, g *abnf.Grammar, err error) {
	if s, ok := spec.ByName(name); ok {
		return s.Name(), s.AllRules(), nil
	}
	files, err := readWord(name, name)
	if err != nil {
		return "", nil, err
	}
	g, err = abnf.Parse(files[0].Name, files[0].Text)
	return strings.TrimSuffix(filepath.Base(files[0].Name), ".abnf"), g, err
}

// Import adds to the header of a document that its undefined rules are imported from a spec.
func Import(d *extract.Document, from string) error {
	id, g, err := definedBy(from)
	if err != nil {
		return err
	}
	var names, left []string
	for _, n := range d.Undefined {
		switch r := g.Rule(n); {
		case r == nil || r.Core:
			left = append(left, n)
		case r.Name == n:
			names = append(names, n)
		default:
			names = append(names, r.Name+" as "+n)
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("--import %s: the document uses no rule of it that it does not define", from)
	}
	d.Undefined = left
	d.Fields = append(d.Fields, fmt.Sprintf("import: %s (%s)", id, strings.Join(names, ", ")))
	return nil
}

// UndefinedAdvice says which rules of the document are defined nowhere, and which spec has them. changes is the spec
// that the document changes, or "".
func UndefinedAdvice(d *extract.Document, changes string) string {
	left := d.Undefined
	if s, ok := spec.ByName(changes); ok {
		left = slices.DeleteFunc(slices.Clone(left), func(n string) bool { return s.AllRules().Rule(n) != nil })
	}
	if len(left) == 0 {
		return ""
	}
	advice := "not defined in the document: " + strings.Join(left, ", ")
	if changes != "" {
		return advice + "\n"
	}
	// First the spec that has most of them, then the one that has most of the others.
	var from []string
	whole := ""
	for len(left) > 0 {
		best, rest := "", left
		for _, name := range config.SpecNames() {
			_, g, err := definedBy(name)
			if err != nil {
				continue
			}
			lacks := slices.DeleteFunc(slices.Clone(left), func(n string) bool {
				r := g.Rule(n)
				return r != nil && r.Name == n && !r.Core
			})
			if len(lacks) < len(rest) {
				best, rest = name, lacks
			}
		}
		if best == "" {
			break
		}
		if s, ok := spec.ByName(best); ok && len(from) == 0 && len(rest) == 0 {
			whole = s.Name()
		}
		from, left = append(from, best), rest
	}
	if len(from) == 0 {
		return advice + "\n"
	}
	verb := "they are rules of "
	if len(left) > 0 {
		verb = "there are rules of that name in "
	}
	advice += "; " + verb + strings.Join(from, " and ") + ": --import " + strings.Join(from, " --import ")
	if whole != "" {
		advice += ", or, if the document changes that spec, --changes " + whole
	}
	return advice + "\n"
}
