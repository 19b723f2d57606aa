package iribeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
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
	if prepare(col, o, topRule) {
		good, rejected, parts := beam.ParDo3(s, &filterStringsFn{lazyChecker{Options: o}, stringPart{}}, col)
		return Filtered{good, rejected, Counted{parts}}
	}
	good, rejected, parts := beam.ParDo3(s, &filterFn{lazyChecker{Options: o}}, split(s, col, o))
	return Filtered{good, rejected, Counted{parts}}
}

// filterFn separates the records of a part.
type filterFn struct{ lazyChecker }

func (f *filterFn) ProcessElement(ctx context.Context, sp Split, emit func(Text), reject func(Rejected), emitPart func(Part)) error {
	p := Part{File: sp.File.Number, Offset: sp.Start}
	c := f.checker
	o := *c.input
	o.LinesOnly = true
	good := newTextEmitter(sp, emit)
	bad := rejecter{sp: sp, emit: reject}
	err := readBlocks(ctx, sp, &o, &p, func(b *input.Block) error {
		good.end, bad.end = b.File.Format.End(), b.File.Format.End()
		if b.Rest { // of a record that is too long, and so rejected
			bad.rest(b.Data)
			return nil
		}
		done := int64(0) // up to here the block is done
		passed := b.Each(&o, &c.Checker, func(rec *input.Record) bool {
			f.dropLine(rec)
			res := c.Check(rec, nil)
			p.Counts.Add(rec, res.Findings, res.More, res.Conforms, c.options.Hosts)
			if res.Conforms {
				return true
			}
			if rec.From >= done { // the first fault of its record
				good.write(b.Data[done:rec.From])
				done = rec.To
			}
			bad.add(rec, b.Data[rec.From:rec.To], c.findings(rec, &res, sp.File.Number, maxInput))
			return true
		})
		bad.flush()
		good.write(b.Data[done:])
		p.Counts.Inputs += int64(passed)
		p.Counts.Conforming += int64(passed)
		p.Counts.Empty += int64(b.Empty)
		return nil
	})
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
func (f *filterStringsFn) StartBundle(_ func(string), _ func(Rejected), _ func(Part)) { f.start() }

func (f *filterStringsFn) ProcessElement(text string, good func(string), reject func(Rejected), _ func(Part)) {
	conforms := true
	f.stringPart.check(&f.lazyChecker, text, func(rec *input.Record, res *recordcheck.Result) {
		if conforms = res.Conforms; !conforms {
			reject(Rejected{Source: Strings, Record: []byte(text), Findings: f.checker.findings(rec, res, 0, maxInput)})
		}
	})
	if conforms {
		good(text)
	}
}

// FinishBundle is called by Beam.
func (f *filterStringsFn) FinishBundle(_ func(string), _ func(Rejected), emit func(Part)) {
	emit(*f.part)
}
