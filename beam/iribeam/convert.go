package iribeam

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work/conversions"
)

// Converted is the result of [Fix] and [Convert].
type Converted struct {
	// Results holds what was converted: of files, Text, in which only the IRIs differ
	// from the input; of strings, a string for each string.
	Results beam.PCollection
	// Failed holds Rejected: the records with a string that has no result. They are in
	// Results too, and that string is unchanged there.
	Failed beam.PCollection
	Counted
}

// Fix applies the fixes of all errors, and of warnings with one of the codes, and checks
// the result again. A string that cannot be fixed stays as it is.
func Fix(s beam.Scope, col beam.PCollection, codes []iri.Code, o Options) Converted {
	return convert(s.Scope("iribeam.Fix"), col, rewriter{lazyChecker: lazyChecker{Options: o}, Kind: kindFix, Codes: codes})
}

// A Conversion says what references are converted to: its Kind, how hosts are mapped, and what the
// flags of the command of that name say.
type Conversion = conversions.Conversion

// A Kind is a conversion of references.
type Kind = conversions.Kind

// The conversions, named as the commands of iri.
const (
	ToURI     = conversions.ToURI
	ToIRI     = conversions.ToIRI
	FromLEIRI = conversions.FromLEIRI
	Normalize = conversions.Normalize

	kindFix Kind = "fix"
)

// Convert converts references. The default rule is the one for references. ToIRI reads URIs of RFC
// 3986 and FromLEIRI reads LEIRIs; the spec of the options is then that of the result. A string that
// does not conform stays as it is.
func Convert(s beam.Scope, col beam.PCollection, c Conversion, o Options) Converted {
	return convert(s.Scope("iribeam.Convert"), col, rewriter{lazyChecker: lazyChecker{Options: o}, Kind: c.Kind, Conversion: c})
}

func convert(s beam.Scope, col beam.PCollection, r rewriter) Converted {
	if prepare(col, &r) {
		results, failed, parts := beam.ParDo3(s, &rewriteStringsFn{r, stringPart{}}, col)
		return Converted{results, failed, Counted{parts}}
	}
	results, failed, parts := beam.ParDo3(s, &rewriteFn{r}, split(s, col, r.Options))
	return Converted{results, failed, Counted{parts}}
}

// Validate returns an error if a transform would panic, because its options contradict each other or
// name something that does not exist. c is the conversion of [Convert]; its kind is "fix" for [Fix]
// with the codes, and empty for the others.
func (o Options) Validate(c Conversion, codes []iri.Code) error {
	r := rewriter{lazyChecker: lazyChecker{Options: o}, Kind: c.Kind, Conversion: c, Codes: codes}
	return r.Setup()
}
