package normalize_test

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// reference is the rule that the references of the tests conform to.
var reference = spec.RFC3987.Reference()

// rungs are all rungs from the bottom up.
var rungs = normalize.Rungs()

// parse returns the reference of a text that is known to be one.
func parse(s string) component.Ref {
	r, err := reference.Parse(s)
	if err != nil {
		panic(err.Error() + ": " + s)
	}
	return r
}

// normalized returns the normal form of a reference.
func normalized(r component.Ref, to normalize.Rung, o *normalize.Options) component.Ref {
	normalize.Normalize(&r, to, o)
	return r
}
