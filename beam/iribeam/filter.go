package iribeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
)

// Filtered is the result of [Filter].
type Filtered struct {
	// Good holds the records that conform: of files, Text, with comments, blank lines and
	// headers as they are; of strings, the strings.
	Good     beam.PCollection
	Rejected beam.PCollection // of Rejected
	Counted
}

// Filter separates the records that conform from those that have an error, both byte for
// byte. Files of pages and sitemaps, which have no lines, are broken files of the result.
// If the last record of a file has no end, it gets one, so that parts can be put together.
func Filter(s beam.Scope, col beam.PCollection, o Options) Filtered {
	s = s.Scope("iribeam.Filter")
	if prepare(col, &lazyChecker{Options: o}) {
		good, rejected, parts := beam.ParDo3(s, &filterStringsFn{lazyChecker{Options: o}, stringPart{}}, col)
		return Filtered{good, rejected, Counted{parts}}
	}
	good, rejected, parts := beam.ParDo3(s, &filterFn{lazyChecker{Options: o}}, split(s, col, o))
	return Filtered{good, rejected, Counted{parts}}
}

// filterFn separates the records of a part.
type filterFn struct{ lazyChecker }

func (f *filterFn) ProcessElement(ctx context.Context, sp Split, emit func(Text), reject func(Rejected), emitPart func(Summary)) error {
	var p Summary
	c := f.checker
	o := *c.input
	o.LinesOnly = true
	good := newTextEmitter(sp, emit)
	bad := rejecter{sp: sp, emit: reject}
	run := work.FilterRun{
		Checker: &c.Checker, Input: &o, Hosts: c.options.Hosts,
		Found: func(_ *work.Result, b *input.Block, rec *input.Record, res *work.Checked) {
			bad.add(rec, b.Data[rec.From:rec.To], c.findings(rec, res, sp.File.Number, maxInput))
		},
		Reject: func(_ *work.Result, record []byte, rest bool) {
			if rest { // of a record that is too long
				bad.rest(record)
			}
		},
	}
	err := f.each(ctx, sp, &o, &p, func(b *input.Block, r *work.Result) {
		good.end, bad.end = r.RecordEnd, r.RecordEnd
		run.Block(b, r)
		bad.flush()
	}, good.write)
	if err != nil {
		return err
	}
	good.finish()
	emitPart(p)
	return nil
}

// filterStringsFn separates strings.
type filterStringsFn struct {
	lazyChecker
	stringPart
}

// StartBundle is called by Beam.
func (f *filterStringsFn) StartBundle(_ func(string), _ func(Rejected), _ func(Summary)) { f.start() }

func (f *filterStringsFn) ProcessElement(text string, good func(string), reject func(Rejected), _ func(Summary)) {
	conforms := true
	f.stringPart.check(&f.lazyChecker, text, func(rec *input.Record, res *work.Checked) {
		if conforms = res.Conforms; !conforms {
			reject(Rejected{Source: Strings, Record: []byte(text), Findings: f.checker.findings(rec, res, 0, maxInput)})
		}
	})
	if conforms {
		good(text)
	}
}

// FinishBundle is called by Beam.
func (f *filterStringsFn) FinishBundle(_ func(string), _ func(Rejected), emit func(Summary)) {
	emit(*f.part)
}
