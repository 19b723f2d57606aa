package convert

import (
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/text/quote"
)

// These are the types of options of package iri and package charset that apply to one group of functions.
type (
	URIFunc       func(URIOptions) URIOptions
	IRIFunc       func(IRIOptions) IRIOptions
	PrepareFunc   func(PrepareOptions) PrepareOptions
	NormalizeFunc func(normalize.Options) normalize.Options
)

// URI applies f to the options.
func (f URIFunc) URI(o URIOptions) URIOptions { return f(o) }

// IRI applies f to the options.
func (f IRIFunc) IRI(o IRIOptions) IRIOptions { return f(o) }

// Prepare applies f to the options.
func (f PrepareFunc) Prepare(o PrepareOptions) PrepareOptions { return f(o) }

// Normalize applies f to the options.
func (f NormalizeFunc) Normalize(o normalize.Options) normalize.Options { return f(o) }

// Applied applies options that are functions to o, skipping nil. They get and return the options by value, because a
// pointer would have them allocated.
func Applied[O any, F ~func(O) O](o O, opts []F) O {
	for _, f := range opts {
		if f != nil {
			o = f(o)
		}
	}
	return o
}

// OptionsOf applies options that are interfaces to o, each by its method set, skipping nil.
func OptionsOf[O, F any](o O, opts []F, set func(F, O) O) O {
	for _, f := range opts {
		if any(f) != nil {
			o = set(f, o)
		}
	}
	return o
}

// SpacesNames and BackslashNames are the names of the values of [Spaces] and [Backslash].
func SpacesNames() quote.Names    { return quote.Names{"keep", "split", "remove", "encode"} }
func BackslashNames() quote.Names { return quote.Names{"keep", "encode", "slash"} }

// String returns the name of the value.
func (s Spaces) String() string { return SpacesNames().Of(uint8(s), "Spaces") }

// String returns the name of the value.
func (b Backslash) String() string { return BackslashNames().Of(uint8(b), "Backslash") }
