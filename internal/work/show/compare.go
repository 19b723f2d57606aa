package show

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Compare is the [run.Job] that compares pairs of strings.
type Compare struct {
	run.NoJob
	Input  *input.Options
	Target config.Target
	JSON   bool
	Other  *string                // what a word of the command line is compared with; nil for pairs
	By     conversions.Conversion // makes the normal forms
	Base   *string                // what relative references are resolved against; nil for nothing

	bases convert.Bases
}

// resolved returns the target of a reference for an item: against its own base, or the one of
// all.
func (c *Compare) resolved(rec *input.Item, r component.Ref, rule spec.Rule) (component.Ref, error) {
	base := c.Base
	if rec.Base.Known {
		base = &rec.Base.IRI
	}
	if base == nil {
		return r, nil
	}
	b, err := c.bases.Parse(*base, rule.Spec())
	if err != nil {
		return r, fmt.Errorf("the base %s has no scheme or does not conform: %w", quote.Ends(component.Redact(*base)), err)
	}
	var target component.Ref
	normalize.Resolve(&target, &b, &r)
	return target, nil
}

// Chunk compares the pairs of a chunk.
func (c *Compare) Chunk(b *input.Chunk, r *run.Result) {
	r.Each(b, c.Input, nil, func(rec *input.Item) {
		if c.Other != nil {
			rec.FormatData = json.Other(*c.Other)
		}
		p := c.pair(rec)
		switch {
		case c.JSON:
			r.Out = p.appendJSON(r.Out)
		case rec.Err != nil:
			r.Render(rec, run.Faulty(rec))
			r.HandOn()
		case len(p.findings) > 0:
			r.Render(p.faulty, &run.Checked{Findings: p.findings})
			r.HandOn()
		default:
			r.Out = append(append(r.Out, p.comparison.Verdict(p.comparison.Differs)...), '\n')
		}
		r.Summary.AddShown(p.comparison.Equal)
	})
}

// A pair is the result of one comparison. If there are findings, there was no
// comparison.
type pair struct {
	iri, other string
	comparison normalize.Comparison
	findings   []finding.Finding
	faulty     *input.Item // the item that the offsets of the findings refer to
	inOther    bool        // the findings are about other
}

// pair compares the two IRIs of an item.
func (c *Compare) pair(rec *input.Item) pair {
	if rec.Err != nil {
		text, f := run.FaultOf(rec)
		return pair{iri: text, findings: []finding.Finding{f}, faulty: rec}
	}
	other, said := rec.FormatData.(json.Other)
	p := pair{iri: rec.Text, other: string(other), faulty: rec}
	if !said {
		fields := strings.Fields(rec.Text)
		if len(fields) != 2 {
			p.findings = conversions.FindingsOf(errPairWanted, rec.Text)
			return p
		}
		p.iri, p.other = fields[0], fields[1]
	}
	rule, err := c.Target.RuleFor(rec)
	if err != nil {
		p.findings = conversions.FindingsOf(err, rec.Text)
		return p
	}
	a, err := diagnose.Parse(p.iri, rule)
	if err != nil {
		p.findings, p.faulty = conversions.FindingsOf(err, p.iri), partItem(rec, p.iri)
		return p
	}
	b, err := diagnose.Parse(p.other, rule)
	if err != nil {
		p.findings, p.faulty, p.inOther = conversions.FindingsOf(err, p.other), partItem(rec, p.other), true
		return p
	}
	if a, err = c.resolved(rec, a, rule); err == nil {
		b, err = c.resolved(rec, b, rule)
	}
	if err != nil {
		p.findings = []finding.Finding{{Code: "conversion", Severity: finding.Error,
			Message: finding.External(err.Error(), nil)}}
		return p
	}
	p.comparison = normalize.Compare(a, b, normalize.Rung(c.By.Rung), c.By.NormalizeOptions(rule.Spec()))
	return p
}

var errPairWanted = errors.New(`give a pair: in lines, two IRIs with white space between them; with --from json, ` +
	`{"iri":…,"other":…}`)

// partItem returns an item for one of the two IRIs that an item holds, with its
// place in the input. The place of "other" in JSON is not known.
func partItem(rec *input.Item, text string) *input.Item {
	part := *rec
	start := strings.Index(rec.Text, text)
	if _, said := rec.FormatData.(json.Other); said {
		start = -1
		if text == rec.Text {
			return rec
		}
	}
	part.Text, part.Raw, part.Escape = text, []byte(text), input.None
	if start >= 0 {
		part.Line, part.Col = rec.Position(start)
	} else if rec.Source == input.Args {
		part.Line = rec.Line + 1
	}
	return &part
}

// appendJSON appends {"iri":…,"other":…,"equal":…,"rung":…,"urn_equivalent":true,"differs":…}. If there was
// no comparison it appends {"iri":…,"other":…,"in":…,"findings":[…]}.
func (p pair) appendJSON(b []byte) []byte {
	b = jsonw.AppendText(append(b, '{'), "iri", p.iri)
	b = jsonw.AppendText(append(b, ','), "other", p.other)
	switch {
	case len(p.findings) > 0:
		in := "iri"
		if p.inOther {
			in = "other"
		}
		b = append(b, `,"in":"`+in+`",`...)
		b = conversions.AppendFindings(b, p.findings, nil)
	case p.comparison.Equal:
		b = append(b, `,"equal":true,"rung":"`+p.comparison.Rung.String()+`"`...)
	default:
		b = append(b, `,"equal":false,"rung":null`...)
		if p.comparison.URNEquivalent {
			b = append(b, `,"urn_equivalent":true`...)
		}
		b = append(b, `,"differs":`...)
		b = jsonw.AppendString(b, p.comparison.Differs)
	}
	return append(b, '}', '\n')
}
