package main

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/rewrite"
)

// rewrite converts files in place: what goes to standard output is the file with the
// results in place of the IRIs. Plain lines take a way of their own, which is faster and
// takes less memory for very long lines.
func (p *printer) rewrite() error {
	other := rewriter{target: p.target, style: p.style, convert: p.changes}
	r := p.c.newFileRun()
	r.adjustInput = func(o *input.Options) {
		o.Rewrite = true
		o.Base = p.c.base
		other.options = o
	}
	var lines input.Cleaner
	if p.c.convertLines != nil {
		of := p.target.records()
		of.Opts = p.grammarOptions
		lines = recordcheck.NewChecker(of)
	}
	r.onBlock = func(b *input.Block, result *blockResult, flush func() error) {
		switch {
		case !b.File.Format.IsPlain() || b.Rest:
			other.onBlock(b, result, flush)
		case lines != nil && b.IsLines(other.options):
			p.appendBlock(b, other.options, lines, result, flush)
		default:
			p.plainInPlace(b, other.options, result, flush)
		}
	}
	return r.run()
}

// plainInPlace converts the records of a block that have no escapes.
func (p *printer) plainInPlace(b *input.Block, o *input.Options, result *blockResult, flush func() error) {
	out := flushWriter{buf: &result.out, flush: flush}
	done := 0 // up to here the block is in the result
	b.Each(o, nil, func(rec *input.Record) bool {
		if rec.Err == nil {
			at := int(rec.Offset - b.Offset)
			if _, err := out.Write(b.Data[done:at]); err != nil {
				return false
			}
			done = at + len(rec.Raw)
		}
		p.append(result, rec, flush)
		return result.flushIfLarge(flush)
	})
	out.Write(b.Data[done:]) // its error ends the run
}

// changes returns the changes that the conversion makes in a record.
func (p *printer) changes(rec *input.Record) ([]rewrite.Change, []iri.Finding) {
	rule, err := p.target.ruleFor(rec)
	switch {
	case err != nil:
		return nil, recordcheck.FindingsOf(err, rec.Text)
	case p.c.convertToPieces != nil:
		var changes []rewrite.Change
		var findings []iri.Finding
		for _, pc := range p.c.convertToPieces(rec, rule) {
			for _, f := range pc.findings { // their offsets are those in the piece
				f.Start, f.End = f.Start+pc.start, f.End+pc.start
				findings = append(findings, f)
			}
			changes = append(changes, rewrite.Change{Start: pc.start, End: pc.start + len(pc.input), Text: pc.output})
		}
		return changes, findings
	case !p.c.anyString && !rule.Valid(rec.Text):
		return nil, rule.Validate(rec.Text, p.grammarOptions...).Findings()
	}
	converted, err := p.convert(nil, rec, rule)
	if err != nil {
		return nil, recordcheck.FindingsOf(err, rec.Text)
	}
	return []rewrite.Change{{End: len(rec.Text), Text: string(converted)}}, nil
}
