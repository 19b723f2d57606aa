package iribeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/host"
	"github.com/rfc3987/iri/internal/work/checks"
)

// Filtered is the result of [Filter].
type Filtered struct {
	// Good holds the records that conform: of files, Text, with comments, blank lines and
	// headers as they are; of strings, the strings, with their keys.
	Good     beam.PCollection
	Rejected beam.PCollection // of Rejected; of strings with a key, of that and Rejected
	Counted
}

// Filter separates the records that conform from those that have an error, both byte
// for byte. Files of pages and sitemaps, which have no lines, are broken files of the result.
// If the last record of a file has no end, it gets one, so that parts can be put together.
func Filter(s beam.Scope, col beam.PCollection, o Options) Filtered {
	fn := &filterFn{lazyChecker: lazyChecker{Options: o}}
	s, parts, results := partsOf(s, "Filter", col, o, fn)
	good, rejected, counts := beam.ParDo3(s, forStrings(col, fn, &keyedFilterFn{*fn}), parts, results...)
	return Filtered{good, rejected, Counted{counts}}
}

// filterFn separates the records of a part.
type filterFn struct{ lazyChecker }

func (f *filterFn) StartBundle(func(beam.X), func(Rejected), func(Summary)) { f.start() }
func (f *filterFn) FinishBundle(ctx context.Context, _ func(beam.X), _ func(Rejected), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *filterFn) ProcessElement(ctx context.Context, elem beam.T, emit func(beam.X), reject func(Rejected), count func(Summary)) error {
	defer f.ended(ctx, count)
	sp, o := splitOf(elem), *f.input
	if f.isClean(&sp, f.checker) {
		emit(elem)
		return nil
	}
	o.LinesOnly = true
	good, bad := newPieces(sp.text(), sp.IsText, textsOrStrings(sp, emit)),
		host.Rejecter{Of: sp.rejected(), Emit: reject}
	filter := checks.Filter{Checker: f.checker, Input: &o, By: f.Options.SummaryBy.by()}
	err := f.do(ctx, sp, &o, good, &filter, &bad, func(*input.Chunk) { bad.Flush() })
	if !sp.IsText || !bad.Any {
		good.Finish()
	}
	return err
}
