package convert

import "github.com/rfc3987/iri/internal/text/quote"

// SpacesNames and BackslashNames are the names of the values of [Spaces] and [Backslash].
func SpacesNames() quote.Names    { return quote.Names{"keep", "split", "remove", "encode"} }
func BackslashNames() quote.Names { return quote.Names{"keep", "encode", "slash"} }

// String returns the name of the value.
func (s Spaces) String() string { return SpacesNames().Of(uint8(s), "Spaces") }

// String returns the name of the value.
func (b Backslash) String() string { return BackslashNames().Of(uint8(b), "Backslash") }
