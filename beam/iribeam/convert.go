package iribeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/host"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/rewrite"
)

// Converted is the result of [Fix] and [Convert].
type Converted struct {
	// Results holds what was converted: of files, Text, in which only the IRIs differ
	// from the input; of strings, a string for each string, with its key.
	Results beam.PCollection
	// Failed holds Rejected, with the key of a string that has one: the records with a string that has no result. They
	// are in Results too, and that string is unchanged there.
	Failed beam.PCollection
	Counted
}

// Fix applies the fixes of all errors, and of warnings with one of the codes, and checks
// the result again. A string that cannot be fixed stays as it is.
func Fix(s beam.Scope, col beam.PCollection, codes []iri.Code, o Options) Converted {
	return converted(s, "Fix", col, &rewriteFn{lazyChecker: lazyChecker{Options: o}, Codes: codes,
		Conversion: Conversion{Kind: kindFix}})
}

// A Conversion says what references are converted to: its Kind, how hosts are mapped, and what the
// flags of the command of that name say.
type Conversion = conversions.Conversion

// A Kind is a conversion of references.
type Kind = conversions.Kind

// The conversions, named as the commands of iri.
const (
	ToURI          = conversions.ToURI
	ToIRI          = conversions.ToIRI
	FromLEIRI      = conversions.FromLEIRI
	Normalize      = conversions.Normalize
	kindFix   Kind = "fix"
)

// Convert converts references. The default rule is the one for references. ToIRI reads URIs of RFC
// 3986, and IRIs unless Strict is set, and FromLEIRI reads LEIRIs; the spec of the options is then that of the result.
// A string that does not conform stays as it is.
func Convert(s beam.Scope, col beam.PCollection, c Conversion, o Options) Converted {
	return converted(s, "Convert", col, &rewriteFn{lazyChecker: lazyChecker{Options: o}, Conversion: c})
}

func converted(s beam.Scope, name string, col beam.PCollection, fn *rewriteFn) Converted {
	s, parts, results := partsOf(s, name, col, fn.Options, fn)
	changed, failed, counts := beam.ParDo3(s, forStrings(col, fn, &keyedRewriteFn{*fn}), parts, results...)
	return Converted{changed, failed, Counted{counts}}
}

// Validate returns an error if a transform would panic, because its options contradict each other or
// name something that does not exist. c is the conversion of [Convert]; its kind is "fix" for [Fix]
// with the codes, and empty for the others.
func (o Options) Validate(c Conversion, codes []iri.Code) error {
	fn := rewriteFn{lazyChecker: lazyChecker{Options: o}, Conversion: c, Codes: codes}
	return fn.Setup()
}

// rewriteFn copies a part and changes its strings: it fixes or converts them.
type rewriteFn struct {
	Codes      []iri.Code // kindFix: the warnings to fix
	Conversion Conversion

	lazyChecker
	conversion rewrite.Change
	byFile     func(name string) *rewrite.Change // of files that have checks of their own; nil for none
}

// Setup is called by Beam once for each instance.
func (f *rewriteFn) Setup() (err error) {
	if f.Conversion.Kind != "" && f.Conversion.Kind != kindFix {
		t, conversion, err := rewrite.Of(f.Options.Job, f.Conversion)
		f.conversion = conversion
		return f.use(t, err)
	}
	if err = f.lazyChecker.Setup(); err == nil && f.Conversion.Kind == kindFix {
		f.conversion, err = rewrite.Fix(f.checker.Target, host.Codes(f.Codes), f.Options.Guess)
		f.byFile = rewrite.FixesByFile(f.checker.Target, host.Codes(f.Codes), f.Options.Guess)
	}
	return err
}

func (f *rewriteFn) StartBundle(func(beam.X), func(Rejected), func(Summary)) { f.start() }
func (f *rewriteFn) FinishBundle(ctx context.Context, _ func(beam.X), _ func(Rejected), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *rewriteFn) ProcessElement(ctx context.Context, elem beam.T, emit func(beam.X), fail func(Rejected), count func(Summary)) error {
	defer f.ended(ctx, count)
	sp, o := splitOf(elem), *f.input
	if f.isClean(&sp, f.conversion.Clean) {
		emit(elem)
		return nil
	}
	form := rewrite.FormOf(f.Options.Format, f.Options.List)
	if sp.IsText {
		form = rewrite.InPlace
	}
	o.Rewrite, o.References = form == rewrite.InPlace, o.References || config.TakesRelative(f.checker.Target.Rule)
	out, bad := newPieces(sp.text(), sp.IsText, textsOrStrings(sp, emit)), host.Rejecter{Of: sp.rejected(), Emit: fail}
	work := rewrite.Rewrite{Target: f.checker.Target, Change: f.conversion, PerFile: f.byFile, Form: form,
		EOL: o.From.End(), Input: &o, By: f.Options.SummaryBy.by()}
	work.Prepare()
	err := f.do(ctx, sp, &o, out, &work, &bad, func(b *input.Chunk) {
		bad.Flush()
		bad.Reject(nil, b.Data, b.Rest)
	})
	if o.Rewrite || !out.Any() { // a list ends with an end
		out.Finish()
	}
	out.Flush()
	return err
}
