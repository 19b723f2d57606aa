package engine

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/work/conversions"
)

// A mapped is the result of one mapping of a text, and the command that does the same.
type mapped struct {
	ID      string   `json:"id"`
	Label   string   `json:"label"`
	Section string   `json:"section"`
	Output  string   `json:"output"`
	Same    bool     `json:"same"` // the mapping changes nothing
	Error   string   `json:"error,omitempty"`
	Skipped string   `json:"skipped,omitempty"` // why the mapping is not for this text; there is no error then
	Flags   []string `json:"flags"`             // of the command: the words after "iri" up to "--"
	Words   []string `json:"words"`             // and those after it
	anyText bool     // the mapping takes texts that are not references
}

// A mapping is what the page shows of all mappings of a text.
type mapping struct {
	Rows   []mapped    `json:"rows"`
	Report *lineReport `json:"report"` // of the text, by the rule for references
	Note   string      `json:"note,omitempty"`
}

// maxMap is the longest text that is mapped, in bytes.
const maxMap = 100_000

var errMapLength = errors.New("the text is too long to be mapped here: use the command")

// A mapQuestion has a text, and the options of its mappings.
type mapQuestion struct {
	Spec  string `json:"spec"`
	Text  string `json:"text"`
	Base  string `json:"base"`
	Other string `json:"other"` // what it is compared with
	Host  string `json:"host"`
	Rung  string `json:"rung"` // up to which it is compared; "" for scheme
}

// mapText maps a text in every way.
func (e *Engine) mapText(p mapQuestion) (mapping, error) {
	m, note, err := e.mapper(p)
	if err != nil {
		return mapping{}, err
	}
	report := m.spec.Reference().Check(p.Text)
	m.conforms = report.Grammatical()
	m.convert()
	m.ladder()
	if p.Base != "" {
		m.resolve(p.Base)
	}
	return mapping{m.rows, makeReport(report), note}, nil
}

// mapper returns what maps a text by a spec that names a rule for references, and says so where that is another
// than the one that was asked for.
func (e *Engine) mapper(p mapQuestion) (m mapper, note string, err error) {
	if len(p.Text) > maxMap || len(p.Base) > maxMap || len(p.Other) > maxMap {
		return m, "", errMapLength
	}
	m.text = p.Text
	if m.spec, err = e.spec(p.Spec); err != nil {
		return m, "", err
	}
	if m.spec.Reference() == (iri.Rule{}) {
		m.spec, note = iri.RFC3987, "Your grammar names no rule for references, so RFC 3987 takes its place here."
	}
	if m.spec == e.custom {
		m.grammar = grammarFile
	}
	if p.Host == "" {
		p.Host = iri.HostPercent.String()
	}
	err = m.host.UnmarshalText([]byte(p.Host))
	return m, note, err
}

// A mapper collects the rows for a text.
type mapper struct {
	text     string
	spec     *iri.Spec
	host     iri.HostMapping
	rows     []mapped
	conforms bool // the text matches the rule for references

	grammar string // the name of the file, for a spec that is not built in
}

// add adds a row. A text that is not a reference has no result, and the page says so once: not in each row.
func (m *mapper) add(row mapped, flags, words []string, output string, err error) {
	row.Output, row.Same = output, output == m.text
	if row.Error = reason(err, m.text); err != nil && !m.conforms && !row.anyText {
		row.Skipped, row.Error = "the line does not conform as a reference", ""
	}
	row.Flags, row.Words = flags, words
	m.rows = append(m.rows, row)
}

// reason says why there is no result: the first finding of an error about a text, with its place for people.
func reason(err error, text string) string {
	if err == nil {
		return ""
	}
	if f, ok := errors.AsType[iri.Finding](err); ok {
		return fmt.Sprintf("%s (%s, %s)", f.Message, character(text, f.Start), f.Code)
	}
	f := conversions.FindingsOf(err, "")[0]
	if f.Code == conversions.CodeConversion {
		return err.Error()
	}
	return fmt.Sprintf("%s (%s, %s)", f.MessageText(), character(text, f.Start), f.Code)
}

// character says which character of a text is at an offset.
func character(text string, at int) string {
	if at >= len(text) {
		return "the end"
	}
	return fmt.Sprintf("character %d", utf8.RuneCountInString(text[:at])+1)
}

