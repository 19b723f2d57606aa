package show

import (
	"errors"
	"strings"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
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
	Other  *string                // the reference to compare words of the command line with; nil for pairs
	By     conversions.Conversion // makes the normal forms
	Base   *string                // the base of relative references; nil for none

	bases convert.Bases
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
			r.Out = append(p.AppendJSON(r.Out), '\n')
		case rec.Err != nil:
			r.Render(rec, run.Faulty(rec))
			r.FlushInOrder()
		case len(p.Findings) > 0:
			r.Render(p.faulty, &run.Checked{Findings: p.Findings})
			r.FlushInOrder()
		default:
			r.Out = append(append(r.Out, p.Comparison.Verdict(p.Differs)...), '\n')
		}
		r.Summary.AddShown(p.Comparison.Equal)
	})
}

// A pair is the result of one comparison. With findings, the strings were not compared.
type pair struct {
	conversions.Pair
	faulty *input.Item // the item of the findings' offsets
}

// pair compares the two IRIs of an item.
func (c *Compare) pair(rec *input.Item) pair {
	p := pair{faulty: rec}
	if rec.Err != nil {
		text, f := run.FaultOf(rec)
		p.IRI, p.Findings = text, []finding.Finding{f}
		return p
	}
	p.IRI = rec.Text
	other, said := rec.FormatData.(json.Other)
	if p.Other = string(other); !said {
		fields := strings.Fields(rec.Text)
		if len(fields) != 2 {
			p.Findings = conversions.FindingsOf(errPairWanted, rec.Text)
			return p
		}
		p.IRI, p.Other = fields[0], fields[1]
	}
	rule, err := c.Target.RuleFor(rec)
	if err != nil {
		p.Findings = conversions.FindingsOf(err, rec.Text)
		return p
	}
	base := c.Base
	if rec.Base.Known {
		base = &rec.Base.IRI
	}
	p.Pair = c.By.Compare(p.IRI, p.Other, rule, base, &c.bases)
	switch {
	case len(p.Findings) == 0 || p.Findings[0].Code == conversions.CodeConversion: // about the base
	case p.InOther:
		p.faulty = partItem(rec, p.Other)
	default:
		p.faulty = partItem(rec, p.IRI)
	}
	return p
}

var errPairWanted = errors.New(`give a pair: in lines, two IRIs with white space between them; with --from json, ` +
	`{"iri":…,"other":…}`)

// partItem returns an item for one of the two IRIs of an item, with its position in the input. The position of
// "other" in JSON is unknown.
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
