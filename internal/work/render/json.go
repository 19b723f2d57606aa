package render

import (
	"fmt"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/run"
)

// AppendJSON appends the line of iri check --format json for an item.
func AppendJSON(b []byte, t *config.Target, rec *input.Item, r *run.Checked) []byte {
	if r.Fault != nil {
		own := t.For(rec.Source)
		b = appendFault(b, &own, rec.Rule, r, run.NewPlacer(rec, r))
		return append(appendLeft(AppendOrigin(b, rec), r), '\n')
	}
	var at *run.Placer
	b = r.Report.AppendJSONFunc(b, func(b []byte, i int) []byte {
		if at == nil {
			at = run.NewPlacer(rec, r)
		}
		f := &r.Report.Findings[i]
		if run.IsAmong(f, r.Declared) || run.IsAmong(f, r.Suppressed) {
			return b
		}
		said := at.Written(*f)
		return appendPlaced(b, &said, at)
	})
	b = appendOrigin(b, rec, len(r.Declared))
	if r.Resolved != nil {
		b = append(appendResolved(b[:len(b)-1], rec, r.Resolved), '}')
	}
	return append(appendLeft(b, r), '\n')
}

// appendLeft adds how many findings were left out to the object at the end of b.
func appendLeft(b []byte, r *run.Checked) []byte {
	if r.InBaseline > 0 {
		b = append(jsonw.AppendInt(b[:len(b)-1], "known", int64(r.InBaseline)), '}')
	}
	if r.Ignored > 0 {
		b = append(jsonw.AppendInt(b[:len(b)-1], "ignored", int64(r.Ignored)), '}')
	}
	return b
}

// appendFault appends the object for an input that could not be checked: a report that is not grammatical and has one
// finding. It conforms if that finding is a warning.
func appendFault(b []byte, t *config.Target, rule string, r *run.Checked, at *run.Placer) []byte {
	if rule == "" {
		rule = t.Rule.Name()
	}
	b = append(b, '{')
	b = jsonw.AppendText(b, "input", r.Text)
	b = jsonw.AppendMember(jsonw.AppendMember(b, "spec", t.Spec.Name()), "rule", rule)
	b = fmt.Appendf(b, `,"grammatical":false,"conforms":%t,"findings":[`, r.Fault.Severity != finding.Error)
	if len(r.Suppressed) == 0 {
		b = appendPlaced(b, r.Fault, at)
	}
	return append(b, ']', '}')
}

// AppendOrigin adds the position of the item to the object at the end of b:
// {…,"source":"dump.nt","line":3,"column":7,"role":"object"}. A word of the command line has no position.
func AppendOrigin(b []byte, rec *input.Item) []byte { return appendOrigin(b, rec, 0) }

// appendOrigin is AppendOrigin for a prefixed name; ofPrefix is how many of its findings are in the IRI of the
// prefix.
func appendOrigin(b []byte, rec *input.Item, ofPrefix int) []byte {
	if rec.Format == input.Words {
		return b
	}
	place := run.Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}
	if rec.Err != nil {
		place.Line, place.Col = rec.Err.Line, rec.Err.Col
	}
	b = appendPlaceJSON(b[:len(b)-1], place)
	if rec.Role != "" {
		b = jsonw.AppendMember(b, "role", rec.Role)
	}
	return append(appendPrefix(b, rec, ofPrefix), '}')
}

// appendPlaceJSON adds a position to an object without its closing brace.
func appendPlaceJSON(b []byte, p run.Place) []byte {
	b = jsonw.AppendMember(b, "source", p.Source)
	return jsonw.AppendInt(jsonw.AppendInt(b, "line", int64(p.Line)), "column", int64(p.Col))
}

// appendPlaced appends the object of a finding with its position in the file. In a word of the command line it has
// none.
func appendPlaced(b []byte, f *finding.Finding, p *run.Placer) []byte {
	if b = f.AppendJSON(b); p.Rec.Format == input.Words {
		return b
	}
	return append(appendPlaceJSON(b[:len(b)-1], p.Place(f.Start)), '}')
}

// AppendList appends the member "findings".
func AppendList(b []byte, findings []finding.Finding, at *run.Placer) []byte {
	return conversions.AppendFindings(b, findings, func(b []byte, f *finding.Finding) []byte { return appendPlaced(b, f, at) })
}

// appendPrefix adds the declaration of the prefix, and how many findings are reported at the declaration, to an
// object without its closing brace.
func appendPrefix(b []byte, rec *input.Item, findings int) []byte {
	if rec.Prefix == nil {
		return b
	}
	b = jsonw.AppendMember(append(b, `,"prefix":{`...), "name", rec.Prefix.Name)
	b = jsonw.AppendInt(jsonw.AppendMember(b, "iri", rec.Prefix.IRI), "line", int64(rec.Prefix.Line))
	if findings > 0 {
		b = jsonw.AppendInt(b, "findings", int64(findings))
	}
	return append(b, '}')
}

// appendResolved adds the findings in the target of a reference to an object without its closing brace. Their
// position is that of the reference.
func appendResolved(b []byte, rec *input.Item, r *run.Resolved) []byte {
	b = jsonw.AppendMember(append(b, `,"resolved":{`...), "iri", r.IRI)
	at := run.Placer{Rec: rec, Fixed: &run.Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}}
	return append(AppendList(append(b, ','), r.Findings, &at), '}')
}

// AppendConverted appends {"input":…,"output":…} or, if there are findings, {"input":…,"findings":[…]}, with the
// position of the item, and a line feed. text is that of the item, or a substring with an item of its own.
func AppendConverted(b []byte, rec *input.Item, r *run.Checked, text, output string) []byte {
	failed := len(r.Findings)+len(r.Declared) > 0
	var at *run.Placer
	if len(r.Findings) > 0 {
		at = run.NewPlacer(rec, r)
	}
	b = conversions.AppendResult(append(b, '{'), text, output, failed, r.Findings,
		func(b []byte, f *finding.Finding) []byte { return appendPlaced(b, f, at) })
	return append(appendOrigin(append(b, '}'), rec, len(r.Declared)), '\n')
}
