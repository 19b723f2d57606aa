package lsp

import (
	"cmp"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf16"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
)

// languages are the formats of languages whose names are not those of formats.
var languages = map[string]string{
	"n-triples": "ntriples", "n-quads": "nquads", "rdf-xml": "rdfxml", "plaintext": "text",
}

// pathOf returns the path that a URI of the client names; it need not be that of a file.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	path := cmp.Or(u.Path, u.Opaque)
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}

// check returns what iri check finds in the text, with the iri.toml of its folder.
func (d *document) check(encoding string) ([]diagnostic, error) {
	path := pathOf(d.URI)
	c, err := configOf(path)
	if err != nil {
		return nil, err
	}
	flags := c.Flags()
	o := work.Options{Spec: flags["spec"], Rule: flags["rule"]}
	c.Fill(&o)
	t, err := o.Target(work.TopRule)
	if err != nil {
		return nil, err
	}
	in, err := o.Input()
	if err != nil {
		return nil, err
	}
	found, own := []diagnostic{}, *in
	if in.PerFile != nil {
		in.PerFile(path, &own)
	}
	if own.From == input.Auto && !input.IsKnown(path) {
		from, err := input.ParseFormat(cmp.Or(languages[d.LanguageID], d.LanguageID))
		if err != nil {
			return found, nil // check passes over such files in folders
		}
		in.From = from
	}
	if real, err := durable.RealPath(path); err == nil && in.Leave != nil && in.Leave(real, false) {
		return found, nil
	}
	text := newPositions(d.Text, encoding)
	run := work.CheckRun{
		Checker: work.NewChecker(t), Input: in, Ignores: work.NewIgnores(codes.OfFindings(), t.Spec),
		Found: func(_ *work.Result, _ *input.Block, rec *input.Record, checked *work.Checked) {
			place := work.Places(rec, checked)
			for _, f := range checked.Findings {
				f = work.Expanded(rec, f)
				found = append(found, diagnostic{
					Range:    span{text.position(place(f.Start)), text.position(place(f.End))},
					Severity: severityOf(f.Severity), Code: string(f.Code), Source: "iri", Message: message(&f),
				})
			}
		},
	}
	in.Watch = run.Ignores.Watch
	if name := flags["baseline"]; name != "" {
		known, err := baseline.Open(name, false)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		if err == nil {
			run.Baseline, run.Taken = known, new(baseline.Set)
		}
	}
	return found, read(path, d.Text, &run)
}

// read reads a text as a file, block by block.
func read(path, text string, run *work.CheckRun) error {
	f, err := input.NewFile(path, strings.NewReader(text), run.Input)
	if err != nil {
		return err
	}
	defer f.Close()
	s := input.NewScanner(f, run.Input)
	var r work.Result
	settle := func() error {
		run.Settle(&r)
		r.Empty()
		return nil
	}
	for {
		b, err := s.Next(nil)
		if err == io.EOF {
			run.Remarks(&r)
			return nil
		}
		if err != nil {
			return err
		}
		r.Begin(&b, settle)
		run.Block(&b, &r)
		settle()
	}
}

// configOf returns the configuration that is in force for a file; nil if there is none.
func configOf(path string) (*config.Config, error) {
	dir := filepath.Dir(path)
	if !filepath.IsAbs(path) {
		return nil, nil // it is not saved yet
	}
	name, err := config.Find(dir)
	if err != nil || name == "" {
		return nil, err
	}
	return config.Read(filepath.Join(dir, name))
}

// message returns the text of a diagnostic.
func message(f *iri.Finding) string {
	text := f.Message
	if len(f.Expected) > 0 {
		text += ": expected " + render.List(f.Expected)
	}
	if f.Section != "" {
		text += " (" + f.Section + ")"
	}
	if f.Hint != "" {
		text += "\nhint: " + f.Hint
	}
	return text
}

func severityOf(s iri.Severity) int {
	if s == iri.Error {
		return 1
	}
	return 2
}

// positions turns places into positions in a text.
type positions struct {
	text     string
	starts   []int // of the lines
	encoding string
}

func newPositions(text, encoding string) *positions {
	p := &positions{text, []int{0}, encoding}
	for i := range len(text) {
		if text[i] == '\n' {
			p.starts = append(p.starts, i+1)
		}
	}
	return p
}

// position returns the position of a place, whose column counts characters.
func (p *positions) position(at render.Place) position {
	line := min(max(at.Line, 1), len(p.starts)) - 1
	text := p.text[p.starts[line]:]
	if line == 0 {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	units, chars := 0, 1
	for i, r := range text {
		if chars >= at.Col || r == '\n' {
			break
		}
		chars++
		switch p.encoding {
		case "utf-8":
			units = i + len(string(r))
		case "utf-32":
			units++
		default:
			units += utf16.RuneLen(r)
		}
	}
	return position{line, units}
}