// flags returns the name of a command and the flags that differ from their defaults.
func (m *mapper) flags(command string, withHost bool, more ...string) []string {
	flags := append([]string{command}, more...)
	switch {
	case m.grammar != "":
		flags = append(flags, "--grammar", m.grammar)
	case m.spec != iri.RFC3987:
		flags = append(flags, "--spec", m.spec.Name())
	}
	if withHost && m.host != iri.HostPercent {
		flags = append(flags, "--host", m.host.String())
	}
	return flags
}

// convert adds URI, IRI and LEIRI.
func (m *mapper) convert() {
	words := []string{m.text}
	to := conversions.Conversion{Kind: conversions.ToURI, Host: m.host}
	uri, err := m.by(to)
	m.add(mapped{ID: "to-uri", Label: "As a URI", Section: "RFC 3987 §3.1"}, m.flags("to-uri", true), words, uri, err)
	for _, x := range []struct {
		row   mapped
		to    conversions.Conversion
		flags []string
	}{
		{mapped{ID: "to-iri", Label: "As an IRI", Section: "RFC 3987 §3.2"},
			conversions.Conversion{Kind: conversions.ToIRI}, []string{"to-iri"}},
		{mapped{ID: "to-iri-display", Label: "As an IRI to read, hosts decoded", Section: "RFC 3987 §3.2.1"},
			conversions.Conversion{Kind: conversions.ToIRI, Display: true}, []string{"to-iri", "--display"}},
		{mapped{ID: "from-leiri", Label: "As an IRI, read as a LEIRI", Section: "LEIRI §3", anyText: true},
			conversions.Conversion{Kind: conversions.FromLEIRI}, []string{"from-leiri"}},
	} {
		out, err := m.by(x.to)
		m.add(x.row, x.flags, words, out, err)
	}
	ref, err := iri.Prepare(m.text)
	m.add(mapped{ID: "prepare", Label: "Prepared from any text", Section: "draft-ietf-iri-3987bis §4", anyText: true},
		[]string{"prepare"}, words, ref.String(), err)
}

// by returns the result of a conversion of the text. The rules are those of the spec that the conversion reads, as in the
// command, or else of the chosen spec.
func (m *mapper) by(to conversions.Conversion) (string, error) {
	rule := (*spec.Spec)(m.spec).Reference()
	if source := to.Source(); source != nil {
		rule = source.Reference()
	}
	apply, err := to.Func(spec.RFC3987, convert.URIOptions{})
	if err != nil {
		return "", err
	}
	out, err := apply(nil, m.text, rule)
	return string(out), err
}

// ladder adds the normal form on each rung.
func (m *mapper) ladder() {
	for _, rung := range iri.Rungs() {
		out, err := m.by(conversions.Conversion{Kind: conversions.Normalize, Host: m.host,
			Rung: rung})
		m.add(mapped{ID: "rung-" + rung.String(), Label: "Normal form, rung " + rung.String(),
			Section: normalize.Rung(rung).Section()}, m.flags("normalize", true, "--to", rung.String()), []string{m.text}, out, err)
	}
}

// resolve adds the target against a base, and the shortest reference from the base.
func (m *mapper) resolve(text string) {
	words, by := []string{text, m.text}, (*spec.Spec)(m.spec)
	base, err := convert.ParseBase(text, by)
	wrong := err != nil
	if wrong {
		err = fmt.Errorf("the base: %s", reason(err, text))
	}
	ref, refErr := diagnose.Parse(m.text, by.Reference())
	if err == nil {
		err = refErr
	}
	out, resolveErr := "", err
	if err == nil {
		target, why := conversions.Resolve(base, ref, false, by)
		out, resolveErr = target.Text, why
	}
	m.add(mapped{ID: "resolve", Label: "Resolved against the base", Section: "RFC 3986 §5.2", anyText: wrong},
		m.flags("resolve", false), words, out, resolveErr)

	if err == nil && ref.Parts.Scheme == 0 {
		return // it is relative as it is
	}
	if out = ""; err == nil {
		out = conversions.Relativize(base, ref, by).Text
	}
	m.add(mapped{ID: "relativize", Label: "Shortest reference from the base", Section: "RFC 3986 §5.2", anyText: wrong},
		m.flags("relativize", false), words, out, err)
}
