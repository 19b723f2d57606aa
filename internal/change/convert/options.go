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
