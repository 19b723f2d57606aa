package convert

import "github.com/rfc3987/iri/internal/ref/normalize"

// The options of package iri and package charset that belong to one group are functions of these types, whose method is
// that of the group.
type (
	URIFunc       func(URIOptions) URIOptions
	IRIFunc       func(IRIOptions) IRIOptions
	PrepareFunc   func(PrepareOptions) PrepareOptions
	NormalizeFunc func(normalize.Options) normalize.Options
)

// URI returns the options that f makes of others.
func (f URIFunc) URI(o URIOptions) URIOptions { return f(o) }

// IRI returns the options that f makes of others.
func (f IRIFunc) IRI(o IRIOptions) IRIOptions { return f(o) }

// Prepare returns the options that f makes of others.
func (f PrepareFunc) Prepare(o PrepareOptions) PrepareOptions { return f(o) }

// Normalize returns the options that f makes of others.
func (f NormalizeFunc) Normalize(o normalize.Options) normalize.Options { return f(o) }

// Applied returns what options that are functions make of o. Those that are nil do nothing. They take what they change by
// value and return it: a pointer to it would have it allocated.
func Applied[O any, F ~func(O) O](o O, opts []F) O {
	for _, f := range opts {
		if f != nil {
			o = f(o)
		}
	}
	return o
}

// OptionsOf returns what options that are interfaces make of o, each by its method set. Those that are nil do
// nothing.
func OptionsOf[O, F any](o O, opts []F, set func(F, O) O) O {
	for _, f := range opts {
		if any(f) != nil {
			o = set(f, o)
		}
	}
	return o
}
