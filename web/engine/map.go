package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/ladder"
	uri "github.com/rfc3987/iri/internal/change/mapping"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/work/conversions"
)

// A mapped is what one mapping makes of a text, and the command that does the same.
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
}

// A mapping is what the page shows of all mappings of a text.
type mapping struct {
	Rows    []mapped    `json:"rows"`
	Compare *comparison `json:"compare,omitempty"`
	Report  *lineReport `json:"report"` // of the text, by the rule for references
	Note    string      `json:"note,omitempty"`
}

// A comparison is what the ladder says of two texts.
type comparison struct {
	mapped
	Equal bool   `json:"equal"`
	Rung  string `json:"rung,omitempty"` // the first one on which they are equal, or the last one

	// The normal forms on that rung. They are the same if the texts are equal, and Before are those on
	// the rung before it, which still differ.
	Forms  []string `json:"forms,omitempty"`
	Before []string `json:"before,omitempty"`
}

// maxMap is the longest text that is mapped, in bytes.
const maxMap = 100_000

var errMapLength = errors.New("the text is too long to be mapped here: use the command")

// mapText maps a text in every way, and compares it with another.
func (e *Engine) mapText(p struct {
	Spec  string `json:"spec"`
	Text  string `json:"text"`
	Base  string `json:"base"`
	Other string `json:"other"`
	Host  string `json:"host"`
}) (mapping, error) {
	if len(p.Text) > maxMap || len(p.Base) > maxMap || len(p.Other) > maxMap {
		return mapping{}, errMapLength
	}
	spec, err := e.spec(p.Spec)
	if err != nil {
		return mapping{}, err
	}
	note := ""
	if spec.Reference() == (iri.Rule{}) {
		spec, note = iri.RFC3987, "Your grammar names no rule for references, so the mappings are those of RFC 3987."
	}
	if p.Host == "" {
		p.Host = iri.HostPercent.String()
	}
	host, err := iri.ParseHostMapping(p.Host)
	if err != nil {
		return mapping{}, err
	}
	m := mapper{text: p.Text, spec: spec, host: host}
	if spec == e.custom {
		m.grammar = grammarFile
	}
	m.convert()
	m.ladder()
	if p.Base != "" {
		m.resolve(p.Base)
	}
	out := mapping{m.rows, nil, makeReport(m.spec.Reference().Validate(p.Text)), note}
	if p.Other != "" {
		out.Compare = m.compare(p.Other, p.Base)
	}
	return out, nil
}

// A mapper collects the rows for a text.
type mapper struct {
	text string
	spec *iri.Spec
	host iri.HostMapping
	rows []mapped

	grammar string // the name of the file, for a spec that is not built in
}

// add adds a row.
func (m *mapper) add(row mapped, flags, words []string, output string, err error) {
	row.Output, row.Same = output, output == m.text
	row.Error = reason(err)
	row.Flags, row.Words = flags, words
	m.rows = append(m.rows, row)
}

// addChecked adds a row for a conversion by the spec. What a grammar of one's own does
// not allow is refused, as in the command.
func (m *mapper) addChecked(row mapped, flags, words []string, output string, err error) {
	if err == nil {
		err = conversions.CheckResult([]byte(output), (*spec.Spec)(m.spec))
	}
	if err != nil {
		output = ""
	}
	m.add(row, flags, words, output, err)
}

// reason says why there is no result: the first finding of an error.
func reason(err error) string {
	if err == nil {
		return ""
	}
	if f, ok := errors.AsType[iri.Finding](err); ok {
		return fmt.Sprintf("%s (byte %d, %s)", f.Message, f.Start, f.Code)
	}
	f := conversions.FindingsOf(err, "")[0]
	if f.Code == conversions.CodeConversion {
		return err.Error()
	}
	return fmt.Sprintf("%s (byte %d, %s)", f.MessageText(), f.Start, f.Code)
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
	to := conversions.Conversion{Kind: conversions.ToURI, Host: hostname.Mapping(m.host)}
	uri, err := m.by(to)
	m.addChecked(mapped{ID: "to-uri", Label: "As a URI", Section: "RFC 3987 §3.1"}, m.flags("to-uri", true), words, uri, err)
	for _, x := range []struct {
		row   mapped
		to    conversions.Conversion
		flags []string
	}{
		{mapped{ID: "to-iri", Label: "As an IRI, read as a URI", Section: "RFC 3987 §3.2"}, conversions.Conversion{Kind: conversions.ToIRI}, []string{"to-iri"}},
		{mapped{ID: "to-iri-display", Label: "As an IRI to read, hosts decoded", Section: "RFC 3987 §3.2.1"}, conversions.Conversion{Kind: conversions.ToIRI, Display: true}, []string{"to-iri", "--display"}},
		{mapped{ID: "from-leiri", Label: "As an IRI, read as a LEIRI", Section: "LEIRI §3"}, conversions.Conversion{Kind: conversions.FromLEIRI}, []string{"from-leiri"}},
	} {
		out, err := m.by(x.to)
		if err != nil && x.to.Kind == conversions.ToIRI && iri.ValidRef(m.text) {
			x.row.Skipped, err = "it is an IRI already, and not a URI", nil
		}
		m.add(x.row, x.flags, words, out, err)
	}
	ref, err := iri.Prepare(m.text)
	m.add(mapped{ID: "prepare", Label: "Prepared from any text", Section: "draft-ietf-iri-3987bis §4"}, []string{"prepare"}, words, ref.String(), err)
}

// by returns what a conversion makes of the text, by the spec or, as in the command, by the one
// that the conversion reads.
func (m *mapper) by(to conversions.Conversion) (string, error) {
	rule := (*spec.Spec)(m.spec).Reference()
	if source := to.Source(); source != nil {
		rule = source.Reference()
	}
	convert, err := to.Func(rule, spec.RFC3987, uri.URIOptions{})
	if err != nil {
		return "", err
	}
	out, err := convert(nil, m.text, rule)
	return string(out), err
}

// normalizing returns the options of the ladder.
func (m *mapper) normalizing() []iri.NormalizeOption {
	return []iri.NormalizeOption{iri.NormalizeFor(m.spec), iri.NormalizeHost(m.host)}
}

// ladder adds the normal form on each rung.
func (m *mapper) ladder() {
	for _, rung := range iri.Rungs() {
		out, err := m.by(conversions.Conversion{Kind: conversions.Normalize, Host: hostname.Mapping(m.host), Rung: ladder.Rung(rung)})
		m.add(mapped{ID: "rung-" + rung.String(), Label: "Normal form, rung " + rung.String(), Section: ladder.Rung(rung).Section()},
			m.flags("normalize", true, "--to", rung.String()), []string{m.text}, out, err)
	}
}

// resolve adds the target against a base, and the shortest reference from the base.
func (m *mapper) resolve(text string) {
	words := []string{text, m.text}
	base, err := m.spec.ParseBase(text)
	ref, refErr := m.spec.Reference().Parse(m.text)
	err = errors.Join(err, refErr)
	out := ""
	if err == nil {
		out = base.Resolve(ref).String()
	}
	m.addChecked(mapped{ID: "resolve", Label: "Resolved against the base", Section: "RFC 3986 §5.2"}, m.flags("resolve", false), words, out, err)

	target, isIRI := ref.IRI()
	if err == nil && !isIRI {
		return // it is relative as it is
	}
	if out = ""; err == nil {
		short, _ := base.Relativize(target)
		out = short.String()
	}
	m.addChecked(mapped{ID: "relativize", Label: "Shortest reference from the base", Section: "RFC 3986 §5.2"}, m.flags("relativize", false), words, out, err)
}

// compare compares the text with another reference. If one of them is relative, both
// are resolved against the base: "Applications should not directly compare relative
// references" (RFC 3987 §5.1).
func (m *mapper) compare(other, base string) *comparison {
	row := comparison{mapped: mapped{
		ID: "compare", Label: "Compared with the other", Section: "RFC 3987 §5.3", Flags: m.flags("compare", true), Words: []string{m.text, other},
	}}
	a, errA := m.spec.Reference().Parse(m.text)
	b, errB := m.spec.Reference().Parse(other)
	err := errors.Join(errA, errB)
	_, absA := a.IRI()
	_, absB := b.IRI()
	if err == nil && base != "" && !(absA && absB) {
		row.Label = "Resolved against the base and compared with the other"
		row.Flags = append(row.Flags, "--base", base)
		var against iri.IRI
		if against, err = m.spec.ParseBase(base); err == nil {
			a, b = against.Resolve(a).Ref(), against.Resolve(b).Ref()
		}
	}
	if row.Error = reason(err); err != nil {
		return &row
	}
	c := iri.Compare(a, b, iri.RungScheme, m.normalizing()...)
	forms := func(rung iri.Rung) []string {
		return []string{a.Normalize(rung, m.normalizing()...).String(), b.Normalize(rung, m.normalizing()...).String()}
	}
	if row.Equal = c.Equal; !c.Equal {
		row.Rung, row.Output, row.Forms = iri.RungScheme.String(), "not equal: "+c.Differs, forms(iri.RungScheme)
		return &row
	}
	row.Rung, row.Output, row.Forms = c.Rung.String(), "equal on rung "+c.Rung.String(), forms(c.Rung)
	if rungs := iri.Rungs(); c.Rung != rungs[0] {
		row.Before = forms(rungs[slices.Index(rungs, c.Rung)-1])
	}
	return &row
}
